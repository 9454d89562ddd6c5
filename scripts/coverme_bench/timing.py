# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures that are compared: taken in turns, so that what the machine does
besides falls on all alike; and how figures grow."""

import math
import statistics


def in_turns(tasks, rounds):
    """The figures of each task, by name, of so many rounds. No task always
    follows the same one."""
    names = list(tasks)
    figures = {name: [] for name in names}
    for number in range(rounds):
        for k in range(len(names)):
            name = names[(k + number) % len(names)]
            figures[name].append(tasks[name](number))
    return figures


def medians(figures):
    """The median of each task's figures; of tuples, one for each part."""
    return {name: tuple(map(statistics.median, zip(*values)))
            if isinstance(values[0], tuple) else statistics.median(values)
            for name, values in figures.items()}


def exponent(points):
    """The slope of the least-squares line through the logarithms; None if there
    are not two points."""
    points = [(math.log(x), math.log(y)) for x, y in points
              if isinstance(y, (int, float)) and y > 0]
    if len({x for x, _ in points}) < 2:
        return None
    return statistics.linear_regression(*zip(*points)).slope


def growth(costs):
    """How many times any of the costs is the least of those up to it."""
    return max(cost / min(costs[:i + 1]) for i, cost in enumerate(costs))

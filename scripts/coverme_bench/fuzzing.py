# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random tasks, one after the other, until one finds a violation; for
fuzz-proofs and fuzz-covered."""

import collections
import concurrent.futures
import os
import time

from coverme_bench import processes
from coverme_bench.program import Arguments, UserError, positive, \
    temporary_folder

# A net below the tool's own time limit, which is on its search alone.
RUN_SECONDS = 180


class Violation(Exception):
    """What must not be."""


class TooLong(Exception):
    """A task that did not end."""


class Skipped(Exception):
    """A task that tells nothing."""


def run(command, **options):
    done = processes.run(command, RUN_SECONDS, **options)
    if done.is_late:
        raise TooLong(f"{done.name} did not end within {RUN_SECONDS} s")
    return done


def write_source(options, folder, name, text):
    source = folder / name
    for path in (source, *([options.keep / name] if options.keep else [])):
        path.write_text(text, encoding="utf-8")
    return source


def build(command, what):
    if failure := (done := run(command)).failure():
        raise UserError(f"{what}: {failure}\n{done.errors}")


def arguments():
    """Those that both programs have."""
    result = Arguments()
    result.common("keep", "coverme", seed=1, jobs=os.cpu_count())
    result.option("--minutes", "how long (5, without --tasks)", None, float)
    result.option("--tasks", "so many tasks instead", None, positive)
    result.flag("--all-violations", "goes on after the first")
    return result


def parsed(arguments):
    options = arguments.parse(needs_tool=False)
    if options.minutes is None and options.tasks is None:
        options.minutes = 5
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    return options


def fuzz(options, tasks, check):
    """Runs check(options, kind, seed, folder) on pairs of a kind and a seed; it
    returns counts by name. Prints violations, and returns how many there are and
    the sums of the counts, with the tasks of each kind, those "too long" and
    those "skipped"."""
    def outcome(kind, seed, folder):
        try:
            counts = collections.Counter(check(options, kind, seed, folder))
            return counts + collections.Counter([kind]), None
        except Violation as violation:
            return collections.Counter([kind]), \
                f"{kind}, seed {seed}: {violation}"
        except Skipped:
            return collections.Counter(["skipped"]), None
        except TooLong as error:
            return collections.Counter(["too long"]), \
                None if options.minutes else f"{kind}, seed {seed}: {error}"

    end = time.monotonic() + 60 * options.minutes if options.minutes else None
    totals, found = collections.Counter(), 0
    with temporary_folder() as folder, \
            processes.threads(options.jobs) as pool:
        running = set()
        while True:
            while len(running) < options.jobs and (
                    options.all_violations or not found) and (
                    end is None or time.monotonic() < end):
                task = next(tasks, None)
                if task is None:
                    break
                running.add(pool.submit(outcome, *task, folder))
            if not running:
                return found, totals
            done, running = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                counts, problem = future.result()
                totals += counts
                if problem:
                    found += 1
                    print(problem, flush=True)

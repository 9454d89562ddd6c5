# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replays a suite as a person would, without any of coverme's code, and
compares what GNU gcov prints with the numbers in the JSON.

    gcov_by_hand.py JSON [--file] [--replay REPLAY.c] [--lcov] [--undefined]
                    [-- COMPILER-FLAGS...]

Compiles the unmodified source with `gcc --coverage`, links it with a main made
from the tests' bits, runs it, and reads `gcov -b -c -t`: the part of the entry
function, or with --file (for --callees) the whole source file. With --replay,
runs that program of -o in place of a main of its own. With --lcov, also compares
lcov's totals of branches, which are those of the file.

Also compares line by line: a branch that the JSON calls covered stands on a
line that was executed, and where gcov counts as many branches on a line as the
JSON does, it counts as many of them taken. The latter not with --undefined, for
code whose behaviour depends on the compiler.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile


def fail(text):
    sys.exit(f"gcov_by_hand: {text}")


def main_source(suite):
    types = [parameter["type"] for parameter in suite["parameters"]]
    lines = [
        "#include <stdbool.h>",
        "#include <stdint.h>",
        "#include <string.h>",
        f"void {suite['entry']}({', '.join(types) or 'void'});",
        "int main(void) {",
    ]
    for test in suite["tests"]:
        lines.append("  {")
        arguments = []
        names = [variable["name"] for variable in suite["inputs"]]
        given = dict(zip(names, test["inputs"]))
        for i, (type_name, parameter) in enumerate(zip(types, suite["parameters"])):
            is_pointer = "*" in type_name
            element = type_name.replace("const", "").replace("*", "").strip()
            # What the code writes alone is no input.
            lines.append(f"    static {element} value{i}[8];")
            name = parameter["name"]
            for at in range(8):
                names_of_element = (
                    [name] if not is_pointer
                    else [f"*{name}", f"{name}[0]"] if at == 0
                    else [f"{name}[{at}]"]
                )  # fmt: skip
                for value in filter(None, map(lambda n: given.pop(n, None),
                                              names_of_element)):  # fmt: skip
                    lines.append(f"    uint64_t bits{i}_{at} = UINT64_C({value['bits']});")
                    lines.append(
                        f"    memcpy(&value{i}[{at}], &bits{i}_{at}, sizeof *value{i});"
                    )
            arguments.append(f"{'' if is_pointer else '*'}value{i}")
        if given:
            fail(f"inputs of no parameter: {', '.join(given)}")
        lines.append(f"    {suite['entry']}({', '.join(arguments)});")
        lines.append("  }")
    return "\n".join(lines + ["  return 0;", "}", ""])


def run(*command, directory=None):  # else here, where FLAGS hold
    done = subprocess.run(
        command, cwd=directory, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        fail(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout


def replay(suite, flags, folder):
    """Leaves gcov's files of the suite's replay by a main of our own."""
    source = os.path.abspath(suite["source"])
    main, objects = (os.path.join(folder, name) for name in ("main", "code.o"))
    with open(f"{main}.c", "w", encoding="utf-8") as file:
        file.write(main_source(suite))
    run("gcc", "-w", "--coverage", *flags, "-c", source, "-o", objects)
    run("gcc", "-w", "-fno-builtin", "-c", f"{main}.c", "-o", f"{main}.o")
    run(
        "gcc", "--coverage", f"{main}.o", objects, *flags, "-lm", "-o", main
    )  # fmt: skip
    run(main)


def replay_kept(program, flags, folder):
    """The same by the program that -o kept, as its head says."""
    replay = os.path.join(folder, "replay")
    run("gcc", "--coverage", "-O0", "-w", *flags, program, "-o", replay,
        *flags, "-lm")  # fmt: skip
    run(replay)


def annotated(source, folder):
    """The lines of `gcov -b -c -t` for the source file."""
    (data,) = [name for name in os.listdir(folder) if name.endswith(".gcda")]
    lines, name = [], None
    gcov = run("gcov", "-b", "-c", "-t", data, directory=folder)
    for line in gcov.splitlines():
        start = re.match(r" +-: +0:Source:(.*)", line)
        if start:
            name = start.group(1)
        elif name and os.path.basename(name) == os.path.basename(source):
            lines.append(line)
    return lines


def lcov_branches(source, folder):
    """The totals of lcov for the source file."""
    info = os.path.join(folder, "replay.info")
    run("lcov", "--quiet", "--capture", "--rc", "lcov_branch_coverage=1",
        "--directory", folder, "--output-file", info)  # fmt: skip
    with open(info, encoding="utf-8") as file:
        records = file.read().split("end_of_record")
    (record,) = [r for r in records if f"SF:{os.path.realpath(source)}\n" in r]
    times = re.findall(r"^BRDA:\d+,\d+,\d+,(\d+|-)$", record, re.M)
    taken = sum(count not in ("0", "-") for count in times)
    return {"taken": taken, "total": len(times)}


def count(lines, entry):
    """Counts over the entry's part, or over all lines for entry None."""
    result = {
        "lines": {"covered": 0, "total": 0},
        "branches": {"taken": 0, "total": 0},
        "calls": {"executed": 0, "total": 0},
    }

    def add(kind, word, hit):
        result[kind]["total"] += 1
        result[kind][word] += hit

    inside = entry is None
    for line in lines:
        function = re.match(r"function (\S+) called", line)
        branch = re.match(r"branch +\d+ (.*)", line)
        call = re.match(r"call +\d+ (.*)", line)
        code = re.match(r" *(\d+|#####|=====)\*?: *\d+:", line)
        if function:
            # gcc marks names that the source gives by a label.
            inside = entry is None or function.group(1).lstrip("*") == entry
        elif not inside:
            continue
        elif branch:
            taken = re.match(r"taken (\d+)", branch.group(1))
            add("branches", "taken", bool(taken) and taken.group(1) != "0")
        elif call:
            add("calls", "executed", call.group(1) != "never executed")
        elif code:
            add("lines", "covered", code.group(1).isdigit())
    return result


def by_line(lines):
    """Line number -> [executed, branches, branches taken]."""
    result, at = {}, None
    for line in lines:
        code = re.match(r" *(\d+|#####|=====)\*?: *(\d+):", line)
        branch = re.match(r"branch +\d+ (taken (\d+))?", line)
        if code:
            at = result.setdefault(int(code.group(2)), [False, 0, 0])
            at[0] = at[0] or code.group(1).isdigit()
        elif branch and at:
            at[1] += 1
            at[2] += branch.group(2) not in (None, "0")
    return result


def compare_lines(suite, lines, strictly):
    counts = by_line(lines)
    ours = collections.defaultdict(list)
    for site in suite["sites"]:
        ours[site["line"]] += [
            branch["verdict"] == "covered" for branch in site["branches"]
        ]
    for line, verdicts in ours.items():
        executed, branches, taken = counts.get(line, (True, 0, 0))
        if any(verdicts) and not executed:
            fail(f"line {line} has a covered branch and was never executed")
        if strictly and len(verdicts) == branches and sum(verdicts) != taken:
            fail(f"line {line}: {sum(verdicts)} covered, {taken} taken by gcov")


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("json")
    parser.add_argument("--file", action="store_true")
    parser.add_argument("--undefined", action="store_true")
    parser.add_argument("--replay", metavar="REPLAY.c")
    parser.add_argument("--lcov", action="store_true")
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options, flags = parser.parse_args(arguments[:split]), arguments[split + 1 :]

    with open(options.json, encoding="utf-8") as file:
        suite = json.load(file)
    reported = suite["gcov"]
    if reported is None:
        fail(f"{options.json} has no gcov numbers")
    source = os.path.abspath(suite["source"])
    with tempfile.TemporaryDirectory() as folder:
        if options.replay:
            replay_kept(options.replay, flags, folder)
        else:
            replay(suite, flags, folder)
        lines = annotated(source, folder)
        if options.lcov and (
            lcov_branches(source, folder) != reported["branches"]
        ):
            fail(f"lcov says {lcov_branches(source, folder)}")
    found = count(lines, None if options.file else suite["entry"])
    reported = {kind: reported[kind] for kind in found}
    if found != reported:
        fail(f"gcov says {found}, {options.json} says {reported}")
    compare_lines(suite, lines, not options.undefined)


if __name__ == "__main__":
    main(sys.argv[1:])

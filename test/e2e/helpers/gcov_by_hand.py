# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replays a suite as a person would, without any of coverme's code, and
compares what GNU gcov prints with the numbers in the JSON.

    gcov_by_hand.py JSON [--file] [-- COMPILER-FLAGS...]

Compiles the unmodified source with `gcc --coverage`, links it with a main made
from the tests' bits, runs it, and reads `gcov -b -c -t`: the part of the entry
function, or with --file (for --callees) the whole source file.
"""
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
        for i, (type_name, scalar) in enumerate(zip(types, test["inputs"])):
            is_pointer = "*" in type_name
            element = type_name.replace("const", "").replace("*", "").strip()
            lines.append(f"    uint64_t bits{i} = UINT64_C({scalar['bits']});")
            lines.append(f"    {element} value{i};")
            lines.append(f"    memcpy(&value{i}, &bits{i}, sizeof value{i});")
            arguments.append(f"{'&' if is_pointer else ''}value{i}")
        lines.append(f"    {suite['entry']}({', '.join(arguments)});")
        lines.append("  }")
    return "\n".join(lines + ["  return 0;", "}", ""])


def annotated(source, main, flags, folder):
    """The lines of `gcov -b -c -t` for the source file."""

    def run(*command):
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            fail(f"{' '.join(command)}: {done.stdout}{done.stderr}")
        return done.stdout

    with open(os.path.join(folder, "main.c"), "w", encoding="utf-8") as file:
        file.write(main)
    run("gcc", "-w", "--coverage", *flags, "-c", source, "-o", "code.o")
    run("gcc", "-w", "-fno-builtin", "-c", "main.c", "-o", "main.o")
    run("gcc", "--coverage", "main.o", "code.o", "-lm", "-o", "replay")
    run("./replay")
    lines, name = [], None
    for line in run("gcov", "-b", "-c", "-t", "code.gcda").splitlines():
        start = re.match(r" +-: +0:Source:(.*)", line)
        if start:
            name = start.group(1)
        elif name and os.path.basename(name) == os.path.basename(source):
            lines.append(line)
    return lines


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
            inside = entry is None or function.group(1) == entry
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


def main(arguments):
    flags = []
    if "--" in arguments:
        split = arguments.index("--")
        arguments, flags = arguments[:split], arguments[split + 1 :]
    whole_file = "--file" in arguments
    (path,) = [a for a in arguments if a != "--file"]
    with open(path, encoding="utf-8") as file:
        suite = json.load(file)
    if suite["gcov"] is None:
        fail(f"{path} has no gcov numbers")
    source = os.path.abspath(suite["source"])
    with tempfile.TemporaryDirectory() as folder:
        lines = annotated(source, main_source(suite), flags, folder)
    found = count(lines, None if whole_file else suite["entry"])
    reported = {kind: suite["gcov"][kind] for kind in found}
    if found != reported:
        fail(f"gcov says {found}, {path} says {reported}")


main(sys.argv[1:])

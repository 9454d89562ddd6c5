# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same_suite.py A B: fails unless the two JSON reports are byte-identical
apart from the object `timing` (in a coverme-file/1 document, those objects)."""
import difflib
import re
import sys

# Its values are numbers and objects of numbers.
TIMING = re.compile(r'"timing"\s*:\s*\{(?:[^{}]|\{[^{}]*\})*\}')


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    text, count = TIMING.subn('"timing": {}', text)
    if count == 0:
        sys.exit(f"{path}: no timing object")
    return text


first, second = (read(path) for path in sys.argv[1:3])
if first != second:
    sys.stdout.writelines(
        difflib.unified_diff(
            first.splitlines(True), second.splitlines(True), *sys.argv[1:3]
        )
    )
    sys.exit(1)

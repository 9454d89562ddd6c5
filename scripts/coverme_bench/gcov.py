# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gcov's branches of one function of newlib, in the folder that `run` works in:
the compiled file is unit.o there."""

import json


def compile(run, lib, source):
    run(["gcc", "-O0", "--coverage", "-w", *lib.compile_flags(), "-c", source,
         "-o", "unit.o"])


def counts(run, entry):
    """How often each branch of the entry was taken, from unit.gcda."""
    # gcov -f counts no branches per function; the JSON names each line's.
    report = json.loads(run(["gcov", "-b", "-t", "--json-format", "unit.gcda"]))
    return [branch["count"] for file in report["files"]
            for line in file["lines"] if line.get("function_name") == entry
            for branch in line["branches"]]

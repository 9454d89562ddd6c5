# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what a file of the hard set says of itself, without coverme: f returns
what its WITNESS lines say, compiled by gcc, and the RUN lines expect what
REACHABLE says.

    witnesses.py FILE
"""
import pathlib
import re
import subprocess
import sys
import tempfile

# Ahead of the file under test, which may not include what these need.
HEADER = """\
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static double bits(uint64_t pattern) {
  double value;
  memcpy(&value, &pattern, sizeof value);
  return value;
}
static int failures;
static void check(int found, int expected, const char *input) {
  if (found != expected) {
    fprintf(stderr, "f(%s) is %d and not %d\\n", input, found, expected);
    failures = 1;
  }
}
"""
# Those that coverme adds, so that results are the same to the last bit.
FLAGS = ("-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv")


def main(path):
    comments = re.findall(r"^//(?: (.*))?$", path.read_text(), re.MULTILINE)
    text = " ".join(" ".join(comments).split())
    reachable = re.search(r"REACHABLE: (\d+) of (\d+)", text).groups()
    expected = [
        re.search(rf"branches\.{key}=(\d+)", text).group(1)
        for key in ("covered", "total")
    ]
    if tuple(expected) != reachable:
        sys.exit(f"{path}: REACHABLE and RUN differ")
    witnesses = re.findall(r"WITNESS: (.*?) -> (-?\d+)", text)
    if not witnesses:
        sys.exit(f"{path}: no WITNESS")
    checks = "\n".join(
        f'  check(f({inputs}), {result}, "{inputs}");'
        for inputs, result in witnesses
    )
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "witnesses.c")
        source.write_text(
            f'{HEADER}#include "{path.resolve()}"\n'
            f"int main(void) {{\n  (void)bits;\n{checks}\n"
            "  return failures;\n}\n"
        )
        program = source.with_suffix("")
        subprocess.run(
            ["gcc", *FLAGS, "-w", source, "-o", program, "-lm"], check=True
        )
        sys.exit(subprocess.run([program], check=False).returncode)


main(pathlib.Path(sys.argv[1]))

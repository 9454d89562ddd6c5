# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs coverme on every function that a C file expects something of, and checks
what it finds.

    misbehaves.py COVERME FILE.c [-- COMPILER-FLAG...]

A line `// EXPECT: ENTRY KIND` asks for one finding of that kind, with 42 as its
input, and a line with `none` for no finding; a `*` behind it says that the call
with 42 does not return, so that the branch before it is not covered. All other
branches at `x > 1e10`, the last site, have to be.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

EXPECT = re.compile(r"// EXPECT: (\w+) +([\w-]+)( \*)?")


def complaints(report, kind, returns):
    kinds = [finding["kind"] for finding in report["findings"]]
    if kinds != ([] if kind == "none" else [kind]):
        yield f"finds {kinds}, not {kind}"
    elif kinds and report["findings"][0]["inputs"][0]["value"] != "0x1.5p+5":
        yield f"with {report['findings'][0]['inputs']}"
    first, last = report["sites"][0], report["sites"][-1]
    for branch in last["branches"]:
        if branch["verdict"] != "covered":
            yield f"x > 1e10: {branch}"
    if (first["branches"][1]["verdict"] == "covered") != returns:
        yield f"x == 42: {first['branches'][1]}"


def main():
    coverme, source, flags = sys.argv[1], sys.argv[2], sys.argv[3:]
    with open(source, encoding="utf-8") as file:
        expected = EXPECT.findall(file.read())
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        for entry, kind, star in expected:
            result = subprocess.run(
                [coverme, source, "--entry", entry, "--no-gcov", "--json", "-",
                 "--prove", "off", "--max-evals", "10000", *flags],
                stdin=subprocess.DEVNULL, capture_output=True, text=True,
                cwd=folder, timeout=60, check=False)
            if result.returncode not in (0, 1) or result.stderr:
                bad.append(f"{entry}: exit {result.returncode}: {result.stderr}")
                continue
            report = json.loads(result.stdout)
            bad += [f"{entry}: {text}"
                    for text in complaints(report, kind, not star)]
        if os.listdir(folder):
            bad.append(f"left in the folder: {os.listdir(folder)}")
    if bad or not expected:
        sys.exit("\n".join(bad) or "nothing is expected")


main()

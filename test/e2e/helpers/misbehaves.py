# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs coverme --all on a C file, twice, and checks that it finds what the file
expects, and both times the same.

    misbehaves.py COVERME FILE.c [-- COMPILER-FLAG...]

A line `// EXPECT: ENTRY KIND` asks for one finding of that kind, with 42 as its
input, and a line with `none` for no finding; a `*` behind it says that the call
with 42 does not return, so that the branch before it is not covered. All other
branches at `x > 1e10`, the last site, have to be. The command that the report
has for the finding shows it again.
"""
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile

EXPECT = re.compile(r"// EXPECT: (\w+) +([\w-]+)( \*)?")


def complaints(report, kind, ends):
    kinds = [finding["kind"] for finding in report["findings"]]
    if kinds != ([] if kind == "none" else [kind]):
        yield f"finds {kinds}, not {kind}"
    elif kinds and report["findings"][0]["inputs"][0]["value"] != "0x1.5p+5":
        yield f"with {report['findings'][0]['inputs']}"
    first, last = report["sites"][0], report["sites"][-1]
    for branch in last["branches"]:
        if branch["verdict"] != "covered":
            yield f"x > 1e10: {branch}"
    if (first["branches"][1]["verdict"] == "covered") != ends:
        yield f"x == 42: {first['branches'][1]}"


def pasted(coverme, finding):
    """What is wrong with the finding's command."""
    path = os.pathsep.join([os.path.dirname(coverme), os.environ["PATH"]])
    run = subprocess.run(
        finding["reproduce"] or "no command", shell=True,
        env=os.environ | {"PATH": path}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=60, check=False)
    shown = f"  {finding['kind']}: {finding['detail']}\n"
    if run.returncode != 1 or shown not in run.stdout:
        yield f"{finding['reproduce']}: {run.returncode}, {run.stdout}{run.stderr}"


def run_all(command, flags, jobs, folder):
    """The document of --all, without what may differ between two runs."""
    result = subprocess.run(
        [*command, "-j", str(jobs), *flags], stdin=subprocess.DEVNULL,
        capture_output=True, text=True, cwd=folder, timeout=120, check=False)
    if result.returncode != 1 or result.stderr:
        sys.exit(f"exit {result.returncode}: {result.stderr}")
    document = json.loads(result.stdout)
    for timed in [document, *(function["suite"] or {}
                              for function in document["functions"])]:
        timed.pop("timing", None)
    return document


def main():
    coverme, source, flags = sys.argv[1], sys.argv[2], sys.argv[3:]
    with open(source, encoding="utf-8") as file:
        expected = EXPECT.findall(file.read())
    command = [coverme, source, "--all", "--no-gcov", "--json", "-",
               "--prove", "off", "--max-evals", "10000"]
    with tempfile.TemporaryDirectory() as folder:
        document = run_all(command, flags, 2, folder)
        again = run_all(command, flags, 1, folder)
        left = os.listdir(folder)
    bad = [f"left in the folder: {left}"] if left else []
    if document != again:
        lines = [json.dumps(each, indent=1).splitlines()
                 for each in (document, again)]
        bad += ["the second run says something else:",
                *difflib.unified_diff(*lines, lineterm="", n=20)]
    suites = {function["function"]: function["suite"]
              for function in document["functions"]}
    for entry, kind, star in expected:
        if suites.get(entry) is None:
            bad.append(f"{entry}: did not run")
        else:
            bad += [f"{entry}: {text}"
                    for text in complaints(suites[entry], kind, not star)]
            for finding in suites[entry]["findings"]:
                bad += [f"{entry}: {text}"
                        for text in pasted(coverme, finding)]
    if bad or not expected:
        sys.exit("\n".join(bad) or "nothing is expected")


main()

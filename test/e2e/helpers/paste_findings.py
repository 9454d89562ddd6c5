#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""paste_findings.py COVERME JSON COUNT

Runs the command of each finding in a shell, as a user pastes it: it has to
exit with 1 and show the finding with the same kind and detail. COUNT findings
have to have a command.
"""
import json
import os
import subprocess
import sys


def main():
    coverme, path, count = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        findings = json.load(file)["findings"]
    environment = dict(os.environ)
    environment["PATH"] = os.pathsep.join(
        [os.path.dirname(os.path.abspath(coverme)), environment["PATH"]]
    )
    pasted = 0
    for finding in findings:
        command = finding["reproduce"]
        if command is None:
            continue
        pasted += 1
        run = subprocess.run(
            command, shell=True, env=environment, capture_output=True, text=True
        )
        shown = f"  {finding['kind']}: {finding['detail']}\n"
        if run.returncode != 1 or shown not in run.stdout:
            sys.exit(
                f"{command}\nexit code {run.returncode}, wanted 1 and:\n{shown}"
                f"got:\n{run.stdout}{run.stderr}"
            )
    if pasted != int(count):
        sys.exit(f"{path}: {pasted} findings with a command, not {count}")


main()

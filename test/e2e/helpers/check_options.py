# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the JSON report tells all options that a result depends on.

    check_options.py COVERME SOURCE

Each option of --help is given once, with another value than it has without,
unless it is one of those that only say what is told, and where. `options` in
the JSON must then differ from those of a run without, in a member of the
option's name.
"""
import json
import subprocess
import sys

# These say what is told, where it is written, and what the exit code is.
ONLY_OUTPUT = {
    "--help", "--version", "--list", "--json", "-o", "--emit-smt",
    "--min-coverage", "--fail-on-finding", "-v", "-q",
    "-j",  # the report does not depend on it (docs/options.md)
    "--own",  # `functions` says which ones were run
}
# These are members of their own beside `options`.
BESIDE = {"--entry": "entry", "--seed": "seed", "--match": "match"}
# And these have another name there.
NAMES = {"--es-multi-step": "es_steps", "--no-gcov": "gcov"}
VALUES = {
    "--array": "p=2", "--range": "x=-9:9", "--assume": "x > -8",
    "--global": "level", "--local": "powell", "--es": "discrete",
    "--without": "hopping", "--prove": "off", "--distance": "squared",
    "--n-start": "3", "--n-iter": "3", "--seed": "7", "--max-evals": "300",
    "--timeout": "9", "--memory": "512", "--cwd": ".", "--sanitize": "undefined",
    "--gcov-cc": "clang-19", "--match": "^step$", "--entry": "other",
}  # fmt: skip


# Neither goes without the other.
TOGETHER = {
    "--goal": ["reach", "--at", "call:step"],
    "--at": ["call:step", "--goal", "reach"],
}


def offered(coverme):
    text = subprocess.run(
        [coverme, "--help"], capture_output=True, text=True, check=True
    ).stdout
    words = [line.split() for line in text.splitlines() if line.startswith("  -")]
    return {names[0].split(",")[-1] for names in words}


def report(coverme, source, *arguments):
    command = [coverme, source, "--json", "-", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"{command}: {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def flat(options):
    return {**options["inputs"], **{k: v for k, v in options.items() if k != "inputs"}}


def main(coverme, source):
    one = ("--entry", "step", "--no-gcov", "--max-evals", "400")
    before = report(coverme, source, *one)
    missing = []
    for option in sorted(offered(coverme) - ONLY_OUTPUT):
        value = [VALUES[option]] if option in VALUES else TOGETHER.get(option, [])
        if option in ("--all", "--match"):
            of_file = report(
                coverme, source, "--all", "--match", "^step$", *one[2:]
            )
            if of_file["schema"] == before["schema"] or of_file["match"] != "^step$":
                missing.append(option)
            continue
        arguments = [a for a in one if a != option] if option == "--no-gcov" else one
        if option in ("--entry", "--max-evals"):
            at = one.index(option)
            arguments = one[:at] + one[at + 2 :]
        if option == "--gcov-cc":
            arguments = [a for a in one if a != "--no-gcov"]
        after = report(
            coverme, source, *arguments, *([] if option == "--no-gcov" else [option]), *value
        )
        if option in BESIDE:
            isTold = after[BESIDE[option]] != before[BESIDE[option]]
        else:
            name = NAMES.get(option, option.lstrip("-").replace("-", "_"))
            old, new = flat(before["options"]), flat(after["options"])
            isTold = name in new and new[name] != old[name]
        if not isTold:
            missing.append(option)
    if missing:
        sys.exit(f"not in the JSON's options: {', '.join(missing)}")


main(*sys.argv[1:])

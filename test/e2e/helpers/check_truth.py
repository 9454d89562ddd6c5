# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that coverme proves nothing infeasible which a caller in plain C does.

    check_truth.py COVERME FILE [--build 'COMPILER FLAG...']... [--proves]
                   [--with FILE]... [OPTION...] [-- COMPILER-FLAG...]

FILE holds the code and, where CALLER is defined, a `main` in its place that
calls it: two objects from one text, so that neither compiler nor coverme sees
through the calls. `// TAKEN: true` (or `false`) behind a decision says that
main makes it come out so; main ends with 0 if it has seen all of these, which
it tells by what the functions return. `// PROVED: true` is for the neighbour
that no caller can make so.

- main ends with 0 when coverme's own flags, -O0, and gcc (g++) build both; and
  so with -O2, or with the compilers and flags of each --build in place of these.
- `coverme --all` with OPTIONs and each engine proves no TAKEN branch; with
  --prove auto, it proves each PROVED one.
- With --prove all --check-proofs, it finds no contradiction.
Each has 5 s a function, where exhaustion takes part 1 s: it gets through 16 bits
in that time, and not through 32.

With --with, which coverme gets, too, the code has more files.

With --proves, the OPTIONs exclude what main does: --prove auto has to prove all
branches that are marked.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile

ENGINES = ("auto", "interval", "smt", "exhaust")
FLAGS = ("-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv",
         "-fno-delete-null-pointer-checks", "-w")
MARK = re.compile(r"// (TAKEN|PROVED): (true|false)\b")


def fail(text):
    sys.exit(f"check_truth: {text}")


def marks(path):
    """Kind by line and outcome."""
    found = {}
    with open(path, encoding="utf-8") as file:
        for line, text in enumerate(file, 1):
            mark = MARK.search(text)
            if mark:
                found[line, mark.group(2) == "true"] = mark.group(1)
            elif "TAKEN:" in text or "PROVED:" in text:
                fail(f"{path}:{line}: not a mark: {text.strip()}")
    if not found:
        fail(f"{path} has no mark")
    return found


def check_caller(path, others, build, flags, folder):
    objects = []
    for source, macro in ((path, "-DCODE"), (path, "-DCALLER"),
                          *((other, "-DCODE") for other in others)):
        objects.append(f"{folder}/{len(objects)}.o")
        subprocess.run([*build, *FLAGS, *flags, macro, "-c", source, "-o",
                        objects[-1]], check=True)
    program = f"{folder}/caller"
    subprocess.run([build[0], *objects, "-o", program, "-lm"], check=True)
    done = subprocess.run([program], capture_output=True, text=True, timeout=60,
                          check=False)
    if done.returncode != 0:
        fail(f"main of {path}, built by {' '.join(build)}, ends with "
             f"{done.returncode}: {done.stdout}{done.stderr}")


def verdicts(coverme, path, options, flags):
    """The branches by line and outcome."""
    seconds = "1" if "exhaust" in options or "all" in options else "5"
    command = [coverme, path, "--all", "-j", "1", "--no-gcov", "--json", "-",
               "--timeout", seconds, *options, "--", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240,
                          check=False)
    if done.returncode not in (0, 1):
        fail(f"{' '.join(command)} ends with {done.returncode}: {done.stderr}")
    found = {}
    for function in json.loads(done.stdout)["functions"]:
        if function["suite"] is None:
            if "a lambda's" in function["reason"]:
                continue
            fail(f"{function['function']} is {function['status']}: "
                 f"{function['reason']}")
        for site in function["suite"]["sites"]:
            for branch in site["branches"]:
                place = site["line"], branch["outcome"]
                if place in found:
                    fail(f"line {site['line']} has two decisions")
                found[place] = branch
    return found


def check(coverme, path, wanted, options, flags):
    """`wanted`: by the mark, whether the branch is proved; None for either."""
    found = verdicts(coverme, path, options, flags)
    for place, mark in marks(path).items():
        where = f"{path}:{place[0]}: {str(place[1]).lower()}"
        if place not in found:
            fail(f"{where}: no decision there")
        proof = found[place].get("proof")
        if proof and wanted[mark] is False:
            fail(f"{where} is what main makes it; with {' '.join(options)} "
                 f"{proof['engine']} says: {proof['reason']}")
        if not proof and wanted[mark] is True:
            fail(f"{where} is not proved with {' '.join(options)}, but "
                 f"{found[place]['verdict']}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("coverme")
    parser.add_argument("file")
    parser.add_argument("--build", action="append", type=str.split)
    parser.add_argument("--proves", action="store_true")
    parser.add_argument("--with", action="append", default=[], dest="others")
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    given, options = parser.parse_known_args(arguments[:split])
    flags, path = arguments[split + 1 :], given.file
    for other in given.others:
        options += ["--with", other]
    compiler = "gcc" if path.endswith(".c") else "g++"
    with tempfile.TemporaryDirectory() as folder:
        for build in given.build or [[compiler, "-O0"], [compiler, "-O2"]]:
            check_caller(path, given.others, build, flags, folder)
    if given.proves:
        check(given.coverme, path, {"TAKEN": True, "PROVED": True},
              [*options, "--prove", "auto"], flags)
        return
    for engine in ENGINES:
        check(given.coverme, path,
              {"TAKEN": False, "PROVED": True if engine == "auto" else None},
              [*options, "--prove", engine], flags)
    check(given.coverme, path, {"TAKEN": False, "PROVED": None},
          [*options, "--prove", "all", "--check-proofs"], flags)


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a folder of kept tests (--emit), and runs them.

    kept.py FOLDER [--sanitize] [--change SOURCE FROM TO]

A folder with a CMakeLists.txt is built by CMake and run by ctest; the C file of
another one by gcc and clang, at -O0 and -O2, or under sanitizers. There must be
no warning, and all tests pass. With --change, they must fail for a copy of the
source that has TO in place of FROM.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
BUILDS = [["gcc", "-O0"], ["gcc", "-O2"], ["clang-19", "-O0"],
          ["clang-19", "-O2"]]
SANITIZED = [["gcc", *SANITIZERS], ["clang-19", *SANITIZERS]]


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def check(done):
    if done.returncode != 0 or "warning" in done.stderr:
        sys.exit(f"{' '.join(map(str, done.args))}: {done.returncode}\n"
                 f"{done.stdout}{done.stderr}")


def by_hand(folder, work, builds, source):
    """Results of the program, with each of the builds."""
    text, = folder.glob("*_test.c*")
    for build in builds:
        program = work / "program"
        define = [f'-DSOURCE="{source}"'] if source else []
        check(run([*build, *WARNINGS, *define, text, "-o", program, "-lm"]))
        yield run([program], cwd=work)


def by_cmake(folder, work, source):
    environment = os.environ | {"CFLAGS": " ".join(WARNINGS),
                                "CXXFLAGS": " ".join(WARNINGS)}
    define = [f"-DSOURCE={source}"] if source else []
    check(run(["cmake", "-G", "Ninja", "-S", folder, "-B", work / "build",
               *define], env=environment))
    check(run(["ninja", "-C", work / "build"]))
    return run(["ctest", "--test-dir", work / "build", "--no-tests=error"])


def results(folder, work, builds, source=None):
    if (folder / "CMakeLists.txt").exists():
        yield by_cmake(folder, work, source)
    else:
        yield from by_hand(folder, work, builds, source)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--change", nargs=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kept-") as name:
        work = pathlib.Path(name)
        builds = SANITIZED if given.sanitize else BUILDS
        for done in results(given.folder, work, builds):
            check(done)
        if not given.change:
            return
        source, before, after = given.change
        text = pathlib.Path(source).read_text()
        head, code = text.split("#include", 1)
        if before not in code:
            sys.exit(f"'{before}' is not in {source}")
        changed = work / pathlib.Path(source).name
        changed.write_text(head + "#include" + code.replace(before, after))
        for done in results(given.folder, work, BUILDS[:1], changed):
            if done.returncode == 0:
                sys.exit(f"passes with '{after}' for '{before}'")


main()

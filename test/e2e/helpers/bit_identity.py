# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares instrumented functions of newlib with uninstrumented ones, bit by
bit (bit_identity.c).

    bit_identity.py REPOSITORY LIBRARIES NEWLIB FOLDER COUNT ENTRY/ARGUMENTS...

REPOSITORY/fdlibm-bench/newlib.py prepares newlib below NEWLIB; LIBRARIES holds
the pass and the runtime. Both builds get the flags of the tool's own build.
"""
import os
import subprocess
import sys

# driver/frontend/c/Compiler.cpp
FLAGS = (
    "-c", "-g", "-O1", "-fPIC", "-w", "-ffp-contract=off",
    "-fno-strict-aliasing", "-fwrapv", "-fno-delete-null-pointer-checks",
)  # fmt: skip
LINK = ("ld", "-shared", "-Bsymbolic", "-z", "defs", "-z", "now")


def run(*command):
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False, env=dict(os.environ, COVERME_STRIP_DEBUG="1"),
    )  # fmt: skip
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


def main(repository, libraries, newlib, folder, count, *functions):
    script = os.path.join(repository, "fdlibm-bench", "newlib.py")
    newlib_py = (sys.executable, "-B", script, "--dest", newlib)
    *flags, archive = run(*newlib_py, "--flags").split()
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    here = os.path.dirname(os.path.abspath(__file__))
    run(
        "gcc", "-O1", "-w", f"-I{repository}/runtime/include",
        os.path.join(here, "bit_identity.c"), "-ldl", "-o", "bit_identity",
    )  # fmt: skip
    for function in functions:
        entry, arguments = function.rsplit("/", 1)
        source = run(*newlib_py, "--source", entry).strip()
        run("clang-19", *FLAGS, *flags, source, "-o", "plain.o")
        run(*LINK, "-o", "plain.so", "plain.o", archive, "-lm", "-lc")
        run(
            "clang-19", f"-fpass-plugin={libraries}/CovermePass.so", *FLAGS,
            *flags, source, "-o", "instrumented.o",
        )  # fmt: skip
        run(
            *LINK, "-o", "instrumented.so", "instrumented.o",
            f"{libraries}/libcoverme_runtime.a", archive, "-lm", "-lc",
        )  # fmt: skip
        run(
            "./bit_identity", "./plain.so", "./instrumented.so", entry,
            arguments, count,
        )  # fmt: skip


main(*sys.argv[1:])

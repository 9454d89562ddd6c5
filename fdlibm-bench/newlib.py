#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prepares newlib's libm and tells how to compile it, for tests from the command
line:

    fdlibm-bench/newlib.py --dest DIR --flags          flags to put after --
    fdlibm-bench/newlib.py --dest DIR --source ENTRY   file that defines ENTRY

exit codes:
  0  done
  2  bad usage, or newlib cannot be prepared
"""

import sys

sys.dont_write_bytecode = True  # no __pycache__ in the sources
sys.path.insert(0, f"{sys.path[0]}/../scripts")
from coverme_bench import newlib
from coverme_bench.program import Arguments, UserError, main


def tell():
    arguments = Arguments()
    arguments.path("--dest", "folder to work in", newlib.DEFAULT_DEST)
    what = arguments.add_mutually_exclusive_group()
    what.add_argument("--flags", action="store_true",
                      help="print the compiler and linker flags")
    what.add_argument("--source", metavar="ENTRY",
                      help="print the path of the file that defines ENTRY")
    what.add_argument("--entry", metavar="NAME",
                      help="print newlib's name of one of the paper's entries")
    what.add_argument("--version", action="store_true",
                      help="print newlib's version")
    options = arguments.parse()
    if options.entry:
        print(newlib.find_function(options.entry)["newlib_entry"])
        return 0
    lib = newlib.prepare(options.dest)
    if options.flags:
        # No quoting: the reader splits at blanks.
        if any(character.isspace() for character in str(lib.root)):
            raise UserError(f"--flags: blanks in '{lib.root}'")
        print(*lib.flags())
    elif options.source:
        print(lib.source(options.source))
    elif options.version:
        print(lib.version)
    return 0


main(tell)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the Python programs of scripts/ and fdlibm-bench/ share.

  program       command line, errors, exit codes, Ctrl-C, temporary folders
  processes     programs that are run, timed, and ended with all they started
  tool          coverme: a snapshot of the build, a run, what its JSON says
  table         tables as text, TSV and Markdown
  timing        figures taken in turns, and how they grow
  newlib        newlib's libm from Debian, and the papers' 40 functions
  debian        Debian's packages and sources
  papers        figures that papers print, to stand beside ours
  fuzzing       random tasks until one finds a violation
  generator, random_c, random_callers, random_forms
                C functions: of any size, random, with random callers, and with
                decisions in many forms
"""

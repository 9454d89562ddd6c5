// The clang build that the replays of a file's functions ask for where gcc has
// other decisions is made once, too.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '#!/bin/sh\necho "$@" >> %t/calls\nexec clang-19 "$@"\n' > clang && chmod +x clang
// RUN: env COVERME_CLANG=%t/clang %exits 0 %coverme %s --all --own -q --json all.json
// RUN: %check-file --expect totals.branches.covered=6 all.json
// RUN: grep -c -- '-coverage-notes-file' calls | FileCheck %s --check-prefix COMPILES
// COMPILES: {{^}}1{{$}}
// RUN: grep -c -- '--coverage .*replay.o' calls | FileCheck %s --check-prefix LINKS
// LINKS: {{^}}2{{$}}
#include <string>

int absolute(int x) { return x < 0 ? -x : x; }

static long longer(const std::string &s, long x) {
  return s.empty() ? 1 : x < 0 ? -x : x;
}

long use(long x) { return longer("a", x) > 3; }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gcov writes: the function's name in the first line, then the source as
// gcov annotates it.

#include "evidence/Gcov.h"

#include "Fuzz.h"

#include <cstdlib>

int coverme::fuzz::tryInput(std::string_view bytes) {
  const size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string_view rest = bytes.substr(std::min(end + 1, bytes.size()));
  annotationOf(rest, "logit.c");
  const GcovCounts counts = parseGcov(rest, bytes.substr(0, end));
  for (const Ratio &ratio : {counts.lines, counts.branches, counts.calls})
    if (ratio.hit > ratio.total)
      std::abort();
  return 0;
}

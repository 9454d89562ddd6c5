// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the annotated source that `gcov -b -c` writes, GNU's and LLVM's.
#ifndef COVERME_DRIVER_EVIDENCE_GCOV_H
#define COVERME_DRIVER_EVIDENCE_GCOV_H

#include "core/Figures.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace coverme {

// What gcov says of one source line.
struct GcovLine {
  uint64_t count = 0; // executions
  Ratio branches;     // taken at least once
};

// What gcc's notes have ahead of a name that the source gives by a label,
// as in `int f(void) __asm__("g")`.
constexpr char kGccLabel = '*';

struct GcovCounts {
  std::string compiler; // the compiler of the replay
  Ratio lines, branches, calls;
  // Tests that are not counted, as a signal ended them between calls: gcov
  // assumes that what goes into a block comes out of it.
  uint64_t leftOut = 0;
  std::map<unsigned, GcovLine> byLine; // executable lines

  // Adds the sums of another file.
  void add(const GcovCounts &other) {
    lines += other.lines;
    branches += other.branches;
    calls += other.calls;
  }
};

// The part of `annotated` (which may hold several files, each headed by
// "-: 0:Source:NAME") that belongs to `source`. Relative names are relative to
// the current folder. Empty when it is not there.
std::string_view annotationOf(std::string_view annotated,
                              const std::filesystem::path &source);

// Counts one file's annotation: what stands between the marker "function NAME
// called" and the next function's, or everything for an empty name.
GcovCounts parseGcov(std::string_view annotation, std::string_view function);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Misbehaviour of the code under test, for people and machines to read.
#ifndef COVERME_DRIVER_SUITE_FINDINGS_H
#define COVERME_DRIVER_SUITE_FINDINGS_H

#include "search/SearchState.h"
#include "target/Program.h"

#include <span>
#include <string>

namespace coverme {

struct FindingReport {
  std::string kind;   // "signal", "endless-loop", "hang", "exit", ...
  std::string detail; // one line for people
  Input inputs;
};

FindingReport describeFinding(const Finding &finding, const Program &program,
                              std::span<const uint64_t> input);

} // namespace coverme

#endif

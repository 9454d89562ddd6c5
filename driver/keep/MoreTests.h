// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests beyond those that branches need. A minimal suite takes each branch, by
// inputs such as NaNs and infinities as a rule, for which most changes of the
// code make no difference.
#ifndef COVERME_DRIVER_KEEP_MORETESTS_H
#define COVERME_DRIVER_KEEP_MORETESTS_H

#include "Run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

struct MoreTest {
  Test test;
  std::string purpose; // in words
};

// Inputs whose calls return and do nothing wrong: usual numbers, inputs near
// those of the suite, and pairs of neighbours on both sides of a decision. The
// same for the same run. `folder` is for the calls to run in.
// require: `prepared` is what the result is of
std::vector<MoreTest> moreTests(const Prepared &prepared,
                                const RunResult &result,
                                const std::filesystem::path &folder);

} // namespace coverme

#endif

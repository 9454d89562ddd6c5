// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests beyond those that branches need. A minimal suite takes each branch, by
// inputs such as NaNs and infinities as a rule, for which most changes of the
// code make no difference.
#ifndef COVERME_DRIVER_KEEP_MORETESTS_H
#define COVERME_DRIVER_KEEP_MORETESTS_H

#include "run/Run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

struct MoreTest {
  Test test;
  std::string purpose; // in words
};

struct MoreTests {
  std::vector<MoreTest> tests;
  bool wasCut = false; // by the clock: another run may have others
};

// Inputs whose calls return and do nothing wrong, and of which each tells some
// small changes of the code (coverme/mutants.h) that too few others tell. Where
// evaluators do not see all that is compared (`seesAll`), a changed value on
// the way is enough. The same for the same run. `folder` is for the calls to
// run in and for what is built. require: `prepared` is what the result is of
MoreTests moreTests(const Prepared &prepared, const RunResult &result,
                    bool seesAll, const std::filesystem::path &folder);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds tests beyond those that branches need. A minimal suite takes each
// branch, as a rule by inputs such as NaNs and infinities, for which most
// changes of the code make no difference.
#ifndef COVERME_DRIVER_KEEP_MORETESTS_H
#define COVERME_DRIVER_KEEP_MORETESTS_H

#include "run/Run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

struct MoreTest {
  Test test;
  std::string purpose; // what it is there for, in words
};

struct MoreTests {
  std::vector<MoreTest> tests;
  bool wasCut = false; // by the clock; another run may find others
};

// Finds inputs whose calls return and do nothing wrong, each of which tells
// from the code some mutants (coverme/mutants.h) that too few others tell.
// Where evaluators do not see all that is compared (not `seesAll`), a changed
// value on the way is enough. The result is the same for the same run. Calls
// are run, and builds made, in `folder`.
// require: `result` is of a run of `prepared`
MoreTests moreTests(const Prepared &prepared, const RunResult &result,
                    bool seesAll, const std::filesystem::path &folder);

} // namespace coverme

#endif

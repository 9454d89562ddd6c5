// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests in the exchange format of Test-Comp, version 1.1
// (https://gitlab.com/sosy-lab/test-comp/test-format): a file of metadata, and
// one for each test, with its inputs in their order.
#ifndef COVERME_DRIVER_KEEP_TESTCOMP_H
#define COVERME_DRIVER_KEEP_TESTCOMP_H

#include "keep/KeptTests.h"
#include "run/Run.h"

#include <string>
#include <vector>

namespace coverme {

struct TestCompSuite {
  std::vector<KeptFile> files;
  std::string note; // what the format cannot say; empty: nothing is lost
};

// No files if the order in which a program draws its inputs is not known. The
// time of creation is SOURCE_DATE_EPOCH, or that of the source's last change.
TestCompSuite testCompSuite(const RunResult &result);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The working folder of the code under test.
#ifndef COVERME_DRIVER_SUPPORT_WORKFOLDER_H
#define COVERME_DRIVER_SUPPORT_WORKFOLDER_H

#include <filesystem>

namespace coverme {

// The name of that folder. It is alone in a folder of the run: what the code
// does to all that lies beside it (rm -rf ../*) reaches nothing else.
constexpr char kCodeFolder[] = "code";

// To be called ahead of each process of the code. Makes a folder below a
// TemporaryFolder anew, unless it is as it was made, so that the process finds
// nothing that another one has left. A folder that the user named stays as it
// is.
void prepareWorkFolder(const std::filesystem::path &folder);

} // namespace coverme

#endif

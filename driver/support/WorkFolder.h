// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the code under test works.
#ifndef COVERME_DRIVER_SUPPORT_WORKFOLDER_H
#define COVERME_DRIVER_SUPPORT_WORKFOLDER_H

#include <filesystem>

namespace coverme {

// The code works in a folder of this name, alone in one of ours: what it does
// to all that lies beside it (rm -rf ../*) reaches nothing else.
constexpr char kCodeFolder[] = "code";

// Ahead of each process of the code: a folder below a TemporaryFolder is made
// anew unless it is as it was made, so that the process finds nothing that
// another one has left. One that the user named stays as it is.
void prepareWorkFolder(const std::filesystem::path &folder);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which headers are the system's, and not those of somebody's library.
#ifndef COVERME_PASS_SYSTEMHEADERS_H
#define COVERME_PASS_SYSTEMHEADERS_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class SourceLocation;
class SourceManager;
} // namespace clang

namespace coverme::pass {

/// Is the file a header of the system, by its path, also below a sysroot?
bool isHeaderOfSystem(llvm::StringRef file);

/// Is the place in a header of the system or of the compiler? -isystem and
/// `#pragma GCC system_header` alone do not make it one.
bool isInHeaderOfSystem(const clang::SourceManager &sources,
                        clang::SourceLocation place);

} // namespace coverme::pass

#endif

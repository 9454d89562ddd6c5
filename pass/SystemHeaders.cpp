// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SystemHeaders.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coverme::pass {

bool isHeaderOfSystem(llvm::StringRef file) {
  constexpr const char *kFolders[] = {"/usr/include/", "/usr/lib/",
                                      "/include/c++/", "/lib/clang/",
                                      "/lib/gcc/"};
  return llvm::any_of(
      kFolders, [&](const char *folder) { return file.contains(folder); });
}

bool isInHeaderOfSystem(const SourceManager &sources, SourceLocation place) {
  return sources.isInSystemHeader(place) &&
         isHeaderOfSystem(sources.getFilename(sources.getSpellingLoc(place)));
}

} // namespace coverme::pass

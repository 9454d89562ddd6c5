// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which macros of the system's headers another compiler may not have. glibc
// defines CMPLX for gcc 4.7 and later, for example, and clang says that it is
// gcc 4.2: `#ifndef CMPLX` of a user's file tells them apart.
#ifndef COVERME_PASS_HEADERMACROS_H
#define COVERME_PASS_HEADERMACROS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace clang {
class LangOptions;
class SourceManager;
class Token;
} // namespace clang

namespace coverme::pass {

/// Follows the conditional groups of all files, from #if to #endif, in their
/// order. Places are those of the words behind the #. `mayDiffer`: the
/// condition is in a header of the system, and may be answered otherwise by
/// another compiler.
class HeaderMacros {
public:
  HeaderMacros(const clang::SourceManager &sources,
               const clang::LangOptions &language)
      : sources(sources), language(language) {}

  void begin(clang::SourceLocation place, bool mayDiffer);
  void goOn(clang::SourceLocation place, bool isElse, bool mayDiffer);
  void end(clang::SourceLocation place);
  /// `isShared`: in a header of the system that compilers share.
  void define(const clang::Token &name, bool isShared);

  /// May one compiler have the macro, and another one not?
  bool isOfOne(llvm::StringRef macro) const { return ofOne.contains(macro); }
  /// Does such a header define it for each compiler?
  bool isOfAll(llvm::StringRef macro) const { return ofAll.contains(macro); }
  /// May it stand for another thing?
  bool mayVary(llvm::StringRef macro) const { return varying.contains(macro); }

private:
  struct Group {
    clang::SourceLocation last; // of its directives
    bool mayDiffer = false;
    bool hasElse = false;
    std::vector<llvm::StringRef> parts; // their text
  };

  llvm::StringRef textBetween(clang::SourceLocation begin,
                              clang::SourceLocation end) const;

  const clang::SourceManager &sources;
  const clang::LangOptions &language;
  std::vector<Group> groups; // that are not at their end
  llvm::StringSet<> ofOne, ofAll, varying;
};

} // namespace coverme::pass

#endif

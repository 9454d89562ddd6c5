// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tells compilers apart in the text of the source, ahead of its meaning.
#ifndef COVERME_PASS_COMPILERWATCH_H
#define COVERME_PASS_COMPILERWATCH_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SetVector.h"

#include <string>
#include <utility>
#include <vector>

namespace clang {
class IdentifierInfo;
class Preprocessor;
} // namespace clang

namespace coverme::pass {

struct CompilerWatch {
  /// The first that was seen in the user's files: a macro that is another one
  /// with other options, an attribute or a pragma that clang passes over.
  std::string reason;
  /// The first macro or directive that is nothing to compilers which read the
  /// same text in the end (CompilerTexts.h).
  std::string ofText;
  /// The number so far of attributes behind a definition, which clang ignores.
  unsigned lateAttributes = 0;
  /// The names of `#pragma weak NAME`, which it ignores there, too.
  std::vector<std::pair<clang::IdentifierInfo *, clang::SourceLocation>>
      weakened;
  /// What may be of a type that gcc has and clang takes for another one
  /// (`fabsf64`), if the system's headers declare it.
  llvm::SmallSetVector<clang::IdentifierInfo *, 8> namesOfWidths;
  /// Attributes of functions that clang passes over, or a part of them.
  std::vector<std::pair<clang::SourceLocation, std::string>> functionAttributes;
  /// The places of directives of OpenMP.
  std::vector<clang::SourceLocation> directives;
};

/// Watches for what tells compilers apart. Headers of C's names, wherever they
/// lie, do not count: they ask for the compiler to declare the same. `found`
/// must outlive the preprocessor.
void watchForCompilers(clang::Preprocessor &preprocessor, CompilerWatch &found);

} // namespace coverme::pass

#endif

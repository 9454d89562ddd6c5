// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tells compilers apart in the text of the source, ahead of its meaning.
#ifndef COVERME_PASS_COMPILERWATCH_H
#define COVERME_PASS_COMPILERWATCH_H

#include <string>

namespace clang {
class Preprocessor;
} // namespace clang

namespace coverme::pass {

/// Watches for what tells compilers apart, and keeps in `reason` the first that
/// was seen in the user's files: macros that name the compiler, attributes and
/// pragmas that clang passes over. Headers of C's names, wherever they lie, do
/// not count: they ask for the compiler to declare the same. `reason` must
/// outlive the preprocessor.
void watchForCompilers(clang::Preprocessor &preprocessor, std::string &reason);

} // namespace coverme::pass

#endif

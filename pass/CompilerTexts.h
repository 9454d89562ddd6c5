// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the user's compiler reads the same text as clang does, when both have
// followed all directives and replaced all macros.
#ifndef COVERME_PASS_COMPILERTEXTS_H
#define COVERME_PASS_COMPILERTEXTS_H

namespace clang {
class CompilerInstance;
}

namespace coverme::pass {

/// Does the compiler of COVERME_PREPROCESS_VARIABLE make the same words of the
/// user's files? Numbers are the same when their types and values are, and
/// attributes that say nothing about results are passed over: the headers of
/// each compiler write some in their own way. False where there is none, or
/// where a precompiled header or a module is not read as a text.
bool readsSameText(clang::CompilerInstance &clang);

} // namespace coverme::pass

#endif

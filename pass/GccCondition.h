// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gcc makes of a condition of #if that asks for its version.
#ifndef COVERME_PASS_GCCCONDITION_H
#define COVERME_PASS_GCCCONDITION_H

#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace coverme::pass {

/// Of the macro `name`: may gcc have another value than clang, or, `isDefined`,
/// one where clang has none and the other way round?
using MayDiffer =
    llvm::function_ref<bool(llvm::StringRef name, bool isDefined)>;

/// Whether `text`, the condition of an #if or #elif, holds for each gcc from
/// version 4 on. clang says that it is gcc 4.2.1, so that most such conditions
/// hold for both. Nullopt: it may hold for some, or nobody knows.
std::optional<bool> holdsInGcc(llvm::StringRef text,
                               clang::Preprocessor &preprocessor,
                               MayDiffer mayDiffer);

} // namespace coverme::pass

#endif

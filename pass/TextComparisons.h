// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of C++'s strings, of which a decision sees a truth value alone.
#ifndef COVERME_PASS_TEXTCOMPARISONS_H
#define COVERME_PASS_TEXTCOMPARISONS_H

#include "llvm/IR/Module.h"

namespace coverme::pass {

/// Puts comparisons of std::string and std::string_view into their callers, as
/// comparisons of numbers that have a distance:
///
///   %c = call i1 @operator==(ptr %s, ptr @"fast")
///   br i1 %c, ...
/// becomes
///   %first = call i32 @memcmp(%s's characters, @"fast", the shorter length)
///   %far = |%first| + 256 * |difference of the lengths|
///   %c = icmp eq i64 %far, 0
///   br i1 %c, ...
///
/// Known are those of libstdc++'s new ABI, by their mangled names, which say
/// what is compared and how its objects look. Others of the library's functions
/// that return the result of a comparison of numbers (`operator!=`, `empty`)
/// are put into their callers, too. Lines stay those of the calls.
void exposeTextComparisons(llvm::Module &module);

} // namespace coverme::pass

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions the user wants instrumented. Environment variables say so, as
// clang has no options for passes of plugins:
//
//   COVERME_MATCH=REGEX  those whose name holds a match
//   COVERME_SKIP=REGEX   not those
//   COVERME_LIST=FILE    not those that a line `fun:NAME` or `src:FILE` of this
//                        special case list names, in a section [coverme]
//
// A function has two names that are looked at: the object's, and in C++ the
// source's with its scopes and parameters. What is left out stays in the
// tables, since what others do through it has to be known; it has no sites.
#ifndef COVERME_PASS_FUNCTIONFILTER_H
#define COVERME_PASS_FUNCTIONFILTER_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SpecialCaseList.h"

#include <memory>
#include <optional>

namespace coverme::pass {

class FunctionFilter {
public:
  /// Reports to the module's context what it cannot read.
  explicit FunctionFilter(const llvm::Module &module);

  bool takes(const llvm::Function &function) const;

private:
  std::optional<llvm::Regex> match, skip;
  std::unique_ptr<llvm::SpecialCaseList> list;
};

} // namespace coverme::pass

#endif

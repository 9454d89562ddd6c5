// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what is known of a module as the blob of abi.h.
#ifndef COVERME_PASS_TABLES_H
#define COVERME_PASS_TABLES_H

#include "BranchSites.h"
#include "MemberUses.h"
#include "Signature.h"

#include <vector>

namespace coverme::pass {

struct FunctionFacts {
  llvm::Function *function;
  Signature signature;
  uint32_t flags = 0; // coverme_function_flag
  uint32_t alignment = 0;
  bool hasSites = true; // FunctionFilter.h
  std::vector<coverme_constant> constants;
  std::vector<llvm::StringRef> literals;
  std::vector<coverme_use> uses;
  std::vector<MemberUse> memberUses;
  std::vector<Site> sites;
  std::vector<uint32_t> entryEdges;
};

/// A variable, or a function that is only declared.
struct GlobalFacts {
  llvm::GlobalValue *value;
  std::string name; // as in the source
  uint32_t type;    // index in the TypeList
  uint32_t flags;   // coverme_global_flag
};

/// Adds the module's part of the section coverme_tables.
void createTables(llvm::Module &module,
                  const std::vector<FunctionFacts> &functions,
                  const TypeList &types,
                  const std::vector<GlobalFacts> &globals);

} // namespace coverme::pass

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the code as the sites see it, for engines that reason about it.
#ifndef COVERME_PASS_SNAPSHOT_H
#define COVERME_PASS_SNAPSHOT_H

#include "Tables.h"

#include <memory>
#include <vector>

namespace coverme::pass {

/// A copy of `module` without debug info, in which each function of the tables
/// and each site carries its index in the module as metadata
/// (COVERME_FUNCTION_METADATA, COVERME_SITE_METADATA).
/// require: nothing is instrumented yet.
std::unique_ptr<llvm::Module>
takeSnapshot(const llvm::Module &module,
             const std::vector<FunctionFacts> &functions);

/// Adds `snapshot` to the section coverme_ir of `module`.
void embedSnapshot(llvm::Module &module, const llvm::Module &snapshot);

} // namespace coverme::pass

#endif

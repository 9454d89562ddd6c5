// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the questions to a solver as files, for other solvers and for people.
#ifndef COVERME_DRIVER_PROVE_SMT_EMITSMT_H
#define COVERME_DRIVER_PROVE_SMT_EMITSMT_H

#include "core/Program.h"

#include <filesystem>
#include <span>
#include <string>

namespace coverme {

// Writes FUNCTION-LINE-COLUMN-OUTCOME.smt2 to `folder` for each branch that can
// be reasoned about; of several branches at one place, the later ones have the
// number of their site at the end. `object` is an instrumented object of
// `program`. Returns why there are none, as a phrase, if the code is beyond
// what can be encoded. Throws Error(BadInput) as writeFileAtomically does.
std::string emitSmt(const std::filesystem::path &folder,
                    const std::filesystem::path &object, const Program &program,
                    uint32_t entry, std::span<const BranchId> branches);

} // namespace coverme

#endif

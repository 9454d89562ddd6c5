// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which provers a run has.
#ifndef COVERME_DRIVER_PROVE_ENGINES_H
#define COVERME_DRIVER_PROVE_ENGINES_H

#include "core/Scope.h"
#include "options/Options.h"
#include "prove/Prover.h"

#include <filesystem>

namespace coverme {

// Makes the provers that `options` asks for, for the entry of `scope`. Keeps
// `program` by reference.
Provers makeProvers(const std::filesystem::path &sharedObject,
                    const Program &program, const Scope &scope,
                    const SearchOptions &options);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which provers a run has.
#ifndef COVERME_DRIVER_PROVE_ENGINES_H
#define COVERME_DRIVER_PROVE_ENGINES_H

#include "Options.h"
#include "prove/Prover.h"
#include "search/Scope.h"
#include "target/LoadedObject.h"

#include <filesystem>

namespace coverme {

// Those that `options` asks for, for the entry of `scope`. `object` is the
// loaded `sharedObject`; it and `program` are kept by reference.
Provers makeProvers(const LoadedObject &object,
                    const std::filesystem::path &sharedObject,
                    const Program &program, const Scope &scope,
                    const SearchOptions &options);

} // namespace coverme

#endif

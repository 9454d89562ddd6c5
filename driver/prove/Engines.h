// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which provers a run has.
#ifndef COVERME_DRIVER_PROVE_ENGINES_H
#define COVERME_DRIVER_PROVE_ENGINES_H

#include "Options.h"
#include "prove/Prover.h"
#include "target/LoadedObject.h"

namespace coverme {

// Those that `options` asks for. The object is kept by reference.
Provers makeProvers(const LoadedObject &object, const SearchOptions &options);

} // namespace coverme

#endif

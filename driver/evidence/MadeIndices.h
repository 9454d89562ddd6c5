// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells crashes that an index causes which coverme itself has made up.
#ifndef COVERME_DRIVER_EVIDENCE_MADEINDICES_H
#define COVERME_DRIVER_EVIDENCE_MADEINDICES_H

#include "core/InputPlan.h"
#include "core/InputSpace.h"
#include "evidence/Reproducer.h"

#include <functional>
#include <optional>

namespace coverme {

// Is the address at which the call crashes computed from an integer in an
// object that coverme has made, such as p[i] in a[p[i]]? Then it moves when
// that integer changes by one; where the processor does not name the address,
// a nearer one is tried. Bytes are no indices, but text.
// `fault`: that of the input. `again` runs another input and says how it
// crashes if it does so as the input does.
bool crashesByMadeIndex(
    const InputPlan &plan, const Input &input, const Fault &fault,
    const std::function<std::optional<Fault>(const Input &)> &again);

} // namespace coverme

#endif

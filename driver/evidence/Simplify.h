// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simplest input that still does the same.
#ifndef COVERME_DRIVER_EVIDENCE_SIMPLIFY_H
#define COVERME_DRIVER_EVIDENCE_SIMPLIFY_H

#include "core/InputSpace.h"

#include <functional>

namespace coverme {

// Values of a scalar that are simpler than `bits`, the simplest first
// (docs/options.md, Findings): 0, -0, 1, -1, 2, -2, 0.5, -0.5, then whole
// numbers to 10 of the same sign; of a NaN, the quiet one; of other floats, 100
// and 1000 of the same sign; of a fraction, the next whole numbers; of a finite
// one, itself with fewer significant bits. An enum's are its enumerators in
// their order.
std::vector<uint64_t> simplerValues(const Scalar &scalar, uint64_t bits);

// Gives each scalar in turn the first of its simpler values with which
// `isSame` still holds, and integers then the least magnitude that bisection
// finds; again until nothing changes. `isSame` is asked no more than `maxTries`
// times, never about `input` itself.
Input simplify(const InputSpace &space, Input input,
               const std::function<bool(const Input &)> &isSame,
               unsigned maxTries);

} // namespace coverme

#endif

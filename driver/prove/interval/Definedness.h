// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether calls do what C and IEEE 754 define, shown by intervals.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_DEFINEDNESS_H
#define COVERME_DRIVER_PROVE_INTERVAL_DEFINEDNESS_H

#include "ir/Code.h"

namespace coverme {

// Has each operation, on all operands that it can meet, the one result that C
// and IEEE 754 give it? The results of a shift by the width, a conversion that
// does not fit, a division by zero, an access outside of an object, and the
// sign of a calculated NaN are those of this machine. False also where
// intervals cannot tell.
bool isDefined(const code::Code &code);

} // namespace coverme

#endif

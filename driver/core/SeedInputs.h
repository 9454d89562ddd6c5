// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs that come from elsewhere, as a plan has them: numbers by their names,
// as reports have them, and bytes, as fuzzers do.
#ifndef COVERME_DRIVER_CORE_SEEDINPUTS_H
#define COVERME_DRIVER_CORE_SEEDINPUTS_H

#include "core/InputSpace.h"
#include "options/Options.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coverme {

// The numbers of an input one behind the other, each in the bytes that it has
// in memory. Where pointers lead and which calls are made is not in there.
std::string bytesOf(const InputPlan &plan, std::span<const uint64_t> input);

// The inverse. What is missing at the end is zero, what is too much is left
// out, and so is what an input must not be: the nearest value is taken.
Input inputOfBytes(const InputPlan &plan, std::string_view bytes);

// Of names and bits, as in "0x3ff0000000000000". What the plan does not have is
// left out, and what has no bits is zero, or as near as may be.
Input inputOfNames(const InputPlan &plan, const std::vector<NamedText> &values);

// An input of `before` as one of a plan of the same function whose objects have
// other sizes. What only one of the plans has is left out, or zero.
Input sameInput(const InputPlan &before, std::span<const uint64_t> input,
                const InputPlan &plan);

// Those of the function.
std::vector<Input> inputsOf(const SeedInputs &seeds, const Function &entry);

} // namespace coverme

#endif

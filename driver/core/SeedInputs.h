// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts inputs that come from elsewhere to the slots of a plan: numbers by
// their names, as reports have them, or bytes, as fuzzers have them.
#ifndef COVERME_DRIVER_CORE_SEEDINPUTS_H
#define COVERME_DRIVER_CORE_SEEDINPUTS_H

#include "core/InputSpace.h"
#include "options/Options.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coverme {

// The numbers of an input one after the other, each in the bytes that it has in
// memory. Choices (where pointers lead, which set-up calls are made) are left
// out.
std::string bytesOf(const InputPlan &plan, std::span<const uint64_t> input);

// The inverse of bytesOf. Missing bytes at the end are zero, surplus bytes are
// ignored, and values outside of the bounds become the nearest value within
// them.
Input inputOfBytes(const InputPlan &plan, std::string_view bytes);

// The input with these values, by name, each as bits such as
// "0x3ff0000000000000". Names that the plan does not have are ignored; inputs
// without a value are zero, or the nearest value to zero within their bounds.
Input inputOfNames(const InputPlan &plan, const std::vector<NamedText> &values);

// Has `plan` all inputs of `before`, a plan of the same function?
bool hasInputsOf(const InputPlan &before, const InputPlan &plan);

// Converts an input of the plan `before` to another plan of the same function,
// whose objects have other sizes. Inputs that only one of the plans has are
// left out, or zero.
Input sameInput(const InputPlan &before, std::span<const uint64_t> input,
                const InputPlan &plan);

// The seeds that are for this function, as inputs of its plan.
std::vector<Input> inputsOf(const SeedInputs &seeds, const Function &entry);

} // namespace coverme

#endif

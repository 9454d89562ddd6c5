// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a plan says of its set-up calls.
#ifndef COVERME_DRIVER_CORE_SETUPPLAN_H
#define COVERME_DRIVER_CORE_SETUPPLAN_H

#include "core/InputPlan.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coverme {

// All ways to make this many set-up calls are tried.
constexpr size_t kMaxSetupsMade = 3;

// Adds the parameters of a plan to those of another plan's set-up calls, behind
// what is there.
void appendParameters(InputPlan &plan, const InputPlan &own);

// Is the call made with these inputs?
bool isMade(const SetupCall &call, const std::vector<uint64_t> &inputs);

// Is a call made that the search has chosen and that the user has not asked
// for?
bool makesUnasked(const InputPlan &plan, const std::vector<uint64_t> &inputs);

// By slot: whether it belongs to no call that is made, or to an argument of the
// entry that the result of a call replaces. Of `inputs`, only the choices
// matter.
std::vector<bool> findUnmadeSlots(const InputPlan &plan,
                                  const std::vector<uint64_t> &inputs);

// By buffer: whether arguments lead to it, and only such of calls that are not
// made.
std::vector<bool> findUnmadeBuffers(const InputPlan &plan,
                                    const std::vector<uint64_t> &inputs);

} // namespace coverme

#endif

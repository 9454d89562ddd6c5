// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/EntryCode.h"

#include "prove/exhaust/InputsAlone.h"

#include <algorithm>

namespace coverme {
namespace {

bool hasAddresses(const InputPlan &plan) {
  const auto holdsSome = [](const auto &each) {
    return !each.image.addresses.empty();
  };
  return std::any_of(plan.buffers.begin(), plan.buffers.end(), holdsSome) ||
         std::any_of(plan.globals.begin(), plan.globals.end(), holdsSome) ||
         std::any_of(plan.arguments.begin(), plan.arguments.end(),
                     [](const Argument &each) {
                       return !each.value.addresses.empty();
                     });
}

// Runs pass 0 and 1. A caller's object may have other bytes there.
bool holdsBools(const InputPlan &plan) {
  const auto holdsOne = [&](const auto &each) {
    return std::any_of(each.image.cells.begin(), each.image.cells.end(),
                       [&](const Cell &cell) {
                         return plan.inputs[cell.slot].scalar.kind ==
                                ScalarKind::Bool;
                       });
  };
  return std::any_of(plan.buffers.begin(), plan.buffers.end(), holdsOne) ||
         std::any_of(plan.globals.begin(), plan.globals.end(), holdsOne);
}

} // namespace

bool EntryCode::isToldByRuns() {
  if (!toldByRuns)
    toldByRuns = areRunsTelling();
  return *toldByRuns;
}

bool EntryCode::areRunsTelling() {
  const Function &function = program.functions[entry];
  const InputPlan &plan = function.plan;
  if (!function.isSelfContained() || plan.isMain || plan.leftOut != 0 ||
      plan.aliasCount != 0 || !plan.stubs.empty() || hasAddresses(plan) ||
      holdsBools(plan))
    return false;
  bool hasPointer = false;
  for (size_t i = 0; i < plan.arguments.size(); ++i) {
    if (!plan.arguments[i].isPointer)
      continue;
    const Address &address = plan.arguments[i].address;
    if (hasPointer || address.kind != Address::Kind::Buffer || address.nullSlot)
      return false;
    hasPointer = true;
    const Buffer &buffer = plan.buffers[address.index];
    if (buffer.isString || buffer.countSlot ||
        (buffer.isOpen && function.parameters[i].readsAny))
      return false;
  }
  const LoweredEntry *lowered = get();
  return lowered != nullptr && (!hasPointer || !lowered->looksAtAddresses) &&
         lowered->isMadeOfInputs && isDefined(lowered->code);
}

} // namespace coverme

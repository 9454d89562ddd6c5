// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/EntryCode.h"

#include "prove/interval/Definedness.h"

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

// Is all that is read of the object an input? What is not may hold anything:
// padding, other members of a union, or all of it where only the name of its
// type is known.
bool isReadInCells(const Parameter &parameter, const Image &image) {
  std::vector<bool> isKnown(image.byteSize);
  for (const Cell &cell : image.cells)
    std::fill_n(isKnown.begin() + cell.offset, cell.bytes, true);
  const auto areKnown = [&](const ByteRange &range) {
    return range.end <= isKnown.size() &&
           std::all_of(isKnown.begin() + range.begin,
                       isKnown.begin() + range.end,
                       [](bool known) { return known; });
  };
  return parameter.readsAny ? areKnown({0, image.byteSize})
                            : std::all_of(parameter.reads.begin(),
                                          parameter.reads.end(), areKnown);
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
    if (!plan.arguments[i].isPointer) {
      if (!isReadInCells(function.parameters[i], plan.arguments[i].value))
        return false;
      continue;
    }
    const Address &address = plan.arguments[i].address;
    if (hasPointer || address.kind != Address::Kind::Buffer || address.nullSlot)
      return false;
    hasPointer = true;
    const Buffer &buffer = plan.buffers[address.index];
    if (buffer.isString || buffer.countSlot || buffer.ahead.byteSize != 0 ||
        (buffer.isOpen && function.parameters[i].readsAny) ||
        !isReadInCells(function.parameters[i], buffer.image))
      return false;
  }
  const LoweredEntry *lowered = get();
  return lowered != nullptr && (!hasPointer || !lowered->looksAtAddresses) &&
         lowered->isMadeOfInputs && isDefined(lowered->code);
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Guesses.h"

#include "core/SetupPlan.h"
#include "frontend/c/SetupCalls.h"

#include <algorithm>

namespace coverme {
namespace {

bool leadsElsewhere(const InputPlan &plan, const Input &input) {
  return std::ranges::any_of(plan.buffers, [&](const Buffer &buffer) {
    const uint64_t lead = buffer.leadSlot ? input[*buffer.leadSlot] : 0;
    return lead != 0 && lead <= buffer.aliases.size() &&
           buffer.aliases[lead - 1].kind != Alias::Kind::Null;
  });
}

// Is a pointer null as the code asks whether it is?
bool isNullAsAsked(const InputPlan &plan, const Input &input) {
  const auto isSet = [&](const std::optional<uint32_t> &slot) {
    return slot && input[*slot] != 0;
  };
  return std::ranges::any_of(
             plan.buffers,
             [&](const Buffer &buffer) {
               const uint64_t lead =
                   buffer.leadSlot ? input[*buffer.leadSlot] : 0;
               return isSet(buffer.nullSlot) ||
                      (lead != 0 && lead <= buffer.aliases.size() &&
                       buffer.aliases[lead - 1].kind == Alias::Kind::Null);
             }) ||
         std::ranges::any_of(plan.stubs, [&](const Stub &stub) {
           return isSet(stub.nullSlot);
         });
}

// May a pointer be null that the code takes from its caller's objects, or from
// variables?
bool mayBeLeftNull(const Program &program, const Function &entry) {
  return std::ranges::any_of(entry.plan.buffers,
                             [&](const Buffer &buffer) {
                               return holdsPointer(program, buffer.elementType);
                             }) ||
         std::ranges::any_of(entry.uses, [&](const GlobalUse &use) {
           return (use.flags & COVERME_PARAMETER_Loads) != 0 &&
                  holdsPointer(program, program.globals[use.global].type);
         });
}

// Does a function that is made up return null?
bool returnsNull(const InputPlan &plan, const Input &input) {
  return std::ranges::any_of(plan.stubs, [&](const Stub &stub) {
    if (!stub.memory)
      return false;
    const DrawnValues &nulls = stub.memory->nulls;
    for (uint32_t i = 0; i < nulls.count; ++i)
      if (input[nulls.firstSlot + i] != 0)
        return true;
    return false;
  });
}

// May it be what an object holds that makes the code do so?
bool mayComeOfValues(FindingKind kind) {
  switch (kind) {
  case FindingKind::Signal:
  case FindingKind::Corruption:
  case FindingKind::OutOfFuel:
  case FindingKind::EndlessLoop:
  case FindingKind::Hang:
  case FindingKind::StackOverflow:
    return true;
  default:
    return false;
  }
}

bool hasOpenSize(const InputPlan &plan) {
  return std::ranges::any_of(
      plan.buffers, [](const Buffer &buffer) { return buffer.isOpen; });
}

} // namespace

bool ordersStrangers(const InputPlan &plan, const Input &input) {
  return std::ranges::any_of(plan.buffers, [&](const Buffer &buffer) {
    return buffer.leadSlot && input[*buffer.leadSlot] == 0 &&
           std::ranges::any_of(buffer.aliases, [&](const Alias &place) {
             return plan.isEnd(place);
           });
  });
}

bool comparesAddresses(const Function &entry) {
  return std::ranges::count_if(
             entry.parameters, [](const Parameter &parameter) {
               return (parameter.flags & COVERME_PARAMETER_Compares) != 0;
             }) > 1;
}

bool choosesMembers(const InputPlan &plan) {
  return std::ranges::any_of(plan.buffers, [](const Buffer &buffer) {
    return std::ranges::any_of(buffer.image.cells, [](const Cell &cell) {
      return cell.condition.choice != 0;
    });
  });
}

bool hangsOnGuess(const Program &program, uint32_t index,
                  const Finding &finding, const Fault &fault,
                  const Input &input) {
  const Function &entry = program.functions[index];
  const InputPlan &plan = entry.plan;
  if (makesUnasked(plan, input) || ordersStrangers(plan, input) ||
      (plan.failingSlot && input[*plan.failingSlot] != 0))
    return true;
  const bool isAsked = std::ranges::any_of(
      plan.setupCalls, [](const SetupCall &call) { return !call.choiceSlot; });
  if (mayComeOfValues(finding.kind) && !isAsked &&
      readsMadeObjects(program, index))
    return true;
  if (mayComeOfValues(finding.kind) &&
      (choosesMembers(plan) ||
       std::ranges::any_of(plan.stubs,
                           [](const Stub &stub) { return stub.isGuess; })))
    return true;
  if (finding.kind != FindingKind::Signal && mayComeOfValues(finding.kind))
    return leadsElsewhere(plan, input);
  if (finding.kind == FindingKind::Jump)
    return finding.code == 0;
  if (finding.kind != FindingKind::Signal)
    return false;
  if (leadsElsewhere(plan, input) || fault.isOfFreeing)
    return true;
  if (finding.code != SIGSEGV)
    return false;
  if (fault.isOfRefusal)
    return true;
  switch (fault.place) {
  case Fault::Place::NearNull:
    return returnsNull(plan, input) ||
           (mayBeLeftNull(program, entry) && !isNullAsAsked(plan, input));
  case Fault::Place::Nowhere:
    return hasOpenSize(plan);
  case Fault::Place::Unknown:
    return false;
  }
  return false;
}

} // namespace coverme

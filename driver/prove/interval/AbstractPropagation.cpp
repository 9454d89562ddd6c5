// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/AbstractInterpreter.h"

#include "coverme/abi.h"

#include <algorithm>
#include <bit>

namespace coverme {
namespace {

using code::BlockId;
using code::Instruction;
using code::kNone;
using code::Op;
using code::ValueId;

// One propagation narrows a value freely so many times, then only by
// kLeastGain of its width (Bagnara et al., ICST 2013, against slow
// convergence), and altogether it takes so many steps.
constexpr uint8_t kFreeNarrowings = 3;
constexpr uint64_t kLeastGain = 16; // a sixteenth
constexpr uint64_t kMaxPropagation = 5000;

// Has the interval shrunk by a fair part?
bool isFairGain(const Abstract &before, const Abstract &after) {
  const auto fair = [](uint64_t old, uint64_t now) {
    return old - now >= old / kLeastGain;
  };
  if (before.isFloat() && after.isFloat()) {
    const auto gap = [](const FloatRange &range) {
      return range.hasNumbers() ? static_cast<uint64_t>(range.high) -
                                      static_cast<uint64_t>(range.low)
                                : 0;
    };
    return before.floats.nan != after.floats.nan ||
           fair(gap(before.floats), gap(after.floats));
  }
  if (before.isInt() && after.isInt()) {
    const uint64_t mask = maskOf(before.width);
    return fair((before.ints.high - before.ints.low) & mask,
                (after.ints.high - after.ints.low) & mask) ||
           std::popcount(after.ints.zeros | after.ints.ones) >
               std::popcount(before.ints.zeros | before.ints.ones);
  }
  return true;
}

} // namespace

bool AbstractInterpreter::narrow(ValueId value, const Abstract &to,
                                 State &state) {
  const Abstract before = state[value];
  if (before.isUnset() || to.isUnset())
    return true;
  const auto after = meet(before, to);
  if (!after)
    return false;
  if (*after == before)
    return true;
  if (narrowings[value] >= kFreeNarrowings && !isFairGain(before, *after))
    return true;
  if (narrowings[value] < UINT8_MAX)
    ++narrowings[value];
  state.set(value, *after);
  queue.push_back(value);
  return true;
}

bool AbstractInterpreter::propagate(State &state) {
  bool isFeasible = true;
  std::vector<ValueId> touched;
  for (uint64_t i = 0; i < kMaxPropagation && !queue.empty() && isFeasible;
       ++i) {
    const ValueId value = queue.back();
    queue.pop_back();
    touched.push_back(value);
    isFeasible = projectBack(value, state) && renewUsers(value, state);
  }
  for (const ValueId value : touched)
    narrowings[value] = 0;
  for (const ValueId value : queue)
    narrowings[value] = 0;
  queue.clear();
  for (const ValueId value : spent)
    drop(value, state);
  spent.clear();
  return isFeasible;
}

// What the value's operands must have been.
bool AbstractInterpreter::projectBack(ValueId value, State &state) {
  const Instruction &instruction = code.values[value];
  if (instruction.op == Op::Phi) {
    const ValueId operand = soleOperand(value);
    return operand == kNone || narrow(operand, state[value], state);
  }
  if (isMemory(instruction.op) || instruction.op == Op::Input)
    return true;
  step();
  const auto operands = distinctOperands(value);
  std::vector<Abstract> narrowed;
  for (const ValueId operand : operands) {
    const Abstract &known = state[operand];
    if (known.isUnset() && instruction.op != Op::Select)
      return true; // of an earlier iteration
    narrowed.push_back(known);
  }
  if (!project(instruction, state[value], narrowed, options.maxUlp))
    return false;
  for (size_t i = 0; i < operands.size(); ++i)
    if (!narrow(operands[i], narrowed[i], state))
      return false;
  return true;
}

// What was computed from the value.
bool AbstractInterpreter::renewUsers(ValueId value, State &state) {
  for (const ValueId user : users[value]) {
    const Instruction &instruction = code.values[user];
    if (isMemory(instruction.op) || state[user].isUnset())
      continue;
    if (instruction.op == Op::Phi) {
      if (soleOperand(user) == value && !narrow(user, state[value], state))
        return false;
      continue;
    }
    const bool isLast = isLocal[user] && users[user].empty();
    // Both ways came together again behind it.
    if (isLast && instruction.block != at && !isSingle(state[user])) {
      spent.push_back(user);
      continue;
    }
    step();
    const Abstract renewed = computed(user, state);
    if (!narrow(user, renewed, state))
      return false;
    // What its operands say already it need not say again.
    if (isLast && isSingle(renewed)) {
      spent.push_back(user);
      continue;
    }
    // Its other operands, too: x + y = z says more of y now.
    if (!state[user].isUnset() && !projectBack(user, state))
      return false;
  }
  return true;
}

// Forgets a value that will not be looked at any more, and what was computed
// for it alone. Otherwise each condition would renew all conditions before it.
void AbstractInterpreter::drop(ValueId value, State &state) {
  state.set(value, Abstract());
  for (const ValueId operand : code.operandsOf(value))
    if (isLocal[operand] && !state[operand].isUnset() &&
        std::all_of(users[operand].begin(), users[operand].end(),
                    [&](ValueId user) { return state[user].isUnset(); }) &&
        isRedundant(operand, state))
      drop(operand, state);
}

// Do its operands say all that is known of the value? A range of x & mask, for
// one, may be less than what a range of x can tell.
bool AbstractInterpreter::isRedundant(ValueId value, const State &state) {
  const Op op = code.values[value].op;
  if (op == Op::Phi || isMemory(op))
    return true; // nothing looks at what it was made of
  step();
  return computed(value, state) == state[value];
}

ValueId AbstractInterpreter::soleOperand(ValueId phi) const {
  const BlockId block = code.values[phi].block;
  const BlockId loop = code.blocks[block].loop;
  // Behind a loop the last iteration's way says nothing of those before.
  if (soleWay[block] == kNone || (loop != kNone && !code.isInLoop(at, loop)))
    return kNone;
  const auto &ways = code.blocks[block].predecessors;
  const auto way = std::find(ways.begin(), ways.end(), soleWay[block]);
  const ValueId operand =
      code.operandsOf(phi)[static_cast<size_t>(way - ways.begin())];
  // A value of the body has become that of this iteration; the phi has that of
  // the one before.
  const bool isOfIteration =
      soleWay[block] >= block && code.values[operand].block >= block;
  return isOfIteration ? kNone : operand;
}

// The operands; of a square, and of a comparison of a value with itself, one,
// since two ranges of one value would be taken for those of two values.
std::span<const ValueId>
AbstractInterpreter::distinctOperands(ValueId value) const {
  const auto operands = code.operandsOf(value);
  const Op op = code.values[value].op;
  return (op == Op::FMul || isComparison(op)) && operands[0] == operands[1]
             ? operands.first(1)
             : operands;
}

// The relations that other comparisons of the same values leave.
uint32_t AbstractInterpreter::knownRelations(ValueId comparison,
                                             const State &state) const {
  uint32_t known = COVERME_REL_ALL;
  for (const ValueId other : siblings[comparison]) {
    if (!isSingle(state[other]))
      continue;
    const auto relations = static_cast<uint32_t>(code.values[other].immediate);
    const uint32_t left =
        state[other].ints.low != 0 ? relations : ~relations & COVERME_REL_ALL;
    const bool isSwapped =
        code.operandsOf(other)[0] != code.operandsOf(comparison)[0];
    known &= isSwapped ? code::mirrored(left) : left;
  }
  return known;
}

Abstract AbstractInterpreter::valueOf(ValueId value, const State &state) const {
  const Abstract &known = state[value];
  return known.isUnset() ? Abstract::anyOf(code.values[value].type) : known;
}

Abstract AbstractInterpreter::computed(ValueId value,
                                       const State &state) const {
  const Instruction &instruction = code.values[value];
  std::vector<Abstract> operands;
  for (const ValueId operand : distinctOperands(value))
    operands.push_back(valueOf(operand, state));
  if (!siblings[value].empty())
    return evaluateComparison(instruction, operands,
                              knownRelations(value, state));
  return evaluate(instruction, operands);
}

} // namespace coverme

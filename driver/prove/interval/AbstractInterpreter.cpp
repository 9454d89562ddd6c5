// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/AbstractInterpreter.h"

#include "coverme/abi.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace coverme {
namespace {

using code::BlockId;
using code::Exit;
using code::Instruction;
using code::kNone;
using code::Object;
using code::Op;
using code::ValueId;

// Parts of objects that are told apart; more of them are not known.
constexpr size_t kMaxCells = 4096;
// Iterations that are run one by one although all inputs stay in the loop.
constexpr uint32_t kMaxIterations = 1024;
// Places that a pointer may point to and that are still looked at one by one.
constexpr uint64_t kMaxPlaces = 4096;
// Bytes that are still copied one word after another.
constexpr uint64_t kMaxCopy = 1024;
// So many comparisons of the same two values are looked back at.
constexpr size_t kMaxSiblings = 16;
// One propagation narrows a value freely so many times, then only by
// kLeastGain of its width (Bagnara et al., ICST 2013, against slow
// convergence), and altogether it takes so many steps.
constexpr uint8_t kFreeNarrowings = 3;
constexpr uint64_t kLeastGain = 16; // a sixteenth
constexpr uint64_t kMaxPropagation = 5000;

bool isMemory(Op op) {
  const code::OpKind kind = code::operationOf(op).kind;
  return kind == code::OpKind::Read || kind == code::OpKind::Write;
}

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

// The same bits as a value of another type of that width.
Abstract recast(const Abstract &value, code::Type type) {
  if (value.width != type.width)
    return Abstract::anyOf(type);
  if (type.isInt() && value.isFloat())
    return Abstract::of(type.width, bitsOfFloats(type.width, value.floats));
  if (type.isFloat() && value.isInt())
    return Abstract::of(type.width, floatsOfBits(type.width, value.ints));
  const bool isSame = (type.isInt() && value.isInt()) ||
                      (type.isFloat() && value.isFloat()) ||
                      (type.isPointer() && value.isPointer());
  return isSame ? value : Abstract::anyOf(type);
}

bool isSingle(const Abstract &value) {
  return value.isInt() && value.ints.isSingle();
}

IntRange integerOf(const Abstract &value) {
  return recast(value, {code::TypeKind::Int, value.width}).ints;
}

} // namespace

AbstractInterpreter::AbstractInterpreter(const code::Code &code,
                                         const InputSpace &inputs,
                                         ExecutionOptions options)
    : code(code), inputs(inputs), options(options), users(code.values.size()),
      inputBits(inputs.size(), kNone), inputFloats(inputs.size(), kNone),
      loopEnds(code.blocks.size(), 0), dependencies(code.values.size()),
      siblings(code.values.size()), isLocal(code.values.size(), true),
      incoming(code.blocks.size()), returning(code.blocks.size()),
      soleWay(code.blocks.size(), kNone),
      returningWay(code.blocks.size(), kNone), left(code.blocks.size()),
      narrowings(code.values.size()) {
  std::map<std::tuple<Op, ValueId, ValueId>, std::vector<ValueId>> comparisons;
  for (ValueId id = 0; id < code.values.size(); ++id) {
    const Instruction &instruction = code.values[id];
    if (isComparison(instruction.op)) {
      const auto [low, high] =
          std::minmax(code.operandsOf(id)[0], code.operandsOf(id)[1]);
      comparisons[{instruction.op, low, high}].push_back(id);
    }
    std::vector<uint32_t> &from = dependencies[id];
    for (const ValueId operand : code.operandsOf(id)) {
      if (users[operand].empty() || users[operand].back() != id)
        users[operand].push_back(id);
      if (code.values[operand].block != instruction.block ||
          instruction.op == Op::Phi || isMemory(instruction.op))
        isLocal[operand] = false;
      from.insert(from.end(), dependencies[operand].begin(),
                  dependencies[operand].end());
    }
    if (instruction.op == Op::Input) {
      from.push_back(static_cast<uint32_t>(instruction.immediate));
      inputBits[instruction.immediate] = id;
      isLocal[id] = false;
    }
    std::sort(from.begin(), from.end());
    from.erase(std::unique(from.begin(), from.end()), from.end());
    if (instruction.op == Op::Bitcast && instruction.type.isFloat())
      if (const Instruction &inner = code.values[code.operandsOf(id)[0]];
          inner.op == Op::Input && inputs[inner.immediate].isFloat())
        isLocal[inputFloats[inner.immediate] = id] = false;
    if (instruction.site != kNone)
      siteIndex.emplace(instruction.site,
                        static_cast<uint32_t>(siteIndex.size()));
  }
  for (BlockId b = 0; b < code.blocks.size(); ++b) {
    if (const ValueId condition = code.blocks[b].condition;
        condition != kNone && code.values[condition].block != b)
      isLocal[condition] = false;
    if (code.blocks[b].site != kNone)
      siteIndex.emplace(code.blocks[b].site,
                        static_cast<uint32_t>(siteIndex.size()));
    for (BlockId h = code.blocks[b].loop; h != kNone; h = code.outer[h])
      loopEnds[h] = b + 1;
  }
  for (const auto &[operands, group] : comparisons)
    for (size_t i = 1; i < group.size(); ++i)
      for (size_t j = i; j-- > 0 && i - j <= kMaxSiblings;)
        if (code.dominates(code.values[group[j]].block,
                           code.values[group[i]].block)) {
          siblings[group[i]].push_back(group[j]);
          isLocal[group[j]] = false;
        }
}

bool AbstractInterpreter::run(const Box &box, std::span<const uint32_t> watched,
                              uint64_t maxSteps) {
  target.reset();
  slice.assign(code.blocks.size(), true);
  isWatched.assign(siteIndex.size(), false);
  for (const uint32_t site : watched)
    if (const auto index = siteIndex.find(site); index != siteIndex.end())
      isWatched[index->second] = true;
  return execute(box, maxSteps);
}

bool AbstractInterpreter::runTo(const Box &box, Query wanted,
                                uint64_t maxSteps) {
  if (!target || target->site != wanted.site ||
      target->outcome != wanted.outcome) {
    target = wanted;
    isWatched.assign(siteIndex.size(), false);
    if (const auto index = siteIndex.find(wanted.site);
        index != siteIndex.end())
      isWatched[index->second] = true;
    slice.assign(code.blocks.size(), false);
    std::vector<BlockId> work;
    const auto add = [&](BlockId block) {
      if (!slice[block]) {
        slice[block] = true;
        work.push_back(block);
      }
    };
    for (BlockId b = 0; b < code.blocks.size(); ++b)
      if (code.blocks[b].site == wanted.site)
        add(b);
    for (const Instruction &instruction : code.values)
      if (instruction.site == wanted.site)
        add(instruction.block);
    while (!work.empty()) {
      const BlockId block = work.back();
      work.pop_back();
      for (const BlockId from : code.blocks[block].predecessors)
        add(from);
    }
  }
  return execute(box, maxSteps);
}

bool AbstractInterpreter::isPossible(Query wanted) const {
  const auto found = siteIndex.find(wanted.site);
  return found != siteIndex.end() &&
         (possible[found->second] & (wanted.outcome ? 2 : 1)) != 0;
}

bool AbstractInterpreter::execute(const Box &wanted, uint64_t maxSteps) {
  box = wanted;
  stepLimit = stepCount + maxSteps;
  possible.assign(siteIndex.size(), 0);
  found.reset();
  visits.assign(siteIndex.size(), std::nullopt);
  weights.assign(inputs.size(), 0);
  if (options.keepsRanges)
    ranges.assign(code.values.size(), Abstract());
  std::fill(incoming.begin(), incoming.end(), std::nullopt);
  std::fill(returning.begin(), returning.end(), std::nullopt);
  loopHeader = kNone;
  try {
    incoming[0] = start();
    runBlocks(0, static_cast<BlockId>(code.blocks.size()));
  } catch (const OutOfSteps &) {
    queue.clear();
    spent.clear();
    std::fill(narrowings.begin(), narrowings.end(), 0);
    return false;
  }
  return true;
}

void AbstractInterpreter::step() {
  if (++stepCount > stepLimit)
    throw OutOfSteps();
}

// The state ahead of the entry's block: what pointer parameters point to.
AbstractInterpreter::State AbstractInterpreter::start() {
  State state(code.values.size() + kMaxCells);
  for (uint32_t object = 0; object < code.objects.size(); ++object) {
    const Object &pointee = code.objects[object];
    if (pointee.kind != Object::Kind::Pointee)
      continue;
    for (const Object::Cell &input : pointee.cells) {
      const unsigned inputWidth = code.inputs[input.input].width;
      const unsigned bytes = (inputWidth + 7) / 8;
      const unsigned width = 8 * bytes;
      IntRange bits = bitsOf(input.input);
      if (width != inputWidth)
        bits = convertInt(Op::ZExt, inputWidth, width, bits);
      if (const auto place = cell(object, input.offset, bytes))
        state.set(*place, Abstract::of(width, bits));
    }
  }
  return state;
}

// The bits of the inputs of the box. Positions of negative floats run against
// their bits.
IntRange AbstractInterpreter::bitsOf(uint32_t index) const {
  const unsigned width = inputs[index].width;
  const OrdinalInterval &side = box[index];
  const uint64_t low = inputs.fromOrdinal(index, side.low);
  const uint64_t high = inputs.fromOrdinal(index, side.high);
  if (!inputs[index].isFloat() || side.low >= 0)
    return intsBetween(width, low, high);
  if (side.high < 0)
    return intsBetween(width, high, low);
  const uint64_t sign = uint64_t{1} << (width - 1);
  return hull(width, intsBetween(width, 0, high),
              intsBetween(width, sign, low));
}

void AbstractInterpreter::runBlocks(BlockId first, BlockId end) {
  for (BlockId block = first; block < end;) {
    if (!incoming[block]) {
      // Nothing came here; a loop is entered by its header alone.
      block = std::max(block + 1, loopEnds[block]);
    } else if (loopEnds[block] != 0 && block != loopHeader) {
      runLoop(block);
      block = loopEnds[block];
    } else {
      runBlock(block);
      ++block;
    }
  }
}

// Iterations one by one, each from a state of its own; when some inputs keep
// leaving and others keep staying, one state for all iterations from there.
void AbstractInterpreter::runLoop(BlockId header) {
  const BlockId end = loopEnds[header];
  const BlockId outerHeader = loopHeader;
  State entry = *std::move(incoming[header]);
  uint32_t iterations = 0, undecidedIterations = 0;
  bool isFixpointSearch = false;
  for (;;) {
    for (BlockId block = header; block < end; ++block)
      incoming[block].reset();
    incoming[header] = entry;
    returning[header].reset();
    left[header] = false;
    loopHeader = header;
    runBlocks(header, end);
    loopHeader = outerHeader;
    if (!returning[header])
      break;
    State back = *std::move(returning[header]);
    returning[header].reset();
    // Values of the body belong to the iteration that is over.
    ValueId afterPhis = code.blocks[header].first;
    while (afterPhis < code.blocks[header].end &&
           code.values[afterPhis].op == Op::Phi)
      ++afterPhis;
    back.clear(afterPhis, code.blocks[end - 1].end);
    if (isFixpointSearch) {
      if (!entry.joinWith(back, widen))
        break;
    } else if (entry.joinWith(back, join)) {
      entry = std::move(back);
      undecidedIterations += left[header] ? 1 : 0;
      isFixpointSearch = undecidedIterations >= options.unrolling ||
                         ++iterations >= kMaxIterations;
    } else {
      // Nothing new: once more, for all iterations.
      isFixpointSearch = true;
    }
    // For all iterations together the header's phis come from everywhere.
    soleWay[header] = isFixpointSearch ? kNone : returningWay[header];
  }
}

void AbstractInterpreter::runBlock(BlockId block) {
  at = block;
  State state = *std::move(incoming[block]);
  incoming[block].reset();
  const code::Block &here = code.blocks[block];
  for (ValueId id = here.first; id < here.end; ++id) {
    if (options.watch && code.values[id].op != Op::Phi) {
      std::vector<Abstract> operands;
      for (const ValueId operand : code.operandsOf(id))
        operands.push_back(valueOf(operand, state));
      options.watch(id, operands);
    }
    runInstruction(id, state);
    if (options.keepsRanges)
      noteRange(id, state);
  }
  switch (here.exit) {
  case Exit::Jump:
    return flow(block, here.next[0], std::move(state));
  case Exit::Branch:
    return runBranch(block, std::move(state));
  case Exit::Return:
  case Exit::Unreachable:
    return;
  }
}

void AbstractInterpreter::runInstruction(ValueId id, State &state) {
  step();
  const Instruction &instruction = code.values[id];
  switch (instruction.op) {
  case Op::Phi: // came with the state
    return;
  case Op::Havoc:
    forgetEscaped(state);
    return;
  case Op::Address: {
    // In a loop this is another object each time.
    const auto object = static_cast<uint32_t>(instruction.immediate);
    if (code.objects[object].kind == Object::Kind::Stack)
      forgetObject(object, state);
    break;
  }
  case Op::Input: {
    state.set(
        id, Abstract::of(instruction.type.width,
                         bitsOf(static_cast<uint32_t>(instruction.immediate))));
    return;
  }
  case Op::Load:
    state.set(id, load(instruction, state));
    return;
  case Op::Store: {
    const auto operands = code.operandsOf(id);
    store(valueOf(operands[0], state), valueOf(operands[1], state),
          code.values[operands[1]].type.bytes(), state);
    return;
  }
  case Op::Fill:
  case Op::Copy:
    fillOrCopy(instruction, state);
    return;
  default:
    break;
  }
  Abstract value = computed(id, state);
  // The box knows more of an input than its bits do: ordinals across zero.
  if (instruction.op == Op::Bitcast && instruction.type.isFloat()) {
    const Instruction &inner = code.values[code.operandsOf(id)[0]];
    if (inner.op == Op::Input && inputs[inner.immediate].isFloat()) {
      const OrdinalInterval &side = box[inner.immediate];
      const int64_t infinity = infinityOrdinal(value.width);
      FloatRange known{std::max(side.low, ~infinity),
                       std::min(side.high, infinity),
                       side.low < ~infinity || side.high > infinity};
      if (const auto both = meet(value, Abstract::of(value.width, known)))
        value = *both;
    }
  }
  state.set(id, value);
  if (instruction.op == Op::Select && instruction.site != kNone) {
    const ValueId condition = code.operandsOf(id)[0];
    const bool isTarget = target && target->site == instruction.site;
    noteVisit(instruction.site, condition, state);
    for (const bool outcome : {false, true}) {
      State side = state;
      if (!decide(condition, outcome, side))
        continue;
      possible[siteIndex.at(instruction.site)] |= outcome ? 2 : 1;
      if (isTarget && outcome == target->outcome)
        noteReaching(side);
    }
  }
}

void AbstractInterpreter::runBranch(BlockId block, State state) {
  const code::Block &here = code.blocks[block];
  const bool isTarget = target && here.site == target->site;
  if (here.site != kNone)
    noteVisit(here.site, here.condition, state);
  const Abstract condition = valueOf(here.condition, state);
  const bool isDecided = condition.isInt() && condition.ints.isSingle();
  if (!isDecided)
    noteUndecided(here.condition);
  for (const bool outcome : {false, true}) {
    if (isDecided && (condition.ints.low != 0) != outcome)
      continue;
    const BlockId next = here.next[outcome];
    const bool isGoal = isTarget && outcome == target->outcome;
    if (!isGoal && !slice[next])
      continue;
    State side = state;
    if (!isDecided && !decide(here.condition, outcome, side))
      continue;
    if (here.site != kNone)
      possible[siteIndex.at(here.site)] |= outcome ? 2 : 1;
    if (isGoal)
      noteReaching(side);
    else
      flow(block, next, std::move(side));
    at = block;
  }
}

// Narrows the state to the executions in which the condition has the outcome.
bool AbstractInterpreter::decide(ValueId condition, bool outcome,
                                 State &state) {
  return narrow(condition, Abstract::bit(outcome), state) && propagate(state);
}

// Notes what came to a site that is watched.
void AbstractInterpreter::noteVisit(uint32_t site, ValueId condition,
                                    const State &state) {
  const uint32_t index = siteIndex.at(site);
  if (!isWatched[index])
    return;
  const std::optional<Box> inside = inputsOf(state);
  if (!inside)
    return;
  Visit now{condition, *inside, {}};
  for (const ValueId operand : code.operandsOf(condition))
    now.operands.push_back(valueOf(operand, state));
  std::optional<Visit> &all = visits[index];
  if (all)
    all->add(now);
  else
    all = std::move(now);
}

void AbstractInterpreter::Visit::add(const Visit &other) {
  inputs = hull(inputs, other.inputs);
  isMixed = isMixed || other.isMixed || condition != other.condition;
  if (!isMixed)
    for (size_t i = 0; i < operands.size(); ++i)
      operands[i] = join(operands[i], other.operands[i]);
}

const std::optional<AbstractInterpreter::Visit> &
AbstractInterpreter::visit(uint32_t site) const {
  static const std::optional<Visit> none;
  const auto index = siteIndex.find(site);
  return index == siteIndex.end() ? none : visits[index->second];
}

// Notes what takes the target.
void AbstractInterpreter::noteReaching(const State &state) {
  if (const std::optional<Box> inside = inputsOf(state))
    found = found ? hull(*found, *inside) : *inside;
}

void AbstractInterpreter::noteUndecided(ValueId condition) {
  for (const uint32_t input : dependencies[condition])
    ++weights[input];
}

void AbstractInterpreter::noteRange(ValueId value, const State &state) {
  const Abstract now = valueOf(value, state);
  ranges[value] = ranges[value].isUnset() ? now : join(ranges[value], now);
}

// Hands the state over to a block, its phis set.
void AbstractInterpreter::flow(BlockId from, BlockId to, State state) {
  const code::Block &there = code.blocks[to];
  std::vector<std::pair<ValueId, Abstract>> phis;
  const auto number =
      std::find(there.predecessors.begin(), there.predecessors.end(), from) -
      there.predecessors.begin();
  for (ValueId id = there.first;
       id < there.end && code.values[id].op == Op::Phi; ++id)
    phis.emplace_back(
        id, valueOf(code.operandsOf(id)[static_cast<size_t>(number)], state));
  for (const auto &[id, value] : phis)
    state.set(id, value);
  const bool isBackEdge = to <= from;
  for (BlockId h = loopHeader; h != kNone && !code.isInLoop(to, h);
       h = code.outer[h])
    left[h] = true;
  std::optional<State> &place = isBackEdge ? returning[to] : incoming[to];
  // The header's way changes when the next iteration begins, not before.
  BlockId &way = isBackEdge ? returningWay[to] : soleWay[to];
  if (place) {
    place->joinWith(state, join);
    way = kNone;
  } else {
    place = std::move(state);
    way = from;
  }
}

// --- propagation -------------------------------------------------------------

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

// --- memory ------------------------------------------------------------------

std::optional<size_t>
AbstractInterpreter::cell(uint32_t object, uint64_t offset, unsigned bytes) {
  const auto [place, isNew] =
      cellIndex.try_emplace({object, offset, bytes}, cells.size());
  if (isNew) {
    if (cells.size() == kMaxCells) {
      cellIndex.erase(place);
      return std::nullopt;
    }
    cells.push_back({object, offset, bytes});
  }
  return code.values.size() + place->second;
}

Abstract AbstractInterpreter::load(const Instruction &instruction,
                                   const State &state) {
  const Abstract pointer = valueOf(code.operandsOf(instruction)[0], state);
  const code::Type type = instruction.type;
  if (!pointer.isPointer() || pointer.pointer.object == kNullObject ||
      code.objects[pointer.pointer.object].kind == Object::Kind::Other)
    return Abstract::anyOf(type);
  const IntRange &offset = pointer.pointer.offset;
  const uint32_t object = pointer.pointer.object;
  if (offset.isSingle())
    return loadAt(object, offset.low, type, state);
  // A place outside of the object is none, unless there is more of it.
  const uint64_t size = code.objects[object].size;
  if (size < type.bytes())
    return Abstract::anyOf(type);
  const auto inside =
      intersect(64, offset, intsBetween(64, 0, size - type.bytes()));
  if (!inside || (code.objects[object].isOpen && *inside != offset))
    return Abstract::anyOf(type);
  const uint64_t low = unsignedMin(64, *inside),
                 high = unsignedMax(64, *inside);
  const uint64_t stride = uint64_t{1}
                          << std::min(std::countr_one(inside->zeros), 12);
  const uint64_t first = (low + stride - 1) / stride * stride;
  if ((high - low) / stride >= kMaxPlaces)
    return Abstract::anyOf(type);
  std::optional<Abstract> result;
  for (uint64_t place = first; place <= high; place += stride) {
    step();
    if (!contains(64, *inside, place))
      continue;
    const Abstract element = loadAt(object, place, type, state);
    result = result ? join(*result, element) : element;
  }
  return result.value_or(Abstract::anyOf(type));
}

Abstract AbstractInterpreter::loadAt(uint32_t object, uint64_t offset,
                                     code::Type type, const State &state) {
  const Object &from = code.objects[object];
  const unsigned bytes = type.bytes();
  if (from.size < bytes || offset > from.size - bytes)
    return Abstract::anyOf(type);
  if (from.kind == Object::Kind::Constant) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < bytes; ++i) {
      if (from.isUnknown[offset + i])
        return Abstract::anyOf(type);
      bits |= uint64_t{from.bytes[offset + i]} << (8 * i);
    }
    return type.isPointer() ? Abstract::top() : Abstract::constant(type, bits);
  }
  const auto known = [&](uint64_t place, unsigned size) {
    const auto found = cellIndex.find({object, place, size});
    return found == cellIndex.end() ? Abstract()
                                    : state[code.values.size() + found->second];
  };
  if (const Abstract whole = known(offset, bytes); !whole.isUnset())
    return recast(whole, type);
  // A word of a double, or a double in two words.
  if (bytes == 4 && !type.isPointer())
    for (const unsigned shift : {0U, 32U}) {
      if (offset < shift / 8)
        continue;
      const Abstract whole = known(offset - shift / 8, 8);
      if (whole.isUnset() || whole.isPointer())
        continue;
      const IntRange word = convertInt(
          Op::Trunc, 64, 32,
          evaluate(Op::LShr, 64, integerOf(whole), singleInt(64, shift)));
      return recast(Abstract::of(32, word), type);
    }
  if (bytes == 8 && !type.isPointer()) {
    const Abstract low = known(offset, 4), high = known(offset + 4, 4);
    if (!low.isUnset() && !high.isUnset()) {
      const IntRange top =
          evaluate(Op::Shl, 64, convertInt(Op::ZExt, 32, 64, integerOf(high)),
                   singleInt(64, 32));
      const IntRange both = evaluate(
          Op::Or, 64, top, convertInt(Op::ZExt, 32, 64, integerOf(low)));
      return recast(Abstract::of(64, both), type);
    }
  }
  return Abstract::anyOf(type);
}

void AbstractInterpreter::store(const Abstract &pointer, const Abstract &value,
                                unsigned bytes, State &state) {
  const bool isOnePlace = pointer.isPointer() &&
                          pointer.pointer.object != kNullObject &&
                          pointer.pointer.offset.isSingle();
  if (!isOnePlace) {
    forget(pointer, bytes, state);
    return;
  }
  const uint32_t object = pointer.pointer.object;
  const uint64_t offset = pointer.pointer.offset.low;
  const Object::Kind kind = code.objects[object].kind;
  if (kind != Object::Kind::Stack && kind != Object::Kind::Pointee) {
    forget(pointer, bytes, state); // what lies in the same place
    return;
  }
  // The other word of a double that is overwritten in part.
  std::optional<std::pair<uint64_t, Abstract>> rest;
  if (bytes == 4)
    for (const unsigned shift : {0U, 32U}) {
      if (offset < shift / 8)
        continue;
      const uint64_t whole = offset - shift / 8;
      if (!cellIndex.contains({object, whole, 8}))
        continue;
      const uint64_t other = whole + 4 - shift / 8;
      rest = {other, loadAt(object, other, {code::TypeKind::Int, 32}, state)};
    }
  forget(pointer, bytes, state);
  const auto place = cell(object, offset, bytes);
  if (place && (value.isInt() || value.isFloat() || value.isPointer()))
    state.set(*place, value);
  if (rest)
    if (const auto word = cell(object, rest->first, 4))
      state.set(*word, rest->second);
}

// memset and memcpy, word by word where places and count are known.
void AbstractInterpreter::fillOrCopy(const Instruction &instruction,
                                     State &state) {
  const auto operands = code.operandsOf(instruction);
  const Abstract to = valueOf(operands[0], state);
  const Abstract from = valueOf(operands[1], state);
  const Abstract count = valueOf(operands[2], state);
  const auto isOnePlace = [](const Abstract &pointer) {
    return pointer.isPointer() && pointer.pointer.object != kNullObject &&
           pointer.pointer.offset.isSingle();
  };
  const uint64_t bytes =
      count.isInt() ? unsignedMax(count.width, count.ints) : UINT64_MAX;
  const bool isKnown =
      isOnePlace(to) && isSingle(count) && bytes <= kMaxCopy &&
      (instruction.op == Op::Fill ? isSingle(from) : isOnePlace(from));
  // All is read ahead of the first word that is written: they may overlap.
  std::vector<Abstract> words;
  for (uint64_t at = 0; isKnown && at + 4 <= bytes; at += 4)
    words.push_back(
        instruction.op == Op::Fill
            ? Abstract::of(32, singleInt(32, 0x01010101 * from.ints.low))
            : loadAt(from.pointer.object, from.pointer.offset.low + at,
                     {code::TypeKind::Int, 32}, state));
  forget(to, count.isInt() ? std::optional(bytes) : std::nullopt, state);
  for (size_t i = 0; i < words.size(); ++i) {
    PointerRange place = to.pointer;
    place.offset = singleInt(64, place.offset.low + 4 * i);
    store(Abstract::of(place), words[i], 4, state);
  }
}

// May two objects overlap for some caller?
bool AbstractInterpreter::mayOverlap(uint32_t a, uint32_t b) const {
  return a != kNullObject && b != kNullObject && code.objects[a].isShared &&
         code.objects[b].isShared;
}

template <typename Predicate>
void AbstractInterpreter::forgetCells(Predicate isForgotten, State &state) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const size_t place = code.values.size() + i;
    if (isForgotten(cells[i]) && !state[place].isUnset())
      state.set(place, Abstract());
  }
}

// Whatever may be written to through the pointer is not known any more.
void AbstractInterpreter::forget(const Abstract &pointer,
                                 std::optional<uint64_t> bytes, State &state) {
  forgetCells(
      [&](const Cell &part) {
        if (!pointer.isPointer())
          return true;
        if (part.object != pointer.pointer.object)
          return mayOverlap(part.object, pointer.pointer.object);
        const IntRange &offset = pointer.pointer.offset;
        const uint64_t low = unsignedMin(64, offset);
        const uint64_t high = unsignedMax(64, offset);
        const bool isBehind = low >= part.offset + part.bytes;
        const bool isBefore = bytes && high <= UINT64_MAX - *bytes &&
                              high + *bytes <= part.offset;
        return !isBehind && !isBefore;
      },
      state);
}

void AbstractInterpreter::forgetEscaped(State &state) {
  forgetCells(
      [&](const Cell &part) { return code.objects[part.object].escapes; },
      state);
}

void AbstractInterpreter::forgetObject(uint32_t object, State &state) {
  forgetCells([&](const Cell &part) { return part.object == object; }, state);
}

// --- boxes -------------------------------------------------------------------

// None if the state holds of no input: its parts contradict each other.
std::optional<Box> AbstractInterpreter::inputsOf(const State &state) const {
  Box result = box;
  for (uint32_t i = 0; i < inputs.size(); ++i) {
    if (inputBits[i] == kNone)
      continue;
    const Abstract bits = state[inputBits[i]];
    const unsigned width = inputs[i].width;
    OrdinalInterval &side = result[i];
    const auto limit = [&](int64_t low, int64_t high) {
      side.low = std::max(side.low, low);
      side.high = std::min(side.high, high);
    };
    if (bits.isInt() && !inputs[i].isFloat()) {
      if (inputs[i].kind == ScalarKind::Signed)
        limit(signedMin(width, bits.ints), signedMax(width, bits.ints));
      else
        limit(inputs.ordinal(i, unsignedMin(width, bits.ints)),
              inputs.ordinal(i, unsignedMax(width, bits.ints)));
      continue;
    }
    if (!inputs[i].isFloat())
      continue;
    if (bits.isInt()) {
      const uint64_t sign = uint64_t{1} << (width - 1);
      const auto below =
          intersect(width, bits.ints, intsBetween(width, sign, ~uint64_t{0}));
      const auto above =
          intersect(width, bits.ints, intsBetween(width, 0, sign - 1));
      if (!below && !above)
        return std::nullopt; // bounds and bits together say so
      const IntRange &lowest = below ? *below : *above;
      const IntRange &highest = above ? *above : *below;
      limit(inputs.ordinal(i, below ? unsignedMax(width, lowest)
                                    : unsignedMin(width, lowest)),
            inputs.ordinal(i, above ? unsignedMax(width, highest)
                                    : unsignedMin(width, highest)));
    }
    if (inputFloats[i] != kNone) {
      const Abstract &floats = state[inputFloats[i]];
      if (floats.isFloat() && !floats.floats.nan)
        limit(floats.floats.low, floats.floats.high);
    }
  }
  for (const OrdinalInterval &side : result)
    if (side.low > side.high)
      return std::nullopt;
  return result;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/AbstractInterpreter.h"

#include <algorithm>
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

// Iterations that are run one by one although all inputs stay in the loop.
constexpr uint32_t kMaxIterations = 1024;
// So many comparisons of the same two values are looked back at.
constexpr size_t kMaxSiblings = 16;

} // namespace

AbstractInterpreter::AbstractInterpreter(const code::Code &code,
                                         const InputSpace &inputs,
                                         InterpreterOptions options)
    : code(code), inputs(inputs), options(options), users(code.values.size()),
      inputBits(inputs.size(), kNone), inputFloats(inputs.size(), kNone),
      loopEnds(code.blocks.size(), 0), dependencies(code.values.size()),
      siblings(code.values.size()), isLocal(code.values.size(), true),
      incoming(code.blocks.size()), returning(code.blocks.size()),
      soleWay(code.blocks.size(), kNone),
      returningWay(code.blocks.size(), kNone), left(code.blocks.size()),
      narrowings(code.values.size()) {
  const auto addSite = [&](uint32_t site, BlockId place) {
    const auto index =
        siteIndex.emplace(site, static_cast<uint32_t>(siteIndex.size()));
    lastPlaces.resize(siteIndex.size());
    BlockId &last = lastPlaces[index.first->second];
    last = std::max(last, place);
  };
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
      addSite(instruction.site, instruction.block);
  }
  for (BlockId b = 0; b < code.blocks.size(); ++b) {
    if (const ValueId condition = code.blocks[b].condition;
        condition != kNone && code.values[condition].block != b)
      isLocal[condition] = false;
    if (code.blocks[b].site != kNone)
      addSite(code.blocks[b].site, b);
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
  firstWild = code::kNone;
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

// Memory of others may have been written over: whatever follows may take any
// way.
void AbstractInterpreter::noteWild(const State &state) {
  BlockId first = at;
  for (BlockId h = code.blocks[at].loop; h != kNone; h = code.outer[h])
    first = h;
  if (first < firstWild) {
    firstWild = first;
    for (size_t site = 0; site < lastPlaces.size(); ++site)
      if (lastPlaces[site] >= first)
        possible[site] = 3;
  }
  if (target)
    noteReaching(state);
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

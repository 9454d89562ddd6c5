// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtEncoder.h"

#include <algorithm>

namespace coverme::smt {
namespace {

// Loops are not unrolled any more beyond so many terms.
constexpr size_t kMaxTerms = 300'000;
// Each time that a block is encoded counts; then loops are cut short, too.
constexpr size_t kMaxBlocks = 100'000;
// Of more ways into a block, nobody looks which belong together.
constexpr size_t kMaxReunited = 256;

} // namespace

void Encoder::encodeBlocks(BlockId first, BlockId end, BlockId region) {
  for (BlockId b = first; b < end;) {
    if (code.blocks[b].loop == b && b != region) {
      encodeLoop(b);
      b = slice.loopEnd[b];
    } else {
      encodeBlock(b);
      ++b;
    }
  }
}

void Encoder::encodeLoop(BlockId header) {
  struct Iteration {
    Term left;
    std::vector<Value> leaving;
  };
  std::vector<Iteration> iterations;
  const std::vector<ValueId> &leaves = slice.leaves[header];
  unsigned counted = 0;
  bool isLast = false;
  while (!isLast && !ways[header].empty()) {
    const Term entered = meet(ways[header]);
    isLast = counted >= options.unroll || terms.size() > kMaxTerms ||
             blocksEncoded > kMaxBlocks;
    if (isLast)
      forgetState(header, entered);
    loops.push_back({header, slice.loopEnd[header], terms.boolean(false)});
    encodeBlocks(header, slice.loopEnd[header], header);
    Iteration iteration{loops.back().left, {}};
    loops.pop_back();
    for (const ValueId value : leaves)
      iteration.leaving.push_back(values[value]);
    iterations.push_back(std::move(iteration));
    // One that goes on whatever the input is does not count.
    if (!ways[header].empty() && meet(ways[header]) != entered)
      ++counted;
  }
  ways[header].clear();
  // Behind the loop, values are those of the iteration that left it.
  for (size_t i = 0; i < leaves.size(); ++i) {
    Value merged;
    for (size_t k = iterations.size(); k-- > 0;)
      if (iterations[k].leaving[i].isDefined())
        merged = merged.isDefined() ? chosen(iterations[k].left,
                                             iterations[k].leaving[i], merged)
                                    : iterations[k].leaving[i];
    values[leaves[i]] = std::move(merged);
  }
}

void Encoder::forgetState(BlockId header, Term entered) {
  isBounded = true;
  Way way;
  way.condition = entered;
  way.memory = mergedMemory(ways[header]);
  if (writesMemory(header))
    for (auto &bytes : way.memory)
      if (bytes)
        bytes = std::make_shared<Bytes>(bytes->size(), kNoTerm);
  const Block &block = code.blocks[header];
  for (ValueId id = block.first;
       id < block.end && code.values[id].op == Op::Phi; ++id)
    way.phis.push_back(unknown(code.values[id].type, Target::Kind::Anywhere));
  ways[header].clear();
  ways[header].push_back(std::move(way));
}

bool Encoder::writesMemory(BlockId header) const {
  const Block &last = code.blocks[slice.loopEnd[header] - 1];
  for (ValueId id = code.blocks[header].first; id < last.end; ++id)
    switch (code.values[id].op) {
    case Op::Store:
    case Op::Fill:
    case Op::Copy:
    case Op::Havoc:
      return true;
    default:
      break;
    }
  return false;
}

Term Encoder::meet(const std::vector<Way> &into) {
  std::vector<Term> conditions;
  for (const Way &way : into)
    conditions.push_back(way.condition);
  // What parted last meets first; so conditions cancel.
  for (bool hasChanged = conditions.size() <= kMaxReunited; hasChanged;) {
    hasChanged = false;
    for (size_t i = 0; i < conditions.size() && !hasChanged; ++i)
      for (size_t j = i + 1; j < conditions.size() && !hasChanged; ++j)
        if (const auto one = terms.reunited(conditions[i], conditions[j])) {
          conditions[i] = *one;
          conditions.erase(conditions.begin() + static_cast<ptrdiff_t>(j));
          hasChanged = true;
        }
  }
  Term reached = terms.boolean(false);
  for (const Term condition : conditions)
    reached = terms.either(reached, condition);
  return reached;
}

void Encoder::encodeBlock(BlockId id) {
  std::vector<Way> into = std::move(ways[id]);
  ways[id].clear();
  if (into.empty())
    return;
  ++blocksEncoded;
  const Block &block = code.blocks[id];
  reached = meet(into);
  memory = mergedMemory(into);
  ValueId at = block.first;
  for (size_t i = 0; at < block.end && code.values[at].op == Op::Phi;
       ++at, ++i) {
    Value merged = into.back().phis[i];
    for (size_t k = into.size() - 1; k-- > 0;)
      merged = chosen(into[k].condition, into[k].phis[i], merged);
    values[at] = std::move(merged);
  }
  for (; at < block.end; ++at)
    encode(at);
  leave(id);
}

void Encoder::leave(BlockId id) {
  const Block &block = code.blocks[id];
  if (block.exit == Exit::Jump)
    return go(id, block.next[0], reached);
  if (block.exit != Exit::Branch)
    return;
  const Term condition = values[block.condition].bits;
  if (block.site == site)
    take(condition);
  go(id, block.next[0], terms.both(reached, terms.negated(condition)));
  go(id, block.next[1], terms.both(reached, condition));
}

void Encoder::go(BlockId from, BlockId to, Term condition) {
  if (terms.isFalse(condition))
    return;
  for (Loop &loop : loops)
    if (to < loop.header || to >= loop.end)
      loop.left = terms.either(loop.left, condition);
  if (!slice.has[to])
    return;
  const Block &block = code.blocks[to];
  const auto place =
      std::find(block.predecessors.begin(), block.predecessors.end(), from);
  const auto index = static_cast<size_t>(place - block.predecessors.begin());
  Way way;
  way.condition = condition;
  way.memory = memory;
  for (ValueId id = block.first;
       id < block.end && code.values[id].op == Op::Phi; ++id)
    way.phis.push_back(values[code.operandsOf(id)[index]]);
  ways[to].push_back(std::move(way));
}

void Encoder::take(Term condition) {
  goal = terms.either(
      goal,
      terms.both(reached, outcome ? condition : terms.negated(condition)));
}

void Encoder::goWild(Term when) {
  goal = terms.either(goal, terms.both(reached, when));
}

} // namespace coverme::smt

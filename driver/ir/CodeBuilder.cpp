// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/CodeBuilder.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <iterator>
#include <map>
#include <tuple>

namespace coverme::code {
namespace {

std::span<const BlockId> successorsOf(const Block &block) {
  switch (block.exit) {
  case Exit::Jump:
    return {block.next, 1};
  case Exit::Branch:
    return {block.next, 2};
  case Exit::Return:
  case Exit::Unreachable:
    return {};
  }
  return {};
}

// Does the operation compute its value from its operands alone?
bool isPure(Op op) {
  const OpKind kind = operationOf(op).kind;
  return kind != OpKind::Any && kind != OpKind::Read && kind != OpKind::Write;
}

bool writesMemory(Op op) { return operationOf(op).kind == OpKind::Write; }

// Blocks reachable from `root` in reverse postorder. Iterative, since foreign
// code may have any number of blocks in a row.
std::vector<BlockId>
reversePostorder(size_t count, BlockId root,
                 const std::function<std::vector<BlockId>(BlockId)> &next) {
  std::vector<BlockId> order;
  std::vector<bool> seen(count);
  std::vector<std::pair<BlockId, std::vector<BlockId>>> stack;
  seen[root] = true;
  stack.emplace_back(root, next(root));
  while (!stack.empty()) {
    auto &[block, rest] = stack.back();
    if (rest.empty()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const BlockId successor = rest.back();
    rest.pop_back();
    if (!seen[successor]) {
      seen[successor] = true;
      stack.emplace_back(successor, next(successor));
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

} // namespace

CodeBuilder::CodeBuilder(std::vector<Scalar> scalars) {
  addBlock();
  for (uint32_t i = 0; i < scalars.size(); ++i) {
    const auto width = static_cast<uint8_t>(scalars[i].width);
    const ValueId bits = emit(0, Op::Input, {TypeKind::Int, width}, {}, i);
    inputs.push_back(
        scalars[i].isFloat()
            ? emit(0, Op::Bitcast, {TypeKind::Float, width}, {bits})
            : bits);
  }
  code.inputs = std::move(scalars);
}

BlockId CodeBuilder::addBlock() {
  code.blocks.emplace_back();
  contents.emplace_back();
  return static_cast<BlockId>(code.blocks.size() - 1);
}

uint32_t CodeBuilder::addObject(Object object) {
  code.objects.push_back(std::move(object));
  return static_cast<uint32_t>(code.objects.size() - 1);
}

ValueId CodeBuilder::constant(Type type, uint64_t bits) {
  return emit(0, Op::Constant, type, {}, truncateToWidth(bits, type.width));
}

ValueId CodeBuilder::emit(BlockId block, Op op, Type type,
                          std::span<const ValueId> args, uint64_t immediate) {
  assert(args.size() == operationOf(op).operands);
  Instruction instruction;
  instruction.op = op;
  instruction.type = type;
  instruction.immediate = immediate;
  instruction.block = block;
  const auto id = static_cast<ValueId>(values.size());
  values.push_back(instruction);
  operands.emplace_back(args.begin(), args.end());
  incoming.emplace_back();
  contents[block].push_back(id);
  return id;
}

ValueId CodeBuilder::phi(BlockId block, Type type) {
  return emit(block, Op::Phi, type, {});
}

void CodeBuilder::addIncoming(ValueId phi, BlockId predecessor, ValueId value) {
  incoming[phi].emplace_back(predecessor, value);
}

void CodeBuilder::forget(ValueId value) {
  values[value].op = Op::Unknown;
  values[value].immediate = 0;
  operands[value].clear();
}

void CodeBuilder::jump(BlockId from, BlockId to) {
  code.blocks[from].exit = Exit::Jump;
  code.blocks[from].next[0] = to;
}

void CodeBuilder::branch(BlockId from, ValueId condition, BlockId onTrue,
                         BlockId onFalse, uint32_t site) {
  Block &block = code.blocks[from];
  block.exit = Exit::Branch;
  block.condition = condition;
  block.next[0] = onFalse;
  block.next[1] = onTrue;
  block.site = site;
}

void CodeBuilder::leave(BlockId from, Exit how) {
  code.blocks[from].exit = how;
}

Code CodeBuilder::finish() {
  orderBlocks();
  findDominators();
  findLoops();
  if (!code.isIrreducible) {
    // With the loops known, once more: a loop's blocks in one piece.
    orderBlocks();
    findDominators();
    findLoops();
  }
  mergeEqualValues();
  dropUnused();
  numberValues();
  return std::move(code);
}

// Reverse postorder; where loops are known, a loop counts as one block of the
// region around it, whose successors are those of all its blocks.
void CodeBuilder::orderBlocks() {
  std::vector<BlockId> order;
  const bool loopsAreKnown = !code.outer.empty();
  if (!loopsAreKnown) {
    order = reversePostorder(code.blocks.size(), 0, [&](BlockId block) {
      const auto next = successorsOf(code.blocks[block]);
      return std::vector<BlockId>(next.begin(), next.end());
    });
  } else {
    std::map<BlockId, std::vector<BlockId>> members; // by header, any depth
    for (BlockId b = 0; b < code.blocks.size(); ++b)
      for (BlockId h = code.blocks[b].loop; h != kNone; h = code.outer[h])
        members[h].push_back(b);
    // The header of the outermost loop within `region` around `block`, else the
    // block itself; kNone if it is not in the region.
    const auto representative = [&](BlockId block, BlockId region) {
      BlockId result = block;
      for (BlockId h = code.blocks[block].loop; h != region;
           h = code.outer[h]) {
        if (h == kNone)
          return kNone;
        result = h;
      }
      return result;
    };
    const auto orderRegion = [&](BlockId root, BlockId region) {
      return reversePostorder(code.blocks.size(), root, [&](BlockId block) {
        std::vector<BlockId> next;
        const bool isLoop = block != region && members.contains(block);
        const std::vector<BlockId> one{block};
        for (const BlockId from : isLoop ? members[block] : one)
          for (const BlockId to : successorsOf(code.blocks[from])) {
            const BlockId node = representative(to, region);
            if (node != kNone && node != block)
              next.push_back(node);
          }
        return next;
      });
    };
    // Expands loops from the outside in.
    std::vector<std::pair<BlockId, BlockId>> stack; // block, its region
    const auto push = [&](BlockId root, BlockId region) {
      std::vector<BlockId> blocks = orderRegion(root, region);
      for (size_t i = blocks.size(); i-- > 0;)
        stack.emplace_back(blocks[i], region);
    };
    push(0, kNone);
    while (!stack.empty()) {
      const auto [block, region] = stack.back();
      stack.pop_back();
      if (block != region && members.contains(block))
        push(block, block);
      else
        order.push_back(block);
    }
  }

  std::vector<BlockId> number(code.blocks.size(), kNone);
  for (BlockId i = 0; i < order.size(); ++i)
    number[order[i]] = i;
  std::vector<Block> blocks;
  std::vector<std::vector<ValueId>> ordered;
  for (const BlockId old : order) {
    Block block = code.blocks[old];
    for (BlockId &next : block.next)
      next = number[next];
    blocks.push_back(std::move(block));
    ordered.push_back(std::move(contents[old]));
  }
  for (Block &block : blocks)
    block.predecessors.clear();
  for (BlockId b = 0; b < blocks.size(); ++b)
    for (const BlockId next : successorsOf(blocks[b]))
      blocks[next].predecessors.push_back(b);
  code.blocks = std::move(blocks);
  contents = std::move(ordered);
  for (BlockId b = 0; b < contents.size(); ++b)
    for (const ValueId value : contents[b])
      values[value].block = b;
  // Ways from blocks that nothing leads to are gone.
  for (auto &list : incoming) {
    std::erase_if(list, [&](auto &way) { return number[way.first] == kNone; });
    for (auto &way : list)
      way.first = number[way.first];
  }
}

// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
void CodeBuilder::findDominators() {
  std::vector<Block> &blocks = code.blocks;
  for (Block &block : blocks)
    block.dominator = kNone;
  const auto meet = [&](BlockId a, BlockId b) {
    while (a != b)
      (a > b ? a : b) = blocks[a > b ? a : b].dominator;
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId b = 1; b < blocks.size(); ++b) {
      BlockId dominator = kNone;
      for (const BlockId from : blocks[b].predecessors)
        if (from == 0 || blocks[from].dominator != kNone)
          dominator = dominator == kNone ? from : meet(dominator, from);
      if (blocks[b].dominator != dominator) {
        blocks[b].dominator = dominator;
        changed = true;
      }
    }
  }
}

// Natural loops: an edge to a block that dominates its start closes one.
void CodeBuilder::findLoops() {
  std::vector<Block> &blocks = code.blocks;
  for (Block &block : blocks)
    block.loop = kNone;
  code.outer.assign(blocks.size(), kNone);
  code.isIrreducible = false;
  // Inner loops have later headers, so they are there first.
  for (BlockId header = static_cast<BlockId>(blocks.size()); header-- > 0;) {
    std::vector<BlockId> work;
    for (const BlockId from : blocks[header].predecessors)
      if (from >= header) {
        if (code.dominates(header, from))
          work.push_back(from);
        else
          code.isIrreducible = true;
      }
    if (work.empty())
      continue;
    std::vector<BlockId> body{header};
    const auto outermost = [&](BlockId block) {
      BlockId at = blocks[block].loop;
      while (at != kNone && code.outer[at] != kNone)
        at = code.outer[at];
      return at;
    };
    // Walk back from the latches; an inner loop is taken as a whole.
    std::vector<bool> seen(blocks.size());
    seen[header] = true;
    std::vector<BlockId> innerHeaders;
    while (!work.empty()) {
      BlockId block = work.back();
      work.pop_back();
      if (seen[block])
        continue;
      if (const BlockId inner = outermost(block); inner != kNone) {
        if (inner == header || seen[inner])
          continue;
        seen[inner] = true;
        innerHeaders.push_back(inner);
        block = inner;
      } else {
        seen[block] = true;
        body.push_back(block);
      }
      for (const BlockId from : blocks[block].predecessors)
        if (!seen[from])
          work.push_back(from);
    }
    for (const BlockId block : body)
      blocks[block].loop = header;
    for (const BlockId inner : innerHeaders)
      code.outer[inner] = header;
  }
}

// In the order of blocks, so that operands are merged before their users.
void CodeBuilder::mergeEqualValues() {
  std::vector<ValueId> same(values.size());
  for (ValueId i = 0; i < same.size(); ++i)
    same[i] = i;
  std::map<std::tuple<Op, TypeKind, uint8_t, uint64_t, std::vector<ValueId>>,
           std::vector<ValueId>>
      known;
  for (const std::vector<ValueId> &block : contents)
    for (const ValueId id : block) {
      const Instruction &instruction = values[id];
      for (ValueId &operand : operands[id])
        operand = same[operand];
      if (!isPure(instruction.op) || instruction.site != kNone)
        continue;
      // There and back again.
      if (instruction.op == Op::Bitcast)
        if (const ValueId inner = operands[id][0];
            values[inner].op == Op::Bitcast) {
          same[id] = operands[inner][0];
          continue;
        }
      auto &candidates =
          known[{instruction.op, instruction.type.kind, instruction.type.width,
                 instruction.immediate, operands[id]}];
      for (const ValueId earlier : candidates)
        if (code.dominates(values[earlier].block, instruction.block)) {
          same[id] = earlier;
          break;
        }
      if (same[id] == id)
        candidates.push_back(id);
    }
  for (auto &list : incoming)
    for (auto &way : list)
      way.second = same[way.second];
  for (Block &block : code.blocks)
    if (block.exit == Exit::Branch)
      block.condition = same[block.condition];
}

// What neither decides a branch nor reaches memory is of no use here: the
// result of the function, mostly.
void CodeBuilder::dropUnused() {
  std::vector<bool> used(values.size());
  std::vector<ValueId> work;
  const auto use = [&](ValueId value) {
    if (!used[value]) {
      used[value] = true;
      work.push_back(value);
    }
  };
  for (BlockId b = 0; b < contents.size(); ++b) {
    if (code.blocks[b].exit == Exit::Branch)
      use(code.blocks[b].condition);
    for (const ValueId id : contents[b])
      if (writesMemory(values[id].op) || values[id].site != kNone ||
          values[id].op == Op::Input)
        use(id);
  }
  while (!work.empty()) {
    const ValueId id = work.back();
    work.pop_back();
    for (const ValueId operand : operands[id])
      use(operand);
    for (const auto &way : incoming[id])
      use(way.second);
  }
  for (std::vector<ValueId> &block : contents)
    std::erase_if(block, [&](ValueId id) { return !used[id]; });
}

void CodeBuilder::numberValues() {
  std::vector<ValueId> number(values.size(), kNone);
  ValueId next = 0;
  for (BlockId b = 0; b < contents.size(); ++b) {
    // Phis first: they all read what held before any of them.
    std::vector<ValueId> ordered;
    for (const bool isPhi : {true, false})
      std::copy_if(
          contents[b].begin(), contents[b].end(), std::back_inserter(ordered),
          [&](ValueId id) { return (values[id].op == Op::Phi) == isPhi; });
    contents[b] = std::move(ordered);
    code.blocks[b].first = next;
    for (const ValueId id : contents[b])
      number[id] = next++;
    code.blocks[b].end = next;
  }
  for (const std::vector<ValueId> &block : contents)
    for (const ValueId id : block) {
      Instruction instruction = values[id];
      instruction.firstOperand = static_cast<uint32_t>(code.operands.size());
      if (instruction.op == Op::Phi) {
        for (const BlockId from : code.blocks[instruction.block].predecessors) {
          const auto way = std::find_if(
              incoming[id].begin(), incoming[id].end(),
              [&](const auto &entry) { return entry.first == from; });
          assert(way != incoming[id].end() && "a phi lacks an operand");
          code.operands.push_back(number[way->second]);
        }
      } else {
        for (const ValueId operand : operands[id])
          code.operands.push_back(number[operand]);
      }
      instruction.operandCount = static_cast<uint32_t>(
          code.operands.size() - instruction.firstOperand);
      code.values.push_back(instruction);
    }
  for (Block &block : code.blocks)
    if (block.exit == Exit::Branch)
      block.condition = number[block.condition];
}

} // namespace coverme::code

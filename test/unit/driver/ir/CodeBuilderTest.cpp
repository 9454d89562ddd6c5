// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/CodeBuilder.h"

#include "coverme/abi.h"
#include "driver/ir/RandomCode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace coverme::code {
namespace {

constexpr Type kBit{TypeKind::Int, 1};
constexpr Type kInt{TypeKind::Int, 32};
constexpr Type kDouble{TypeKind::Float, 64};

Scalar floating() { return {ScalarKind::Float, 64, {}}; }
Scalar integer() { return {ScalarKind::Signed, 32, {}}; }

// Two inputs, an int and a double, and blocks that are connected by name: those
// of a graph like "ab ac bd cd", where a is the entry. A block with two edges
// branches on a condition of its own, so that its site is its letter.
struct Graph {
  explicit Graph(const std::string &edges) : builder({integer(), floating()}) {
    std::map<char, std::vector<char>> next;
    for (size_t i = 0; i < edges.size(); i += 3) {
      next[edges[i]].push_back(edges[i + 1]);
      for (const char name : {edges[i], edges[i + 1]})
        if (!blocks.contains(name))
          blocks[name] = name == 'a' ? 0 : builder.addBlock();
    }
    for (const auto &[name, block] : blocks) {
      const std::vector<char> &to = next[name];
      if (to.empty())
        builder.leave(block, Exit::Return);
      else if (to.size() == 1)
        builder.jump(block, blocks[to[0]]);
      else
        builder.branch(block, condition(block, name), blocks[to[0]],
                       blocks[to[1]], static_cast<uint32_t>(name));
    }
  }

  ValueId condition(BlockId block, char name) {
    return builder.emit(
        block, Op::ICmpSigned, kBit,
        {builder.input(0), builder.constant(kInt, static_cast<uint8_t>(name))},
        COVERME_REL_LESS);
  }

  CodeBuilder builder;
  std::map<char, BlockId> blocks;
};

// The block that decides at the site of this letter.
BlockId at(const Code &code, char name) {
  for (BlockId b = 0; b < code.blocks.size(); ++b)
    if (code.blocks[b].site == static_cast<uint32_t>(name))
      return b;
  ADD_FAILURE() << "no block " << name;
  return 0;
}

std::vector<BlockId> successors(const Block &block) {
  if (block.exit == Exit::Jump)
    return {block.next[0]};
  if (block.exit == Exit::Branch)
    return {block.next[0], block.next[1]};
  return {};
}

std::set<BlockId> reachable(const Code &code, BlockId without) {
  std::set<BlockId> seen;
  std::vector<BlockId> work;
  const auto add = [&](BlockId block) {
    if (block != without && seen.insert(block).second)
      work.push_back(block);
  };
  add(0);
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (const BlockId next : successors(code.blocks[block]))
      add(next);
  }
  return seen;
}

// What Code.h promises.
void expectWellFormed(const Code &code) {
  std::vector<BlockId> loopEnds(code.blocks.size());
  for (BlockId b = 0; b < code.blocks.size(); ++b) {
    const Block &block = code.blocks[b];
    EXPECT_EQ(block.first, b == 0 ? 0 : code.blocks[b - 1].end);
    EXPECT_LE(block.first, block.end);
    for (const BlockId next : successors(block)) {
      const auto &ways = code.blocks[next].predecessors;
      EXPECT_NE(std::find(ways.begin(), ways.end(), b), ways.end());
      // Forwards, or back to the header of a loop that it is in.
      EXPECT_TRUE(next > b || code.isInLoop(b, next)) << b << " to " << next;
      // A loop is entered by its header alone.
      for (BlockId h = code.blocks[next].loop; h != kNone; h = code.outer[h])
        EXPECT_TRUE(next == h || code.isInLoop(b, h)) << b << " into " << next;
    }
    for (const BlockId from : block.predecessors) {
      const auto to = successors(code.blocks[from]);
      EXPECT_NE(std::find(to.begin(), to.end(), b), to.end());
    }
    EXPECT_EQ(block.predecessors.empty(), b == 0 && block.loop == kNone);
    for (BlockId h = block.loop; h != kNone; h = code.outer[h]) {
      EXPECT_TRUE(code.dominates(h, b));
      EXPECT_EQ(code.blocks[h].loop, h);
      loopEnds[h] = b;
    }
    // Dominance by its definition.
    const std::set<BlockId> others = reachable(code, b);
    for (BlockId other = 0; other < code.blocks.size(); ++other)
      EXPECT_EQ(code.dominates(b, other), !others.contains(other));
  }
  EXPECT_EQ(code.blocks.back().end, code.values.size());
  for (BlockId h = 0; h < code.blocks.size(); ++h)
    for (BlockId b = h; b <= loopEnds[h]; ++b)
      EXPECT_TRUE(loopEnds[h] == 0 || code.isInLoop(b, h))
          << "loop " << h << " is not in one piece";
  for (ValueId id = 0; id < code.values.size(); ++id) {
    const Instruction &value = code.values[id];
    const Block &block = code.blocks[value.block];
    EXPECT_TRUE(block.first <= id && id < block.end);
    if (value.op != Op::Phi) {
      for (const ValueId operand : code.operandsOf(id)) {
        EXPECT_LT(operand, id);
        EXPECT_TRUE(code.dominates(code.values[operand].block, value.block));
      }
      continue;
    }
    EXPECT_TRUE(id == block.first || code.values[id - 1].op == Op::Phi);
    ASSERT_EQ(value.operandCount, block.predecessors.size());
    for (size_t i = 0; i < value.operandCount; ++i)
      EXPECT_TRUE(code.dominates(code.values[code.operandsOf(id)[i]].block,
                                 block.predecessors[i]));
  }
}

TEST(CodeBuilder, KeepsItsPromisesOnRandomCode) {
  for (uint64_t seed = 1; seed <= 60 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    expectWellFormed(RandomCode(seed).make());
  }
}

TEST(CodeBuilder, DropsWhatNothingLeadsTo) {
  Graph graph("ab xb");
  EXPECT_EQ(graph.builder.finish().blocks.size(), 2u);
}

TEST(CodeBuilder, FindsDominatorsOfADiamond) {
  const Code code = Graph("ab ac bd cd de df").builder.finish();
  EXPECT_EQ(code.blocks[at(code, 'd')].dominator, 0u);
  expectWellFormed(code);
}

TEST(CodeBuilder, FindsNestedLoops) {
  // b: the outer loop's header, d: the inner one's.
  const Code code = Graph("ab bc bx cd de df ed fb fy").builder.finish();
  EXPECT_FALSE(code.isIrreducible);
  const BlockId outer = at(code, 'b'), inner = at(code, 'd');
  EXPECT_EQ(code.blocks[outer].loop, outer);
  EXPECT_EQ(code.blocks[inner].loop, inner);
  EXPECT_EQ(code.outerLoop(inner), outer);
  EXPECT_EQ(code.outerLoop(outer), kNone);
  EXPECT_EQ(code.blocks[at(code, 'f')].loop, outer);
  EXPECT_TRUE(code.isInLoop(inner, outer));
  EXPECT_FALSE(code.isInLoop(at(code, 'f'), inner));
  EXPECT_EQ(code.blocks[0].loop, kNone);
  expectWellFormed(code);
}

TEST(CodeBuilder, FindsOneLoopWithTwoWaysBack) {
  const Code code = Graph("ab bc bx cb cd db dy").builder.finish();
  for (const char name : {'b', 'c', 'd'})
    EXPECT_EQ(code.blocks[at(code, name)].loop, at(code, 'b'));
  expectWellFormed(code);
}

TEST(CodeBuilder, KeepsALoopInOnePieceAroundItsExits) {
  // Ways out of the middle, which reverse postorder may put between.
  for (const char *edges :
       {"ab bc bx cd cy db xz yz", "ab bx bc cy cd db xz yz",
        "ab bc bx cd cy db de ez xz yz"}) {
    SCOPED_TRACE(edges);
    expectWellFormed(Graph(edges).builder.finish());
  }
}

TEST(CodeBuilder, NoticesALoopWithTwoEntries) {
  EXPECT_TRUE(Graph("ab ac bc cb cd").builder.finish().isIrreducible);
  EXPECT_FALSE(Graph("ab ac bc cd dc de").builder.finish().isIrreducible);
}

TEST(CodeBuilder, MergesEqualValuesUnderDominanceOnly) {
  Graph graph("ab ac bd cd de df");
  const auto sum = [&](char name) {
    return graph.builder.emit(
        graph.blocks[name], Op::Add, kInt,
        {graph.builder.input(0), graph.builder.constant(kInt, 77)});
  };
  const auto use = [&](char name, ValueId value) {
    graph.builder.emit(graph.blocks[name], Op::Store, {}, {value, value});
  };
  use('b', sum('b')); // neither dominates the other
  use('c', sum('c'));
  use('d', sum('d'));
  use('e', sum('e')); // d does
  const Code code = graph.builder.finish();
  EXPECT_EQ(std::count_if(code.values.begin(), code.values.end(),
                          [](auto &value) { return value.op == Op::Add; }),
            3);
  expectWellFormed(code);
}

TEST(CodeBuilder, MergesNeitherUnknownValuesNorLoads) {
  CodeBuilder builder({integer()});
  const uint32_t object = builder.addObject({});
  const ValueId place =
      builder.emit(0, Op::Address, {TypeKind::Pointer, 64}, {}, object);
  for (const Op op : {Op::Unknown, Op::Load})
    for (int i = 0; i < 2; ++i) {
      const ValueId value = op == Op::Load ? builder.emit(0, op, kInt, {place})
                                           : builder.emit(0, op, kInt, {});
      builder.emit(0, Op::Store, {}, {place, value});
    }
  builder.leave(0, Exit::Return);
  const Code code = builder.finish();
  for (const Op op : {Op::Unknown, Op::Load})
    EXPECT_EQ(std::count_if(code.values.begin(), code.values.end(),
                            [&](auto &value) { return value.op == op; }),
              2);
}

TEST(CodeBuilder, SeesThroughCastsThereAndBack) {
  CodeBuilder builder({floating()});
  const ValueId bits =
      builder.emit(0, Op::Bitcast, {TypeKind::Int, 64}, {builder.input(0)});
  const ValueId again = builder.emit(0, Op::Bitcast, kDouble, {bits});
  const BlockId yes = builder.addBlock(), no = builder.addBlock();
  builder.branch(0,
                 builder.emit(0, Op::FCmp, kBit, {again, builder.input(0)},
                              COVERME_REL_EQUAL),
                 yes, no, 0);
  builder.leave(yes, Exit::Return);
  builder.leave(no, Exit::Return);
  const Code code = builder.finish();
  const auto operands = code.operandsOf(code.blocks[0].condition);
  EXPECT_EQ(operands[0], operands[1]);
  EXPECT_EQ(code.values.size(), 3u) << "input, its number, comparison";
}

TEST(CodeBuilder, DropsWhatDecidesNothing) {
  CodeBuilder builder({integer(), floating()});
  const ValueId sum =
      builder.emit(0, Op::FAdd, kDouble, {builder.input(1), builder.input(1)});
  builder.emit(0, Op::Sqrt, kDouble, {sum});
  builder.leave(0, Exit::Return);
  const Code code = builder.finish();
  EXPECT_TRUE(std::all_of(code.values.begin(), code.values.end(),
                          [](auto &value) { return value.op == Op::Input; }));
  EXPECT_EQ(code.values.size(), 2u);
}

TEST(CodeBuilder, KeepsASelectThatDecides) {
  CodeBuilder builder({integer()});
  const ValueId condition = builder.emit(
      0, Op::ICmpSigned, kBit, {builder.input(0), builder.constant(kInt, 3)},
      COVERME_REL_LESS);
  for (uint32_t site = 0; site < 2; ++site)
    builder.setSite(
        builder.emit(0, Op::Select, kInt,
                     {condition, builder.input(0), builder.input(0)}),
        site);
  builder.leave(0, Exit::Return);
  const Code code = builder.finish();
  EXPECT_EQ(std::count_if(code.values.begin(), code.values.end(),
                          [](auto &value) { return value.op == Op::Select; }),
            2)
      << "sites are not merged";
}

TEST(CodeBuilder, AlignsPhisWithPredecessors) {
  Graph graph("ab ac bd cd de df");
  const ValueId phi = graph.builder.phi(graph.blocks['d'], kInt);
  graph.builder.addIncoming(phi, graph.blocks['c'],
                            graph.builder.constant(kInt, 300));
  graph.builder.addIncoming(phi, graph.blocks['b'],
                            graph.builder.constant(kInt, 200));
  graph.builder.emit(graph.blocks['b'], Op::Fill, {}, {phi, phi, phi});
  graph.builder.emit(graph.blocks['d'], Op::Store, {}, {phi, phi});
  const Code code = graph.builder.finish();
  const BlockId d = at(code, 'd');
  const auto operands = code.operandsOf(code.blocks[d].first);
  for (size_t i = 0; i < 2; ++i) {
    const Block &from = code.blocks[code.blocks[d].predecessors[i]];
    const bool isB = from.first != from.end; // it has the Fill
    EXPECT_EQ(code.values[operands[i]].immediate, isB ? 200u : 300u);
  }
}

TEST(CodeBuilder, KeepsConstantsToTheirWidth) {
  CodeBuilder builder({});
  EXPECT_EQ(builder[builder.constant({TypeKind::Int, 8}, 0x1ff)].immediate,
            0xffu);
}

} // namespace
} // namespace coverme::code

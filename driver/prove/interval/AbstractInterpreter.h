// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs Code on all inputs of a box at once: each value becomes the set of what
// it may be (Abstract.h). Where the box does not decide a branch both sides
// are run, each with what its outcome says about the values before it
// projected back as far as the inputs; where they meet, the states are joined.
// Loops are unrolled, then widened to a fixpoint. What the code computes from
// an input of the box is always in these sets.
//
// Blocks, loops and boxes are in AbstractInterpreter.cpp, loads and stores in
// AbstractMemory.cpp, and what an outcome says of other values in
// AbstractPropagation.cpp.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_ABSTRACTINTERPRETER_H
#define COVERME_DRIVER_PROVE_INTERVAL_ABSTRACTINTERPRETER_H

#include "core/InputSpace.h"
#include "ir/Code.h"
#include "prove/Query.h"
#include "prove/interval/Abstract.h"
#include "prove/interval/Box.h"
#include "prove/interval/PersistentArray.h"

#include <cassert>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace coverme {

struct InterpreterOptions {
  bool maxUlp = true; // MaxUlp.h
  // Iterations that are run one by one although some inputs leave the loop.
  uint32_t unrolling = 32;
  bool keepsRanges = false; // for range()
  // Called for each operation that is run, with what its operands are then.
  std::function<void(code::ValueId, std::span<const Abstract>)> watch = {};
};

class AbstractInterpreter {
public:
  // `code` is kept by reference; `inputs` are its scalars.
  AbstractInterpreter(const code::Code &code, const InputSpace &inputs,
                      InterpreterOptions options);

  // Finds what every way through the code on the box can do. False if it took
  // more than `maxSteps` operations: then nothing is known.
  bool run(const Box &box, std::span<const uint32_t> watched,
           uint64_t maxSteps);
  // The same for the ways to one target only.
  bool runTo(const Box &box, Query target, uint64_t maxSteps);

  // After run(): can the outcome be taken?
  bool isPossible(Query target) const;
  // After runTo(): the least box that holds all inputs that may take the
  // target; none if no input does.
  const std::optional<Box> &reaching() const { return found; }
  // What came to a site: the hull of what it compared and of the inputs; none
  // if nothing did. Of the target's site after runTo(), of all in `watched`
  // after run().
  struct Visit {
    code::ValueId condition;
    Box inputs;
    std::vector<Abstract> operands; // of the condition
    bool isMixed = false;           // of several instances of the site

    void add(const Visit &other);
  };
  const std::optional<Visit> &visit(uint32_t site) const;
  // What the value was in any iteration; absent if it never was computed.
  // require: the options keep ranges.
  const Abstract &range(code::ValueId value) const {
    assert(options.keepsRanges);
    return ranges[value];
  }
  // The inputs that the value depends on.
  std::span<const uint32_t> inputsBehind(code::ValueId value) const {
    return dependencies[value];
  }
  // After runTo(): inputs that the branches which the box did not decide
  // depend on, counted.
  const std::vector<uint64_t> &undecided() const { return weights; }

  // Operations so far, over all runs: a measure of time that repeats.
  uint64_t steps() const { return stepCount; }

private:
  using State = PersistentArray<Abstract>;
  // Parts of objects that are told apart; more of them are not known.
  static constexpr size_t kMaxCells = 4096;
  struct OutOfSteps {};

  bool execute(const Box &box, uint64_t maxSteps);
  State start();
  void runBlocks(code::BlockId first, code::BlockId end);
  void runLoop(code::BlockId header);
  void runBlock(code::BlockId block);
  void runInstruction(code::ValueId id, State &state);
  void runBranch(code::BlockId block, State state);
  void flow(code::BlockId from, code::BlockId to, State state);
  bool decide(code::ValueId condition, bool outcome, State &state);
  void noteVisit(uint32_t site, code::ValueId condition, const State &state);
  void noteReaching(const State &state);
  void noteWild(const State &state);
  void noteUndecided(code::ValueId condition);
  void noteRange(code::ValueId value, const State &state);

  bool narrow(code::ValueId value, const Abstract &to, State &state);
  bool propagate(State &state);
  bool projectBack(code::ValueId value, State &state);
  bool renewUsers(code::ValueId value, State &state);
  void drop(code::ValueId value, State &state);
  bool isRedundant(code::ValueId value, const State &state);
  // The operand that a phi surely is equal to, or kNone.
  code::ValueId soleOperand(code::ValueId phi) const;

  uint32_t knownRelations(code::ValueId comparison, const State &state) const;
  std::span<const code::ValueId> distinctOperands(code::ValueId value) const;
  Abstract valueOf(code::ValueId value, const State &state) const;
  Abstract computed(code::ValueId value, const State &state) const;

  Abstract load(const code::Instruction &instruction, const State &state);
  Abstract loadAt(uint32_t object, uint64_t offset, code::Type type,
                  const State &state);
  void store(const Abstract &pointer, const Abstract &value, unsigned bytes,
             State &state);
  bool mayLeave(const Abstract &pointer, uint64_t bytes) const;
  bool mayOverlap(uint32_t a, uint32_t b) const;
  template <typename Predicate>
  void forgetCells(Predicate isForgotten, State &state);
  void forget(const Abstract &pointer, std::optional<uint64_t> bytes,
              State &state);
  void fillOrCopy(const code::Instruction &instruction, State &state);
  void forgetEscaped(State &state);
  void forgetObject(uint32_t object, State &state);
  std::optional<size_t> cell(uint32_t object, uint64_t offset, unsigned bytes);

  std::optional<Box> inputsOf(const State &state) const;
  IntRange bitsOf(uint32_t input) const;
  void step();

  const code::Code &code;
  const InputSpace &inputs;
  InterpreterOptions options;

  // Facts of the code, for all runs.
  std::vector<std::vector<code::ValueId>> users;     // by value
  std::vector<code::ValueId> inputBits, inputFloats; // by input
  std::vector<code::BlockId> loopEnds;               // by header
  std::vector<std::vector<uint32_t>> dependencies;   // inputs, by value
  // Earlier comparisons of the same two values, on all ways there; by value.
  std::vector<std::vector<code::ValueId>> siblings;
  std::vector<bool> isLocal; // by value: nothing looks at it behind its block
  std::map<uint32_t, uint32_t> siteIndex; // site -> 0, 1, ...
  std::vector<code::BlockId> lastPlaces;  // by site index

  // The state of a run.
  Box box;
  code::BlockId firstWild = code::kNone; // noteWild has been here, and later
  std::optional<Query> target;
  std::vector<bool> slice;                     // blocks that lead to the target
  std::vector<std::optional<State>> incoming;  // by block
  std::vector<std::optional<State>> returning; // by header: the back edges
  std::vector<code::BlockId> soleWay; // by block: where all came from, or kNone
  std::vector<code::BlockId> returningWay; // by header, of the back edges
  std::vector<bool> left; // by header: did a state leave in this iteration?
  std::vector<uint8_t> possible; // by site index: 1 false, 2 true
  std::optional<Box> found;
  std::vector<bool> isWatched;              // by site index
  std::vector<std::optional<Visit>> visits; // by site index
  std::vector<uint64_t> weights;
  std::vector<Abstract> ranges; // by value
  code::BlockId at = 0;
  code::BlockId loopHeader = code::kNone;
  std::vector<code::ValueId> queue;
  std::vector<code::ValueId> spent; // in this propagation
  std::vector<uint8_t> narrowings;  // by value: within one propagation
  uint64_t stepCount = 0, stepLimit = 0;

  // Parts of objects that were stored to: their place, and where in a State.
  struct Cell {
    uint32_t object;
    uint64_t offset;
    unsigned bytes;
  };
  std::vector<Cell> cells;
  std::map<std::tuple<uint32_t, uint64_t, unsigned>, size_t> cellIndex;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts a Code together, in any order of blocks, and brings it into the form
// that Code.h promises.
#ifndef COVERME_DRIVER_IR_CODEBUILDER_H
#define COVERME_DRIVER_IR_CODEBUILDER_H

#include "ir/Code.h"

#include <initializer_list>
#include <utility>

namespace coverme::code {

// Ids of blocks and values are the builder's own; finish() gives them new
// numbers.
class CodeBuilder {
public:
  explicit CodeBuilder(std::vector<Scalar> inputs);

  // The first block is the entry's.
  BlockId addBlock();
  uint32_t addObject(Object object);
  Object &object(uint32_t index) { return code.objects[index]; }
  const Object &object(uint32_t index) const { return code.objects[index]; }

  // The entry's scalar, as a Float or an Int.
  ValueId input(uint32_t index) const { return inputs[index]; }
  ValueId constant(Type type, uint64_t bits);
  ValueId emit(BlockId block, Op op, Type type,
               std::span<const ValueId> operands, uint64_t immediate = 0);
  ValueId emit(BlockId block, Op op, Type type,
               std::initializer_list<ValueId> operands,
               uint64_t immediate = 0) {
    return emit(block, op, type, std::span(operands.begin(), operands.size()),
                immediate);
  }
  // A phi gets its operands later, one per predecessor.
  ValueId phi(BlockId block, Type type);
  void addIncoming(ValueId phi, BlockId predecessor, ValueId value);
  void setSite(ValueId select, uint32_t site) { values[select].site = site; }

  void jump(BlockId from, BlockId to);
  void branch(BlockId from, ValueId condition, BlockId onTrue, BlockId onFalse,
              uint32_t site);
  void leave(BlockId from, Exit how);

  const Instruction &operator[](ValueId value) const { return values[value]; }
  std::span<const ValueId> operandsOf(ValueId value) const {
    return operands[value];
  }
  std::span<const std::pair<BlockId, ValueId>> incomingOf(ValueId phi) const {
    return incoming[phi];
  }
  size_t size() const { return values.size(); }

  // Makes the value unknown.
  void forget(ValueId value);

  // Drops blocks that the entry does not lead to and values that decide no
  // branch, and merges values that compute the same.
  // require: each block has its exit, each phi all its operands
  Code finish();

private:
  void orderBlocks();
  void findDominators();
  void findLoops();
  void mergeEqualValues();
  void dropUnused();
  void numberValues();

  // While building, code.blocks[b].first is not used; `contents` has them.
  Code code;
  std::vector<ValueId> inputs;
  std::vector<Instruction> values;
  std::vector<std::vector<ValueId>> operands;                     // by value
  std::vector<std::vector<std::pair<BlockId, ValueId>>> incoming; // by value
  std::vector<std::vector<ValueId>> contents;                     // by block
};

} // namespace coverme::code

#endif

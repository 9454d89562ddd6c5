// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry and all that it calls in its module, as the provers see it: one
// control-flow graph in SSA form over few operations, made from LLVM IR by
// Lower.h. Whatever a prover cannot know is Op::Unknown there, so that nobody
// downstream has to ask what LLVM may have meant.
#ifndef COVERME_DRIVER_IR_CODE_H
#define COVERME_DRIVER_IR_CODE_H

#include "core/Program.h"
#include "coverme/abi.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coverme::code {

using ValueId = uint32_t;
using BlockId = uint32_t;
constexpr uint32_t kNone = UINT32_MAX;

enum class TypeKind : uint8_t {
  None,    // no value: a store
  Int,     // 1 to 64 bits
  Float,   // IEEE binary32 or binary64
  Pointer, // 64 bits
  Other,   // anything else; such a value is never known
};

struct Type {
  TypeKind kind = TypeKind::None;
  uint8_t width = 0; // in bits

  bool isInt() const { return kind == TypeKind::Int; }
  bool isFloat() const { return kind == TypeKind::Float; }
  bool isPointer() const { return kind == TypeKind::Pointer; }
  unsigned bytes() const { return (width + 7U) / 8U; }
  bool operator==(const Type &) const = default;
};

// The operations, which operations.def describes.
enum class Op : uint8_t {
#define COVERME_OP(Name, Kind, Operands, Text) Name,
#include "ir/operations.def"
};

enum class OpKind : uint8_t {
  Source,  // a value that is given
  Any,     // its result does not follow from its operands alone
  Int,     // arithmetic of integers
  Cast,    // from one type to another
  Compare, // of integers, pointers, or floats
  Choice,  // between two values
  Float,   // arithmetic of floats
  Class,   // of a float
  Pointer, // makes an address
  Read,    // of memory
  Write,   // to memory
};

// An entry of operations.def.
struct Operation {
  OpKind kind;
  uint8_t operands; // how many; a phi has one per predecessor
  const char *text; // as C writes it, or empty
};

constexpr Operation kOperations[] = {
#define COVERME_OP(Name, Kind, Operands, Text) {OpKind::Kind, Operands, Text},
#include "ir/operations.def"
};

constexpr const Operation &operationOf(Op op) {
  return kOperations[static_cast<size_t>(op)];
}

// The relations of b to a, given those of a to b: sets of COVERME_REL_*.
constexpr uint32_t mirrored(uint32_t relations) {
  return (relations & (COVERME_REL_EQUAL | COVERME_REL_UNORDERED)) |
         ((relations & COVERME_REL_LESS) != 0 ? COVERME_REL_GREATER : 0) |
         ((relations & COVERME_REL_GREATER) != 0 ? COVERME_REL_LESS : 0);
}

struct Instruction {
  Op op = Op::Unknown;
  Type type;
  uint32_t operandCount = 0;
  uint32_t firstOperand = 0; // into Code::operands
  uint64_t immediate = 0;
  BlockId block = 0;
  uint32_t site = kNone; // of a Select that decides
};

struct Object {
  enum class Kind : uint8_t {
    Stack,    // any content at first
    Constant, // `bytes`, never written
    Pointee,  // what a parameter points to, as far as known
    Other,    // any content at any time, even after a store
  };
  Kind kind = Kind::Other;
  bool escapes = false; // its address is known to code that is not seen
  bool isGiven = false; // by the caller; there may be none
  // Some caller may have it overlap the others that are shared: a store to one
  // may change all of them.
  bool isShared = false;
  bool isErrno = false; // errno: an int that is an object by itself
  bool mayBeErrno =
      false; // the code accesses it as an int or less, so it may be errno
  bool isOpen = false; // there may be more of it than `size`
  uint64_t size = 0;   // in bytes
  // Of a Pointee: the inputs in it, in the order of their offsets; the rest may
  // hold anything.
  struct Cell {
    uint64_t offset = 0;
    uint32_t input = 0;
  };
  std::vector<Cell> cells;
  std::vector<uint8_t> bytes;
  // Of a Constant: parts of it that hold addresses or are padding, and so are
  // not known.
  std::vector<bool> isUnknown;
};

// May these two objects overlap for some caller?
inline bool mayOverlap(const Object &a, const Object &b) {
  return a.isShared && b.isShared && (!a.isErrno || b.mayBeErrno) &&
         (!b.isErrno || a.mayBeErrno);
}

enum class Exit : uint8_t { Jump, Branch, Return, Unreachable };

struct Block {
  ValueId first = 0, end = 0; // its instructions, in order
  Exit exit = Exit::Unreachable;
  ValueId condition = kNone; // of a Branch
  BlockId next[2] = {};      // [0]: Jump, or Branch on false; [1]: on true
  uint32_t site = kNone;     // that the Branch decides
  std::vector<BlockId> predecessors;
  BlockId dominator = kNone; // immediate; kNone for the entry
  BlockId loop = kNone;      // header of the innermost loop around it
};

// Blocks are numbered in reverse postorder, block 0 is the entry's; each
// instruction comes after its operands but for phis of loop headers.
struct Code {
  std::vector<Scalar> inputs;
  std::vector<Instruction> values;
  std::vector<ValueId> operands;
  std::vector<Block> blocks;
  std::vector<Object> objects;
  // Some cycle has more than one entry. Then no prover is asked.
  bool isIrreducible = false;

  std::span<const ValueId> operandsOf(const Instruction &instruction) const {
    return {operands.data() + instruction.firstOperand,
            instruction.operandCount};
  }
  std::span<const ValueId> operandsOf(ValueId value) const {
    return operandsOf(values[value]);
  }
  // Does each way from the entry to `b` lead through `a`?
  bool dominates(BlockId a, BlockId b) const {
    while (b != kNone && b > a)
      b = blocks[b].dominator;
    return a == b;
  }
  // Is `block` in the loop that `header` heads, at any depth?
  bool isInLoop(BlockId block, BlockId header) const {
    for (BlockId at = blocks[block].loop; at != kNone;) {
      if (at == header)
        return true;
      // A header is in its own loop; go on to the loop around that.
      at = outerLoop(at);
    }
    return false;
  }
  // The header of the loop around the loop of `header`, or kNone.
  BlockId outerLoop(BlockId header) const { return outer[header]; }

  std::vector<BlockId> outer; // by block; kNone unless a header
};

} // namespace coverme::code

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry and all that it calls in its module, as the engines of this folder
// see it: one control-flow graph in SSA form over few operations, made from
// LLVM IR by Lower.h. Whatever an engine cannot know is Op::Unknown there, so
// that nobody downstream has to ask what LLVM may have meant.
#ifndef COVERME_DRIVER_IR_CODE_H
#define COVERME_DRIVER_IR_CODE_H

#include "core/Program.h"

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

// Operands and results have the widths of LLVM's instruction of that name;
// integers wrap. What C leaves undefined may give anything, and the execution
// goes on, since a compiler may have dropped or moved the instruction: division
// by zero or of INT_MIN by -1, a shift by the width or more, and a conversion
// of a number that does not fit.
enum class Op : uint8_t {
  Input,    // the bits of number `immediate` of the entry's scalars; an Int
  Constant, // the bits `immediate`
  Unknown,  // any value of the type
  Phi,      // an operand per predecessor of the block, in their order

  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  Trunc,
  ZExt,
  SExt,
  // `immediate` is a set of COVERME_REL_*; integers and pointers
  ICmpSigned,
  ICmpUnsigned,
  // `immediate` is a set of COVERME_REL_*; floats
  FCmp,
  Select, // condition, value if true, value if false

  FNeg,
  FAbs,
  Sqrt,
  Floor,
  Ceil,
  FTrunc,
  RoundEven,
  RoundAway,
  FAdd,
  FSub,
  FMul,
  FDiv,
  FRem,
  FMin,
  FMax,
  CopySign,
  Fma,
  FConvert, // between binary32 and binary64
  SToF,
  UToF,
  FToS,
  FToU,
  IsClass, // `immediate` is a mask of llvm::FPClassTest
  Bitcast, // between an integer and a float of one width

  Address, // of object number `immediate`
  Offset,  // pointer, bytes as a 64-bit integer
  Load,    // pointer
  Store,   // pointer, value
  Fill,    // pointer, byte, count: memset
  Copy,    // destination, source, count: memcpy and memmove
  Havoc,   // code outside the module ran: it may have written what escaped
};

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
    Stack,    // undefined at first
    Constant, // `bytes`, never written
    Pointee,  // what a pointer parameter points to, as far as known
    Other,    // any content at any time, also right behind a store
  };
  Kind kind = Kind::Other;
  bool escapes = false; // its address leaves what we see
  bool isGiven = false; // by the caller, who may also have given none
  // Some caller may have it overlap the others that are shared: a store to one
  // may change all of them.
  bool isShared = false;
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
  // Some cycle has more than one entry; then no engine is asked.
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

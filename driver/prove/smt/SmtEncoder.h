// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encoding behind SmtLib.h, in several files: blocks and loops in
// SmtControl.cpp, what stands for a value in SmtValues.cpp, instructions in
// SmtArithmetic.cpp, loads and stores in SmtMemory.cpp.
#ifndef COVERME_DRIVER_PROVE_SMT_SMTENCODER_H
#define COVERME_DRIVER_PROVE_SMT_SMTENCODER_H

#include "prove/smt/SmtLib.h"
#include "prove/smt/SmtTerms.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coverme::smt {

using code::Block;
using code::BlockId;
using code::Code;
using code::Exit;
using code::Instruction;
using code::kNone;
using code::Object;
using code::Op;
using code::Type;
using code::ValueId;

// A place that a pointer points to if `condition` holds.
struct Target {
  enum class Kind : uint8_t {
    Null,
    Object,
    Escaped,  // to some place whose address is known outside
    Anywhere, // nothing is known
  };
  Kind kind = Kind::Anywhere;
  uint32_t object = 0;
  Term offset = kNoTerm; // of an Object; 64 bits
  Term condition = kNoTerm;
};

// What a ValueId stands for. An integer of one bit is a Bool.
struct Value {
  Term bits = kNoTerm;   // of an Int; the pattern of a Float
  Term number = kNoTerm; // of a Float
  std::vector<Target> targets;

  bool isDefined() const { return bits != kNoTerm || !targets.empty(); }
};

// The content of an object, byte by byte; kNoTerm is a byte that nothing is
// known of.
using Bytes = std::vector<Term>;
using Memory = std::vector<std::shared_ptr<const Bytes>>; // by object

// A way into a block that is still to be encoded.
struct Way {
  Term condition = kNoTerm;
  std::vector<Value> phis; // of the block's phis, in order
  Memory memory;
};

// Comparison results and branch conditions are Bool, the rest bit-vectors.
inline bool isBit(Type type) { return type.isInt() && type.width == 1; }

// The part of the code that a call can pass on its way to the target, and the
// values that leave its loops.
struct Slice {
  std::vector<bool> has;                          // by block
  std::vector<BlockId> loopEnd;                   // by header; one past
  std::map<BlockId, std::vector<ValueId>> leaves; // by header: used outside

  Slice(const Code &code, uint32_t site);

private:
  void findLoops(const Code &code);
};

class Encoder {
public:
  Encoder(const Code &code, uint32_t site, bool outcome,
          const SmtOptions &options)
      : code(code), site(site), outcome(outcome), options(options),
        slice(code, site), values(code.values.size()),
        ways(code.blocks.size()) {}

  SmtQuery run();

private:
  // The loops around the block that is being encoded, from the outside in.
  struct Loop {
    BlockId header, end;
    Term left; // this iteration leaves the loop
  };

  void declareInputs();
  Term withinBounds();
  std::string script() const;

  // Blocks, loops, and how control gets there.

  // The blocks of [first, end), which are all of those that `region` heads
  // (kNone: of the code).
  void encodeBlocks(BlockId first, BlockId end, BlockId region);
  void encodeLoop(BlockId header);
  // Replaces the ways into the header by one with which any iteration from here
  // on begins.
  void forgetState(BlockId header, Term entered);
  bool writesMemory(BlockId header) const;
  Term meet(const std::vector<Way> &into);
  void encodeBlock(BlockId id);
  void leave(BlockId id);
  void go(BlockId from, BlockId to, Term condition);
  // The site is decided here.
  void take(Term condition);
  // From here on, anything may happen, if `when` holds.
  void goWild(Term when);

  // What stands for a value.

  Value integer(Term bits);
  // A float of that pattern.
  Value pattern(Term bits);
  // A result of arithmetic. Which NaN it is, if it is one, is open.
  Value number(Term number);
  Value pointer(Target target);
  Value unknown(Type type, Target::Kind pointee = Target::Kind::Escaped);
  Value constant(Type type, uint64_t bits);
  Value chosen(Term condition, const Value &yes, const Value &no);
  // One target per object, so that pointers that walk do not gather more.
  void addTargets(std::vector<Target> &all, const std::vector<Target> &more,
                  Term condition);
  Term asBits(const Value &value);
  Value fromBits(Type type, Term bits);
  Term floatConstant(unsigned width, double number);

  // One instruction.

  void encode(ValueId id);
  const Value &operand(const Instruction &instruction, size_t index) const;
  Type typeOf(const Instruction &instruction, size_t index) const;
  Value computed(const Instruction &instruction);
  Value selected(const Instruction &instruction);
  Term comparedIntegers(const Instruction &instruction);
  // Equality within an object and against null is known.
  Term comparedPointers(const Instruction &instruction);
  std::optional<Term> areSamePlace(const Target &a, const Target &b);
  Term comparedFloats(const Instruction &instruction);
  Term isNaN(Term number) { return terms.make(TermKind::IsNaN, {number}); }
  // Is the float of these bits in one of the classes of llvm::FPClassTest in
  // `mask`?
  Term classified(Term bits, uint64_t mask);
  Term isNegative(Term bits);

  // Integers.

  Value integerArithmetic(const Instruction &instruction);
  Term extended(const Value &value, bool isSigned, unsigned width);
  Term binary(Op op, Term a, Term b);
  Term unlessBad(Term isBad, Term result);

  // Floats.

  Value floatArithmetic(const Instruction &instruction);
  // `value` with another sign bit; NaNs have one too.
  Value withSign(const Value &value, Term sign, Term number);
  Value fromInteger(const Value &value, bool isSigned, unsigned width);
  Term toInteger(Term number, bool isSigned, unsigned width);
  // One of the operands, or a NaN. Which of two equal zeros is open, and
  // whether a signalling NaN counts as missing.
  Value extremum(const Value &a, const Value &b, bool isLeast);
  // C's fmod, as far as it is plain: SMT-LIB has but IEEE's remainder.
  Value remainder(const Value &x, const Value &y);

  // Memory.

  bool isFollowed(uint32_t index) const;
  Memory initialMemory();
  Memory mergedMemory(const std::vector<Way> &into);
  Term chosenByte(Term condition, Term yes, Term no);
  Term known(Term byte);
  static void put(Bytes &bytes, uint64_t at, const Bytes &content);
  // The lowest byte first.
  Bytes split(Term bits);
  Term joined(const Bytes &bytes, uint64_t at, unsigned count);
  Value address(uint32_t object);
  Value shiftedPointer(const Value &pointer, Term bytes);
  // A pointer that can point nowhere else does point there.
  Term conditionOf(const Value &pointer, const Target &target);
  Value loaded(const Value &pointer, Type type);
  std::shared_ptr<const Bytes> contentOf(uint32_t index);
  // Where an access of `count` bytes may be in an object of `size` bytes.
  // Nothing if there are too many such places.
  std::optional<std::vector<uint64_t>> places(Term offset, uint64_t size,
                                              uint64_t count) const;
  Term loadedFrom(const Bytes &bytes, Term offset, unsigned count);
  Term isAt(Term offset, uint64_t place);
  void write(const Instruction &instruction);
  // The bytes at a pointer, where there is no doubt about them.
  void read(const Value &from, Bytes &content);
  // `count` bytes are written: those of `content`, or others.
  void writeTo(const Value &pointer, Term count, const Bytes *content);
  void writeObject(const Target &target, Term condition, Term count,
                   const Bytes *content);
  Term leavesObject(Term offset, Term count, uint64_t size);
  void havocEscaped();
  void havocShared(uint32_t object);
  void havoc(uint32_t object);

  const Code &code;
  const uint32_t site;
  const bool outcome;
  const SmtOptions &options;
  Slice slice;

  Terms terms;
  std::vector<std::string> names; // of the inputs
  std::vector<Term> inputs;
  std::map<Term, Term> results; // by pattern: of which arithmetic
  Term goal = kNoTerm;
  bool isBounded = false;
  size_t blocksEncoded = 0;

  // How far the encoding has come.
  std::vector<Value> values;
  std::vector<std::vector<Way>> ways; // by block
  std::vector<Loop> loops;
  Term reached = kNoTerm;
  Memory memory;
  std::map<uint32_t, std::shared_ptr<const Bytes>> constants; // by object
};

} // namespace coverme::smt

#endif

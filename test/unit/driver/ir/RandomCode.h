// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random functions as Code: arithmetic on floats and integers, puns between
// them, words, a table, a piece of stack, guards, and loops.
#ifndef COVERME_TEST_UNIT_DRIVER_IR_RANDOMCODE_H
#define COVERME_TEST_UNIT_DRIVER_IR_RANDOMCODE_H

#include "coverme/abi.h"
#include "ir/CodeBuilder.h"
#include "prove/interval/IntRange.h"
#include "support/Random.h"

#include <array>
#include <bit>
#include <map>
#include <utility>

namespace coverme {

class RandomCode {
public:
  explicit RandomCode(uint64_t seed)
      : random(seed), builder(drawInputs()), at(0) {}

  code::Code make() {
    for (uint32_t i = 0; i < inputCount; ++i)
      add(builder.input(i));
    code::Object table;
    table.kind = code::Object::Kind::Constant;
    table.size = 64;
    for (uint64_t i = 0; i < table.size; ++i)
      table.bytes.push_back(static_cast<uint8_t>(random.bits()));
    table.isUnknown.resize(table.size);
    code::Object stack;
    stack.kind = code::Object::Kind::Stack;
    stack.size = 32;
    objects = {builder.addObject(std::move(table)),
               builder.addObject(std::move(stack))};
    statements(3);
    // A site at the end keeps all that may matter.
    for (int i = 0; i < 4; ++i)
      guard(1);
    builder.leave(at, code::Exit::Return);
    return builder.finish();
  }

private:
  using Type = code::Type;
  using Op = code::Op;
  using Value = code::ValueId;

  static constexpr Type kBit{code::TypeKind::Int, 1};
  static constexpr Type kInt64{code::TypeKind::Int, 64};
  static constexpr Type kInt32{code::TypeKind::Int, 32};
  static constexpr Type kPointer{code::TypeKind::Pointer, 64};

  std::vector<Scalar> drawInputs() {
    std::vector<Scalar> scalars;
    inputCount = 1 + static_cast<uint32_t>(random.below(3));
    for (uint32_t i = 0; i < inputCount; ++i) {
      Scalar scalar;
      switch (random.below(6)) {
      case 0:
      case 1:
      case 2:
        scalar.kind = ScalarKind::Float;
        scalar.width = random.below(3) == 0 ? 32 : 64;
        break;
      case 3:
        scalar.kind = ScalarKind::Unsigned;
        scalar.width = random.below(2) == 0 ? 32 : 64;
        break;
      default:
        scalar.kind = ScalarKind::Signed;
        scalar.width = std::array<unsigned, 4>{8, 16, 32, 64}[random.below(4)];
        break;
      }
      scalars.push_back(scalar);
    }
    return scalars;
  }

  Type drawInt() {
    return {code::TypeKind::Int,
            std::array<uint8_t, 4>{8, 16, 32, 64}[random.below(4)]};
  }
  Type drawFloat() {
    return {code::TypeKind::Float,
            static_cast<uint8_t>(random.below(3) == 0 ? 32 : 64)};
  }
  Type draw() { return random.below(2) == 0 ? drawInt() : drawFloat(); }

  void add(Value value) {
    const Type type = builder[value].type;
    known[{static_cast<int>(type.kind), type.width}].push_back(value);
  }

  uint64_t interestingBits(Type type) {
    if (type.width == 64 && type.isFloat()) {
      static const std::array<double, 12> kNumbers{
          0.0,   -0.0,      1.0,    -1.0,   0.5,  2.0,
          1e300, 0x1p-1022, 5e-324, 0x1p52, 3.25, -1e-300};
      return std::bit_cast<uint64_t>(kNumbers[random.below(12)]);
    }
    if (type.isFloat()) {
      static const std::array<float, 10> kNumbers{
          0.0F, -0.0F, 1.0F,      -1.0F,  0.5F,
          2.0F, 1e30F, 0x1p-126F, 1e-45F, 3.25F};
      return std::bit_cast<uint32_t>(kNumbers[random.below(10)]);
    }
    static const std::array<uint64_t, 12> kNumbers{
        0,          1,          2,       3,  UINT64_MAX, 0x7fffffff,
        0x80000000, 0x7ff00000, 0xfffff, 20, 31,         0x3ff00000};
    return kNumbers[random.below(12)];
  }

  Value operand(Type type) {
    const auto &list = known[{static_cast<int>(type.kind), type.width}];
    if (list.empty() || random.below(4) == 0)
      return builder.emit(at, Op::Constant, type, {},
                          truncateToWidth(random.below(5) == 0
                                              ? random.bits()
                                              : interestingBits(type),
                                          type.width));
    // Late ones depend on more.
    const size_t back = random.below(std::min<size_t>(list.size(), 6));
    return random.below(3) == 0 ? list[random.below(list.size())]
                                : list[list.size() - 1 - back];
  }

  Value small(Type type) {
    return builder.emit(at, Op::Constant, type, {},
                        random.below(type.width + (random.below(8) == 0)));
  }

  void integerStep() {
    const Type type = drawInt();
    const auto op = static_cast<Op>(static_cast<int>(Op::Add) +
                                    static_cast<int>(random.below(13)));
    const bool isShift = op == Op::Shl || op == Op::LShr || op == Op::AShr;
    const bool isMask = op == Op::And || op == Op::Or;
    const Value a = operand(type);
    const Value b = isShift && random.below(4) != 0 ? small(type)
                    : isMask && random.below(2) == 0
                        ? builder.emit(at, Op::Constant, type, {}, mask(type))
                        : operand(type);
    add(builder.emit(at, op, type, {a, b}));
  }

  uint64_t mask(Type type) {
    const uint64_t low = maskOf(static_cast<unsigned>(random.below(65)));
    return truncateToWidth(random.below(2) == 0 ? low : ~low, type.width);
  }

  void floatStep() {
    const Type type = drawFloat();
    static const std::array<Op, 17> kOps{
        Op::FAdd,   Op::FSub, Op::FMul, Op::FDiv, Op::FAdd,     Op::FSub,
        Op::FMul,   Op::FNeg, Op::FAbs, Op::Sqrt, Op::Floor,    Op::Ceil,
        Op::FTrunc, Op::FRem, Op::FMin, Op::Fma,  Op::RoundEven};
    const Op op = random.below(20) == 0   ? Op::CopySign
                  : random.below(20) == 0 ? Op::RoundAway
                  : random.below(20) == 0 ? Op::FMax
                                          : kOps[random.below(kOps.size())];
    std::vector<Value> operands;
    for (size_t i = 0; i < code::operationOf(op).operands; ++i)
      operands.push_back(operand(type));
    add(builder.emit(at, op, type, operands));
  }

  void conversionStep() {
    const Type from = draw(), to = draw();
    const Value x = operand(from);
    if (from.isInt() && to.isInt() && from.width != to.width)
      return add(builder.emit(at,
                              from.width > to.width  ? Op::Trunc
                              : random.below(2) == 0 ? Op::ZExt
                                                     : Op::SExt,
                              to, {x}));
    if (from.isInt() && to.isFloat())
      return add(builder.emit(at, random.below(2) == 0 ? Op::SToF : Op::UToF,
                              to, {x}));
    if (from.isFloat() && to.isInt())
      return add(builder.emit(at, random.below(2) == 0 ? Op::FToS : Op::FToU,
                              to, {x}));
    if (from.isFloat() && to.isFloat() && from.width != to.width)
      return add(builder.emit(at, Op::FConvert, to, {x}));
  }

  // The words of a double, or a double of an integer.
  void pun() {
    const Type number{code::TypeKind::Float, 64};
    if (random.below(3) == 0)
      return add(builder.emit(at, Op::Bitcast, number, {operand(kInt64)}));
    Value bits = builder.emit(at, Op::Bitcast, kInt64, {operand(number)});
    add(bits);
    if (random.below(2) == 0)
      bits =
          builder.emit(at, Op::LShr, kInt64,
                       {bits, builder.emit(at, Op::Constant, kInt64, {}, 32)});
    const Value word = builder.emit(at, Op::Trunc, kInt32, {bits});
    add(word);
    add(builder.emit(
        at, Op::And, kInt32,
        {word, builder.emit(at, Op::Constant, kInt32, {}, 0x7fffffff)}));
  }

  Value place(uint32_t object, unsigned bytes) {
    const Value start = builder.emit(at, Op::Address, kPointer, {}, object);
    const uint64_t count = (object == objects[0] ? 64 : 32) / bytes;
    Value offset;
    if (random.below(2) == 0) {
      offset = builder.emit(at, Op::Constant, kInt64, {},
                            bytes * random.below(count));
    } else {
      const Value index =
          builder.emit(at, Op::And, kInt64,
                       {operand(kInt64),
                        builder.emit(at, Op::Constant, kInt64, {}, count - 1)});
      offset = builder.emit(
          at, Op::Mul, kInt64,
          {index, builder.emit(at, Op::Constant, kInt64, {}, bytes)});
    }
    return builder.emit(at, Op::Offset, kPointer, {start, offset});
  }

  void memoryStep() {
    const Type type = random.below(2) == 0   ? drawFloat()
                      : random.below(2) == 0 ? kInt32
                                             : kInt64;
    if (random.below(3) == 0)
      builder.emit(at, Op::Store, {},
                   {place(objects[1], type.bytes()), operand(type)});
    else if (random.below(4) == 0)
      blockStep();
    else
      add(builder.emit(at, Op::Load, type,
                       {place(objects[random.below(2)], type.bytes())}));
  }

  // memset or memcpy of part of the stack object.
  void blockStep() {
    const bool copies = random.below(2) == 0;
    const Value count = builder.emit(at, Op::Constant, kInt64, {},
                                     4 * random.below(5) + random.below(3));
    const Value what =
        copies ? place(objects[random.below(2)], 4)
               : builder.emit(at, Op::Constant, {code::TypeKind::Int, 8}, {},
                              random.below(256));
    builder.emit(at, copies ? Op::Copy : Op::Fill, {},
                 {place(objects[1], 4), what, count});
  }

  Value condition() {
    if (random.below(2) == 0) {
      const Type type = drawInt();
      static const std::array<uint64_t, 6> kSets{1, 2, 3, 4, 5, 6};
      return builder.emit(
          at, random.below(2) == 0 ? Op::ICmpSigned : Op::ICmpUnsigned, kBit,
          {operand(type), operand(type)}, kSets[random.below(6)]);
    }
    const Type type = drawFloat();
    return builder.emit(at, Op::FCmp, kBit, {operand(type), operand(type)},
                        1 + random.below(14));
  }

  void selection() {
    const Type type = draw();
    const Value value = builder.emit(
        at, Op::Select, type, {condition(), operand(type), operand(type)});
    builder.setSite(value, nextSite++);
    add(value);
  }

  void guard(unsigned depth) {
    const Value decides = condition();
    const code::BlockId yes = builder.addBlock(), no = builder.addBlock();
    const code::BlockId end = builder.addBlock();
    builder.branch(at, decides, yes, no, nextSite++);
    const auto before = known;
    std::array<code::BlockId, 2> ends;
    std::array<std::array<Value, 2>, 2> merged;
    const std::array<Type, 2> types{draw(), draw()};
    for (int side = 0; side < 2; ++side) {
      at = side == 0 ? yes : no;
      if (depth != 0)
        statements(depth - 1);
      for (size_t i = 0; i < 2; ++i)
        merged[side][i] = operand(types[i]);
      ends[side] = at;
      builder.jump(at, end);
      known = before; // the others do not dominate what follows
    }
    at = end;
    for (size_t i = 0; i < 2; ++i) {
      const Value phi = builder.phi(end, types[i]);
      builder.addIncoming(phi, ends[0], merged[0][i]);
      builder.addIncoming(phi, ends[1], merged[1][i]);
      add(phi);
    }
  }

  // if (condition) continue;
  void continueEarly(code::BlockId header, Value counter, Value value,
                     Type type) {
    const code::BlockId early = builder.addBlock(), rest = builder.addBlock();
    builder.branch(at, condition(), early, rest, nextSite++);
    at = early;
    builder.addIncoming(
        counter, early,
        builder.emit(at, Op::Add, kInt32,
                     {counter, builder.emit(at, Op::Constant, kInt32, {}, 1)}));
    builder.addIncoming(value, early, operand(type));
    builder.jump(early, header);
    at = rest;
  }

  // for (i = start; i < count && condition; i += step) body
  void loop(unsigned depth) {
    const Type type = draw();
    const Value first = operand(kInt32), carried = operand(type);
    const code::BlockId before = at, header = builder.addBlock();
    const code::BlockId body = builder.addBlock(), end = builder.addBlock();
    const bool isCounted = random.below(3) != 0;
    const Value start =
        isCounted ? builder.emit(at, Op::Constant, kInt32, {}, 0) : first;
    builder.jump(at, header);
    at = header;
    const Value counter = builder.phi(header, kInt32);
    const Value value = builder.phi(header, type);
    add(value);
    add(counter);
    const Value limit =
        isCounted ? builder.emit(at, Op::Constant, kInt32, {}, random.below(60))
                  : operand(kInt32);
    const Value stays = builder.emit(at, Op::ICmpSigned, kBit, {counter, limit},
                                     COVERME_REL_LESS);
    builder.branch(at, stays, body, end, nextSite++);
    const auto inHeader = known;
    at = body;
    statements(depth == 0 ? 0 : depth - 1);
    if (random.below(3) == 0)
      continueEarly(header, counter, value, type);
    const Value next =
        builder.emit(at, Op::Add, kInt32,
                     {counter, builder.emit(at, Op::Constant, kInt32, {},
                                            1 + random.below(3))});
    const Value carriedOn = operand(type);
    builder.addIncoming(counter, before, start);
    builder.addIncoming(counter, at, next);
    builder.addIncoming(value, before, carried);
    builder.addIncoming(value, at, carriedOn);
    if (random.below(2) == 0) {
      builder.branch(at, condition(), header, end, nextSite++);
    } else {
      builder.jump(at, header);
    }
    known = inHeader;
    at = end;
  }

  void statements(unsigned depth) {
    const uint64_t count = 3 + random.below(6);
    for (uint64_t i = 0; i < count; ++i)
      switch (random.below(10)) {
      case 0:
      case 1:
        integerStep();
        break;
      case 2:
      case 3:
        floatStep();
        break;
      case 4:
        conversionStep();
        break;
      case 5:
        pun();
        break;
      case 6:
        memoryStep();
        break;
      case 7:
        selection();
        break;
      case 8:
        if (depth != 0 && random.below(3) == 0)
          loop(depth);
        break;
      default:
        if (depth != 0)
          guard(depth);
        break;
      }
  }

  Random random;
  uint32_t inputCount = 0;
  code::CodeBuilder builder;
  code::BlockId at;
  uint32_t nextSite = 0;
  std::array<uint32_t, 2> objects{};
  std::map<std::pair<int, unsigned>, std::vector<Value>> known;
};

} // namespace coverme

#endif

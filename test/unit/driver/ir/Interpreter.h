// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs Code on one input, by the machine's own arithmetic. What Code leaves
// open (unknown values, shifts too far, conversions that do not fit) is drawn
// at random.
#ifndef COVERME_TEST_UNIT_DRIVER_IR_INTERPRETER_H
#define COVERME_TEST_UNIT_DRIVER_IR_INTERPRETER_H

#include "coverme/Distance.h"
#include "ir/Code.h"
#include "prove/interval/IntRange.h"
#include "support/Random.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <optional>

namespace coverme {

class Interpreter {
public:
  // A value: its bits, and for pointers the object with the offset in `bits`.
  struct Value {
    uint64_t bits = 0;
    uint32_t object = 0;
  };
  struct Hooks {
    std::function<void(code::ValueId, const Value &)> computed;
    std::function<void(uint32_t site, bool outcome)> decided;
  };

  Interpreter(const code::Code &code, Hooks hooks, uint64_t seed)
      : code(code), hooks(std::move(hooks)), random(seed) {}

  // Runs up to `fuel` blocks; says whether the code came to its end.
  bool run(const std::vector<uint64_t> &input, unsigned fuel) {
    inputs = input;
    values.assign(code.values.size(), {});
    startMemory();
    code::BlockId block = 0, from = code::kNone;
    for (; fuel != 0; --fuel) {
      const code::Block &here = code.blocks[block];
      if (!runBlock(here, from))
        return true; // a division by zero ended it
      from = block;
      switch (here.exit) {
      case code::Exit::Jump:
        block = here.next[0];
        break;
      case code::Exit::Branch: {
        const bool outcome = values[here.condition].bits != 0;
        if (here.site != code::kNone)
          hooks.decided(here.site, outcome);
        block = here.next[outcome];
        break;
      }
      case code::Exit::Return:
      case code::Exit::Unreachable:
        return true;
      }
    }
    return false;
  }

private:
  void startMemory() {
    memory.clear();
    for (const code::Object &object : code.objects) {
      std::vector<uint8_t> bytes(object.size);
      for (uint8_t &byte : bytes)
        byte = static_cast<uint8_t>(random.bits());
      if (object.kind == code::Object::Kind::Constant)
        bytes = object.bytes;
      if (object.kind == code::Object::Kind::Pointee) {
        std::fill(bytes.begin(), bytes.end(), uint8_t{0});
        for (const code::Object::Cell &cell : object.cells)
          std::memcpy(bytes.data() + cell.offset, &inputs[cell.input],
                      (code.inputs[cell.input].width + 7) / 8);
      }
      memory.push_back(std::move(bytes));
    }
  }

  bool runBlock(const code::Block &block, code::BlockId from) {
    std::vector<std::pair<code::ValueId, Value>> phis;
    code::ValueId id = block.first;
    for (; id < block.end && code.values[id].op == code::Op::Phi; ++id)
      for (size_t way = 0; way < block.predecessors.size(); ++way)
        if (block.predecessors[way] == from) {
          phis.emplace_back(id, values[code.operandsOf(id)[way]]);
          break;
        }
    for (const auto &[phi, value] : phis) {
      values[phi] = value;
      hooks.computed(phi, value);
    }
    for (; id < block.end; ++id) {
      const auto value = compute(code.values[id]);
      if (!value)
        return false;
      values[id] = *value;
      if (code.values[id].type.kind != code::TypeKind::None)
        hooks.computed(id, *value);
      if (code.values[id].site != code::kNone)
        hooks.decided(code.values[id].site,
                      values[code.operandsOf(id)[0]].bits != 0);
    }
    return true;
  }

  std::optional<Value> compute(const code::Instruction &instruction) {
    using code::Op;
    const code::Type type = instruction.type;
    const unsigned width = type.width;
    const auto operands = code.operandsOf(instruction);
    const auto in = [&](size_t i) { return values[operands[i]]; };
    const auto widthOf = [&](size_t i) {
      return code.values[operands[i]].type.width;
    };
    switch (instruction.op) {
    case Op::Input:
      return Value{inputs[instruction.immediate] & maskOf(width)};
    case Op::Constant:
      return type.isPointer() ? Value{instruction.immediate, UINT32_MAX}
                              : Value{instruction.immediate};
    case Op::Unknown:
      return Value{random.bits() & maskOf(width)};
    case Op::Trunc:
      return Value{in(0).bits & maskOf(width)};
    case Op::ZExt:
      return in(0);
    case Op::SExt:
      return Value{static_cast<uint64_t>(extended(in(0).bits, widthOf(0))) &
                   maskOf(width)};
    case Op::ICmpSigned:
      return Value{(instruction.immediate &
                    relation(extended(in(0).bits, widthOf(0)),
                             extended(in(1).bits, widthOf(0)))) != 0};
    case Op::ICmpUnsigned:
      return Value{(instruction.immediate & relation(in(0).bits, in(1).bits)) !=
                   0};
    case Op::FCmp:
      return Value{(instruction.immediate &
                    (widthOf(0) == 32
                         ? relation(as<float>(in(0)), as<float>(in(1)))
                         : relation(as<double>(in(0)), as<double>(in(1))))) !=
                   0};
    case Op::Select:
      return in(in(0).bits != 0 ? 1 : 2);
    case Op::FConvert:
      return width == 32 ? of(static_cast<float>(as<double>(in(0))))
                         : of(static_cast<double>(as<float>(in(0))));
    case Op::SToF:
      return width == 32
                 ? of(static_cast<float>(extended(in(0).bits, widthOf(0))))
                 : of(static_cast<double>(extended(in(0).bits, widthOf(0))));
    case Op::UToF:
      return width == 32 ? of(static_cast<float>(in(0).bits))
                         : of(static_cast<double>(in(0).bits));
    case Op::FToS:
    case Op::FToU:
      return Value{converted(instruction.op == Op::FToS, width,
                             widthOf(0) == 32 ? double{as<float>(in(0))}
                                              : as<double>(in(0))) &
                   maskOf(width)};
    case Op::Bitcast:
      return in(0);
    case Op::Address:
      return Value{0, static_cast<uint32_t>(instruction.immediate)};
    case Op::Offset:
      return Value{in(0).bits + in(1).bits, in(0).object};
    case Op::Load:
      return load(in(0), type);
    case Op::Store:
      store(in(0), in(1).bits, code.values[operands[1]].type.bytes());
      return Value{};
    case Op::Fill:
    case Op::Copy:
      fillOrCopy(instruction.op, in(0), in(1), in(2).bits);
      return Value{};
    default:
      if (code::operationOf(instruction.op).kind == code::OpKind::Int)
        return Value{integer(instruction.op, width, in(0).bits, in(1).bits) &
                     maskOf(width)};
      return width == 32 ? floating<float>(instruction)
                         : floating<double>(instruction);
    }
  }

  static int64_t extended(uint64_t bits, unsigned width) {
    return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
  }

  template <class T> static T as(const Value &value) {
    if constexpr (sizeof(T) == 4)
      return std::bit_cast<T>(static_cast<uint32_t>(value.bits));
    else
      return std::bit_cast<T>(value.bits);
  }
  static Value of(float value) { return {std::bit_cast<uint32_t>(value)}; }
  static Value of(double value) { return {std::bit_cast<uint64_t>(value)}; }

  uint64_t integer(code::Op op, unsigned width, uint64_t a, uint64_t b) {
    using code::Op;
    const int64_t x = extended(a, width), y = extended(b, width);
    const bool overflows =
        y == -1 && x == extended(uint64_t{1} << (width - 1), width);
    switch (op) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      return a * b;
    case Op::UDiv:
      return b == 0 ? random.bits() : a / b;
    case Op::URem:
      return b == 0 ? random.bits() : a % b;
    case Op::SDiv:
      if (b == 0 || overflows)
        return random.bits();
      return static_cast<uint64_t>(x / y);
    case Op::SRem:
      if (b == 0 || overflows)
        return random.bits();
      return static_cast<uint64_t>(x % y);
    case Op::Shl:
      return b >= width ? random.bits() : a << b;
    case Op::LShr:
      return b >= width ? random.bits() : a >> b;
    case Op::AShr:
      return b >= width ? random.bits() : static_cast<uint64_t>(x >> b);
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    default:
      return a ^ b;
    }
  }

  uint64_t converted(bool isSigned, unsigned width, double x) {
    const double whole = std::trunc(x);
    const double low =
        isSigned ? -std::ldexp(1.0, static_cast<int>(width) - 1) : 0.0;
    const double high =
        std::ldexp(1.0, static_cast<int>(isSigned ? width - 1 : width));
    if (!(whole >= low && whole < high))
      return random.bits();
    return isSigned ? static_cast<uint64_t>(static_cast<int64_t>(whole))
                    : static_cast<uint64_t>(whole);
  }

  template <class T>
  std::optional<Value> floating(const code::Instruction &instruction) {
    using code::Op;
    const auto operands = code.operandsOf(instruction);
    const auto in = [&](size_t i) { return as<T>(values[operands[i]]); };
    switch (instruction.op) {
    case Op::FNeg:
      return of(-in(0));
    case Op::FAbs:
      return of(std::fabs(in(0)));
    case Op::Sqrt:
      return of(std::sqrt(in(0)));
    case Op::Floor:
      return of(std::floor(in(0)));
    case Op::Ceil:
      return of(std::ceil(in(0)));
    case Op::FTrunc:
      return of(std::trunc(in(0)));
    case Op::RoundEven:
      return of(std::nearbyint(in(0)));
    case Op::RoundAway:
      return of(std::round(in(0)));
    case Op::FAdd:
      return of(in(0) + in(1));
    case Op::FSub:
      return of(in(0) - in(1));
    case Op::FMul:
      return of(in(0) * in(1));
    case Op::FDiv:
      return of(in(0) / in(1));
    case Op::FRem:
      return of(std::fmod(in(0), in(1)));
    case Op::FMin:
      return of(std::fmin(in(0), in(1)));
    case Op::FMax:
      return of(std::fmax(in(0), in(1)));
    case Op::CopySign:
      return of(std::copysign(in(0), in(1)));
    case Op::Fma:
      return of(std::fma(in(0), in(1), in(2)));
    default:
      return std::nullopt;
    }
  }

  bool isInside(const Value &pointer, unsigned bytes) const {
    return pointer.object < memory.size() &&
           memory[pointer.object].size() >= bytes &&
           pointer.bits <= memory[pointer.object].size() - bytes;
  }

  // Outside of its object: nothing in particular.
  Value load(const Value &pointer, code::Type type) {
    Value result;
    if (!isInside(pointer, type.bytes()))
      return {random.bits() & maskOf(type.width)};
    std::memcpy(&result.bits, memory[pointer.object].data() + pointer.bits,
                type.bytes());
    return result;
  }

  void store(const Value &pointer, uint64_t bits, unsigned bytes) {
    if (isInside(pointer, bytes))
      std::memcpy(memory[pointer.object].data() + pointer.bits, &bits, bytes);
  }

  // Bytes outside of their object are not written, and read as anything.
  void fillOrCopy(code::Op op, const Value &to, const Value &from,
                  uint64_t count) {
    std::vector<uint8_t> bytes;
    for (uint64_t i = 0; i < count; ++i)
      bytes.push_back(static_cast<uint8_t>(
          op == code::Op::Fill
              ? from.bits
              : load({from.bits + i, from.object}, {code::TypeKind::Int, 8})
                    .bits));
    for (uint64_t i = 0; i < count; ++i)
      store({to.bits + i, to.object}, bytes[i], 1);
  }

  const code::Code &code;
  Hooks hooks;
  Random random;
  std::vector<uint64_t> inputs;
  std::vector<Value> values;
  std::vector<std::vector<uint8_t>> memory;
};

} // namespace coverme

#endif

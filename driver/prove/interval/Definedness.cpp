// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/Definedness.h"

#include "core/InputSpace.h"
#include "prove/interval/AbstractInterpreter.h"
#include "prove/interval/FloatArithmetic.h"

#include <set>
#include <span>
#include <vector>

namespace coverme {
namespace {

using code::Op;
using code::ValueId;

class Definedness {
public:
  explicit Definedness(const code::Code &code) : code(code) {}

  bool isDefined(ValueId id, std::span<const Abstract> operands) {
    const code::Instruction &instruction = code.values[id];
    const unsigned width = instruction.type.width;
    switch (instruction.op) {
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return operands[1].isInt() &&
             unsignedMax(width, operands[1].ints) < width;
    case Op::UDiv:
    case Op::URem:
    case Op::SDiv:
    case Op::SRem:
      return isQuotient(instruction.op, width, operands);
    case Op::Trunc: // a bool
      return width != 1 || typeOf(id, 0).width != 8 ||
             (operands[0].isInt() && unsignedMax(8, operands[0].ints) <= 1);
    case Op::FToS:
      return operands[0].isFloat() &&
             toSigned(operands[0].width, operands[0].floats, width);
    case Op::FToU:
      return operands[0].isFloat() &&
             toUnsigned(operands[0].width, operands[0].floats, width);
    case Op::Bitcast:
      return instruction.type.isFloat() || hasKnownSign(id, 0, operands[0]);
    case Op::CopySign:
      return hasKnownSign(id, 1, operands[1]);
    case Op::IsClass:
      return true; // isPlain()
    case Op::FMin:
    case Op::FMax:
      return false;
    case Op::Load:
    case Op::Store:
      return isInside(operands[0], instruction.op == Op::Load
                                       ? instruction.type.bytes()
                                       : typeOf(id, 1).bytes());
    case Op::Fill:
    case Op::Copy:
      return operands[2].isInt() && operands[2].ints.isSingle() &&
             isInside(operands[0], operands[2].ints.low) &&
             (instruction.op == Op::Fill ||
              isInside(operands[1], operands[2].ints.low));
    default:
      return true;
    }
  }

private:
  code::Type typeOf(ValueId id, size_t operand) const {
    return code.values[code.operandsOf(id)[operand]].type;
  }

  static bool isQuotient(Op op, unsigned width,
                         std::span<const Abstract> operands) {
    if (!operands[0].isInt() || !operands[1].isInt() ||
        contains(width, operands[1].ints, 0))
      return false;
    const uint64_t ones =
        width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
    const uint64_t least = uint64_t{1} << (width - 1);
    return op == Op::UDiv || op == Op::URem ||
           !contains(width, operands[0].ints, least) ||
           !contains(width, operands[1].ints, ones);
  }

  // No NaN, or one that came as bits: it has been calculated nowhere.
  bool hasKnownSign(ValueId id, size_t operand, const Abstract &value) const {
    return (value.isFloat() && !value.floats.nan) ||
           isGivenAsBits(code.operandsOf(id)[operand]);
  }

  bool isGivenAsBits(ValueId value) const {
    std::set<ValueId> seen;
    std::vector<ValueId> work{value};
    while (!work.empty()) {
      const ValueId id = work.back();
      work.pop_back();
      if (!seen.insert(id).second)
        continue;
      const auto operands = code.operandsOf(id);
      switch (code.values[id].op) {
      case Op::Bitcast:
      case Op::Constant:
        break;
      case Op::FNeg:
      case Op::FAbs:
      case Op::CopySign:
        work.push_back(operands[0]);
        break;
      case Op::Phi:
        work.insert(work.end(), operands.begin(), operands.end());
        break;
      case Op::Select:
        work.insert(work.end(), operands.begin() + 1, operands.end());
        break;
      default:
        return false;
      }
    }
    return true;
  }

  // What the caller gives is the plan's business.
  bool isInside(const Abstract &pointer, uint64_t bytes) const {
    if (!pointer.isPointer() || pointer.pointer.object >= code.objects.size())
      return false;
    const code::Object &object = code.objects[pointer.pointer.object];
    if (object.isGiven || object.isErrno)
      return true;
    return object.size >= bytes &&
           unsignedMax(64, pointer.pointer.offset) <= object.size - bytes;
  }

  const code::Code &code;
};

} // namespace

bool isDefined(const code::Code &code) {
  constexpr uint64_t kMostSteps = 1'000'000;
  const InputSpace inputs(code.inputs);
  Definedness definedness(code);
  bool isDefined = true;
  InterpreterOptions options;
  options.watch = [&](ValueId id, std::span<const Abstract> operands) {
    isDefined = isDefined && definedness.isDefined(id, operands);
  };
  AbstractInterpreter interpreter(code, inputs, options);
  Box all;
  for (size_t i = 0; i < inputs.size(); ++i)
    all.push_back({inputs.lowest(i), inputs.highest(i)});
  return interpreter.run(all, {}, kMostSteps) && isDefined;
}

} // namespace coverme

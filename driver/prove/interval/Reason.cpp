// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/Reason.h"

#include "coverme/abi.h"
#include "prove/interval/FloatFormat.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace coverme {
namespace {

using code::Instruction;
using code::Op;
using code::ValueId;

// Longer expressions say less than their range alone.
constexpr unsigned kMaxDepth = 4;
// Decimals beyond so many characters give way to hexadecimals.
constexpr size_t kMaxDecimal = 8;

template <class Value> std::string floatText(Value value) {
  const std::string decimal = fmt::format("{}", value);
  return decimal.size() <= kMaxDecimal ? decimal : fmt::format("{:a}", value);
}

std::string floatText(unsigned width, int64_t ordinal) {
  return width == 32 ? floatText(Binary32::value(ordinal))
                     : floatText(Binary64::value(ordinal));
}

// Larger integers in libm code are words of floats.
std::string intText(int64_t value) {
  if (value > -1000 && value < 1000)
    return fmt::format("{}", value);
  return value < 0 ? fmt::format("-0x{:x}", -static_cast<uint64_t>(value))
                   : fmt::format("0x{:x}", value);
}

// The operator for a set of relations, NaN aside; null if C has none.
const char *operatorOf(uint64_t relations) {
  switch (relations & ~uint64_t{COVERME_REL_UNORDERED}) {
#define COVERME_EQUALITY(Name, Text, Relations)                                \
  case Relations:                                                              \
    return Text;
#define COVERME_ORDER(Name, Text, Relations)                                   \
  COVERME_EQUALITY(Name, Text, Relations)
#include "coverme/relations.def"
  default:
    return nullptr;
  }
}

class Reason {
public:
  Reason(const Function &entry, const code::Code &code,
         const InputSpace &inputs, const AbstractInterpreter::Visit &visit)
      : entry(entry), code(code), inputs(inputs), visit(visit) {}

  std::string text(Query target) const;

private:
  std::string expression(ValueId value, unsigned depth) const;
  std::string inputName(uint64_t index) const;
  std::string range(const Abstract &value) const;
  std::string whereInputsAre() const;

  const Function &entry;
  const code::Code &code;
  const InputSpace &inputs;
  const AbstractInterpreter::Visit &visit;
};

std::string Reason::inputName(uint64_t index) const {
  return entry.inputs()[index].name;
}

// As C would say it; empty where that would not be clear.
std::string Reason::expression(ValueId value, unsigned depth) const {
  const Instruction &instruction = code.values[value];
  const code::Type type = instruction.type;
  if (instruction.op == Op::Constant) {
    if (type.isFloat())
      return type.width == 32
                 ? floatText(std::bit_cast<float>(
                       static_cast<uint32_t>(instruction.immediate)))
                 : floatText(std::bit_cast<double>(instruction.immediate));
    if (type.isPointer())
      return "NULL";
    return intText(
        signedMin(type.width, singleInt(type.width, instruction.immediate)));
  }
  if (instruction.op == Op::Input)
    return inputName(instruction.immediate);
  if (depth == 0)
    return {};
  std::vector<std::string> operands;
  for (const ValueId operand : code.operandsOf(value)) {
    operands.push_back(expression(operand, depth - 1));
    if (operands.back().empty())
      return {};
  }
  const auto isNested = [](const std::string &text) {
    return text.find(' ') != std::string::npos;
  };
  const std::string text = code::operationOf(instruction.op).text;
  if (!text.empty() && operands.size() == 2) {
    for (std::string &operand : operands)
      if (isNested(operand))
        operand = fmt::format("({})", operand);
    return fmt::format("{} {} {}", operands[0], text, operands[1]);
  }
  if (!text.empty())
    return text.front() == '(' && !isNested(operands[0])
               ? text + operands[0]
               : fmt::format("{}({})", text, operands[0]);
  switch (instruction.op) {
  case Op::Bitcast:
  case Op::ZExt:
  case Op::SExt:
  case Op::FConvert:
    return operands[0];
  case Op::Trunc: {
    // The words of a double.
    const Instruction &whole = code.values[code.operandsOf(value)[0]];
    if (type.width != 32 || whole.type.width != 64)
      return {};
    if (whole.op == Op::LShr &&
        code.values[code.operandsOf(whole)[1]].immediate == 32)
      return fmt::format("high word of {}",
                         expression(code.operandsOf(whole)[0], depth - 1));
    return fmt::format("low word of {}", operands[0]);
  }
  case Op::FNeg:
    return isNested(operands[0]) ? fmt::format("-({})", operands[0])
                                 : "-" + operands[0];
  default:
    return {};
  }
}

// "in [1, 2]", "NaN", "2"; empty if it says nothing.
std::string Reason::range(const Abstract &value) const {
  if (value.isFloat()) {
    const FloatRange &floats = value.floats;
    if (!floats.hasNumbers())
      return "NaN";
    if (floats == allFloats(value.width))
      return {};
    const std::string interval =
        fmt::format("in [{}, {}]", floatText(value.width, floats.low),
                    floatText(value.width, floats.high));
    return floats.nan ? interval + " or NaN" : interval;
  }
  if (value.isInt() && value.ints != allInts(value.width)) {
    const int64_t low = signedMin(value.width, value.ints);
    const int64_t high = signedMax(value.width, value.ints);
    return low == high
               ? intText(low)
               : fmt::format("in [{}, {}]", intText(low), intText(high));
  }
  return {};
}

// "for x in [0, 1], "; empty where all inputs get there.
std::string Reason::whereInputsAre() const {
  std::vector<std::string> given;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const OrdinalInterval &side = visit.inputs[i];
    if (side.low == inputs.lowest(i) && side.high == inputs.highest(i))
      continue;
    const std::string name = inputName(i);
    if (!inputs[i].isFloat()) {
      given.push_back(side.low == side.high
                          ? fmt::format("{} = {}", name, intText(side.low))
                          : fmt::format("{} in [{}, {}]", name,
                                        intText(side.low), intText(side.high)));
      continue;
    }
    const int64_t infinity = infinityOrdinal(inputs[i].width);
    const bool hasNan = side.low < ~infinity || side.high > infinity;
    const int64_t low = std::max(side.low, ~infinity);
    const int64_t high = std::min(side.high, infinity);
    if (low > high)
      given.push_back(fmt::format("NaN as {}", name));
    else if (low == high && !hasNan)
      given.push_back(
          fmt::format("{} = {}", name, floatText(inputs[i].width, low)));
    else
      given.push_back(fmt::format(
          "{} in [{}, {}]{}", name, floatText(inputs[i].width, low),
          floatText(inputs[i].width, high), hasNan ? " or NaN" : ""));
  }
  return given.empty() ? "" : fmt::format("for {}, ", fmt::join(given, ", "));
}

std::string Reason::text(Query target) const {
  const std::string prefix = whereInputsAre();
  const Instruction &condition = code.values[visit.condition];
  const char *sign =
      isComparison(condition.op) ? operatorOf(condition.immediate) : nullptr;
  const char *when = target.outcome ? "never" : "always";
  // Several boxes together may show less than each of them alone.
  const bool isShown =
      isComparison(condition.op) && !visit.isMixed &&
      evaluate(condition, visit.operands) == Abstract::bit(!target.outcome);
  if (!sign || visit.isMixed)
    return fmt::format("{}the condition {} holds", prefix, when);
  const auto operands = code.operandsOf(condition);
  std::string left = expression(operands[0], kMaxDepth);
  if (left.empty())
    left = "the left side";
  const bool isConstant = code.values[operands[0]].op == Op::Constant;
  const std::string leftRange =
      isShown && !isConstant ? range(visit.operands[0]) : "";
  std::string right = expression(operands[1], kMaxDepth);
  const std::string rightRange = range(visit.operands[1]);
  if (code.values[operands[1]].op != Op::Constant) {
    if (right.empty())
      right = "the right side";
    if (isShown && !rightRange.empty())
      right += fmt::format(", which is {}", rightRange);
  }
  if (leftRange.empty())
    return fmt::format("{}{} is {} {} {}", prefix, left, when, sign, right);
  return fmt::format("{}{} is {}, {} {} {}", prefix, left, leftRange, when,
                     sign, right);
}

// Does the condition leave nothing open but whether it is asked at all?
bool isAlways(const Instruction &condition, bool outcome) {
  return condition.op == Op::Constant && (condition.immediate != 0) == outcome;
}

} // namespace

std::string reasonFor(const Function &entry, const code::Code &code,
                      const InputSpace &inputs, Query target,
                      const std::optional<AbstractInterpreter::Visit> &visit) {
  if (!visit || isAlways(code.values[visit->condition], target.outcome))
    return "no input gets there";
  return Reason(entry, code, inputs, *visit).text(target);
}

} // namespace coverme

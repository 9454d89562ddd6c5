// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls ahead of the entry, and assumptions about its arguments.
#include "frontend/c/harness/HarnessWriter.h"

#include <fmt/ranges.h>

namespace coverme {

std::string HarnessWriter::setupText() {
  if (plan.setupCalls.empty())
    return "";
  std::string code;
  for (uint32_t i = 0; i < plan.setupArguments.size(); ++i)
    code += declaredText(plan.setupArguments[i].argument, madeName(i));
  code += "  COVERME_SET_UP(1);\n";
  for (uint32_t i = 0; i < plan.setupCalls.size(); ++i)
    code += setupCall(i);
  return code + "  COVERME_SET_UP(0);\n";
}

std::string
HarnessWriter::placeOfResult(const Function &called,
                             std::vector<std::string> &values,
                             std::vector<std::string> &types) const {
  const CType &result = type(called.resultType);
  if (!isPassedByReference(result))
    return "";
  values.emplace_back("coverme_result");
  types.emplace_back("void *");
  return fmt::format("  static unsigned char coverme_result[{}] "
                     "__attribute__((aligned(64)));\n",
                     std::max<uint32_t>(result.byteSize, 1));
}

std::string HarnessWriter::setupCall(uint32_t index) {
  const SetupCall &call = plan.setupCalls[index];
  const Function &called = program.functions[call.function];
  const CType &result = type(called.resultType);
  std::vector<std::string> values, types;
  std::string code = "  {\n";
  if (call.choiceSlot)
    code = fmt::format("  if (coverme_in[{}] != 0) {{\n", *call.choiceSlot);
  code += placeOfResult(called, values, types);
  for (uint32_t i = 0; i < call.arguments.size(); ++i) {
    const SetupArgument &argument = call.arguments[i];
    types.push_back(passedType(called.parameters[i].type));
    values.push_back(
        argument.kind == SetupArgument::Kind::Given
            ? fmt::format("coverme_{}", argument.index)
        : argument.kind == SetupArgument::Kind::Made
            ? madeName(argument.index)
            : fmt::format("({})({})", types.back(), argument.text));
  }
  const bool isOldStyle = (called.flags & COVERME_FUNCTION_OldStyle) != 0;
  const std::string list = isOldStyle ? ""
                           : types.empty()
                               ? "void"
                               : fmt::format("{}", fmt::join(types, ", "));
  const bool isVoid =
      result.kind == CTypeKind::Void || isPassedByReference(result);
  const std::string resultText =
      isVoid ? "void" : resultType(called.resultType);
  code += fmt::format("  {0} (*volatile coverme_setup)({1}) = ({0} (*)({1}))"
                      "COVERME_SETUP_{2};\n"
                      "  {3}coverme_setup({4});\n",
                      resultText, list, index,
                      call.target ? fmt::format("coverme_{} = ", *call.target)
                                  : "(void)",
                      fmt::join(values, ", "));
  if (call.target)
    code += fmt::format("  if (coverme_{} == 0)\n    COVERME_REJECT();\n",
                        *call.target);
  return code + "  }\n";
}

std::string HarnessWriter::passedType(uint32_t index) {
  const CType &own = type(index);
  return own.kind == CTypeKind::Pointer || isPassedByReference(own)
             ? "void *"
             : declarations.declare(index, "");
}

std::string HarnessWriter::resultType(uint32_t index) {
  const CTypeKind kind = type(index).kind;
  return kind == CTypeKind::Pointer || kind == CTypeKind::Function
             ? "void *"
             : declarations.declare(index, "");
}

std::vector<HarnessWriter::Nameable> HarnessWriter::nameables() {
  std::vector<Nameable> list;
  const auto add = [&](uint32_t index, const std::string &name,
                       const std::string &value) {
    if (!name.empty())
      list.push_back({declarations.declare(index, name), value});
  };
  const auto object = [&](uint32_t index, const std::string &place) {
    return fmt::format("*(__typeof__({}) *){}", declarations.declare(index, ""),
                       place);
  };
  for (uint32_t i = 0; i < plan.arguments.size(); ++i) {
    const Argument &argument = plan.arguments[i];
    const CType &own = type(argument.type);
    const std::string &name = entry.parameters[i].name;
    const std::string value = fmt::format("coverme_{}", i);
    if (own.isReference() && type(own.element).byteSize != 0)
      add(own.element, name, object(own.element, value));
    else if (argument.isPointer)
      add(argument.type, name,
          fmt::format("(__typeof__({})){}",
                      declarations.declare(argument.type, ""), value));
    else if (!isPassedByReference(own))
      add(argument.type, name, value);
  }
  // One that has a parameter's name does not compile: who is meant?
  for (uint32_t i = 0; i < plan.globals.size(); ++i) {
    const Global &global = program.globals[plan.globals[i].global];
    add(global.type, global.name,
        object(global.type, fmt::format("coverme_global_{}", i)));
  }
  return list;
}

std::string HarnessWriter::assumptionFunctions() {
  if (plan.assumptions.empty())
    return "";
  std::vector<std::string> parameters;
  for (const Nameable &each : nameables())
    parameters.push_back(each.declaration + " __attribute__((unused))");
  if (parameters.empty())
    parameters.emplace_back("void");
  std::string text;
  for (size_t i = 0; i < plan.assumptions.size(); ++i)
    text += fmt::format("\nstatic void " COVERME_ASSUMPTION "{}({}) {{\n"
                        "  if (!(\n"
                        "#line 1 \"--assume\"\n"
                        "{}\n"
                        "\n"
                        "#line 1 \"harness\"\n"
                        "  ))\n"
                        "    COVERME_REJECT();\n"
                        "}}\n",
                        i, fmt::join(parameters, ", "), plan.assumptions[i]);
  return text;
}

// An assumption that crashes, as it reads what an input does not have, is not
// fulfilled.
std::string HarnessWriter::assumptionCalls() {
  if (plan.assumptions.empty())
    return "";
  std::vector<std::string> values;
  for (const Nameable &each : nameables())
    values.push_back(each.value);
  std::string text = "  COVERME_SET_UP(1);\n";
  for (size_t i = 0; i < plan.assumptions.size(); ++i)
    text += fmt::format("  " COVERME_ASSUMPTION "{}({});\n", i,
                        fmt::join(values, ", "));
  return text + "  COVERME_SET_UP(0);\n";
}

} // namespace coverme

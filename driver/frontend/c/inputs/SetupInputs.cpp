// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of calls ahead of the entry.
#include "core/SetupPlan.h"
#include "frontend/c/inputs/InputPlanner.h"

#include "frontend/c/SetupCalls.h"

#include <algorithm>

namespace coverme {

void InputPlanner::addSetup(const std::string &text) {
  const SetupText written = parseSetup(text);
  SetupCall call;
  call.function = findSetupFunction(program, entry, written.function);
  const Function &called = program.functions[call.function];
  if (result.isMain)
    fail(ExitCode::BadInput, "--setup '{}': a main is called first", text);
  if (written.arguments.size() != called.parameters.size())
    fail(ExitCode::BadInput, "--setup '{}': '{}' takes {} arguments", text,
         called.label(), called.parameters.size());
  if (!written.target.empty()) {
    call.target = parameterNamed(written.target);
    if (!call.target || !result.arguments[*call.target].isPointer ||
        type(called.resultType).kind != CTypeKind::Pointer)
      fail(ExitCode::BadInput, "--setup '{}': '{}' is no pointer of '{}'{}",
           text, written.target, entry.label(),
           call.target ? " that a pointer can take the place of" : "");
    const Address &own = result.arguments[*call.target].address;
    if (own.kind == Address::Kind::Buffer)
      std::erase_if(result.outputs, [&](const Output &output) {
        return output.buffer == own.index;
      });
  }
  Function own = called; // with what is new alone
  own.parameters.clear();
  std::vector<uint32_t> places(called.parameters.size());
  for (uint32_t i = 0; i < written.arguments.size(); ++i) {
    SetupArgument argument{SetupArgument::Kind::Constant, 0,
                           written.arguments[i]};
    const std::string &name = argument.text;
    const bool wantsPointer = isPointer(called.parameters[i].type);
    if (const auto given = parameterNamed(name)) {
      argument.kind = SetupArgument::Kind::Given;
      argument.index = *given;
      requireAlike(text, name, wantsPointer, entry.parameters[*given].type,
                   called.parameters[i].type);
    } else if (const auto made = madeNamed(name)) {
      argument.kind = SetupArgument::Kind::Made;
      argument.index = *made;
      requireAlike(text, name, wantsPointer,
                   result.setupArguments[*made].argument.type,
                   called.parameters[i].type);
    } else if (!isConstantArgument(name)) {
      if (!isInputName(name))
        fail(ExitCode::BadInput,
             "--setup '{}': '{}' is neither a name nor a constant", text, name);
      argument.kind = SetupArgument::Kind::Made;
      argument.index = static_cast<uint32_t>(result.setupArguments.size() +
                                             own.parameters.size());
      own.parameters.push_back(called.parameters[i]);
      own.parameters.back().name = name;
      places[i] = static_cast<uint32_t>(own.parameters.size());
    }
    call.arguments.push_back(std::move(argument));
  }
  for (Parameter &parameter : own.parameters)
    if (parameter.extentParameter != 0 &&
        parameter.extentParameter <= places.size())
      parameter.extentParameter = places[parameter.extentParameter - 1];
  InputPlanner planner(program, own, options, undefined, assumed, limits);
  for (uint32_t i = 0; i < own.parameters.size(); ++i)
    planner.addParameter(i);
  isLacking |= planner.isLacking;
  planner.result.outputs.clear();
  if (options.setupsAreChoices && call.target)
    boundSizes(planner.result);
  const size_t first = result.setupArguments.size();
  appendParameters(result, planner.result);
  for (size_t i = 0; i < own.parameters.size(); ++i)
    result.setupArguments[first + i].name = own.parameters[i].name;
  bounds.addKnown(planner.bounds);
  pointerNames.insert(pointerNames.end(), planner.pointerNames.begin(),
                      planner.pointerNames.end());
  result.setupCalls.push_back(std::move(call));
  result.needsHarness = true;
}

void InputPlanner::boundSizes(InputPlan &plan) {
  constexpr uint64_t kMost = 1 << 16;
  for (const Argument &argument : plan.arguments)
    for (const Cell &cell : argument.value.cells) {
      InputVariable &input = plan.inputs[cell.slot];
      const Scalar &scalar = input.scalar;
      if ((scalar.kind != ScalarKind::Signed &&
           scalar.kind != ScalarKind::Unsigned) ||
          !scalar.enumerators.empty() || scalar.width <= 16 || input.least ||
          input.greatest || input.part != Part::Whole)
        continue;
      input.least = 0;
      input.greatest = kMost;
      input.isSize = true;
    }
}

bool InputPlanner::isReplaced(const std::string &name) const {
  return !options.setupsAreChoices &&
         std::any_of(options.setups.begin(), options.setups.end(),
                     [&](const std::string &text) {
                       return parseSetup(text).target == name;
                     });
}

std::optional<uint32_t>
InputPlanner::parameterNamed(const std::string &name) const {
  for (uint32_t i = 0; i < entry.parameters.size(); ++i)
    if (entry.parameters[i].name == name)
      return i;
  return std::nullopt;
}

std::optional<uint32_t> InputPlanner::madeNamed(const std::string &name) const {
  for (uint32_t i = 0; i < result.setupArguments.size(); ++i)
    if (result.setupArguments[i].name == name)
      return i;
  return std::nullopt;
}

void InputPlanner::requireAlike(const std::string &text,
                                const std::string &name, bool wantsPointer,
                                uint32_t from, uint32_t to) const {
  const auto isStruct = [&](uint32_t index) {
    return type(index).kind == CTypeKind::Struct;
  };
  const bool areOthers =
      !wantsPointer
          ? type(from).kind != CTypeKind::Scalar ||
                type(to).kind != CTypeKind::Scalar
          : isPointer(from) && isStruct(type(from).element) &&
                isStruct(type(to).element) &&
                type(type(from).element).name != type(type(to).element).name;
  if (isPointer(from) != wantsPointer || (from != to && areOthers))
    fail(ExitCode::BadInput, "--setup '{}': '{}' is a '{}', not a '{}'", text,
         name, type(from).name, type(to).name);
}

void InputPlanner::addSetupChoices() {
  for (SetupCall &call : result.setupCalls) {
    InputVariable choice{setupText(textOf(program, entry, call)),
                         "_Bool",
                         {ScalarKind::Bool, 8, {}}};
    call.choiceSlot = static_cast<uint32_t>(result.inputs.size());
    result.inputs.push_back(std::move(choice));
    ++result.setupChoices;
  }
}

} // namespace coverme

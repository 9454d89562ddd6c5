// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of planning; numbers, parameters, and the names of options.
#include "frontend/c/inputs/InputPlanner.h"

#include "support/Error.h"
#include "support/NearestName.h"
#include "support/Trimmed.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace coverme {

void InputPlanner::makePlan() {
  if (entry.isVariadic())
    fail(ExitCode::BadInput, "'{}' is variadic, which is not supported",
         entry.label());
  if (entry.isStatic() && entry.linkageName.find("$_") != std::string::npos)
    fail(ExitCode::BadInput,
         "'{}' is a lambda's, which each compiler calls by a name of its "
         "own; --callees covers it with the function around it",
         entry.label());
  result.needsHarness = !entry.hasTrampoline();
  result.isMain = entry.name == "main" && entry.parameters.size() >= 2;
  result.needsHarness |= result.isMain;
  result.isDistinct = options.distinct;
  hasChoices = true;
  if (result.isMain)
    addWords();
  else
    for (uint32_t i = 0; i < entry.parameters.size(); ++i)
      addParameter(i);
  checkResult();
  addGlobals();
  addStubs();
  addMadeUpVariables();
  checkStubNames();
  if (options.roundingModes)
    addRoundingMode();
  for (const std::string &text : options.setups)
    addSetup(text);
  checkPointerNames();
  bounds.checkNames(entry.label(), result.inputs);
  result.assumptions = options.assumptions;
  for (const auto &[name, condition] : bounds.assumptions())
    result.assumptions.push_back(assumable(name, condition));
  result.needsHarness |= !result.assumptions.empty();
  for (const Choice &each : choices)
    addChoice(result, each.name, each.typeName,
              {each.values.begin() + 1, each.values.end()},
              each.values.front());
  addAliases(result, program, entry, pointers);
  for (const NullableStub &each : nullableStubs)
    result.stubs[each.stub].nullSlot =
        addChoice(result, each.name, each.typeName, {"NULL"});
  if (options.allocations == AllocationMode::Fail ||
      options.learntAllocations != 0)
    addFailingAllocation();
  if (options.setupsAreChoices)
    addSetupChoices();
}

// An assumption can speak of what begins with a parameter.
std::string InputPlanner::assumable(const std::string &name,
                                    const std::string &condition) const {
  const size_t begin = std::min(name.find_first_not_of("(*"), name.size());
  const std::string root =
      name.substr(begin, name.find_first_of(".-[)", begin) - begin);
  if (std::none_of(entry.parameters.begin(), entry.parameters.end(),
                   [&](const Parameter &each) { return each.name == root; }))
    fail(ExitCode::BadInput,
         "--range: '{}' is of a type for which only parameters have ranges",
         name);
  return condition;
}

uint32_t InputPlanner::addSlot(InputVariable input) {
  bounds.narrow(input);
  result.inputs.push_back(std::move(input));
  return static_cast<uint32_t>(result.inputs.size() - 1);
}

bool InputPlanner::isRead(const Image &image, uint32_t offset,
                          uint32_t bytes) const {
  return (&image == pointee.image && pointee.parameter->readsAny) ||
         isReadHere(image, offset, bytes);
}

bool InputPlanner::isReadHere(const Image &image, uint32_t offset,
                              uint32_t bytes) const {
  // An assumption may read what the code does not.
  return &image != pointee.image || !options.assumptions.empty() ||
         isOfLibrary ||
         std::any_of(
             pointee.parameter->reads.begin(), pointee.parameter->reads.end(),
             [&](const ByteRange &range) {
               return range.begin < offset + bytes && offset < range.end;
             });
}

bool InputPlanner::isInput(const Image &image, uint32_t offset,
                           uint32_t bytes) {
  if (!isRead(image, offset, bytes))
    return false;
  const bool takes = !isFar();
  result.leftOut += !takes;
  return takes;
}

bool InputPlanner::isFar() {
  const bool isFull = result.inputs.size() >= kMaxInputs;
  isLacking |= isFull && farElements == 0;
  return isFull || farElements != 0;
}

void InputPlanner::addNumber(const std::string &name, const CType &number,
                             uint32_t offset, Image &image) {
  const Scalar &scalar = number.scalar;
  if (scalar.kind == ScalarKind::Unsupported)
    return leaveZero(name, number, offset, image);
  struct Piece {
    Scalar scalar;
    Part part;
    uint32_t offset, bytes;
  };
  std::vector<Piece> pieces;
  if (scalar.isFloat() && scalar.width == 80)
    pieces = {{{ScalarKind::Unsigned, 63, {}}, Part::Fraction80, 0, 8},
              {{ScalarKind::Exponent, 16, {}}, Part::Exponent80, 8, 2}};
  else if (scalar.width == 128)
    pieces = {{{ScalarKind::Unsigned, 64, {}}, Part::Low128, 0, 8},
              {{scalar.kind, 64, {}}, Part::High128, 8, 8}};
  else
    pieces = {{scalar, Part::Whole, 0, (scalar.width + 7) / 8}};
  const bool takes = isInput(image, offset, number.byteSize);
  const bool tells = &image == pointee.image && pointee.isOutput &&
                     !isOfLibrary && condition.choice == 0 &&
                     pointee.outputs.size() + pieces.size() <= kMaxOutputs;
  for (const Piece &piece : pieces) {
    const uint32_t at = offset + piece.offset;
    if (takes)
      image.cells.push_back(
          {addSlot({name, number.name, piece.scalar, piece.part}), at,
           static_cast<uint8_t>(piece.bytes), condition});
    if (tells)
      pointee.outputs.push_back(
          {{name, number.name, piece.scalar, piece.part}, 0, at, piece.bytes});
  }
}

void InputPlanner::leaveZero(const std::string &name, const CType &object,
                             uint32_t offset, const Image &image) {
  if (&image != pointee.image ||
      type(pointee.parameter->type).kind != CTypeKind::Pointer)
    refuse(fmt::format("'{}'", name),
           fmt::format("is of type '{}', which is not supported", object.name));
  result.leftOut += isRead(image, offset, object.byteSize);
}

void InputPlanner::addBitField(const std::string &name, const Member &field,
                               uint32_t offset, Image &image) {
  if (!isInput(image, offset, (field.bitOffset + field.bitWidth + 7) / 8))
    return;
  const CType &number = type(field.type);
  Scalar scalar = number.scalar;
  scalar.width = field.bitWidth;
  // Enumerators that do not fit are no values.
  std::erase_if(scalar.enumerators, [&](uint64_t value) {
    return truncateToWidth(value, field.bitWidth) != value;
  });
  image.cells.push_back({addSlot({name, number.name, scalar}), offset, 0,
                         condition, field.bitOffset, field.bitWidth});
}

void InputPlanner::addParameter(uint32_t index) {
  const Parameter &parameter = entry.parameters[index];
  const CType &own = type(parameter.type);
  Argument argument;
  argument.type = parameter.type;
  argument.isPointer = own.kind == CTypeKind::Pointer;
  argument.firstSlot = static_cast<uint32_t>(result.inputs.size());
  if (argument.isPointer && isReplaced(parameter.name)) {
    result.needsHarness = true; // and nothing else
  } else if (argument.isPointer) {
    argument.address =
        addPointee(parameter.name, own, 0, 0, &parameter, parameter.flags);
    result.needsHarness = true;
  } else {
    argument.value.byteSize = own.byteSize;
    if (own.kind == CTypeKind::Scalar && own.scalar.width <= 64 &&
        own.scalar.kind != ScalarKind::Unsupported)
      argument.value.cells.push_back(
          {slotOfParameter(index), 0,
           static_cast<uint8_t>((own.scalar.width + 7) / 8)});
    else if (own.kind == CTypeKind::Unsupported ||
             own.kind == CTypeKind::Incomplete ||
             own.kind == CTypeKind::Function || own.kind == CTypeKind::Void ||
             own.scalar.kind == ScalarKind::Void)
      refuse(fmt::format("parameter '{}'", parameter.name),
             fmt::format("has type '{}', which is not supported",
                         parameter.typeName));
    else {
      pointee = {&argument.value, &parameter, false, {}};
      addObject(parameter.name, parameter.type, 0, argument.value, 0);
      pointee = {};
    }
  }
  // Slots of a parameter that counts elements may stand ahead of theirs.
  argument.slotCount =
      static_cast<uint32_t>(result.inputs.size()) - argument.firstSlot;
  result.arguments.push_back(std::move(argument));
}

void InputPlanner::checkResult() {
  const CType &own = type(entry.resultType);
  if (own.kind == CTypeKind::Unsupported)
    refuse("its result",
           fmt::format("is of type '{}', which is not supported", own.name));
}

void InputPlanner::checkPointerNames() {
  for (const NamedText &option : options.arrays)
    if (std::find(pointerNames.begin(), pointerNames.end(), option.name) ==
            pointerNames.end() &&
        !options.mayBeOfOthers("--array", option.name))
      fail(ExitCode::BadInput, "--array {}: '{}' has no pointer of this name{}",
           option.name, entry.label(), suggestion(option.name, pointerNames));
  for (const std::string &name : options.heap)
    if (std::find(pointerNames.begin(), pointerNames.end(), name) ==
            pointerNames.end() &&
        !options.mayBeOfOthers("--heap", name))
      fail(ExitCode::BadInput, "--heap {}: '{}' has no pointer of this name{}",
           name, entry.label(), suggestion(name, pointerNames));
}

static InputPlan planWithRoom(const Program &program, uint32_t entry,
                              const InputOptions &options,
                              const std::set<std::string> &undefined,
                              const std::vector<AssumedBound> &assumed) {
  const auto plan = [&](const Limits &limits) {
    InputPlanner planner(program, program.functions[entry], options, undefined,
                         assumed, limits);
    planner.makePlan();
    return std::pair(planner.lacksSlots(), planner.take());
  };
  Limits limits;
  // Of what is read behind the first thousand elements there may be little. (No
  // element is smaller than a byte.)
  if (std::ranges::any_of(
          program.functions[entry].parameters, [&](const Parameter &parameter) {
            return !parameter.readsAny && !parameter.reads.empty() &&
                   parameter.reads.back().end > limits.elements;
          }))
    limits.elements = UINT32_MAX;
  auto [isLacking, result] = plan(limits);
  if (isLacking && limits.elements > kMaxInputs)
    std::tie(isLacking, result) = plan(limits = {});
  if (isLacking) {
    limits.unreadFunctions = false;
    std::tie(isLacking, result) = plan(limits);
  }
  if (!isLacking)
    return result;
  // Objects so near that there are inputs for a few elements of each array,
  // then as many of these as there is room for.
  constexpr uint32_t kFewElements = 3;
  constexpr unsigned kDeepest = 5;
  for (limits = {kFewElements, kDeepest, false}; limits.depth > 1;
       --limits.depth)
    if (!plan(limits).first)
      break;
  for (limits.elements = kMaxInputs / 2;; limits.elements /= 2) {
    std::tie(isLacking, result) = plan(limits);
    if (!isLacking || limits.elements == 1)
      return result;
  }
}

InputPlan planInputs(const Program &program, uint32_t entry,
                     const InputOptions &options,
                     const std::set<std::string> &undefined,
                     const std::vector<AssumedBound> &assumed) {
  try {
    return planWithRoom(program, entry, options, undefined, assumed);
  } catch (const Error &error) {
    throw withPlace(options, error);
  }
}

Error withPlace(const InputOptions &options, const Error &error) {
  const std::string message = error.what();
  const auto isAbout = [&](const SaidInFile &said) {
    if (!message.starts_with(said.flag + ' '))
      return false;
    // Of `p = make(3)`, some name the function alone.
    const std::string call = said.name.substr(0, said.name.find('('));
    const std::string function(
        trimmed(std::string_view(call).substr(call.find('=') + 1)));
    const std::string rest = message.substr(said.flag.size() + 1);
    const auto beginsWith = [&](const std::string &name) {
      return rest.starts_with(name + ':') || rest.starts_with(name + '=');
    };
    return said.flag == "--assume" || beginsWith(said.name) ||
           (said.flag == "--setup" &&
            (beginsWith('\'' + said.name + '\'') || beginsWith(function))) ||
           // "--range and --assume leave no value for 'x'"
           rest.find(" for '" + said.name + "':") != std::string::npos;
  };
  const auto found = std::ranges::find_if(options.saidInFile, isAbout);
  return found == options.saidInFile.end()
             ? error
             : Error(error.code, found->place + ": " + message, error.detail);
}

} // namespace coverme

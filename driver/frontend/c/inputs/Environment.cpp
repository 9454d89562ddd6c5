// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the entry takes beside its parameters: variables of the file, stubs,
// the rounding mode, and which allocation fails.
#include "frontend/c/inputs/InputPlanner.h"

#include "core/ElementNames.h"
#include "frontend/c/Allocators.h"
#include "support/NearestName.h"

#include <algorithm>

namespace coverme {

void InputPlanner::addGlobals() {
  for (const std::string &name : options.globals) {
    std::vector<std::string> names;
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < program.globals.size(); ++i) {
      const Global &global = program.globals[i];
      if (type(global.type).kind == CTypeKind::Function ||
          (global.flags & COVERME_GLOBAL_Local) != 0 ||
          ((global.flags & COVERME_GLOBAL_Constant) != 0 &&
           !undefined.contains(global.name)) ||
          !isReachable(global, entry.source))
        continue;
      names.push_back(global.name);
      // The entry's source may have its own beside that of another one.
      if (global.name == name &&
          (found == UINT32_MAX ||
           (program.globals[found].source != entry.source &&
            global.source == entry.source)))
        found = i;
    }
    if (found == UINT32_MAX)
      fail(ExitCode::BadInput,
           "--global {}: there is no variable of this name{}", name,
           suggestion(name, names));
    addGlobal(found);
  }
}

void InputPlanner::addGlobal(uint32_t index) {
  const Global &global = program.globals[index];
  GlobalInput input;
  input.global = index;
  input.image.byteSize = type(global.type).byteSize;
  place = {0, 0, global.linkageName};
  addObject(global.name, global.type, 0, input.image, 0);
  result.globals.push_back(std::move(input));
  result.needsHarness = true;
}

void InputPlanner::addMadeUpVariables() {
  for (const std::string &name : undefined) {
    const auto found =
        std::find_if(program.globals.begin(), program.globals.end(),
                     [&](const Global &global) { return global.name == name; });
    const bool isKnown = found != program.globals.end();
    if (isKnown ? type(found->type).kind == CTypeKind::Function
                : name.starts_with("_ZG") ||
                      (name.starts_with("_ZT") && !isOfClass(name)))
      continue;
    if (!isKnown && isOfClass(name)) {
      result.madeUpVariables.push_back({name, 0});
      continue;
    }
    const uint32_t bytes = isKnown ? type(found->type).byteSize : 0;
    result.madeUpVariables.push_back(
        {name, bytes != 0 ? bytes : kUnknownVariableBytes});
    if (!isKnown)
      ++result.leftOut;
    else
      addLoaded(static_cast<uint32_t>(found - program.globals.begin()));
  }
  result.needsHarness |= !result.madeUpVariables.empty();
}

void InputPlanner::addLoaded(uint32_t global) {
  const bool isLoaded = std::any_of(
      entry.uses.begin(), entry.uses.end(), [&](const GlobalUse &use) {
        return use.global == global &&
               (use.flags & COVERME_PARAMETER_Loads) != 0;
      });
  const bool isGiven = std::any_of(
      result.globals.begin(), result.globals.end(),
      [&](const GlobalInput &input) { return input.global == global; });
  if (!isLoaded || isGiven)
    return;
  if (type(program.globals[global].type).byteSize != 0)
    addGlobal(global);
  else
    ++result.leftOut;
}

DrawnValues InputPlanner::addValues(const CType &own, uint32_t index,
                                    const std::string &name, uint32_t count) {
  DrawnValues values;
  values.type = index;
  values.firstSlot = static_cast<uint32_t>(result.inputs.size());
  if (own.kind == CTypeKind::Scalar)
    for (uint32_t i = 0; i < count; ++i) {
      Image image;
      addNumber(fmt::format("{}#{}", name, i + 1), own, 0, image);
      if (image.cells.empty())
        break; // enough of them
      values.slotsPerValue = static_cast<uint32_t>(image.cells.size());
      ++values.count;
    }
  return values;
}

void InputPlanner::addResults(const std::string &name,
                              const std::string &values, const CType &own,
                              Stub &stub) {
  uint32_t count = kStubResults;
  stub.called = name + "()";
  if (const std::optional<Extent> given = givenExtent(stub.called)) {
    if (given->countSlot || given->ahead != 0 || given->elements == 0)
      fail(ExitCode::BadInput,
           "--array {}: how many results are inputs is a number from 1 on",
           stub.called);
    count = given->elements;
  } else if (const auto learnt = options.learnt.find(siblingsOf(stub.called));
             learnt != options.learnt.end()) {
    count = learnt->second;
  } else {
    stub.isCountGuessed = !stub.transfer;
  }
  stub.results = addValues(own, stub.resultType, values, count);
}

DrawnValues InputPlanner::addDrawn(const std::string &name, const CType &number,
                                   uint32_t count) {
  DrawnValues values;
  values.firstSlot = static_cast<uint32_t>(result.inputs.size());
  for (; values.count < count && !isFar(); ++values.count)
    addSlot({fmt::format("{}#{}", name, values.count + 1), number.name,
             number.scalar});
  return values;
}

bool InputPlanner::isIntegerType(uint32_t index) const {
  return type(index).kind == CTypeKind::Scalar && isCount(type(index).scalar);
}

std::optional<Stub::Transfer>
InputPlanner::transferOf(const CType &function) const {
  const std::vector<Member> &parameters = function.members;
  const auto isInteger = [&](size_t i) {
    return i < parameters.size() && isIntegerType(parameters[i].type);
  };
  const auto behind = [&](const Member &parameter) -> const CType * {
    const CType &pointer = type(parameter.type);
    return pointer.kind == CTypeKind::Pointer && !pointer.isReference()
               ? &type(pointer.element)
               : nullptr;
  };
  const auto isToBytes = [&](const Member &parameter) {
    const CType *object = behind(parameter);
    return object != nullptr &&
           ((type(parameter.type).flags & COVERME_TYPE_IS_HANDLE) != 0 ||
            object->kind == CTypeKind::Void ||
            (object->kind == CTypeKind::Scalar && object->byteSize == 1));
  };
  // What it reads from, or writes to.
  const auto isHandle = [&](const Member &parameter) {
    const CType *object = behind(parameter);
    return object != nullptr && (object->kind == CTypeKind::Void ||
                                 object->kind == CTypeKind::Struct ||
                                 object->kind == CTypeKind::Incomplete);
  };
  if (type(function.element).kind != CTypeKind::Scalar ||
      !isCount(type(function.element).scalar) ||
      std::count_if(parameters.begin(), parameters.end(), isHandle) > 2)
    return std::nullopt;
  for (uint32_t i = 0; i < parameters.size(); ++i) {
    if (!isToBytes(parameters[i]) || !isInteger(i + 1))
      continue;
    const bool hasHandle = std::any_of(
        parameters.begin(), parameters.end(), [&](const Member &each) {
          return &each != &parameters[i] && isHandle(each);
        });
    if (!hasHandle)
      continue;
    Stub::Transfer transfer;
    transfer.memory = i;
    transfer.count = i + 1;
    const bool isOfPieces =
        isInteger(i + 2) && parameters[i + 1].type == parameters[i + 2].type &&
        type(parameters[i + 1].type).scalar.kind == ScalarKind::Unsigned;
    if (isOfPieces) {
      transfer.size = i + 1;
      transfer.count = i + 2;
    }
    return transfer;
  }
  return std::nullopt;
}

void InputPlanner::addResultMemory(const std::string &name,
                                   const CType &function, Stub &stub) {
  const CType &pointer = type(function.element);
  if (pointer.kind != CTypeKind::Pointer || pointer.isReference())
    return;
  const CType &object = type(pointer.element);
  Stub::Memory memory;
  if (object.kind == CTypeKind::Void) {
    for (uint32_t i = 0; i < function.members.size(); ++i)
      if (isIntegerType(function.members[i].type)) {
        if (memory.count && *memory.count + 1 == i)
          memory.size = memory.count;
        memory.count = i;
      }
    if (!memory.count)
      return;
  } else if (object.byteSize != 0 || object.kind == CTypeKind::Incomplete) {
    memory.objectBytes = std::max(object.byteSize, kStubObjectBytes);
    CType truth;
    truth.name = "_Bool";
    truth.scalar = {ScalarKind::Bool, 8, {}};
    memory.nulls = addDrawn(name + "() == NULL", truth, kStubResults);
  } else {
    return;
  }
  stub.memory = memory;
}

uint32_t InputPlanner::addPointedStub(const std::string &name,
                                      const CType &function, bool isMethod) {
  Stub stub;
  stub.resultType = function.element;
  if ((function.flags & COVERME_TYPE_IS_NO_RETURN) != 0)
    stub.kind = Stub::Kind::Exits;
  else
    addEffects(name, function, isMethod, false, stub);
  return addStub(std::move(stub));
}

void InputPlanner::addEffects(const std::string &name, const CType &function,
                              bool isMethod, bool isOfEntry, Stub &stub) {
  const bool arePassed = std::all_of(
      function.members.begin(), function.members.end(),
      [&](const Member &each) { return isPassed(type(each.type)); });
  const bool isBounded = std::any_of(
      options.ranges.begin(), options.ranges.end(),
      [&](const NamedText &range) { return range.name == name + "()"; });
  if (arePassed && !isMethod && !isBounded)
    stub.transfer = transferOf(function);
  addResults(name,
             stub.transfer
                 ? fmt::format("(*{}) - {}()", stub.transfer->count + 1, name)
                 : name + "()",
             type(function.element), stub);
  if (arePassed)
    addResultMemory(name, function, stub);
  if (isOfEntry)
    addResultPointers(name, type(stub.resultType), stub);
  if (!stub.memory || !stub.memory->buffer)
    addResultObject(name, stub);
  if (isOfEntry && type(stub.resultType).kind == CTypeKind::Struct)
    addWrittenPointers(name + "()", stub.resultType, Stub::Write::kResult, 0,
                       stub);
  for (uint32_t i = 0; arePassed && i < function.members.size(); ++i) {
    const uint32_t index = function.members[i].type;
    stub.parameters.push_back(index);
    const CType &own = type(index);
    if (own.kind != CTypeKind::Pointer || (isMethod && i == 0) ||
        (own.flags & COVERME_TYPE_IS_CONST) != 0)
      continue;
    if (stub.transfer && stub.transfer->memory == i) {
      CType byte;
      byte.name = "unsigned char";
      byte.scalar = {ScalarKind::Unsigned, 8, {}};
      stub.transfer->bytes =
          addDrawn(fmt::format("{}(*{})", name, i + 1), byte, kStubBytes);
      continue;
    }
    const std::string written = fmt::format("{}(*{})", name, i + 1);
    addWrites(written, function, i, stub);
    if (isOfEntry)
      addWrittenPointers(written, own.element, i,
                         function.members[i].byteOffset, stub);
  }
}

// Only to objects of their type, of which there are few.
void InputPlanner::addWrittenPointers(const std::string &name, uint32_t index,
                                      uint32_t parameter, uint32_t localBytes,
                                      Stub &stub) {
  const CType &object = type(index);
  std::vector<Member> members;
  if (object.kind == CTypeKind::Pointer)
    members.push_back({"", index, 0, 0, 0});
  else if (object.kind == CTypeKind::Struct)
    members = object.members;
  for (const Member &each : members) {
    const CType &own = type(each.type);
    if (own.kind != CTypeKind::Pointer || own.isReference() ||
        stub.pointers.size() == kMostWrittenPointers)
      continue;
    place = {object.byteSize, each.byteOffset, withoutKind(object.name)};
    const Address made =
        addPointee(each.name.empty() ? name : memberOf(name, each.name), own, 0,
                   1, nullptr, usesThroughObjects());
    if (made.kind == Address::Kind::Buffer)
      stub.pointers.push_back({parameter, each.byteOffset, object.byteSize,
                               std::max(localBytes, object.byteSize),
                               made.index});
  }
}

void InputPlanner::addWrites(const std::string &name, const CType &function,
                             uint32_t parameter, Stub &stub) {
  const std::vector<Member> &parameters = function.members;
  const uint32_t index = type(parameters[parameter].type).element;
  const CType &object = type(index);
  std::vector<NamedNumber> numbers;
  addNumbers(name, index, 0, numbers);
  if (numbers.size() > kMostWrittenMembers)
    return;
  Stub::Write write;
  write.parameter = parameter;
  write.isMember = object.kind == CTypeKind::Struct;
  write.objectSize = object.byteSize;
  write.localBytes =
      std::max(parameters[parameter].byteOffset, object.byteSize);
  if (object.byteSize == 1 && parameter + 1 < parameters.size() &&
      isIntegerType(parameters[parameter + 1].type))
    write.localCount = parameter + 1;
  for (const NamedNumber &number : numbers) {
    write.offset = number.offset;
    write.values =
        addValues(type(number.type), number.type, number.name, kStubResults);
    if (write.values.count != 0)
      stub.writes.push_back(write);
  }
}

void InputPlanner::addResultObject(const std::string &name, Stub &stub) {
  const CType &own = type(stub.resultType);
  const bool isPointed =
      own.isReference() || (stub.memory && !stub.memory->count);
  const uint32_t object = isPointed ? own.element : stub.resultType;
  if (stub.results.count != 0 || type(object).byteSize == 0)
    return;
  Image tables;
  addVirtualTables(name + "()", object, 0, tables);
  stub.tables = std::move(tables.addresses);
  std::vector<NamedNumber> numbers;
  const bool isText = type(object).name == "char";
  if (isText) // what it leads to
    for (uint32_t i = 0; i <= program.textLength && i < kMostWrittenMembers;
         ++i)
      numbers.push_back({fmt::format("{}()[{}]", name, i), object, i});
  else
    addNumbers(name + "()", object, 0, numbers);
  if (!own.isReference() && isPointed && !isText && isNumber(object))
    for (uint32_t i = 1; i < kElementsReturned; ++i)
      numbers.push_back({fmt::format("{}()[{}]", name, i), object,
                         i * type(object).byteSize});
  if (numbers.size() > kMostWrittenMembers)
    return;
  if (const uint32_t size = flexibleElementSize(type(object)); size != 0) {
    const Member &last = type(object).members.back();
    for (uint32_t i = 0;
         i < kFlexibleElements && numbers.size() < kMostWrittenMembers; ++i)
      addNumbers(fmt::format("{}().{}[{}]", name, last.name, i),
                 type(last.type).element, last.byteOffset + i * size, numbers);
  }
  for (const NamedNumber &number : numbers)
    if (const DrawnValues values = addValues(type(number.type), number.type,
                                             number.name, kStubResults);
        values.count != 0)
      stub.writes.push_back({Stub::Write::kResult,
                             true,
                             number.offset,
                             type(object).byteSize,
                             0,
                             {},
                             values});
}

void InputPlanner::addResultPointers(const std::string &name,
                                     const CType &pointer, Stub &stub) {
  if (!stub.memory || stub.memory->count ||
      type(pointer.element).kind != CTypeKind::Struct ||
      !holdsPointer(program, pointer.element))
    return;
  place = {};
  const Address made =
      addPointee(name + "()", pointer, 0, 1, nullptr, usesThroughObjects());
  if (made.kind == Address::Kind::Buffer)
    stub.memory->buffer = made.index;
}

void InputPlanner::addVirtualTables(const std::string &name, uint32_t index,
                                    uint32_t offset, Image &image) {
  const CType &own = type(index);
  if (own.kind != CTypeKind::Struct ||
      (own.flags & COVERME_TYPE_IS_OF_LIBRARY) != 0)
    return;
  for (const Member &member : own.members) {
    const uint32_t at = offset + member.byteOffset;
    if (type(member.type).kind == CTypeKind::VirtualTable)
      addVirtualTable(name, own.name, member.type, at, image);
    else
      addVirtualTables(member.name.empty() ? name : memberOf(name, member.name),
                       member.type, at, image);
  }
}

void InputPlanner::addNumbers(const std::string &name, uint32_t index,
                              uint32_t offset,
                              std::vector<NamedNumber> &numbers) const {
  const CType &own = type(index);
  if (isNumber(index) && own.scalar.kind != ScalarKind::Unsupported) {
    numbers.push_back({name, index, offset});
  } else if (own.kind == CTypeKind::Array) {
    for (uint32_t i = 0; i < own.count && numbers.size() <= kMostWrittenMembers;
         ++i)
      addNumbers(fmt::format("{}[{}]", name, i), own.element,
                 offset + i * type(own.element).byteSize, numbers);
  } else if (own.kind == CTypeKind::Struct &&
             (own.flags & COVERME_TYPE_IS_OF_LIBRARY) == 0) {
    for (const Member &member : own.members)
      if (member.bitWidth == 0)
        addNumbers(member.name.empty()
                       ? name
                       : fmt::format("{}.{}", name, member.name),
                   member.type, offset + member.byteOffset, numbers);
  }
}

bool InputPlanner::isPassed(const CType &own) {
  switch (own.kind) {
  case CTypeKind::Scalar:
    return own.scalar.kind > ScalarKind::Void;
  case CTypeKind::Struct:
  case CTypeKind::Union:
    return (own.flags & COVERME_TYPE_IS_BY_REFERENCE) == 0;
  default:
    return own.kind == CTypeKind::Complex || own.kind == CTypeKind::Pointer;
  }
}

CType InputPlanner::nondetType(CType own, std::string_view suffix) {
  if (suffix == "bool" || suffix == "_Bool")
    own.scalar = {ScalarKind::Bool, 8, {}};
  else if ((suffix.starts_with('u') || suffix == "size_t") &&
           own.scalar.kind == ScalarKind::Signed)
    own.scalar.kind = ScalarKind::Unsigned;
  return own;
}

std::set<uint32_t> InputPlanner::functionsCalled(bool aheadOfCall) const {
  std::map<std::string_view, const Function *> defined;
  std::vector<const Function *> open = {&entry};
  for (const Function &function : program.functions) {
    if (!function.isStatic())
      defined.emplace(function.linkageName, &function);
    if ((function.flags & COVERME_FUNCTION_RunsUnasked) != 0)
      open.push_back(&function);
  }
  std::set<uint32_t> called;
  bool callsAny = aheadOfCall && !options.setups.empty();
  while (!open.empty() && !callsAny) {
    const Function &function = *open.back();
    open.pop_back();
    callsAny = (function.flags & COVERME_FUNCTION_CallsPointers) != 0;
    for (const GlobalUse &use : function.uses)
      if ((use.flags & COVERME_PARAMETER_Calls) != 0 &&
          called.insert(use.global).second)
        // Of a function in another file, the uses are its own.
        if (const auto other = defined.find(program.globals[use.global].name);
            other != defined.end())
          open.push_back(other->second);
  }
  for (uint32_t i = 0; i < program.globals.size() && callsAny; ++i)
    called.insert(i);
  return called;
}

void InputPlanner::addStubs() {
  constexpr std::string_view kNondet = "__VERIFIER_nondet_";
  const std::set<uint32_t> called = functionsCalled(true);
  const std::set<uint32_t> byEntry = functionsCalled(false);
  for (uint32_t i = 0; i < program.globals.size(); ++i) {
    const Global &global = program.globals[i];
    if (type(global.type).kind != CTypeKind::Function)
      continue;
    const std::string &name = global.name;
    Stub stub;
    stub.linkageName = name;
    stub.resultType = type(global.type).element;
    const bool isMadeUp = undefined.contains(name) || isToBeMadeUp(name);
    if (isMadeUp && !called.contains(i)) {
      addStub(std::move(stub)); // for the linker
    } else if (name.starts_with(kNondet)) {
      stub.kind = Stub::Kind::Draws;
      const CType drawn = nondetType(
          type(stub.resultType), std::string_view(name).substr(kNondet.size()));
      stub.results = addValues(drawn, stub.resultType, name, kDraws);
      addStub(std::move(stub));
      result.isProgram = true;
    } else if (name == "__VERIFIER_assume") {
      stub.kind = Stub::Kind::Assumes;
      addStub(std::move(stub));
    } else if (name == "reach_error" || name == "__VERIFIER_error") {
      stub.kind = Stub::Kind::Ends;
      addStub(std::move(stub));
      result.isProgram = true;
    } else if (isMadeUp && (global.flags & COVERME_GLOBAL_NoReturn) != 0) {
      stub.kind = Stub::Kind::Exits;
      addStub(std::move(stub));
    } else if (isMadeUp) {
      const CType &own = type(stub.resultType);
      if ((own.flags & COVERME_TYPE_IS_BY_REFERENCE) != 0 &&
          own.kind != CTypeKind::Struct)
        fail(ExitCode::BadInput,
             "--stub{}: '{}' returns an object in memory ('{}'), which is "
             "not supported",
             undefined.contains(name) ? "-undefined" : "", name, own.name);
      const CType &function = type(global.type);
      const bool isMethod =
          !function.members.empty() && function.members[0].name == "this";
      addEffects(name, function, isMethod, byEntry.contains(i), stub);
      stub.isGuess = true;
      addStub(std::move(stub));
    }
  }
}

void InputPlanner::checkStubNames() const {
  std::vector<std::string> names;
  for (const Global &global : program.globals)
    if (type(global.type).kind == CTypeKind::Function)
      names.push_back(global.name);
  for (const std::string &name : options.stubs)
    if (!options.mayBeOfOthers("--stub", name) &&
        std::find(names.begin(), names.end(), name) == names.end())
      fail(ExitCode::BadInput,
           "--stub {}: the file calls no function of this name that it does "
           "not define{}",
           name, suggestion(name, names));
}

void InputPlanner::addRoundingMode() {
  result.roundingSlot =
      addSlot({"rounding mode",
               kRoundingMode,
               {ScalarKind::Unsigned, 8, {0, 1, 2, 3}},
               Part::Whole,
               {},
               {},
               {"to nearest", "downward", "upward", "toward zero"}});
  result.needsHarness = true;
}

void InputPlanner::addFailingAllocation() {
  for (const Function &function : program.functions)
    if (isAllocator(function.linkageName))
      fail(ExitCode::BadInput,
           "--allocations fail: the code has a '{}' of its own",
           function.linkageName);
  constexpr uint32_t kMost = 32;
  uint32_t count = options.learntAllocations;
  if (count == 0 || count > kMost)
    count = kMost;
  std::vector<std::string> places;
  for (uint32_t i = 1; i <= count; ++i)
    places.push_back(std::to_string(i));
  result.failingSlot =
      addChoice(result, kFailingAllocation, "number", places, "none");
  result.isFailureAsked = options.allocations == AllocationMode::Fail;
  result.needsHarness = true;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What pointers lead to, and how much of it there is.
#include "frontend/c/inputs/InputPlanner.h"

#include "core/ElementNames.h"
#include "coverme/members.h"
#include "support/NearestName.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace coverme {
namespace {

CType byteType(const char *name, ScalarKind kind = ScalarKind::Signed) {
  CType type;
  type.name = name;
  type.kind = CTypeKind::Scalar;
  type.scalar = {kind, 8, {}};
  type.byteSize = 1;
  return type;
}

// Of a use of a member.
constexpr uint32_t kMemberFlags = (1U << COVERME_MEMBER_BEGIN_BIT) - 1;

// So many objects have what calls have wanted far off; the others are made when
// calls get there.
constexpr size_t kMostBuffers = 256;

// Of an array whose end another parameter says.
constexpr uint32_t kRangeElements = 4;

std::optional<uint32_t> wholeCount(const std::string &text) {
  uint32_t number = 0;
  const char *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end)
    return std::nullopt;
  return number;
}

} // namespace

// "40", or "120+40" for 120 more ahead.
std::optional<InputPlanner::Extent>
InputPlanner::wholeExtent(const std::string &text) {
  const size_t plus = text.find('+');
  const auto ahead = plus == text.npos ? std::optional<uint32_t>(0)
                                       : wholeCount(text.substr(0, plus));
  const auto elements =
      wholeCount(plus == text.npos ? text : text.substr(plus + 1));
  if (!ahead || !elements)
    return std::nullopt;
  Extent extent;
  extent.elements = *elements;
  extent.ahead = *ahead;
  return extent;
}

const NamedText *InputPlanner::arrayOption(const std::string &name) {
  const auto found =
      std::find_if(options.arrays.begin(), options.arrays.end(),
                   [&](const NamedText &each) { return each.name == name; });
  pointerNames.push_back(name);
  return found == options.arrays.end() ? nullptr : &*found;
}

std::optional<uint32_t> InputPlanner::countSlotOf(const std::string &name) {
  for (uint32_t i = 0; i < entry.parameters.size(); ++i)
    if (entry.parameters[i].name == name)
      if (const CType &count = type(entry.parameters[i].type);
          count.kind == CTypeKind::Scalar && !count.scalar.isFloat() &&
          count.scalar.kind != ScalarKind::Bool && count.scalar.width <= 64)
        return slotOfParameter(i);
  return std::nullopt;
}

uint32_t InputPlanner::slotOfParameter(uint32_t index) {
  const auto known = parameterSlots.find(index);
  if (known != parameterSlots.end())
    return known->second;
  const Parameter &parameter = entry.parameters[index];
  const CType &number = type(parameter.type);
  const uint32_t slot =
      addSlot({parameter.name, parameter.typeName, number.scalar});
  parameterSlots[index] = slot;
  return slot;
}

InputPlanner::Extent InputPlanner::countedBy(uint32_t slot, uint32_t most) {
  InputVariable &count = result.inputs[slot];
  const bool isSigned = count.scalar.kind == ScalarKind::Signed;
  const uint64_t top =
      truncateToWidth(UINT64_MAX, count.scalar.width - isSigned);
  if (!count.least)
    count.least = isSigned ? top + 1 : 0;
  if (!count.greatest || *count.greatest == top) {
    count.greatest = std::min<uint64_t>(most, top);
    count.isCapped = true;
  }
  Extent extent;
  // A negative count is none.
  extent.elements = static_cast<uint32_t>(
      *count.greatest > top ? 0
                            : std::min<uint64_t>(*count.greatest, UINT32_MAX));
  extent.countSlot = slot;
  return extent;
}

std::optional<InputPlanner::Extent>
InputPlanner::givenExtent(const std::string &name) {
  const NamedText *option = arrayOption(name);
  // One that names a parameter of others is theirs.
  if (option == nullptr ||
      (options.mayBeOfOthers("--array", option->name) &&
       !wholeExtent(option->text) && !countSlotOf(option->text)))
    return std::nullopt;
  if (const auto extent = wholeExtent(option->text))
    return *extent;
  if (const auto slot = countSlotOf(option->text))
    return countedBy(*slot);
  std::vector<std::string> integers;
  for (const Parameter &each : entry.parameters)
    if (type(each.type).kind == CTypeKind::Scalar &&
        !type(each.type).scalar.isFloat())
      integers.push_back(each.name);
  fail(ExitCode::BadInput,
       "--array {}={}: '{}' is neither a number nor an integer parameter "
       "of '{}'{}",
       name, option->text, option->text, entry.label(),
       suggestion(option->text, integers));
}

InputPlanner::Extent InputPlanner::extentOf(const std::string &name,
                                            const CType &pointee,
                                            const Parameter *parameter) {
  if (const std::optional<Extent> given = givenExtent(name))
    return *given;
  Extent extent;
  if (parameter != nullptr && parameter->extent != 0) {
    extent.elements = parameter->extent;
    extent.isOpen = true; // `double p[3]` is but a pointer to C
    return extent;
  }
  if (parameter != nullptr && parameter->extentParameter != 0 &&
      parameter->extentParameter <= entry.parameters.size()) {
    const Parameter &count = entry.parameters[parameter->extentParameter - 1];
    if (const auto slot = countSlotOf(count.name)) {
      extent = countedBy(*slot);
      extent.isOpen = true;
      return extent;
    }
  }
  extent.isOpen = true;
  if (pointee.kind == CTypeKind::Scalar && pointee.name == "char") {
    extent.isString = true;
    extent.elements = std::max(kStringLength, program.textLength) + 1;
  } else if (pointee.kind == CTypeKind::Void) {
    extent.elements = kVoidBytes;
  }
  if (parameter != nullptr && pointee.byteSize != 0)
    extent.elements =
        std::max(extent.elements,
                 (parameter->reach + pointee.byteSize - 1) / pointee.byteSize);
  if (parameter != nullptr && beginsRange(*parameter))
    extent.elements = std::max(extent.elements, kRangeElements);
  extent.isGuessed = true;
  if (const auto learnt = options.learnt.find(siblingsOf(name));
      learnt != options.learnt.end())
    extent.elements = std::max(extent.elements, learnt->second);
  if (const auto learnt = options.learntAhead.find(siblingsOf(name));
      learnt != options.learntAhead.end())
    extent.ahead = learnt->second;
  return extent;
}

bool InputPlanner::beginsRange(const Parameter &begin) const {
  const auto own =
      std::find_if(entry.parameters.begin(), entry.parameters.end(),
                   [&](const Parameter &each) { return &each == &begin; });
  return (begin.flags & COVERME_PARAMETER_Afar) != 0 &&
         own != entry.parameters.end() &&
         std::any_of(
             own + 1, entry.parameters.end(), [&](const Parameter &end) {
               return type(end.type).kind == CTypeKind::Pointer &&
                      type(end.type).element == type(begin.type).element &&
                      endsRange(end.flags, begin.flags);
             });
}

uint32_t InputPlanner::addStub(Stub stub) {
  result.stubs.push_back(std::move(stub));
  result.needsHarness = true;
  return static_cast<uint32_t>(result.stubs.size() - 1);
}

std::string_view InputPlanner::structNameOf(const MemberUse &use) const {
  const bool isKnown =
      use.structBytes == 0 || // a variable's
      std::ranges::any_of(program.types, [&](const CType &own) {
        return own.kind == CTypeKind::Struct &&
               own.byteSize == use.structBytes &&
               withoutKind(own.name) == use.structName;
      });
  return isKnown ? std::string_view(use.structName) : std::string_view();
}

uint32_t InputPlanner::usesOf(const MemberPlace &member) const {
  uint32_t flags = 0;
  for (const UseOfPlace &use : memberUses)
    if (use.isOf(member) && use.place.byteOffset == member.byteOffset)
      flags |= use.flags & kMemberFlags;
  return flags;
}

uint32_t InputPlanner::beginOf(const MemberPlace &member) const {
  uint32_t begin = 0;
  for (const UseOfPlace &use : memberUses)
    if (use.isOf(member) && use.place.byteOffset == member.byteOffset)
      begin = std::max(begin, use.flags >> COVERME_MEMBER_BEGIN_BIT);
  return begin;
}

std::optional<uint32_t> InputPlanner::rangeBegin() const {
  const uint32_t begin = beginOf(place);
  return begin == 0 ? std::nullopt : std::optional(begin - 1);
}

bool InputPlanner::beginsMemberRange() const {
  return (usesOf(place) & COVERME_PARAMETER_ComparesNull) == 0 &&
         std::ranges::any_of(memberUses, [&](const UseOfPlace &use) {
           return use.isOf(place) &&
                  use.flags >> COVERME_MEMBER_BEGIN_BIT == place.byteOffset + 1;
         });
}

bool InputPlanner::addRangeEnd(const std::string &name, const CType &pointer,
                               uint32_t offset, Image &image, unsigned depth) {
  const std::optional<uint32_t> begin = rangeBegin();
  if (!begin || condition.choice != 0 || isFar() ||
      !isRead(image, offset, pointer.byteSize))
    return false;
  const auto found = std::find_if(
      image.addresses.begin(), image.addresses.end(), [&](const Address &each) {
        return each.offset == offset - place.byteOffset + *begin &&
               (each.kind == Address::Kind::Buffer ||
                each.kind == Address::Kind::End) &&
               !each.nullSlot &&
               result.buffers[each.index].elementType == pointer.element;
      });
  MemberPlace first = place;
  first.byteOffset = *begin;
  if (found == image.addresses.end() ||
      (usesOf(first) & COVERME_PARAMETER_ComparesNull) != 0)
    return false;
  Address end;
  end.kind = Address::Kind::End;
  end.index = found->index;
  end.offset = offset;
  Address empty = end;
  empty.kind = Address::Kind::Buffer;
  // What is in the middle, between a begin and an end, is at the begin first.
  // One input says so of all that are far off.
  bool isFirst = beginsMemberRange();
  if (depth >= kMaxDepth &&
      (farRanges != 0 || (hasChoices && ends != kMaxEnds))) {
    if (farRanges == 0) {
      ++ends;
      farRanges = addOwnChoice({"other ranges", "void *", {"empty", "filled"}});
    }
    isFirst = true;
    end.condition = {farRanges, 1};
    empty.condition = {farRanges, 0};
    image.addresses.push_back(end);
  } else if (hasChoices && ends != kMaxEnds) {
    ++ends;
    const std::string &own = result.buffers[end.index].name;
    std::vector<std::string> values = {"behind what " + own + " leads to", own};
    if (isFirst)
      std::swap(values[0], values[1]);
    const uint8_t choice = addOwnChoice({name, pointer.name, values});
    end.condition = {choice, isFirst};
    empty.condition = {choice, !isFirst};
    image.addresses.push_back(isFirst ? end : empty);
  }
  image.addresses.push_back(isFirst ? empty : end);
  return true;
}

uint32_t InputPlanner::usesThroughObjects() const {
  const uint32_t writes =
      COVERME_FUNCTION_WritesGlobal | COVERME_FUNCTION_CallsUnknown;
  return usesOf(place) | COVERME_PARAMETER_Loads | COVERME_PARAMETER_Compares |
         COVERME_PARAMETER_Afar |
         ((entry.flags & writes) != 0 ? COVERME_PARAMETER_Stores : 0);
}

std::optional<uint32_t> InputPlanner::endOf(uint32_t pointee) const {
  if (type(pointee).kind != CTypeKind::Struct || options.distinct ||
      isOfLibrary)
    return std::nullopt;
  for (const GlobalUse &use : entry.uses) {
    const Global &global = program.globals[use.global];
    // A constant of no structure is one of several classes.
    if ((global.flags & COVERME_GLOBAL_Constant) != 0 &&
        pointersToOwnType(pointee) == 0)
      continue;
    if ((global.flags & COVERME_GLOBAL_Given) != 0 &&
        (use.flags & COVERME_PARAMETER_Compares) != 0 &&
        isReachable(global, entry.source) && global.type == pointee)
      return use.global;
  }
  return std::nullopt;
}

Address InputPlanner::variableAt(uint32_t offset, uint32_t global) {
  Address address;
  address.offset = offset;
  address.kind = Address::Kind::Variable;
  address.index = global;
  result.aliasesGlobals = true;
  return address;
}

uint8_t InputPlanner::choiceOfOthers() {
  if (others == 0) {
    ++ends;
    others = addOwnChoice(
        {"other pointers", "void *", {"NULL", "their own objects"}});
  }
  return others;
}

size_t InputPlanner::pointersToOwnType(uint32_t object) const {
  return std::ranges::count_if(type(object).members, [&](const Member &member) {
    const CType &own = type(member.type);
    return own.kind == CTypeKind::Pointer && own.element == object;
  });
}

unsigned InputPlanner::askedDepth(uint32_t pointee) const {
  return pointersToOwnType(pointee) == 1 ? kMaxAskedInList : kMaxAskedDepth;
}

void InputPlanner::checkSize(const std::string &name, uint32_t elements,
                             uint32_t elementSize) {
  if (uint64_t{elementSize} * elements > kMaxObjectBytes)
    fail(ExitCode::BadInput, "{} elements behind '{}' are more than {} bytes",
         elements, name, kMaxObjectBytes);
}

void InputPlanner::refuseAhead(const std::string &name, const Extent &extent) {
  if (extent.ahead != 0)
    fail(ExitCode::BadInput,
         "--array {}: there can be elements ahead of a pointer to numbers only",
         name);
}

void InputPlanner::addAhead(const std::string &name, const CType &pointer,
                            const Extent &extent, Buffer &buffer) {
  // Ahead of a struct lies no other that its members' indices could mean.
  const CTypeKind kind = type(pointer.element).kind;
  const bool canBe =
      (kind == CTypeKind::Scalar || kind == CTypeKind::Complex) &&
      !pointer.isReference() && !buffer.isOwned && !buffer.isString &&
      !buffer.countSlot;
  buffer.growsAhead = canBe && buffer.isGuessed;
  if (extent.ahead == 0 || (!canBe && buffer.isGuessed))
    return;
  if (!canBe)
    refuseAhead(name, extent);
  checkSize(name, extent.ahead, buffer.elementSize);
  buffer.ahead.byteSize = buffer.elementSize * extent.ahead;
  // The nearest are inputs where there are too many.
  for (uint32_t i = 1; i <= extent.ahead; ++i) {
    place = {};
    addElement(i - 1, [&] {
      addObject(fmt::format("{}[-{}]", name, i), pointer.element,
                (extent.ahead - i) * buffer.elementSize, buffer.ahead,
                kMaxDepth);
    });
  }
}

void InputPlanner::addShift(const std::string &name, uint32_t element,
                            Buffer &buffer) {
  const CType &own = type(element);
  const bool isBytes = own.kind == CTypeKind::Void;
  const uint32_t step = isBytes ? 1 : own.byteSize;
  // Code may not be given a number that is not aligned as its type is.
  if ((entry.flags & COVERME_FUNCTION_LooksAtAlignment) == 0 ||
      (own.kind != CTypeKind::Scalar && !isBytes) || buffer.isOwned ||
      buffer.countSlot || buffer.ahead.byteSize != 0 ||
      !std::has_single_bit(step) || step >= entry.alignment)
    return;
  const uint32_t places = entry.alignment / step;
  InputVariable shift{
      step == 1 ? fmt::format("(uintptr_t){} % {}", name, places)
                : fmt::format("(uintptr_t){} / {} % {}", name, step, places),
      "unsigned char",
      {ScalarKind::Unsigned, 8, {}}};
  shift.greatest = places - 1;
  shift.isCapped = true;
  buffer.shiftSlot = addSlot(std::move(shift));
  buffer.shiftStep = step;
}

Address InputPlanner::addStream(const std::string &name, uint32_t ofLibrary,
                                uint32_t offset, uint32_t flags) {
  Address address;
  address.offset = offset;
  if (options.null || (flags & COVERME_PARAMETER_ComparesNull) != 0)
    address.nullSlot =
        addSlot({name + " == NULL", "_Bool", {ScalarKind::Bool, 8, {}}});
  Buffer buffer;
  buffer.name = name;
  buffer.nullSlot = address.nullSlot;
  buffer.elementSize = 1;
  buffer.isString = buffer.isStream = true;
  buffer.streamClass = ofLibrary;
  const CType character = byteType(ofLibrary != 0 ? "char" : kByteOfFile);
  const Extent extent = extentOf(name, character, nullptr);
  refuseAhead(name, extent);
  if (extent.countSlot)
    fail(ExitCode::BadInput, "--array {}: the length of a stream is a number",
         name);
  const uint32_t length = ofLibrary != 0 && !streamClass(ofLibrary).isRead ? 0
                          : !extent.isGuessed ? extent.elements
                          : ofLibrary != 0    ? kStreamLength
                                              : kFileLength;
  checkSize(name, length, 1);
  buffer.image.byteSize = length + 1;
  for (uint32_t i = 0; i < length; ++i)
    addNumber(fmt::format("{}[{}]", name, i), character, i, buffer.image);
  address.kind = Address::Kind::Stream;
  address.index = static_cast<uint32_t>(result.buffers.size());
  result.buffers.push_back(std::move(buffer));
  result.needsHarness = true;
  return address;
}

void InputPlanner::addWords() {
  const auto nameOf = [&](uint32_t parameter, const char *usual) {
    const std::string &own = entry.parameters[parameter].name;
    return own.empty() ? usual : own;
  };
  InputVariable count{
      nameOf(0, "argc"), "int", {ScalarKind::Signed, 32, {}, false}};
  count.least = 1;
  count.greatest = 1 + kWords;
  result.wordCountSlot = addSlot(std::move(count));
  const CType character = byteType("char");
  for (uint32_t word = 1; word <= kWords; ++word) {
    Buffer buffer;
    buffer.name = fmt::format("{}[{}]", nameOf(1, "argv"), word);
    buffer.elementSize = 1;
    buffer.isString = true;
    buffer.image.byteSize = kWordLength + 1;
    for (uint32_t i = 0; i < kWordLength; ++i)
      addNumber(fmt::format("{}[{}]", buffer.name, i), character, i,
                buffer.image);
    result.words.push_back(static_cast<uint32_t>(result.buffers.size()));
    result.buffers.push_back(std::move(buffer));
  }
}

Address InputPlanner::addPointee(const std::string &name, const CType &pointer,
                                 uint32_t offset, unsigned depth,
                                 const Parameter *parameter, uint32_t flags,
                                 bool owns) {
  Address address;
  address.offset = offset;
  const CType *target = &type(pointer.element);
  if (target->kind == CTypeKind::Function) {
    if (parameter == nullptr && flags == 0)
      return address; // that nobody reads
    address.kind = Address::Kind::Stub;
    address.index = addPointedStub(name, *target);
    if (options.null || (flags & COVERME_PARAMETER_ComparesNull) != 0)
      nullableStubs.push_back(
          {name, parameter != nullptr ? parameter->typeName : pointer.name,
           address.index});
    return address;
  }
  const uint32_t ofLibrary = streamClassOf(*target);
  if (ofLibrary != 0 || (target->isStream() && !pointer.isReference()))
    return parameter == nullptr && flags == 0
               ? address
               : addStream(name, ofLibrary, offset, flags);
  const bool isOpaque = target->kind == CTypeKind::Incomplete;
  const bool isFormless = target->kind == CTypeKind::Unsupported;
  if (isFormless && parameter != nullptr && !options.null)
    refuse(fmt::format("parameter '{}'", name),
           fmt::format("points to '{}', which is not supported; --null "
                       "passes a null pointer",
                       target->name));
  // Where there are no inputs any more, an object is zero. Pointers that the
  // code compares with null are null there, or one input says for all of them
  // that they are not. What it does not read is null.
  const bool isZero = parameter == nullptr && isFar();
  const bool comparesNull = (flags & COVERME_PARAMETER_ComparesNull) != 0;
  const bool isOther = isZero && comparesNull && depth < kMaxDepth &&
                       otherPointers != kMaxZeros && hasChoiceOfOthers();
  const bool isMade = flags != 0 && (isOther || !comparesNull) &&
                      (depth < kMaxDepth ? isOther || zeros != kMaxZeros
                                         : awaited != kMaxAwaited);
  if (isFormless || (isZero && !isMade))
    return address;
  if (isOther) {
    ++otherPointers;
    address.condition = {choiceOfOthers(), 1};
  } else {
    zeros += isZero && depth < kMaxDepth;
  }
  // Of a reference to a container, the user says how many elements that has.
  Extent extent;
  extent.isOpen = extent.isGuessed = true;
  if (!pointer.isReference() || libraryOf(pointer.element).element == 0)
    extent = extentOf(name, *target, parameter);
  const bool isRange = parameter == nullptr && beginsMemberRange();
  if (isRange && extent.isGuessed)
    extent.elements = std::max(extent.elements, kRangeElements);
  // Far objects are made when calls get there, and with them what they lead
  // to. Where the code asks for null, or for a variable of their type, that
  // is the end, unless an input says that it is not. Ranges would have no ends.
  // What is learnt of a list whose nodes are two each is of twice as many in
  // each row.
  const bool isLearnt = result.buffers.size() < kMostBuffers &&
                        options.learnt.contains(siblingsOf(name));
  const bool isFarOff = depth >= kMaxDepth && extent.isGuessed && !isLearnt;
  const auto end = isFarOff ? endOf(pointer.element) : std::nullopt;
  const bool hasEnd = end || comparesNull;
  if (isZero && end)
    return variableAt(offset, *end);
  awaited += isZero && depth >= kMaxDepth;
  const bool isAwaited =
      isFarOff && !isRange && (depth > nearDepth || flags == 0 || hasEnd);
  if (isAwaited) {
    const bool mayGoOn = hasChoices && !isOfUnion && ends != kMaxEnds &&
                         depth < askedDepth(pointer.element);
    if (flags == 0)
      return address;
    if (awaited == kMaxAwaited || (hasEnd && !mayGoOn)) {
      result.leftOut += hasChoices && !isOfUnion;
      if (pointersToOwnType(pointer.element) != 0)
        result.nodeBounds[target->name] =
            std::max(result.nodeBounds[target->name], uint32_t{depth});
      return end ? variableAt(offset, *end) : address;
    }
    awaited += !isZero;
    if (hasEnd) {
      ++ends;
      address.condition = {
          addOwnChoice({name,
                        pointer.name,
                        {end ? "&" + program.globals[*end].name : "NULL",
                         "its own object"}}),
          1};
    }
    extent.elements = 0;
  }
  uint32_t tailBytes = kFlexibleElements * flexibleElementSize(*target);
  if (tailBytes != 0 && extent.isGuessed && !isAwaited) {
    tailBytes = std::max(tailBytes, (extent.elements - 1) * target->byteSize);
    extent.elements = 1;
  }
  const bool mayBeNull = options.null || (owns && comparesNull);
  if (mayBeNull && !pointer.isReference() && !isAwaited && !isZero)
    address.nullSlot =
        addSlot({name + " == NULL", "_Bool", {ScalarKind::Bool, 8, {}}});
  const size_t order = pointers.size();
  const bool isAlone = isFarOff || owns || isRange || isZero;
  if (!isAlone)
    pointers.push_back(
        {name, parameter != nullptr ? parameter->typeName : pointer.name,
         pointer.isReference(), pointer.element, flags,
         parameter != nullptr ? parameter->reach : 0, 0, parameter != nullptr});
  Buffer buffer;
  buffer.name = name;
  buffer.nullSlot = address.nullSlot;
  buffer.countSlot = extent.countSlot;
  buffer.isOpen = extent.isOpen;
  buffer.isGuessed = extent.isGuessed && (isAwaited || !pointer.isReference());
  buffer.isString = extent.isString;
  const bool isFreed = options.freed.contains(siblingsOf(name)) ||
                       std::find(options.heap.begin(), options.heap.end(),
                                 name) != options.heap.end();
  buffer.isOwned = owns || isFreed;
  buffer.elementType = pointer.element;
  buffer.holdsPointers = holdsPointer(program, pointer.element);
  const CType byte = byteType("unsigned char", ScalarKind::Unsigned);
  const bool isBytes = target->kind == CTypeKind::Void;
  buffer.elementSize = isBytes ? 1 : isOpaque ? kOpaqueBytes : target->byteSize;
  std::vector<uint32_t> derived;
  if (hasChoices && unions != kMaxUnions && extent.elements == 1 &&
      !extent.countSlot && !isFar() && !ownsMemory(pointer.element))
    derived = castTargets(pointer.element);
  for (const uint32_t each : derived)
    buffer.elementSize = std::max(buffer.elementSize, type(each).byteSize);
  std::vector<uint32_t> structs;
  if (extent.isGuessed && extent.elements != 0 && !isFar())
    structs = structsOf(pointer.element);
  if (!structs.empty()) { // what was learnt to be behind it is of a larger one
    buffer.elementSize = extent.elements * target->byteSize;
    for (const uint32_t each : structs)
      buffer.elementSize = std::max(buffer.elementSize, type(each).byteSize);
    extent.elements = 1;
  }
  checkSize(name, extent.elements, buffer.elementSize);
  buffer.image.byteSize = buffer.elementSize * extent.elements;
  if (extent.elements == 1)
    buffer.image.tailBytes = tailBytes;
  buffer.image.byteSize += buffer.image.tailBytes;
  if (parameter != nullptr)
    pointee = {&buffer.image,
               parameter,
               (pointer.flags & COVERME_TYPE_IS_CONST) == 0 &&
                   !extent.countSlot && !extent.isString && !isFreed,
               {}};
  const unsigned outer = std::exchange(
      nearDepth, !isFarOff && depth >= kMaxDepth ? depth + 1 : nearDepth);
  const bool isBeyond = depth >= limits.depth;
  farElements += isBeyond;
  for (uint32_t i = 0; i < extent.elements && !isOpaque; ++i) {
    const uint32_t at = i * buffer.elementSize;
    if (extent.isString && i + 1 == extent.elements)
      break; // its end
    std::string element = fmt::format("{}[{}]", name, i);
    if (pointer.isReference())
      element = name;
    else if (extent.elements == 1 && !extent.countSlot)
      element = "*" + name;
    place = {};
    addElement(i, [&] {
      if (isBytes)
        addNumber(element, byte, at, buffer.image);
      else if (!derived.empty())
        addObjectOfClass(element, pointer.element, derived, buffer.image,
                         depth + 1);
      else if (!structs.empty())
        addCastStructs(element, structs, buffer.image, depth + 1);
      else
        addObject(element, pointer.element, at, buffer.image, depth + 1);
    });
  }
  farElements -= isBeyond;
  nearDepth = outer;
  if (parameter != nullptr) {
    for (Output &output : pointee.outputs) {
      output.buffer = static_cast<uint32_t>(result.buffers.size());
      result.outputs.push_back(std::move(output));
    }
    pointee = {};
  }
  addAhead(name, pointer, extent, buffer);
  if (parameter != nullptr && !pointer.isReference())
    addShift(name, pointer.element, buffer);
  address.kind = Address::Kind::Buffer;
  address.index = static_cast<uint32_t>(result.buffers.size());
  if (!isAlone)
    pointers[order].buffer = address.index;
  result.buffers.push_back(std::move(buffer));
  result.needsHarness = true;
  return address;
}

} // namespace coverme

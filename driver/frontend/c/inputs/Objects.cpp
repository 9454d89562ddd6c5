// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of structs, unions, arrays and pointers.
#include "frontend/c/inputs/InputPlanner.h"

#include "core/ElementNames.h"

#include <algorithm>

namespace coverme {

void InputPlanner::addObject(const std::string &name, uint32_t index,
                             uint32_t offset, Image &image, unsigned depth) {
  const CType &object = type(index);
  switch (object.kind) {
  case CTypeKind::Scalar:
    addNumber(name, object, offset, image);
    break;
  case CTypeKind::Complex: {
    const CType &part = type(object.element);
    addNumber(name + ".real", part, offset, image);
    addNumber(name + ".imag", part, offset + part.byteSize, image);
    break;
  }
  case CTypeKind::Array: {
    // There may be a hundred thousand of them.
    const bool namesFar = holdsPointer(program, object.element);
    const MemberPlace ofAll = place;
    for (uint32_t i = 0; i < elementCount(object, image); ++i)
      addElement(i, [&] {
        place = ofAll;
        const bool isNamed = farElements == 0 || namesFar;
        addObject(isNamed ? fmt::format("{}[{}]", name, i) : "", object.element,
                  offset + i * type(object.element).byteSize, image, depth);
      });
    break;
  }
  case CTypeKind::Struct:
    if (addLibraryObject(name, index, offset, image, depth))
      break;
    if ((object.flags & COVERME_TYPE_IS_OF_LIBRARY) != 0 &&
        libraryOf(index).kind == LibraryType::Kind::None &&
        isRead(image, offset, object.byteSize))
      refuse(fmt::format("'{}'", name),
             fmt::format("is a '{}' of the C++ library, which its own "
                         "functions alone can make",
                         object.name));
    for (const Member &member : object.members) {
      place = {object.byteSize, member.byteOffset, withoutKind(object.name)};
      if (type(member.type).kind == CTypeKind::VirtualTable)
        addVirtualTable(name, object.name, member.type,
                        offset + member.byteOffset, image);
      else
        addMember(name, member, offset, image, depth);
    }
    break;
  case CTypeKind::Union:
    addUnion(name, object, offset, image, depth);
    break;
  case CTypeKind::Pointer: {
    // Nobody looks at what an unread pointer leads to.
    if (addRangeEnd(name, object, offset, image, depth) ||
        (!isRead(image, offset, object.byteSize) && !isWanted(name)))
      break;
    if (!limits.unreadFunctions &&
        type(object.element).kind == CTypeKind::Function &&
        !isReadHere(image, offset, object.byteSize)) {
      addUnreadFunction(type(object.element), offset, image);
      break;
    }
    const Condition own = std::exchange(condition, Condition());
    isOfUnion = own.choice != 0;
    Address address = addPointee(
        name, object, offset, depth, nullptr,
        isRead(image, offset, object.byteSize) ? usesThroughObjects() : 0);
    condition = own;
    if (own.choice != 0)
      address.condition = own;
    else if (address.condition.choice != 0 &&
             address.condition.choice != others)
      if (const auto end = endOf(object.element))
        image.addresses.push_back(variableAt(offset, *end));
    image.addresses.push_back(address);
    break;
  }
  default:
    leaveZero(name, object, offset, image);
  }
}

void InputPlanner::addUnreadFunction(const CType &function, uint32_t offset,
                                     Image &image) {
  Stub stub;
  stub.resultType = function.element;
  Address address;
  address.kind = Address::Kind::Stub;
  address.index = addStub(std::move(stub));
  address.offset = offset;
  address.condition = condition;
  image.addresses.push_back(address);
}

bool InputPlanner::isWanted(const std::string &name) const {
  if (!options.setups.empty() || options.setupsAreChoices)
    return true;
  const auto isNamed = [&](const NamedText &each) {
    return each.name.find(name) != std::string::npos;
  };
  return std::ranges::any_of(options.arrays, isNamed) ||
         std::ranges::any_of(options.ranges, isNamed);
}

void InputPlanner::addVirtualTable(const std::string &name,
                                   const std::string &className, uint32_t table,
                                   uint32_t offset, Image &image) {
  if (std::any_of(image.addresses.begin(), image.addresses.end(),
                  [&](const Address &address) {
                    return address.offset == offset &&
                           address.condition == condition;
                  }))
    return;
  Address address;
  address.offset = offset;
  address.condition = condition;
  if (type(table).name.starts_with("_ZTV")) {
    address.kind = Address::Kind::VirtualTable;
    address.index = table;
  } else {
    result.madeUpClasses.insert(className);
    address.kind = Address::Kind::MadeUpTable;
    address.index = madeUpTable(name.empty() ? className : name, table,
                                isRead(image, offset, 8));
  }
  image.addresses.push_back(address);
}

uint32_t InputPlanner::madeUpTable(const std::string &name, uint32_t index,
                                   bool isRead) {
  const auto known = std::find_if(
      result.tables.begin(), result.tables.end(),
      [&](const MadeUpTable &table) { return table.type == index; });
  const auto place = static_cast<uint32_t>(known - result.tables.begin());
  if (known == result.tables.end())
    result.tables.push_back({index, {}});
  // Functions of the class may return objects of it.
  if (isRead && filledTables.insert(index).second)
    for (const Member &member : type(index).members)
      if (member.byteOffset / 8 < kMaxVirtualFunctions) {
        const uint32_t stub =
            addPointedStub(memberOf(name, member.name), type(member.type),
                           /*isMethod=*/true);
        result.tables[place].functions.push_back({member.byteOffset / 8, stub});
      }
  return place;
}

uint32_t InputPlanner::flexibleElementSize(const CType &object) const {
  if (object.kind != CTypeKind::Struct || object.members.empty())
    return 0;
  const CType &last = type(object.members.back().type);
  return last.kind == CTypeKind::Array && last.count == 0
             ? type(last.element).byteSize
             : 0;
}

void InputPlanner::addMember(const std::string &name, const Member &member,
                             uint32_t offset, Image &image, unsigned depth) {
  const std::string path =
      member.name.empty() || name.empty() ? name : memberOf(name, member.name);
  if (member.bitWidth != 0)
    addBitField(path, member, offset + member.byteOffset, image);
  else if (type(member.type).byteSize != 0 ||
           type(member.type).kind == CTypeKind::Array)
    addObject(path, member.type, offset + member.byteOffset, image, depth);
}

void InputPlanner::addUnion(const std::string &name, const CType &object,
                            uint32_t offset, Image &image, unsigned depth) {
  const auto isPointer = [&](const Member &member) {
    return type(member.type).kind == CTypeKind::Pointer;
  };
  const auto holds = [&](const Member &member) {
    return holdsPointer(program, member.type);
  };
  const std::vector<Member> &members = object.members;
  if (std::any_of(members.begin(), members.end(), holds) &&
      !std::all_of(members.begin(), members.end(), isPointer)) {
    if (isRead(image, offset, object.byteSize))
      addMixedUnion(name, object, offset, image, depth);
    return;
  }
  const Member *largest = largestOf(members);
  if (largest == nullptr)
    return;
  const std::vector<bool> bits = bitsOf(*largest);
  const bool coversAll = std::ranges::all_of(members, [&](const Member &each) {
    const std::vector<bool> others = bitsOf(each);
    for (size_t i = 0; i < others.size(); ++i)
      if (others[i] && (i >= bits.size() || !bits[i]))
        return false;
    return true;
  });
  if (coversAll || !canChooseMember() ||
      !addStructsOfUnion(name, object, offset, image, depth))
    addMember(name, *largest, offset, image, depth);
}

std::vector<bool> InputPlanner::bitsOf(const Member &member) const {
  if (member.bitWidth == 0)
    return meaningfulBits(program, member.type);
  std::vector<bool> bits(member.bitOffset + member.bitWidth);
  std::fill(bits.begin() + member.bitOffset, bits.end(), true);
  return bits;
}

const Member *
InputPlanner::largestOf(const std::vector<Member> &members) const {
  const auto count = [&](const Member &each) {
    return std::ranges::count(bitsOf(each), true);
  };
  const auto largest = std::ranges::max_element(members, {}, count);
  return largest == members.end() ? nullptr : &*largest;
}

bool InputPlanner::canChooseMember() {
  return hasChoices && condition.choice == 0 && unions != kMaxUnions &&
         !isFar();
}

bool InputPlanner::addStructsOfUnion(const std::string &name,
                                     const CType &object, uint32_t offset,
                                     Image &image, unsigned depth) {
  std::vector<Member> structs, rest;
  for (const Member &each : object.members)
    (type(each.type).kind == CTypeKind::Struct ? structs : rest)
        .push_back(each);
  std::vector<uint32_t> parts;
  std::vector<std::string> names;
  for (const Member &each : structs) {
    parts.push_back(each.type);
    names.push_back(each.name.empty() ? name : memberOf(name, each.name));
  }
  const StructOverlay overlay = overlayStructs(program, parts);
  const auto isShared = [&](const Member &each) {
    return std::ranges::any_of(overlay.shared, [&](const auto &shared) {
      return shared.member.byteOffset == 0 && shared.member.bitWidth == 0 &&
             shared.member.type == each.type;
    });
  };
  if (structs.empty() || !std::ranges::all_of(rest, isShared))
    return false;
  Choice own{"member of " + name, object.name, {}};
  for (const StructOverlay::Alternative &each : overlay.alternatives)
    own.values.push_back(nameOf(structs[each.part]));
  addOverlay(names, std::move(own), overlay, offset, image, depth);
  return true;
}

const std::string &InputPlanner::nameOf(const Member &member) const {
  return member.name.empty() ? type(member.type).name : member.name;
}

void InputPlanner::addMixedUnion(const std::string &name, const CType &object,
                                 uint32_t offset, Image &image,
                                 unsigned depth) {
  if (!canChooseMember()) {
    ++result.leftOut;
    return;
  }
  if (addStructsOfUnion(name, object, offset, image, depth))
    return;
  std::vector<Member> chosen, others;
  for (const Member &each : object.members) {
    if (!holdsPointer(program, each.type))
      others.push_back(each);
    else if (chosen.size() < kMaxAliases &&
             std::none_of(
                 chosen.begin(), chosen.end(),
                 [&](const Member &known) { return known.type == each.type; }))
      chosen.push_back(each);
  }
  if (const Member *largest = largestOf(others))
    chosen.push_back(*largest);
  Choice own{"member of " + name, object.name, {}};
  for (const Member &each : chosen)
    own.values.push_back(nameOf(each));
  const uint8_t choice = addOwnChoice(std::move(own));
  ++unions;
  for (size_t value = 0; value < chosen.size(); ++value) {
    condition = {choice, static_cast<uint8_t>(value)};
    addMember(name, chosen[value], offset, image, depth);
  }
  condition = {};
}

bool InputPlanner::isDerived(uint32_t index, uint32_t base) const {
  return type(index).kind == CTypeKind::Struct &&
         std::any_of(type(index).members.begin(), type(index).members.end(),
                     [&](const Member &member) {
                       return member.name.empty() && member.byteOffset == 0 &&
                              (member.type == base ||
                               isDerived(member.type, base));
                     });
}

std::vector<uint32_t> InputPlanner::castTargets(uint32_t index) const {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < program.types.size(); ++i)
    if (type(i).kind == CTypeKind::Struct && type(i).count != 0 &&
        found.size() < kMaxAliases && isDerived(i, index) && !ownsMemory(i))
      found.push_back(i);
  return found;
}

std::vector<uint32_t> InputPlanner::structsOf(uint32_t index) const {
  const CType &own = type(index), &casts = type(own.element);
  // A container of the C++ library may be one of unions.
  if (own.kind != CTypeKind::Struct || casts.kind != CTypeKind::Union ||
      (own.flags & COVERME_TYPE_IS_STANDARD) != 0)
    return {};
  std::vector<uint32_t> all = {index};
  for (const Member &each : casts.members)
    if (type(each.type).kind == CTypeKind::Struct && all.size() <= kMaxAliases)
      all.push_back(each.type);
  return all;
}

// Structs of typedefs may have no name of their own, and several the same.
static std::string valueNamed(const std::string &structName,
                              const std::string &memberName,
                              const std::vector<std::string> &known) {
  const auto isNew = [&](const std::string &text) {
    return std::ranges::find(known, text) == known.end();
  };
  const std::string base = structName.find('<') == std::string::npos
                               ? structName
                               : "struct with " + memberName;
  std::string text = base;
  for (size_t i = 2; !isNew(text); ++i)
    text = fmt::format("{} ({})", base, i);
  return text;
}

void InputPlanner::addCastStructs(const std::string &name,
                                  const std::vector<uint32_t> &structs,
                                  Image &image, unsigned depth) {
  const StructOverlay overlay = overlayStructs(program, structs);
  Choice own{"struct of " + name, type(structs.front()).name, {}};
  for (const StructOverlay::Alternative &each : overlay.alternatives)
    own.values.push_back(valueNamed(type(structs[each.part]).name,
                                    each.members.front().member.name,
                                    own.values));
  addOverlay(std::vector<std::string>(structs.size(), name), std::move(own),
             overlay, 0, image, depth);
}

void InputPlanner::addOverlay(const std::vector<std::string> &names, Choice own,
                              const StructOverlay &overlay, uint32_t offset,
                              Image &image, unsigned depth) {
  const auto add = [&](const OverlaidMember &each) {
    const CType &owner = type(each.owner);
    place = {owner.byteSize, each.member.byteOffset, withoutKind(owner.name)};
    addMember(names[each.part], each.member, offset, image, depth);
  };
  std::ranges::for_each(overlay.shared, add);
  if (overlay.alternatives.empty())
    return;
  if (!hasChoices || unions == kMaxUnions) {
    ++result.leftOut;
    std::ranges::for_each(overlay.alternatives.front().members, add);
    return;
  }
  const uint8_t choice = addOwnChoice(std::move(own));
  ++unions;
  for (size_t value = 0; value < overlay.alternatives.size(); ++value)
    for (const OverlaidMember &each : overlay.alternatives[value].members) {
      condition = {choice, static_cast<uint8_t>(value)};
      add(each);
    }
  condition = {};
}

bool InputPlanner::ownsMemory(uint32_t index) const {
  const CType &object = type(index);
  return (object.flags & COVERME_TYPE_IS_OF_LIBRARY) != 0 ||
         (object.kind == CTypeKind::Array && ownsMemory(object.element)) ||
         (object.kind == CTypeKind::Struct &&
          std::any_of(
              object.members.begin(), object.members.end(),
              [&](const Member &member) { return ownsMemory(member.type); }));
}

void InputPlanner::addObjectOfClass(const std::string &name, uint32_t index,
                                    const std::vector<uint32_t> &derived,
                                    Image &image, unsigned depth) {
  std::vector<uint32_t> classes = {index};
  classes.insert(classes.end(), derived.begin(), derived.end());
  Choice own{"class of " + name, type(index).name, {}};
  for (const uint32_t each : classes)
    own.values.push_back(type(each).name);
  const uint8_t choice = addOwnChoice(std::move(own));
  ++unions;
  for (size_t value = 0; value < classes.size(); ++value) {
    condition = {choice, static_cast<uint8_t>(value)};
    addObject(name, classes[value], 0, image, depth);
  }
  condition = {};
}

} // namespace coverme

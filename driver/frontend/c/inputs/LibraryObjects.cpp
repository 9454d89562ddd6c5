// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of the C++ library: strings, vectors and their like.
#include "frontend/c/inputs/InputPlanner.h"

#include "core/ElementNames.h"

#include <algorithm>

namespace coverme {

const LibraryType &InputPlanner::libraryOf(uint32_t index) {
  const auto known = libraryTypes.find(index);
  return known != libraryTypes.end()
             ? known->second
             : libraryTypes.try_emplace(index, libraryType(program, index))
                   .first->second;
}

bool InputPlanner::canBeMade(uint32_t index) {
  const CType &object = type(index);
  switch (object.kind) {
  case CTypeKind::Scalar:
    return object.scalar.kind != ScalarKind::Unsupported;
  case CTypeKind::Array:
    return canBeMade(object.element);
  case CTypeKind::Struct: {
    const LibraryType::Kind kind = libraryOf(index).kind;
    if (kind != LibraryType::Kind::None && kind != LibraryType::Kind::Members)
      return true;
    return (kind == LibraryType::Kind::Members ||
            (object.flags & COVERME_TYPE_IS_OF_LIBRARY) == 0) &&
           std::all_of(
               object.members.begin(), object.members.end(),
               [&](const Member &member) { return canBeMade(member.type); });
  }
  case CTypeKind::Complex:
  case CTypeKind::Pointer:
  case CTypeKind::Union:
  case CTypeKind::VirtualTable:
    return true;
  default:
    return false;
  }
}

template <class Add>
uint32_t InputPlanner::addContained(const Extent &extent, uint32_t element,
                                    const Add &add) {
  const size_t first = result.buffers.size();
  std::vector<uint32_t> elementOf; // by buffer from the first one on
  containing.push_back(element);
  for (uint32_t i = 0; i < extent.elements; ++i) {
    place = {};
    addElement(i, [&] { add(i); });
    elementOf.resize(result.buffers.size() - first, i);
  }
  containing.pop_back();
  const auto own = static_cast<uint32_t>(result.buffers.size());
  for (size_t i = 0; extent.countSlot && i < elementOf.size(); ++i)
    if (!result.buffers[first + i].holder)
      result.buffers[first + i].holder = {own, elementOf[i]};
  return own;
}

bool InputPlanner::canContain(uint32_t element, unsigned depth) {
  return depth <= kMaxAskedDepth && canBeMade(element) &&
         std::count(containing.begin(), containing.end(), element) <
             kMaxOfOwnKind;
}

bool InputPlanner::addLibraryObject(const std::string &name, uint32_t index,
                                    uint32_t offset, Image &image,
                                    unsigned depth) {
  using Kind = LibraryType::Kind;
  const LibraryType library = libraryOf(index);
  if (library.kind == Kind::None || library.kind == Kind::Members)
    return false;
  if (!isRead(image, offset, type(index).byteSize))
    return true;
  const bool wasOfLibrary = isOfLibrary;
  isOfLibrary = true;
  switch (library.kind) {
  case Kind::Text:
    addText(name, library, offset, image);
    break;
  case Kind::Owner:
  case Kind::Sharer:
    place = {library.kind == Kind::Owner ? 8U : 16U, library.pointerOffset, ""};
    image.addresses.push_back(addPointee(
        name, type(library.pointer), offset + library.pointerOffset, depth,
        nullptr,
        usesThroughObjects() |
            (isAskedForNull(index) ? COVERME_PARAMETER_ComparesNull : 0),
        library.kind == Kind::Owner));
    break;
  case Kind::Vector:
  case Kind::Sized:
  case Kind::View:
    addElements(name, library, offset, image, depth);
    break;
  case Kind::Deque:
    addDeque(name, index, offset, image);
    break;
  case Kind::Heap:
    addHeap(name, index, offset, image, depth);
    break;
  case Kind::Bits:
    addBits(name, offset, image);
    break;
  case Kind::Callable:
    addCallable(name, index, offset, image);
    break;
  default:
    addEmpty(library.kind, offset, image);
    addNodes(name, index, offset, image, depth);
  }
  isOfLibrary = wasOfLibrary;
  return true;
}

bool InputPlanner::isAskedForNull(uint32_t index) const {
  return std::any_of(
      program.functions.begin(), program.functions.end(),
      [&](const Function &function) {
        const std::string &called = function.name;
        return !function.parameters.empty() &&
               beginsWith(index, type(function.parameters[0].type).element) &&
               (called == "operator bool" ||
                called.starts_with("operator==<") ||
                called.starts_with("operator!=<"));
      });
}

bool InputPlanner::beginsWith(uint32_t index, uint32_t base) const {
  const std::vector<Member> &members = type(index).members;
  return index == base ||
         (type(index).kind == CTypeKind::Struct && !members.empty() &&
          members[0].name.empty() && members[0].byteOffset == 0 &&
          beginsWith(members[0].type, base));
}

Address InputPlanner::itself(uint32_t offset, uint32_t target) {
  Address address;
  address.offset = offset;
  address.kind = Address::Kind::Itself;
  address.index = target;
  return address;
}

void InputPlanner::addEmpty(LibraryType::Kind kind, uint32_t offset,
                            Image &image) {
  if (kind == LibraryType::Kind::Tree) {
    const uint32_t header = offset + 8;
    image.addresses.push_back(itself(offset + 24, header));
    image.addresses.push_back(itself(offset + 32, header));
  } else if (kind == LibraryType::Kind::Table) {
    constexpr uint32_t kOne = 0x3f800000; // of a float
    image.addresses.push_back(itself(offset, offset + 48));
    image.fixed.push_back({offset + 8, 8, 1});
    image.fixed.push_back({offset + 32, 4, kOne});
  } else if (kind == LibraryType::Kind::List) {
    image.addresses.push_back(itself(offset, offset));
    image.addresses.push_back(itself(offset + 8, offset));
  }
}

void InputPlanner::addNodes(const std::string &name, uint32_t index,
                            uint32_t offset, Image &image, unsigned depth) {
  using Kind = LibraryType::Kind;
  const LibraryType library = libraryOf(index);
  const uint32_t element = library.element;
  const bool isOfNodes = library.kind == Kind::List ||
                         library.kind == Kind::Tree ||
                         library.kind == Kind::Table;
  if (!isOfNodes || element == 0 || !canContain(element, depth)) {
    ++result.leftOut;
    return;
  }
  const Extent extent =
      containedExtent(name, mostContained(library), /*takesParameter=*/false);
  if (extent.elements == 0)
    return;
  Buffer pointers;
  pointers.name = name;
  pointers.elementType = library.pointer;
  pointers.elementSize = 8;
  pointers.isContained = true;
  pointers.isOpen = extent.isOpen;
  pointers.countSlot = extent.countSlot;
  pointers.image.byteSize = 8 * extent.elements;
  const uint32_t own = addContained(extent, element, [&](uint32_t i) {
    Buffer node;
    node.name = elementName(name, i);
    node.elementType = element;
    node.elementSize = library.hashOffset != 0
                           ? library.hashOffset + 8
                           : library.elementOffset + type(element).byteSize;
    node.isContained = node.isOwned = node.isFromHeap = true;
    node.image.byteSize = node.elementSize;
    addObject(node.name, element, library.elementOffset, node.image, depth + 1);
    Address address;
    address.offset = 8 * i;
    address.kind = Address::Kind::Buffer;
    address.index = static_cast<uint32_t>(result.buffers.size());
    pointers.image.addresses.push_back(address);
    result.buffers.push_back(std::move(node));
  });
  result.buffers.push_back(std::move(pointers));
  image.linked.push_back({library.kind == Kind::List   ? Linked::Kind::List
                          : library.kind == Kind::Tree ? Linked::Kind::Tree
                                                       : Linked::Kind::Table,
                          index, offset, own, extent.elements,
                          extent.countSlot});
}

void InputPlanner::addHeap(const std::string &name, uint32_t index,
                           uint32_t offset, Image &image, unsigned depth) {
  const LibraryType library = libraryOf(index);
  if (library.element == 0) {
    ++result.leftOut;
    return;
  }
  LibraryType elements = library;
  elements.kind = LibraryType::Kind::Vector;
  addElements(name, elements, offset, image, depth);
  const auto own = static_cast<uint32_t>(result.buffers.size() - 1);
  const Buffer &buffer = result.buffers[own];
  image.linked.push_back({Linked::Kind::Heap, index, offset, own,
                          buffer.image.byteSize / buffer.elementSize,
                          buffer.countSlot});
}

void InputPlanner::addBits(const std::string &name, uint32_t offset,
                           Image &image) {
  constexpr uint32_t kWord = 8;
  const Extent extent = containedExtent(name, kCountedElements, false);
  Buffer words;
  words.name = name;
  words.elementSize = kWord;
  words.isContained = words.isOwned = true;
  words.image.byteSize = (extent.elements / 64 + 1) * kWord;
  for (uint32_t i = 0; i < extent.elements && !isFar(); ++i)
    words.image.cells.push_back(
        {addSlot({elementName(name, i), "bool", {ScalarKind::Bool, 1, {}}}),
         i / 8,
         0,
         {},
         i % 8,
         1});
  const auto own = static_cast<uint32_t>(result.buffers.size());
  result.buffers.push_back(std::move(words));
  for (const uint32_t end : {0, 16, 32}) {
    Address address;
    address.offset = offset + end;
    address.kind = end == 32 ? Address::Kind::End : Address::Kind::Buffer;
    address.index = own;
    image.addresses.push_back(address);
  }
  if (extent.countSlot)
    image.cells.push_back({*extent.countSlot, offset + 24, 4});
  else
    image.fixed.push_back({offset + 24, 4, extent.elements});
}

void InputPlanner::addCallable(const std::string &name, uint32_t index,
                               uint32_t offset, Image &image) {
  const LibraryType library = libraryOf(index);
  CType function = type(library.element);
  if (function.kind != CTypeKind::Function) {
    ++result.leftOut;
    return;
  }
  // Values are passed on by references, which the caller does not know of.
  if (std::any_of(function.members.begin(), function.members.end(),
                  [&](const Member &each) {
                    return type(each.type).name.ends_with("&&");
                  }))
    function.members.clear();
  Address address;
  if (isAskedForNull(index))
    address.nullSlot =
        addSlot({name + " == NULL", "_Bool", {ScalarKind::Bool, 8, {}}});
  address.offset = offset + library.pointerOffset;
  address.kind = Address::Kind::Stub;
  address.index = addPointedStub(name, function, /*isMethod=*/true);
  image.addresses.push_back(address);
  address.offset = offset + library.pointerOffset - 8;
  address.kind = Address::Kind::Manager;
  image.addresses.push_back(address);
}

bool InputPlanner::isOfNumbers(uint32_t index) const {
  const CType &own = type(index);
  if (own.kind == CTypeKind::Struct)
    return (own.flags & COVERME_TYPE_IS_OF_LIBRARY) == 0 &&
           std::all_of(
               own.members.begin(), own.members.end(),
               [&](const Member &member) { return isOfNumbers(member.type); });
  return own.kind == CTypeKind::Array ? isOfNumbers(own.element)
                                      : isNumber(index);
}

void InputPlanner::addDeque(const std::string &name, uint32_t index,
                            uint32_t offset, Image &image) {
  const LibraryType library = libraryOf(index);
  constexpr uint32_t kPieces = 8, kPieceBytes = 512;
  const uint32_t size = type(library.element).byteSize;
  const auto at = [](uint32_t place, Address::Kind kind, uint32_t buffer) {
    Address address;
    address.offset = place;
    address.kind = kind;
    address.index = buffer;
    return address;
  };
  const uint32_t pieceBytes = std::max(kPieceBytes / size, 1U) * size;
  Extent extent;
  extent.elements = 0;
  if (isOfNumbers(library.element))
    extent = containedExtent(
        name, std::min(mostContained(library), pieceBytes / size - 1), false);
  else
    ++result.leftOut;
  if (extent.elements * size >= pieceBytes)
    fail(ExitCode::BadInput,
         "--array {}: a '{}' has at most {} elements to begin with", name,
         type(index).name, pieceBytes / size - 1);
  const auto add = [&](uint32_t element, uint32_t bytes) {
    Buffer buffer;
    buffer.name = name;
    buffer.elementType = element;
    buffer.elementSize = type(element).byteSize;
    buffer.image.byteSize = bytes;
    buffer.isContained = buffer.isOwned = true;
    result.buffers.push_back(std::move(buffer));
    return static_cast<uint32_t>(result.buffers.size() - 1);
  };
  const uint32_t piece = add(library.element, pieceBytes);
  for (uint32_t i = 0; i < extent.elements; ++i) {
    place = {};
    Image elements; // which may be moved
    addElement(i, [&] {
      addObject(elementName(name, i), library.element, i * size, elements, 0);
    });
    Image &all = result.buffers[piece].image;
    all.cells.insert(all.cells.end(), elements.cells.begin(),
                     elements.cells.end());
  }
  const uint32_t pieces = add(type(library.pointer).element, kPieces * 8);
  result.buffers[pieces].image.addresses.push_back(
      at(0, Address::Kind::Buffer, piece));
  image.addresses.push_back(at(offset, Address::Kind::Buffer, pieces));
  image.fixed.push_back({offset + 8, 8, kPieces});
  for (const uint32_t end : {offset + 16, offset + 48}) {
    image.addresses.push_back(at(end, Address::Kind::Buffer, piece));
    image.addresses.push_back(at(end + 8, Address::Kind::Buffer, piece));
    image.addresses.push_back(at(end + 16, Address::Kind::End, piece));
    image.addresses.push_back(at(end + 24, Address::Kind::Buffer, pieces));
  }
  if (extent.elements != 0)
    image.linked.push_back({Linked::Kind::Deque, index, offset, piece,
                            extent.elements, extent.countSlot});
}

InputPlanner::Extent InputPlanner::containedExtent(const std::string &name,
                                                   uint32_t most,
                                                   bool takesParameter) {
  std::optional<Extent> given = givenExtent(name);
  if (given && given->countSlot && !takesParameter)
    fail(ExitCode::BadInput, "--array {}: the size of a '{}' is a number", name,
         name);
  if (given) {
    refuseAhead(name, *given);
    return *given;
  }
  Extent extent;
  extent.isOpen = true;
  extent.elements = 0;
  if (isFar()) {
    ++result.leftOut;
    return extent;
  }
  extent = countedBy(addSlot({memberOf(name, "size()"),
                              "unsigned long",
                              {ScalarKind::Unsigned, 64, {}}}),
                     most);
  extent.isOpen = true;
  return extent;
}

void InputPlanner::addSize(const Extent &extent, uint32_t offset,
                           Image &image) {
  if (extent.countSlot)
    image.cells.push_back({*extent.countSlot, offset, 8});
  else
    image.fixed.push_back({offset, 8, extent.elements});
}

uint32_t InputPlanner::mostContained(const LibraryType &library) const {
  const uint32_t bytes = type(library.element).byteSize;
  if (isCharacter(library.element))
    return mostCharacters();
  return bytes <= 16   ? std::max(kCountedElements, mostComparedSize())
         : bytes <= 64 ? 4
                       : 2;
}

uint32_t InputPlanner::mostComparedSize() const {
  constexpr uint64_t kLargest = 48;
  uint64_t most = 0;
  for (const Constant &constant : entry.constants)
    if (constant.kind != ScalarKind::Float && constant.width == 64 &&
        constant.bits <= kLargest)
      most = std::max(most, constant.bits + 1);
  return static_cast<uint32_t>(most);
}

void InputPlanner::addElements(const std::string &name,
                               const LibraryType &library, uint32_t offset,
                               Image &image, unsigned depth) {
  using Kind = LibraryType::Kind;
  const bool isVector = library.kind == Kind::Vector;
  Extent extent;
  extent.elements = 0;
  if (canContain(library.element, depth))
    extent = containedExtent(name, mostContained(library), isVector);
  else
    ++result.leftOut;
  Buffer buffer;
  buffer.name = name;
  buffer.elementType = library.element;
  buffer.elementSize = type(library.element).byteSize;
  buffer.isContained = true;
  buffer.isOwned = library.kind != Kind::View;
  buffer.isOpen = extent.isOpen;
  buffer.countSlot = extent.countSlot;
  checkSize(name, extent.elements, buffer.elementSize);
  buffer.image.byteSize = buffer.elementSize * extent.elements;
  const uint32_t own = addContained(extent, library.element, [&](uint32_t i) {
    addObject(elementName(name, i), library.element, i * buffer.elementSize,
              buffer.image, depth + 1);
  });
  result.buffers.push_back(std::move(buffer));
  Address address;
  address.offset = offset + library.pointerOffset;
  address.kind = Address::Kind::Buffer;
  address.index = own;
  image.addresses.push_back(address);
  if (!isVector)
    return addSize(extent, offset + library.sizeOffset, image);
  address.kind = Address::Kind::End;
  for (const uint32_t end : {8, 16}) {
    address.offset = offset + end;
    image.addresses.push_back(address);
  }
}

void InputPlanner::addText(const std::string &name, const LibraryType &library,
                           uint32_t offset, Image &image) {
  const CType &character = type(library.element);
  const Extent extent = containedExtent(name, mostCharacters(), false);
  checkSize(name, extent.elements, character.byteSize);
  addSize(extent, offset + library.sizeOffset, image);
  const auto addCharacters = [&](uint32_t at, uint32_t most, Image &to) {
    for (uint32_t i = 0; i < extent.elements; ++i)
      addElement(i, [&] {
        addNumber(elementName(name, i), character, at + i * character.byteSize,
                  to);
      });
    if (extent.countSlot)
      to.textEnds.push_back({at, character.byteSize, most, *extent.countSlot});
  };
  constexpr uint32_t kLocal = 16; // where it is, or the capacity
  if (extent.elements <= library.localElements) {
    image.addresses.push_back(
        itself(offset + library.pointerOffset, offset + kLocal));
    return addCharacters(offset + kLocal, library.localElements, image);
  }
  Buffer buffer;
  buffer.name = name;
  buffer.elementType = library.element;
  buffer.elementSize = character.byteSize;
  buffer.isContained = buffer.isOwned = buffer.isFromHeap = true;
  buffer.isOpen = extent.isOpen;
  buffer.image.byteSize = (extent.elements + 1) * character.byteSize;
  addCharacters(0, extent.elements, buffer.image);
  Address address;
  address.offset = offset + library.pointerOffset;
  address.kind = Address::Kind::Buffer;
  address.index = static_cast<uint32_t>(result.buffers.size());
  image.addresses.push_back(address);
  image.fixed.push_back({offset + kLocal, 8, extent.elements});
  result.buffers.push_back(std::move(buffer));
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Inputs.h"

#include "core/ElementNames.h"
#include "frontend/c/Aliases.h"
#include "frontend/c/Allocators.h"
#include "frontend/c/LibraryTypes.h"
#include "frontend/c/SetupCalls.h"
#include "support/Error.h"
#include "support/NearestName.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace coverme {
namespace {

// Unions of which the search says what they hold, and far pointers of which it
// says that they are not null.
constexpr size_t kMaxUnions = 16;
constexpr size_t kMaxEnds = 24;
// Bytes of one object, and numbers that are told after a call.
constexpr uint64_t kMaxObjectBytes = uint64_t{1} << 20;
constexpr size_t kMaxOutputs = 32;
// What a void * leads to, if the code does not say.
constexpr uint32_t kVoidBytes = 8;
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

class Planner {
public:
  Planner(const Program &program, const Function &entry,
          const InputOptions &options, const std::set<std::string> &undefined,
          const std::vector<AssumedBound> &assumed, uint32_t mostElements)
      : program(program), entry(entry), options(options), undefined(undefined),
        bounds(options, assumed), assumed(assumed), mostElements(mostElements) {
    for (const MemberUse &use : entry.memberUses)
      memberUses[{use.structBytes, use.byteOffset}] = use.flags;
  }

  // Was anything left out that is in the near parts of arrays?
  bool lacksSlots() const { return isLacking; }

  InputPlan take() { return std::move(result); }

  void makePlan() {
    if (entry.isVariadic())
      fail(ExitCode::BadInput, "'{}' is variadic, which is not supported",
           entry.label());
    if (entry.isStatic() && entry.linkageName.find("$_") != std::string::npos)
      fail(ExitCode::BadInput,
           "'{}' is a lambda's, which each compiler calls by a name of its "
           "own; --callees covers it with the function around it",
           entry.label());
    result.needsHarness = !entry.hasTrampoline();
    // Called without arguments of its user, like a program.
    result.isMain = entry.name == "main" && entry.parameters.size() >= 2;
    result.needsHarness |= result.isMain;
    result.isDistinct = options.distinct;
    hasChoices = true;
    if (!result.isMain)
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
    if (!options.isForMany)
      bounds.checkNames(entry.label(), result.inputs);
    result.assumptions = options.assumptions;
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

private:
  const CType &type(uint32_t index) const { return program.types[index]; }

  [[noreturn]] void refuse(const std::string &what, const std::string &why) {
    fail(ExitCode::BadInput, "'{}' cannot be called: {} {}", entry.label(),
         what, why);
  }

  // --- slots ----------------------------------------------------------------

  uint32_t addSlot(InputVariable input) {
    bounds.narrow(input);
    result.inputs.push_back(std::move(input));
    return static_cast<uint32_t>(result.inputs.size() - 1);
  }

  // The object of a parameter that is being planned.
  struct Pointee {
    const Image *image = nullptr;
    const Parameter *parameter = nullptr;
    bool isOutput = false; // what it holds after the call is told
    std::vector<Output> outputs;
  };

  // May these bytes of the object be read ahead of being written?
  bool isRead(const Image &image, uint32_t offset, uint32_t bytes) const {
    // An assumption may read what the code does not.
    return &image != pointee.image || pointee.parameter->readsAny ||
           !options.assumptions.empty() || isOfLibrary ||
           std::any_of(
               pointee.parameter->reads.begin(), pointee.parameter->reads.end(),
               [&](const ByteRange &range) {
                 return range.begin < offset + bytes && offset < range.end;
               });
  }

  // Is a number of the object an input? Not if the code does not read it, nor
  // in the far parts of large arrays, nor if there are too many.
  bool isInput(const Image &image, uint32_t offset, uint32_t bytes) {
    if (!isRead(image, offset, bytes))
      return false;
    const bool takes = !isFar();
    result.leftOut += !takes;
    return takes;
  }

  bool isFar() {
    const bool isFull = result.inputs.size() >= kMaxInputs;
    isLacking |= isFull && farElements == 0;
    return isFull || farElements != 0;
  }

  // Of the i-th element of an array.
  template <class Add> void addElement(uint32_t i, const Add &add) {
    farElements += i >= mostElements;
    add();
    farElements -= i >= mostElements;
  }

  // The cells of one number; `offset` of its object.
  void addNumber(const std::string &name, const CType &number, uint32_t offset,
                 Image &image) {
    const Scalar &scalar = number.scalar;
    if (scalar.kind == ScalarKind::Unsupported)
      refuse(
          fmt::format("'{}'", name),
          fmt::format("is of type '{}', which is not supported", number.name));
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
            {{name, number.name, piece.scalar, piece.part},
             0,
             at,
             piece.bytes});
    }
  }

  void addBitField(const std::string &name, const Member &field,
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

  // How many elements there are.
  struct Extent {
    uint32_t elements = 1;
    std::optional<uint32_t> countSlot;
    bool isOpen = false;
    bool isGuessed = false;
    bool isString = false;
  };

  // --- objects --------------------------------------------------------------

  // How often a pointer was followed on the way to an object that is there in
  // any case.
  static constexpr unsigned kMaxDepth = 2;
  // The same of one that the search asks for, where null is the rule.
  static constexpr unsigned kMaxAskedDepth = 4;
  // Objects that are not, each with address space of its own.
  static constexpr unsigned kMaxAwaited = 256;

  void addObject(const std::string &name, uint32_t index, uint32_t offset,
                 Image &image, unsigned depth) {
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
      const bool namesFar = holdsPointer(object.element);
      for (uint32_t i = 0; i < elementCount(object, image); ++i)
        addElement(i, [&] {
          const bool isNamed = farElements == 0 || namesFar;
          addObject(isNamed ? fmt::format("{}[{}]", name, i) : "",
                    object.element, offset + i * type(object.element).byteSize,
                    image, depth);
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
        place = {object.byteSize, member.byteOffset};
        if (type(member.type).kind == CTypeKind::VirtualTable)
          addVirtualTable(name, object.name, member.type, offset, image);
        else
          addMember(name, member, offset, image, depth);
      }
      break;
    case CTypeKind::Union:
      addUnion(name, object, offset, image, depth);
      break;
    case CTypeKind::Pointer: {
      const Condition own = std::exchange(condition, Condition());
      isOfUnion = own.choice != 0;
      Address address = addPointee(
          name, object, offset, depth, nullptr,
          isRead(image, offset, object.byteSize) ? usesThroughObjects() : 0);
      condition = own;
      if (own.choice != 0)
        address.condition = own;
      else if (address.condition.choice != 0)
        if (const auto end = endOf(object.element))
          image.addresses.push_back(variableAt(offset, *end));
      image.addresses.push_back(address);
      break;
    }
    default:
      refuse(
          fmt::format("'{}'", name),
          fmt::format("is of type '{}', which is not supported", object.name));
    }
  }

  // Base classes at the same place have that of the class.
  void addVirtualTable(const std::string &name, const std::string &className,
                       uint32_t table, uint32_t offset, Image &image) {
    if (std::any_of(
            image.addresses.begin(), image.addresses.end(),
            [&](const Address &address) { return address.offset == offset; }))
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

  // All objects of a class have the same one, whose functions have names of the
  // first.
  uint32_t madeUpTable(const std::string &name, uint32_t index, bool isRead) {
    const auto known = std::find_if(
        result.tables.begin(), result.tables.end(),
        [&](const MadeUpTable &table) { return table.type == index; });
    const auto place = static_cast<uint32_t>(known - result.tables.begin());
    if (known == result.tables.end())
      result.tables.push_back({index, {}});
    if (isRead && result.tables[place].functions.empty())
      for (const Member &member : type(index).members)
        if (member.byteOffset / 8 < kMaxVirtualFunctions) {
          const uint32_t stub =
              addPointedStub(memberOf(name, member.name), type(member.type),
                             /*isMethod=*/true);
          result.tables[place].functions.push_back(
              {member.byteOffset / 8, stub});
        }
    return place;
  }

  // Of a flexible array, as many as the object has room for.
  uint32_t elementCount(const CType &array, const Image &image) const {
    const uint32_t size = type(array.element).byteSize;
    return array.count != 0 || size == 0 ? array.count : image.tailBytes / size;
  }

  // Of the flexible array that a struct ends with; 0 if there is none.
  uint32_t flexibleElementSize(const CType &object) const {
    if (object.kind != CTypeKind::Struct || object.members.empty())
      return 0;
    const CType &last = type(object.members.back().type);
    return last.kind == CTypeKind::Array && last.count == 0
               ? type(last.element).byteSize
               : 0;
  }

  void addMember(const std::string &name, const Member &member, uint32_t offset,
                 Image &image, unsigned depth) {
    const std::string path = member.name.empty() || name.empty()
                                 ? name
                                 : memberOf(name, member.name);
    if (member.bitWidth != 0)
      addBitField(path, member, offset + member.byteOffset, image);
    else if (type(member.type).byteSize != 0 ||
             type(member.type).kind == CTypeKind::Array)
      addObject(path, member.type, offset + member.byteOffset, image, depth);
  }

  // Where one member is a pointer and another is not, the code may take either:
  // an input says which. Where there are many, or one within another, they stay
  // zero, which is a null pointer, too.
  void addUnion(const std::string &name, const CType &object, uint32_t offset,
                Image &image, unsigned depth) {
    const auto isPointer = [&](const Member &member) {
      return type(member.type).kind == CTypeKind::Pointer;
    };
    const auto holds = [&](const Member &member) {
      return holdsPointer(member.type);
    };
    const std::vector<Member> &members = object.members;
    if (std::any_of(members.begin(), members.end(), holds) &&
        !std::all_of(members.begin(), members.end(), isPointer)) {
      if (isRead(image, offset, object.byteSize))
        addMixedUnion(name, object, offset, image, depth);
      return;
    }
    if (const Member *largest = largestOf(members))
      addMember(name, *largest, offset, image, depth);
  }

  const Member *largestOf(const std::vector<Member> &members) const {
    const auto largest = std::max_element(
        members.begin(), members.end(), [&](const Member &a, const Member &b) {
          return type(a.type).byteSize < type(b.type).byteSize;
        });
    return largest == members.end() ? nullptr : &*largest;
  }

  // Those that hold a pointer, one of each type, ahead of the largest of the
  // others: code that takes a pointer for a number goes on, not the other way
  // round.
  void addMixedUnion(const std::string &name, const CType &object,
                     uint32_t offset, Image &image, unsigned depth) {
    if (!hasChoices || condition.choice != 0 || unions == kMaxUnions ||
        isFar()) {
      ++result.leftOut;
      return;
    }
    std::vector<Member> chosen, others;
    for (const Member &each : object.members) {
      if (!holdsPointer(each.type))
        others.push_back(each);
      else if (chosen.size() < kMaxAliases &&
               std::none_of(chosen.begin(), chosen.end(),
                            [&](const Member &known) {
                              return known.type == each.type;
                            }))
        chosen.push_back(each);
    }
    if (const Member *largest = largestOf(others))
      chosen.push_back(*largest);
    Choice own{"member of " + name, object.name, {}};
    for (const Member &each : chosen)
      own.values.push_back(each.name.empty() ? type(each.type).name
                                             : each.name);
    const uint8_t choice = addOwnChoice(std::move(own));
    ++unions;
    for (size_t value = 0; value < chosen.size(); ++value) {
      condition = {choice, static_cast<uint8_t>(value)};
      addMember(name, chosen[value], offset, image, depth);
    }
    condition = {};
  }

  // What inputs say besides where pointers lead: which member a union has, and
  // that a far pointer is not null.
  struct Choice {
    std::string name, typeName;
    std::vector<std::string> values;
  };

  uint8_t addOwnChoice(Choice choice) {
    choices.push_back(std::move(choice));
    return static_cast<uint8_t>(choices.size());
  }

  bool holdsPointer(uint32_t index) const {
    const CType &object = type(index);
    return object.kind == CTypeKind::Pointer ||
           (object.kind == CTypeKind::Array && holdsPointer(object.element)) ||
           std::any_of(
               object.members.begin(), object.members.end(),
               [&](const Member &member) { return holdsPointer(member.type); });
  }

  // --- classes of the C++ library -------------------------------------------

  const LibraryType &libraryOf(uint32_t index) {
    const auto known = libraryTypes.find(index);
    return known != libraryTypes.end()
               ? known->second
               : libraryTypes.try_emplace(index, libraryType(program, index))
                     .first->second;
  }

  // Is there an object of this type that the code may be given?
  bool canBeMade(uint32_t index) {
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

  // One whose members hold what only its functions know. Says whether it is.
  bool addLibraryObject(const std::string &name, uint32_t index,
                        uint32_t offset, Image &image, unsigned depth) {
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
      place = {library.kind == Kind::Owner ? 8 : 16, library.pointerOffset};
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
      addEmptyDeque(name, library, offset, image);
      break;
    default:
      addEmpty(library.kind, offset, image);
    }
    isOfLibrary = wasOfLibrary;
    return true;
  }

  // Does the code have a function of the class that does so? It tells of no
  // pointer in particular.
  bool isAskedForNull(uint32_t index) const {
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

  // Is it this type, or has a base class of it at its start?
  bool beginsWith(uint32_t index, uint32_t base) const {
    const std::vector<Member> &members = type(index).members;
    return index == base ||
           (type(index).kind == CTypeKind::Struct && !members.empty() &&
            members[0].name.empty() && members[0].byteOffset == 0 &&
            beginsWith(members[0].type, base));
  }

  static Address itself(uint32_t offset, uint32_t target) {
    Address address;
    address.offset = offset;
    address.kind = Address::Kind::Itself;
    address.index = target;
    return address;
  }

  // As its constructor without arguments makes it.
  void addEmpty(LibraryType::Kind kind, uint32_t offset, Image &image) {
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
    ++result.leftOut;
  }

  // The same. It begins at the first of eight places for pieces of memory, and
  // its pieces have up to 512 bytes.
  void addEmptyDeque(const std::string &name, const LibraryType &library,
                     uint32_t offset, Image &image) {
    constexpr uint32_t kPieces = 8, kPieceBytes = 512;
    const uint32_t size = type(library.element).byteSize;
    const auto at = [](uint32_t place, Address::Kind kind, uint32_t buffer) {
      Address address;
      address.offset = place;
      address.kind = kind;
      address.index = buffer;
      return address;
    };
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
    const uint32_t piece =
        add(library.element, std::max(kPieceBytes / size, 1U) * size);
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
    ++result.leftOut;
  }

  static std::string elementName(const std::string &name, uint32_t i) {
    return name.starts_with('*') ? fmt::format("({})[{}]", name, i)
                                 : fmt::format("{}[{}]", name, i);
  }

  // A slot says how many elements there are, unless the user does.
  Extent containedExtent(const std::string &name, uint32_t most,
                         bool takesParameter) {
    std::optional<Extent> given = givenExtent(name);
    if (given && given->countSlot && !takesParameter)
      fail(ExitCode::BadInput, "--array {}: the size of a '{}' is a number",
           name, name);
    if (given)
      return *given;
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

  // In a member of the object.
  void addSize(const Extent &extent, uint32_t offset, Image &image) {
    if (extent.countSlot)
      image.cells.push_back({*extent.countSlot, offset, 8});
    else
      image.fixed.push_back({offset, 8, extent.elements});
  }

  // Large elements are many numbers.
  uint32_t mostContained(const LibraryType &library) const {
    const uint32_t bytes = type(library.element).byteSize;
    if (isCharacter(library.element))
      return mostCharacters();
    return bytes <= 16   ? std::max(kCountedElements, mostComparedSize())
           : bytes <= 64 ? 4
                         : 2;
  }

  uint32_t mostCharacters() const {
    return std::max({kStringLength, program.textLength, mostComparedSize()});
  }

  // One more than the largest number that the entry may compare a size with: of
  // a size's type, and small enough.
  uint32_t mostComparedSize() const {
    constexpr uint64_t kLargest = 48;
    uint64_t most = 0;
    for (const Constant &constant : entry.constants)
      if (constant.kind != ScalarKind::Float && constant.width == 64 &&
          constant.bits <= kLargest)
        most = std::max(most, constant.bits + 1);
    return static_cast<uint32_t>(most);
  }

  bool isCharacter(uint32_t index) const {
    return type(index).kind == CTypeKind::Scalar && type(index).name == "char";
  }

  void addElements(const std::string &name, const LibraryType &library,
                   uint32_t offset, Image &image, unsigned depth) {
    using Kind = LibraryType::Kind;
    const bool isVector = library.kind == Kind::Vector;
    Extent extent;
    extent.elements = 0;
    if (canBeMade(library.element))
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
    const size_t first = result.buffers.size();
    std::vector<uint32_t> elementOf; // by buffer from the first one on
    for (uint32_t i = 0; i < extent.elements; ++i) {
      place = {};
      addElement(i, [&] {
        addObject(elementName(name, i), library.element, i * buffer.elementSize,
                  buffer.image, depth + 1);
      });
      elementOf.resize(result.buffers.size() - first, i);
    }
    const auto own = static_cast<uint32_t>(result.buffers.size());
    for (size_t i = 0; extent.countSlot && i < elementOf.size(); ++i)
      if (!result.buffers[first + i].holder)
        result.buffers[first + i].holder = {own, elementOf[i]};
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

  // A short one is in the object itself.
  void addText(const std::string &name, const LibraryType &library,
               uint32_t offset, Image &image) {
    const CType &character = type(library.element);
    const Extent extent = containedExtent(name, mostCharacters(), false);
    checkSize(name, extent.elements, character.byteSize);
    addSize(extent, offset + library.sizeOffset, image);
    const auto addCharacters = [&](uint32_t at, uint32_t most, Image &to) {
      for (uint32_t i = 0; i < extent.elements; ++i)
        addElement(i, [&] {
          addNumber(elementName(name, i), character,
                    at + i * character.byteSize, to);
        });
      if (extent.countSlot)
        to.textEnds.push_back(
            {at, character.byteSize, most, *extent.countSlot});
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

  // --- pointers -------------------------------------------------------------

  const NamedText *arrayOption(const std::string &name) {
    const auto found =
        std::find_if(options.arrays.begin(), options.arrays.end(),
                     [&](const NamedText &each) { return each.name == name; });
    pointerNames.push_back(name);
    return found == options.arrays.end() ? nullptr : &*found;
  }

  // The slot of a parameter that is an integer, which counts elements.
  std::optional<uint32_t> countSlotOf(const std::string &name) {
    for (uint32_t i = 0; i < entry.parameters.size(); ++i)
      if (entry.parameters[i].name == name)
        if (const CType &count = type(entry.parameters[i].type);
            count.kind == CTypeKind::Scalar && !count.scalar.isFloat() &&
            count.scalar.kind != ScalarKind::Bool && count.scalar.width <= 64)
          return slotOfParameter(i);
    return std::nullopt;
  }

  // Ahead of its turn, if need be.
  uint32_t slotOfParameter(uint32_t index) {
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

  // As many elements as a slot may say, which therefore is bounded.
  Extent countedBy(uint32_t slot, uint32_t most = kCountedElements) {
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
        *count.greatest > top
            ? 0
            : std::min<uint64_t>(*count.greatest, UINT32_MAX));
    extent.countSlot = slot;
    return extent;
  }

  // As --array says.
  std::optional<Extent> givenExtent(const std::string &name) {
    const NamedText *option = arrayOption(name);
    // One that names a parameter of others is theirs.
    if (option == nullptr || (options.isForMany && !wholeCount(option->text) &&
                              !countSlotOf(option->text)))
      return std::nullopt;
    if (const auto count = wholeCount(option->text)) {
      Extent extent;
      extent.elements = *count;
      return extent;
    }
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

  Extent extentOf(const std::string &name, const CType &pointee,
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
          std::max(extent.elements, (parameter->reach + pointee.byteSize - 1) /
                                        pointee.byteSize);
    if (parameter != nullptr && beginsRange(*parameter))
      extent.elements = std::max(extent.elements, kRangeElements);
    extent.isGuessed = true;
    if (const auto learnt = options.learnt.find(siblingsOf(name));
        learnt != options.learnt.end())
      extent.elements = std::max(extent.elements, learnt->second);
    return extent;
  }

  // Does a later parameter say where the elements end that this one leads to?
  bool beginsRange(const Parameter &begin) const {
    const auto own =
        std::find_if(entry.parameters.begin(), entry.parameters.end(),
                     [&](const Parameter &each) { return &each == &begin; });
    return (begin.flags & COVERME_PARAMETER_Afar) != 0 &&
           own != entry.parameters.end() &&
           std::any_of(
               own + 1, entry.parameters.end(), [&](const Parameter &end) {
                 return type(end.type).kind == CTypeKind::Pointer &&
                        type(end.type).element == type(begin.type).element &&
                        endsRange(end.flags, end.reach, begin.flags);
               });
  }

  uint32_t addStub(Stub stub) {
    result.stubs.push_back(std::move(stub));
    result.needsHarness = true;
    return static_cast<uint32_t>(result.stubs.size() - 1);
  }

  // What the code may do through a pointer in an object: such memory counts as
  // neither its own nor its parameters'.
  uint32_t usesThroughObjects() const {
    const uint32_t writes =
        COVERME_FUNCTION_WritesGlobal | COVERME_FUNCTION_CallsUnknown;
    const auto known = memberUses.find(place);
    return (known != memberUses.end() ? known->second : 0) |
           COVERME_PARAMETER_Loads | COVERME_PARAMETER_Compares |
           COVERME_PARAMETER_Afar |
           ((entry.flags & writes) != 0 ? COVERME_PARAMETER_Stores : 0);
  }

  // The variable that lists of such objects end with, if the code compares
  // pointers with its address.
  std::optional<uint32_t> endOf(uint32_t pointee) const {
    if (type(pointee).kind != CTypeKind::Struct || options.distinct ||
        isOfLibrary)
      return std::nullopt;
    for (const GlobalUse &use : entry.uses) {
      const Global &global = program.globals[use.global];
      if ((global.flags & COVERME_GLOBAL_Given) != 0 &&
          (use.flags & COVERME_PARAMETER_Compares) != 0 &&
          isReachable(global, entry.source) && global.type == pointee)
        return use.global;
    }
    return std::nullopt;
  }

  Address variableAt(uint32_t offset, uint32_t global) {
    Address address;
    address.offset = offset;
    address.kind = Address::Kind::Variable;
    address.index = global;
    result.aliasesGlobals = true;
    return address;
  }

  static void checkSize(const std::string &name, uint32_t elements,
                        uint32_t elementSize) {
    if (uint64_t{elementSize} * elements > kMaxObjectBytes)
      fail(ExitCode::BadInput, "{} elements behind '{}' are more than {} bytes",
           elements, name, kMaxObjectBytes);
  }

  // `ofLibrary`: a class of C++'s streams, or 0.
  Address addStream(const std::string &name, uint32_t ofLibrary,
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
    CType character;
    character.name = "char";
    character.kind = CTypeKind::Scalar;
    character.scalar = {ScalarKind::Signed, 8, {}};
    character.byteSize = 1;
    const Extent extent = extentOf(name, character, nullptr);
    if (extent.countSlot)
      fail(ExitCode::BadInput, "--array {}: the length of a stream is a number",
           name);
    const uint32_t length = ofLibrary != 0 && !streamClass(ofLibrary).isRead ? 0
                            : extent.isGuessed ? kStreamLength
                                               : extent.elements;
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

  // The object that a pointer called `name` points to. `parameter`: of which it
  // is the value. `flags`: what the code does with it (coverme_parameter_flag).
  // `owns`: nothing else leads there, and the code may give it back.
  Address addPointee(const std::string &name, const CType &pointer,
                     uint32_t offset, unsigned depth,
                     const Parameter *parameter, uint32_t flags,
                     bool owns = false) {
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
    if (isFormless || (parameter == nullptr && isFar()))
      return address;
    // Of a reference to a container, the user says how many elements that has.
    Extent extent;
    extent.isOpen = extent.isGuessed = true;
    if (!pointer.isReference() || libraryOf(pointer.element).element == 0)
      extent = extentOf(name, *target, parameter);
    // Far objects are made when calls get there, and with them what they lead
    // to. Where the code asks for null, or for a variable of their type, that
    // is the end, unless an input says that it is not.
    const bool isLearnt = options.learnt.contains(siblingsOf(name));
    const bool isFarOff = depth >= kMaxDepth && extent.isGuessed && !isLearnt;
    const auto end = isFarOff ? endOf(pointer.element) : std::nullopt;
    const bool hasEnd = end || (flags & COVERME_PARAMETER_ComparesNull) != 0;
    const bool isAwaited =
        isFarOff && (depth > nearDepth || flags == 0 || hasEnd);
    if (isAwaited) {
      const bool mayGoOn = hasChoices && !isOfUnion && ends != kMaxEnds &&
                           depth < kMaxAskedDepth;
      if (flags == 0 || awaited == kMaxAwaited || (hasEnd && !mayGoOn))
        return end && flags != 0 ? variableAt(offset, *end) : address;
      ++awaited;
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
    const bool mayBeNull =
        options.null || (owns && (flags & COVERME_PARAMETER_ComparesNull) != 0);
    if (mayBeNull && !pointer.isReference() && !isAwaited)
      address.nullSlot =
          addSlot({name + " == NULL", "_Bool", {ScalarKind::Bool, 8, {}}});
    const size_t order = pointers.size();
    const bool isAlone = isFarOff || owns;
    if (!isAlone)
      pointers.push_back(
          {name, parameter != nullptr ? parameter->typeName : pointer.name,
           pointer.isReference(), pointer.element, flags,
           parameter != nullptr ? parameter->reach : 0, 0,
           parameter != nullptr});
    Buffer buffer;
    buffer.name = name;
    buffer.nullSlot = address.nullSlot;
    buffer.countSlot = extent.countSlot;
    buffer.isOpen = extent.isOpen;
    buffer.isGuessed =
        extent.isGuessed && (isAwaited || !pointer.isReference());
    buffer.isString = extent.isString;
    const bool isFreed = options.freed.contains(name) ||
                         std::find(options.heap.begin(), options.heap.end(),
                                   name) != options.heap.end();
    buffer.isOwned = owns || isFreed;
    buffer.elementType = pointer.element;
    CType byte;
    byte.name = "unsigned char";
    byte.kind = CTypeKind::Scalar;
    byte.scalar = {ScalarKind::Unsigned, 8, {}};
    byte.byteSize = 1;
    const bool isBytes = target->kind == CTypeKind::Void;
    buffer.elementSize = isBytes    ? 1
                         : isOpaque ? kOpaqueBytes
                                    : target->byteSize;
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
        else
          addObject(element, pointer.element, at, buffer.image, depth + 1);
      });
    }
    nearDepth = outer;
    if (parameter != nullptr) {
      for (Output &output : pointee.outputs) {
        output.buffer = static_cast<uint32_t>(result.buffers.size());
        result.outputs.push_back(std::move(output));
      }
      pointee = {};
    }
    address.kind = Address::Kind::Buffer;
    address.index = static_cast<uint32_t>(result.buffers.size());
    if (!isAlone)
      pointers[order].buffer = address.index;
    result.buffers.push_back(std::move(buffer));
    result.needsHarness = true;
    return address;
  }

  // --- parameters -----------------------------------------------------------

  void addParameter(uint32_t index) {
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

  void checkResult() {
    const CType &own = type(entry.resultType);
    if (own.kind == CTypeKind::Unsupported)
      refuse("its result",
             fmt::format("is of type '{}', which is not supported", own.name));
  }

  // --- beyond the parameters ------------------------------------------------

  void addGlobals() {
    for (const std::string &name : options.globals) {
      std::vector<std::string> names;
      uint32_t found = UINT32_MAX;
      for (uint32_t i = 0; i < program.globals.size(); ++i) {
        const Global &global = program.globals[i];
        if (type(global.type).kind == CTypeKind::Function ||
            (global.flags & COVERME_GLOBAL_Local) != 0 ||
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

  void addGlobal(uint32_t index) {
    const Global &global = program.globals[index];
    GlobalInput input;
    input.global = index;
    input.image.byteSize = type(global.type).byteSize;
    place = {};
    addObject(global.name, global.type, 0, input.image, 0);
    result.globals.push_back(std::move(input));
    result.needsHarness = true;
  }

  // What the entry loads is an input, if it is a number or an array of some. Of
  // constants nothing is known but the name; nor is anything made up that C++
  // alone has names for, like tables of virtual functions.
  void addMadeUpVariables() {
    for (const std::string &name : undefined) {
      const auto found = std::find_if(
          program.globals.begin(), program.globals.end(),
          [&](const Global &global) { return global.name == name; });
      const bool isKnown = found != program.globals.end();
      if (isKnown ? type(found->type).kind == CTypeKind::Function
                  : name.starts_with("_ZT") || name.starts_with("_ZG"))
        continue;
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

  void addLoaded(uint32_t global) {
    const CType &own = type(program.globals[global].type);
    const CType &number =
        own.kind == CTypeKind::Array ? type(own.element) : own;
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
    if (number.kind == CTypeKind::Scalar && own.byteSize != 0)
      addGlobal(global);
    else
      ++result.leftOut;
  }

  // Of the struct that a function made up writes; a larger one stays as it is.
  static constexpr size_t kMostWrittenMembers = 16;

  // Slots for `count` numbers; none for what is no number.
  DrawnValues addValues(const CType &own, uint32_t index,
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

  // The function that a pointer of this name points to.
  // Of a method, what it may write to its object is left out.
  uint32_t addPointedStub(const std::string &name, const CType &function,
                          bool isMethod = false) {
    Stub stub;
    stub.resultType = function.element;
    if ((function.flags & COVERME_TYPE_IS_NO_RETURN) != 0) {
      stub.kind = Stub::Kind::Exits;
      return addStub(std::move(stub));
    }
    stub.results = addValues(type(function.element), function.element,
                             name + "()", kStubResults);
    const bool arePassed = std::all_of(
        function.members.begin(), function.members.end(),
        [&](const Member &each) { return isPassed(type(each.type)); });
    addResultNumbers(name, stub);
    for (uint32_t i = 0; arePassed && i < function.members.size(); ++i) {
      const uint32_t index = function.members[i].type;
      stub.parameters.push_back(index);
      const CType &own = type(index);
      if (own.kind != CTypeKind::Pointer || (isMethod && i == 0) ||
          (own.flags & COVERME_TYPE_IS_CONST) != 0)
        continue;
      std::vector<NamedNumber> numbers;
      addNumbers(fmt::format("{}(*{})", name, i + 1), own.element, 0, numbers);
      if (numbers.size() > kMostWrittenMembers)
        continue;
      for (const NamedNumber &number : numbers)
        if (const DrawnValues values = addValues(type(number.type), number.type,
                                                 number.name, kStubResults);
            values.count != 0)
          stub.writes.push_back({i, !isNumber(own.element), number.offset,
                                 type(own.element).byteSize, values});
    }
    return addStub(std::move(stub));
  }

  // Of a struct that a function made up returns, or a reference to one.
  void addResultNumbers(const std::string &name, Stub &stub) {
    const CType &own = type(stub.resultType);
    const uint32_t object = own.isReference() ? own.element : stub.resultType;
    if (stub.results.count != 0 || type(object).byteSize == 0)
      return;
    std::vector<NamedNumber> numbers;
    addNumbers(name + "()", object, 0, numbers);
    if (numbers.size() > kMostWrittenMembers)
      return;
    for (const NamedNumber &number : numbers)
      if (const DrawnValues values = addValues(type(number.type), number.type,
                                               number.name, kStubResults);
          values.count != 0)
        stub.writes.push_back({Stub::Write::kResult, true, number.offset,
                               type(object).byteSize, values});
  }

  // A number of an object.
  struct NamedNumber {
    std::string name;
    uint32_t type, offset;
  };

  // Those that structs, and arrays in them, consist of; not what is anything
  // else.
  void addNumbers(const std::string &name, uint32_t index, uint32_t offset,
                  std::vector<NamedNumber> &numbers) const {
    const CType &own = type(index);
    if (isNumber(index) && own.scalar.kind != ScalarKind::Unsupported) {
      numbers.push_back({name, index, offset});
    } else if (own.kind == CTypeKind::Array) {
      for (uint32_t i = 0;
           i < own.count && numbers.size() <= kMostWrittenMembers; ++i)
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

  bool isNumber(uint32_t index) const {
    return type(index).kind == CTypeKind::Scalar &&
           type(index).scalar.kind > ScalarKind::Void;
  }

  // Does C say how it is passed?
  static bool isPassed(const CType &own) {
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

  // The numbers of a function's result. What IR alone tells of an integer lacks
  // its sign, which the name of a __VERIFIER_nondet_ function tells.
  static CType nondetType(CType own, std::string_view suffix) {
    if (suffix == "bool" || suffix == "_Bool")
      own.scalar = {ScalarKind::Bool, 8, {}};
    else if ((suffix.starts_with('u') || suffix == "size_t") &&
             own.scalar.kind == ScalarKind::Signed)
      own.scalar.kind = ScalarKind::Unsigned;
    return own;
  }

  void addStubs() {
    constexpr std::string_view kNondet = "__VERIFIER_nondet_";
    for (const Global &global : program.globals) {
      if (type(global.type).kind != CTypeKind::Function)
        continue;
      const std::string &name = global.name;
      Stub stub;
      stub.linkageName = name;
      stub.resultType = type(global.type).element;
      if (name.starts_with(kNondet)) {
        stub.kind = Stub::Kind::Draws;
        const CType drawn =
            nondetType(type(stub.resultType),
                       std::string_view(name).substr(kNondet.size()));
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
      } else if ((undefined.contains(name) || isToBeMadeUp(name)) &&
                 (global.flags & COVERME_GLOBAL_NoReturn) != 0) {
        stub.kind = Stub::Kind::Exits;
        addStub(std::move(stub));
      } else if (undefined.contains(name) || isToBeMadeUp(name)) {
        const CType &own = type(stub.resultType);
        if ((own.flags & COVERME_TYPE_IS_BY_REFERENCE) != 0)
          fail(ExitCode::BadInput,
               "--stub{}: '{}' returns an object in memory ('{}'), which is "
               "not supported",
               undefined.contains(name) ? "-undefined" : "", name, own.name);
        stub.results =
            addValues(own, stub.resultType, name + "()", kStubResults);
        addStub(std::move(stub));
      }
    }
  }

  bool isToBeMadeUp(const std::string &name) const {
    return std::find(options.stubs.begin(), options.stubs.end(), name) !=
           options.stubs.end();
  }

  void checkStubNames() const {
    std::vector<std::string> names;
    for (const Global &global : program.globals)
      if (type(global.type).kind == CTypeKind::Function)
        names.push_back(global.name);
    for (const std::string &name : options.stubs)
      if (!options.isForMany &&
          std::find(names.begin(), names.end(), name) == names.end())
        fail(ExitCode::BadInput,
             "--stub {}: the file calls no function of this name that it does "
             "not define{}",
             name, suggestion(name, names));
  }

  void addRoundingMode() {
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

  void addFailingAllocation() {
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

  // --- set-up calls ---------------------------------------------------------

  // A call whose arguments are the entry's, constants, or new inputs, which
  // are planned as the parameters of a function that has no others.
  void addSetup(const std::string &text) {
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
               "--setup '{}': '{}' is neither a name nor a constant", text,
               name);
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
    Planner planner(program, own, options, undefined, assumed, mostElements);
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

  // What makes objects takes sizes, counts and rates. Others are tried in a run
  // of that function: here they would fail, take all memory, or hang.
  static void boundSizes(InputPlan &plan) {
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

  // By what a set-up call returns, always?
  bool isReplaced(const std::string &name) const {
    return !options.setupsAreChoices &&
           std::any_of(options.setups.begin(), options.setups.end(),
                       [&](const std::string &text) {
                         return parseSetup(text).target == name;
                       });
  }

  bool isPointer(uint32_t index) const {
    return type(index).kind == CTypeKind::Pointer;
  }

  std::optional<uint32_t> parameterNamed(const std::string &name) const {
    for (uint32_t i = 0; i < entry.parameters.size(); ++i)
      if (entry.parameters[i].name == name)
        return i;
    return std::nullopt;
  }

  std::optional<uint32_t> madeNamed(const std::string &name) const {
    for (uint32_t i = 0; i < result.setupArguments.size(); ++i)
      if (result.setupArguments[i].name == name)
        return i;
    return std::nullopt;
  }

  // Can an argument of one type be passed as one of another?
  void requireAlike(const std::string &text, const std::string &name,
                    bool wantsPointer, uint32_t from, uint32_t to) const {
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

  // One says of each call whether it is made.
  void addSetupChoices() {
    for (SetupCall &call : result.setupCalls) {
      InputVariable choice{setupText(textOf(program, entry, call)),
                           "_Bool",
                           {ScalarKind::Bool, 8, {}}};
      call.choiceSlot = static_cast<uint32_t>(result.inputs.size());
      result.inputs.push_back(std::move(choice));
      ++result.setupChoices;
    }
  }

  // --- options --------------------------------------------------------------

  void checkPointerNames() {
    if (options.isForMany)
      return;
    for (const NamedText &option : options.arrays)
      if (std::find(pointerNames.begin(), pointerNames.end(), option.name) ==
          pointerNames.end())
        fail(ExitCode::BadInput,
             "--array {}: '{}' has no pointer of this name{}", option.name,
             entry.label(), suggestion(option.name, pointerNames));
    for (const std::string &name : options.heap)
      if (std::find(pointerNames.begin(), pointerNames.end(), name) ==
          pointerNames.end())
        fail(ExitCode::BadInput,
             "--heap {}: '{}' has no pointer of this name{}", name,
             entry.label(), suggestion(name, pointerNames));
  }

  const Program &program;
  const Function &entry;
  const InputOptions &options;
  const std::set<std::string> &undefined;
  InputBounds bounds;
  const std::vector<AssumedBound> &assumed;
  const uint32_t mostElements; // of an array whose numbers are inputs
  uint32_t farElements = 0;    // those behind them that the planner is in
  bool isLacking = false;
  unsigned awaited = 0; // objects that no call has got to
  // Objects up to this depth are made, as calls have got to what leads there.
  unsigned nearDepth = 0;
  InputPlan result;
  std::map<uint32_t, uint32_t> parameterSlots;
  Pointee pointee;
  // Of a member in its struct, or zeros; where the planner is, and what the
  // entry does with pointers there.
  std::pair<uint32_t, uint32_t> place;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> memberUses;
  std::vector<std::string> pointerNames;
  std::map<uint32_t, LibraryType> libraryTypes;
  bool isOfLibrary = false; // the object that is being planned
  std::vector<PlannedPointer> pointers;
  std::vector<Choice> choices;
  size_t unions = 0, ends = 0;
  Condition condition;     // of the union's member that the planner is in
  bool isOfUnion = false;  // so is the pointer
  bool hasChoices = false; // not in arguments of set-up calls
  // Pointers to functions that may be null.
  struct NullableStub {
    std::string name, typeName;
    uint32_t stub;
  };
  std::vector<NullableStub> nullableStubs;
};

} // namespace

InputPlan planInputs(const Program &program, uint32_t entry,
                     const InputOptions &options,
                     const std::set<std::string> &undefined,
                     const std::vector<AssumedBound> &assumed) {
  // Of each array the first elements, so few that there are inputs for all.
  for (uint32_t most = kMaxInputs;; most /= 2) {
    Planner planner(program, program.functions[entry], options, undefined,
                    assumed, most);
    planner.makePlan();
    if (!planner.lacksSlots() || most == 1)
      return planner.take();
  }
}

} // namespace coverme

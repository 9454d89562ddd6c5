// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Aliases.h"

#include "core/ElementNames.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace coverme {
namespace {

// More numbers than this are not looked at one by one.
constexpr size_t kMaxLacking = 256;
// Of an array of pointers, where so many of these lead are places of others.
constexpr size_t kElementsPerArray = 2;

// `&a->x` for the object "a->x", `p` for "*p" and "p[0]".
std::string addressOf(const std::string &object) {
  if (object.starts_with('*'))
    return object.substr(1);
  if (object.ends_with("[0]"))
    return object.substr(0, object.size() - 3);
  return "&" + object;
}

// "x" of "struct x", and of LLVM's "%struct.x", which a variable has that is
// only declared.
std::string_view tagOf(std::string_view name) {
  const bool isOfLlvm = name.starts_with('%');
  name.remove_prefix(isOfLlvm ? 1 : 0);
  for (const std::string_view word : {"struct", "union", "class"})
    if (name.starts_with(word) && name.size() > word.size() &&
        name[word.size()] == (isOfLlvm ? '.' : ' '))
      return name.substr(word.size() + 1);
  return name;
}

class LeadFinder {
public:
  LeadFinder(InputPlan &plan, const Program &program, const Function &entry,
             const std::vector<PlannedPointer> &pointers)
      : plan(plan), program(program), entry(entry), pointers(pointers) {}

  void run() {
    const uint32_t most = plan.aliasCount + kMaxAliasing;
    std::vector<size_t> order(pointers.size());
    std::iota(order.begin(), order.end(), 0);
    // An array of pointers in an object leaves none for parameters behind it.
    if (order.size() > kMaxAliasing)
      std::ranges::stable_partition(
          order, [&](size_t i) { return pointers[i].isParameter; });
    for (const size_t i : order)
      if (std::vector<Alias> aliases =
              plan.aliasCount < most ? placesOf(i) : std::vector<Alias>();
          !aliases.empty()) {
        addWhereElementsLead(i, aliases);
        addInput(i, std::move(aliases));
      }
    // Those that have no other places than where elements lead come last.
    for (const size_t i : order)
      if (plan.aliasCount < most && !bufferOf(i).leadSlot) {
        std::vector<Alias> aliases;
        addWhereElementsLead(i, aliases);
        addInput(i, std::move(aliases));
      }
    for (size_t j = 0; j < pointers.size() && !plan.isDistinct; ++j)
      addFarPlaces(j, most);
  }

private:
  // An object, or a part of one; there are more of its type up to `end`.
  struct Part {
    uint32_t type;
    std::string name;
    uint32_t offset, end;
  };
  using Visit = std::function<void(const Part &)>;

  const CType &type(uint32_t index) const { return program.types[index]; }

  const Buffer &bufferOf(size_t i) const {
    return plan.buffers[pointers[i].buffer];
  }

  bool mayAlias(const PlannedPointer &pointer) const {
    return (pointer.flags & COVERME_PARAMETER_Restrict) == 0 &&
           plan.buffers[pointer.buffer].image.byteSize != 0;
  }

  std::vector<Alias> placesOf(size_t i) const {
    std::vector<Alias> aliases;
    if (!plan.isDistinct && mayAlias(pointers[i]))
      aliases = objectsFor(i);
    if (mayBeNull(i)) {
      Alias null;
      null.name = "NULL";
      null.kind = Alias::Kind::Null;
      aliases.insert(aliases.begin(), std::move(null));
    }
    std::erase_if(aliases,
                  [&](const Alias &alias) { return !isMadeThere(i, alias); });
    return aliases;
  }

  void addInput(size_t i, std::vector<Alias> aliases) {
    if (aliases.empty())
      return;
    aliases.resize(std::min(aliases.size(), kMaxAliases));
    const PlannedPointer &pointer = pointers[i];
    std::vector<std::string> places;
    for (const Alias &alias : aliases) {
      places.push_back(alias.name);
      plan.aliasesGlobals |= alias.kind == Alias::Kind::Global;
    }
    Buffer &buffer = plan.buffers[pointer.buffer];
    buffer.leadSlot =
        addChoice(plan, (pointer.isReference ? "&" : "") + pointer.name,
                  pointer.typeName, places);
    buffer.aliases = std::move(aliases);
  }

  // Of an object that needs more than numbers, does the other place have all?
  // The code may read more of one than of the other.
  bool isMadeThere(size_t i, const Alias &alias) const {
    const Image &own = bufferOf(i).image;
    const auto isNeeded = [](const Address &address) {
      return address.kind == Address::Kind::Itself ||
             address.kind == Address::Kind::End;
    };
    if (alias.kind != Alias::Kind::Buffer ||
        std::none_of(own.addresses.begin(), own.addresses.end(), isNeeded))
      return true;
    const std::vector<Address> &there =
        plan.buffers[alias.index].image.addresses;
    return alias.lacking.empty() &&
           std::all_of(
               own.addresses.begin(), own.addresses.end(),
               [&](const Address &address) {
                 return std::any_of(
                     there.begin(), there.end(), [&](const Address &each) {
                       return each.kind == address.kind &&
                              each.offset == address.offset + alias.offset;
                     });
               });
  }

  // That it may be null is an input already, if the user asks for it. So may a
  // parameter that the code compares with one that it asks for null.
  bool mayBeNull(size_t i) const {
    const auto isAsked = [&](const PlannedPointer &each) {
      return (each.flags & COVERME_PARAMETER_ComparesNull) != 0;
    };
    if (pointers[i].isReference || bufferOf(i).nullSlot)
      return false;
    return isAsked(pointers[i]) ||
           (pointers[i].isParameter &&
            std::ranges::any_of(pointers, [&](const PlannedPointer &each) {
              return each.isParameter && isAsked(each) &&
                     comparesBoth(i, each.flags) &&
                     isSame(pointers[i].pointee, each.pointee);
            }));
  }

  std::vector<Alias> objectsFor(size_t i) const {
    std::vector<Alias> aliases = wholeObjects(i);
    for (const size_t j : beginsFor(i))
      addEnds(i, j, aliases);
    for (size_t j = 0; j < pointers.size(); ++j)
      if (j != i && matters(i, pointers[j].flags) && mayAlias(pointers[j]))
        addParts(i, j, aliases);
    addVariables(i, aliases);
    addWhereVariablesLead(i, aliases);
    return aliases;
  }

  // Could the code tell whether pointer i leads to what `flags` is done with?
  bool matters(size_t i, uint32_t flags) const {
    const auto both = [&](uint32_t mine, uint32_t other) {
      return (pointers[i].flags & mine) != 0 && (flags & other) != 0;
    };
    return both(COVERME_PARAMETER_Stores, COVERME_PARAMETER_Loads) ||
           both(COVERME_PARAMETER_Loads, COVERME_PARAMETER_Stores) ||
           comparesBoth(i, flags);
  }
  bool comparesBoth(size_t i, uint32_t flags) const {
    return (pointers[i].flags & flags & COVERME_PARAMETER_Compares) != 0;
  }

  // --- types ----------------------------------------------------------------

  uint32_t elementOf(uint32_t index) const {
    while (type(index).kind == CTypeKind::Array && !type(index).isVector())
      index = type(index).element;
    return index;
  }

  // Characters, and what `void *` leads to, may be any object. (But for a
  // pointer: numbers that are written there are no address.)
  bool isBytes(uint32_t index) const {
    const CType &own = type(index);
    return own.kind == CTypeKind::Void ||
           (own.kind == CTypeKind::Scalar && !own.scalar.isFloat() &&
            own.scalar.width == 8 && own.scalar.kind != ScalarKind::Bool);
  }

  bool isSame(uint32_t left, uint32_t right, unsigned depth = 0) const {
    const CType &a = type(left), &b = type(right);
    if (left == right)
      return true;
    if (a.kind != b.kind || depth > 2)
      return false;
    switch (a.kind) {
    case CTypeKind::Scalar: {
      const bool isOne = a.scalar.kind == b.scalar.kind;
      const auto isInteger = [](const Scalar &scalar) {
        return scalar.kind == ScalarKind::Signed ||
               scalar.kind == ScalarKind::Unsigned;
      };
      return a.scalar.width == b.scalar.width &&
             (isOne || (isInteger(a.scalar) && isInteger(b.scalar)));
    }
    case CTypeKind::Complex:
    case CTypeKind::Pointer:
      return isSame(a.element, b.element, depth + 1);
    case CTypeKind::Struct:
    case CTypeKind::Union:
      return a.byteSize == b.byteSize && !a.name.empty() &&
             tagOf(a.name) == tagOf(b.name);
    default:
      return false;
    }
  }

  // May pointer i lead to an object of this type?
  bool fits(size_t i, uint32_t other) const {
    const uint32_t own = elementOf(pointers[i].pointee);
    // Numbers need not lie where a vector may.
    if (type(own).isVector() || type(other).isVector())
      return own == other;
    return type(other).kind != CTypeKind::Array &&
           ((isBytes(own) && !isOfLibrary(other) &&
             type(other).kind != CTypeKind::Pointer) ||
            isSame(own, other));
  }

  // What is in it is its own business.
  bool isOfLibrary(uint32_t index) const {
    return (type(index).flags & COVERME_TYPE_IS_OF_LIBRARY) != 0;
  }

  // --- sizes ----------------------------------------------------------------

  // What there has to be for pointer i; of a counted array, nothing is known
  // ahead of the call.
  uint32_t bytesFor(size_t i) const {
    const Buffer &own = bufferOf(i);
    if (own.countSlot)
      return 0;
    // The head of a ring need not be within a node, as the others of it are.
    if (!pointers[i].isParameter && own.isGuessed &&
        (pointers[i].flags & COVERME_PARAMETER_Compares) != 0 &&
        type(pointers[i].pointee).kind == CTypeKind::Struct)
      return own.elementSize;
    return (own.isString || isRaw(i)) &&
                   (pointers[i].flags & COVERME_PARAMETER_Afar) == 0
               ? std::max<uint32_t>(pointers[i].reach, 1)
               : own.image.byteSize;
  }

  // A text has to end.
  bool isText(size_t i) const {
    return bufferOf(i).isString &&
           (pointers[i].flags & COVERME_PARAMETER_Afar) != 0;
  }

  // A text has any alignment.
  bool isRaw(size_t i) const {
    return type(pointers[i].pointee).kind == CTypeKind::Void;
  }

  // --- candidates -----------------------------------------------------------

  bool leadsToWhole(size_t i, size_t j) const {
    const Buffer &other = bufferOf(j);
    return fits(i, elementOf(pointers[j].pointee)) &&
           bytesFor(i) <= other.image.byteSize &&
           (other.isString ? !isRaw(i) : !isText(i));
  }

  // Of two pointers that may lead to the same object, the later one does, if it
  // can.
  std::vector<Alias> wholeObjects(size_t i) const {
    std::vector<Alias> aliases;
    for (size_t j = 0; j < pointers.size(); ++j)
      if (j != i && mayAlias(pointers[j]) && matters(i, pointers[j].flags) &&
          leadsToWhole(i, j) && (j < i || !leadsToWhole(j, i)))
        aliases.push_back(toBuffer(
            i, j, (pointers[j].isReference ? "&" : "") + pointers[j].name, 0));
    return aliases;
  }

  // Calls `visit` with an object and all of its parts that have a name, of
  // arrays with the first two elements.
  void eachPart(const Part &part, const Visit &visit) const {
    visit(part);
    const CType &own = type(part.type);
    if (own.kind == CTypeKind::Array) {
      const uint32_t size = type(own.element).byteSize;
      for (uint32_t k = 0; k < std::min<uint32_t>(own.count, 2); ++k)
        eachPart({own.element, fmt::format("{}[{}]", part.name, k),
                  part.offset + k * size, part.end},
                 visit);
    } else if (own.kind == CTypeKind::Struct && !isOfLibrary(part.type) &&
               (own.flags & COVERME_TYPE_IS_PACKED) == 0) {
      for (const Member &member : own.members) {
        if (member.bitWidth != 0 ||
            type(member.type).kind == CTypeKind::VirtualTable)
          continue;
        const uint32_t offset = part.offset + member.byteOffset;
        std::string name = part.name;
        if (!member.name.empty())
          name = memberOf(name, member.name);
        eachPart(
            {member.type, name, offset, offset + type(member.type).byteSize},
            visit);
      }
    }
  }

  // What is not the beginning of the object.
  void addParts(size_t i, size_t j, std::vector<Alias> &aliases) const {
    const PlannedPointer &other = pointers[j];
    const Buffer &buffer = bufferOf(j);
    if (isText(i) || (isRaw(i) && buffer.isString))
      return;
    const bool areCountedAlike =
        buffer.countSlot && buffer.countSlot == bufferOf(i).countSlot;
    const auto visit = [&](const Part &part) {
      const bool isStart = part.offset == 0 && leadsToWhole(i, j);
      if (!isStart && !areCountedAlike && fits(i, part.type) &&
          part.offset + bytesFor(i) <= part.end)
        add(toBuffer(i, j, addressOf(part.name), part.offset), aliases);
    };
    const bool isOne =
        buffer.image.byteSize <= buffer.elementSize && !buffer.countSlot;
    for (uint32_t k = 0;
         k < 2 && (k + 1) * buffer.elementSize <= buffer.image.byteSize; ++k)
      if (type(other.pointee).byteSize != 0)
        eachPart({other.pointee,
                  other.isReference ? other.name
                  : isOne           ? "*" + other.name
                                    : fmt::format("{}[{}]", other.name, k),
                  k * buffer.elementSize, buffer.image.byteSize},
                 visit);
  }

  // Could pointer i say where the elements end that pointer j leads to? Nothing
  // is read or written there.
  bool mayEndRange(size_t i, size_t j) const {
    return pointers[i].isParameter && pointers[j].isParameter &&
           endsRange(pointers[i].flags, pointers[j].flags) &&
           !bufferOf(i).countSlot && !bufferOf(j).countSlot &&
           isSame(pointers[i].pointee, pointers[j].pointee);
  }

  // The pointers ahead whose elements pointer i may end. The first one is its
  // own: that of the first range for the first end, and so on.
  std::vector<size_t> beginsFor(size_t i) const {
    std::vector<size_t> begins;
    size_t endsAhead = 0;
    for (size_t j = 0; j < i && pointers[i].isParameter; ++j) {
      if (mayEndRange(i, j) && mayAlias(pointers[j]))
        begins.push_back(j);
      bool isEnd = false;
      for (size_t k = 0; k < j; ++k)
        isEnd |= mayEndRange(j, k) && mayAlias(pointers[k]) &&
                 isSame(pointers[i].pointee, pointers[j].pointee);
      endsAhead += isEnd;
    }
    if (endsAhead < begins.size())
      std::rotate(begins.begin(),
                  begins.begin() + static_cast<ptrdiff_t>(endsAhead),
                  begins.end());
    return begins;
  }

  // Behind all elements, and behind the first ones.
  void addEnds(size_t i, size_t j, std::vector<Alias> &aliases) const {
    const Buffer &buffer = bufferOf(j);
    if (buffer.elementSize == 0)
      return;
    const uint32_t all =
        buffer.image.byteSize / buffer.elementSize - (buffer.isString ? 1 : 0);
    for (const uint32_t count : {all, 1U, 2U, 3U})
      if (count != 0 && count <= all) {
        Alias end =
            toBuffer(i, j, fmt::format("{} + {}", pointers[j].name, count),
                     count * buffer.elementSize);
        end.bytes = buffer.image.byteSize - end.offset;
        add(std::move(end), aliases);
      }
  }

  void addVariables(size_t i, std::vector<Alias> &aliases) const {
    if (isText(i) || bufferOf(i).countSlot)
      return;
    for (const GlobalUse &use : entry.uses) {
      const Global &global = program.globals[use.global];
      const bool isCompared = comparesBoth(i, use.flags);
      const bool isNamed =
          (global.flags & COVERME_GLOBAL_Given) != 0 ||
          (isCompared && (global.flags & COVERME_GLOBAL_Declared) != 0);
      if (!isNamed ||
          ((global.flags & COVERME_GLOBAL_Constant) != 0 && !isCompared) ||
          !isReachable(global, entry.source) || !matters(i, use.flags))
        continue;
      eachPart({global.type, global.name, 0, type(global.type).byteSize},
               [&](const Part &part) {
                 if (!fits(i, part.type) ||
                     part.offset + bytesFor(i) > part.end)
                   return;
                 Alias alias;
                 alias.name = addressOf(part.name);
                 alias.kind = Alias::Kind::Global;
                 alias.index = use.global;
                 alias.offset = part.offset;
                 alias.bytes = bytesFor(i);
                 add(std::move(alias), aliases);
               });
    }
  }

  // Is the variable an input, so that it leads where another pointer says?
  bool isGiven(uint32_t global) const {
    return std::ranges::any_of(plan.globals, [&](const GlobalInput &input) {
      return input.global == global;
    });
  }

  // What the code compares with the value of a pointer of the file's may be it.
  void addWhereVariablesLead(size_t i, std::vector<Alias> &aliases) const {
    if ((pointers[i].flags & COVERME_PARAMETER_Compares) == 0 ||
        pointers[i].isReference || bufferOf(i).countSlot)
      return;
    for (const GlobalUse &use : entry.uses) {
      const Global &global = program.globals[use.global];
      const CType &own = type(global.type);
      if ((use.flags & COVERME_PARAMETER_Loads) == 0 ||
          (global.flags &
           (COVERME_GLOBAL_ThreadLocal | COVERME_GLOBAL_Local)) != 0 ||
          !isReachable(global, entry.source) ||
          own.kind != CTypeKind::Pointer || own.isReference() ||
          isGiven(use.global) || !isSame(own.element, pointers[i].pointee))
        continue;
      Alias alias;
      alias.name = global.name;
      alias.kind = Alias::Kind::Global;
      alias.isValue = true;
      alias.index = use.global;
      add(std::move(alias), aliases);
    }
  }

  // What the code compares with the pointers of an array may be one of them,
  // also where their own objects are far off.
  void addWhereElementsLead(size_t i, std::vector<Alias> &aliases) const {
    if (plan.isDistinct || !mayAlias(pointers[i]) ||
        (pointers[i].flags & COVERME_PARAMETER_Compares) == 0 ||
        pointers[i].isReference || bufferOf(i).countSlot)
      return;
    for (size_t j = 0; j < pointers.size(); ++j) {
      if (j == i || type(pointers[j].pointee).kind != CTypeKind::Pointer)
        continue;
      size_t found = 0;
      for (const Address &address : bufferOf(j).image.addresses) {
        if (found == kElementsPerArray ||
            address.kind != Address::Kind::Buffer || !isFarOff(address.index) ||
            !isSame(plan.buffers[address.index].elementType,
                    pointers[i].pointee))
          continue;
        Alias alias;
        alias.name = plan.buffers[address.index].name;
        alias.index = address.index;
        add(std::move(alias), aliases);
        ++found;
      }
    }
  }

  // Does the parameter lead to an object of a structure, which the code
  // compares with others of it?
  bool isNode(size_t i) const {
    return pointers[i].isParameter && mayAlias(pointers[i]) &&
           (pointers[i].flags & COVERME_PARAMETER_Compares) != 0 &&
           type(pointers[i].pointee).kind == CTypeKind::Struct;
  }

  // Places of the pointers in what pointer j leads to whose own objects are far
  // off: a constant, or a variable of another file, that the code compares with
  // some pointer, as one for each class of objects; and a node itself, as a
  // child is its parent's. (Other variables are ends of structures already.)
  void addFarPlaces(size_t j, uint32_t most) {
    size_t found = 0;
    for (const Address &address : bufferOf(j).image.addresses) {
      if (address.kind != Address::Kind::Buffer || found == kElementsPerArray ||
          plan.aliasCount >= most || !isFarOff(address.index))
        continue;
      Buffer &buffer = plan.buffers[address.index];
      if (buffer.leadSlot || type(buffer.elementType).kind != CTypeKind::Struct)
        continue;
      std::vector<Alias> aliases = farPlaces(j, buffer.elementType);
      if (aliases.empty())
        continue;
      std::vector<std::string> names;
      for (const Alias &alias : aliases) {
        names.push_back(alias.name);
        plan.aliasesGlobals |= alias.kind == Alias::Kind::Global;
      }
      buffer.leadSlot = addChoice(plan, buffer.name,
                                  type(buffer.elementType).name + " *", names);
      buffer.aliases = std::move(aliases);
      ++found;
    }
  }

  std::vector<Alias> farPlaces(size_t j, uint32_t object) const {
    std::vector<Alias> aliases;
    for (size_t i = 0; i < pointers.size() && !pointers[j].isParameter; ++i) {
      if (!isNode(i) || !isSame(pointers[i].pointee, object) ||
          !isSame(pointers[j].pointee, object))
        continue;
      Alias alias;
      alias.name = pointers[i].name;
      alias.index = pointers[i].buffer;
      alias.bytes = type(object).byteSize;
      add(std::move(alias), aliases);
    }
    constexpr uint32_t kOwnConstant =
        COVERME_GLOBAL_Given | COVERME_GLOBAL_Constant;
    for (const GlobalUse &use : entry.uses) {
      const Global &global = program.globals[use.global];
      if ((use.flags & COVERME_PARAMETER_Compares) == 0 ||
          ((global.flags & COVERME_GLOBAL_Declared) == 0 &&
           (global.flags & kOwnConstant) != kOwnConstant) ||
          !isReachable(global, entry.source) || !isSame(global.type, object))
        continue;
      Alias alias;
      alias.name = addressOf(global.name);
      alias.kind = Alias::Kind::Global;
      alias.index = use.global;
      alias.bytes = type(object).byteSize;
      add(std::move(alias), aliases);
    }
    aliases.resize(std::min(aliases.size(), kMaxAliases));
    return aliases;
  }

  // Is the object behind none of the pointers that have places?
  bool isFarOff(uint32_t buffer) const {
    return std::ranges::none_of(pointers, [&](const PlannedPointer &each) {
      return each.buffer == buffer;
    });
  }

  // Each place once.
  static void add(Alias alias, std::vector<Alias> &aliases) {
    const bool isKnown =
        std::any_of(aliases.begin(), aliases.end(), [&](const Alias &known) {
          return known.kind == alias.kind && known.index == alias.index &&
                 known.offset == alias.offset && known.isValue == alias.isValue;
        });
    if (!isKnown)
      aliases.push_back(std::move(alias));
  }

  Alias toBuffer(size_t i, size_t j, std::string name, uint32_t offset) const {
    Alias alias;
    alias.name = std::move(name);
    alias.index = pointers[j].buffer;
    alias.offset = offset;
    alias.bytes = bytesFor(i);
    const Image &own = bufferOf(i).image, &other = bufferOf(j).image;
    if (own.cells.size() > kMaxLacking || other.cells.size() > kMaxLacking)
      return alias;
    for (const Cell &cell : own.cells) {
      const auto [begin, end] = bytesOf(cell);
      const auto overlaps = [&, begin = begin + offset, end = end + offset](
                                uint32_t first, uint32_t last) {
        return first < end && begin < last;
      };
      if (end + offset > other.byteSize ||
          std::any_of(other.cells.begin(), other.cells.end(),
                      [&](const Cell &there) {
                        const auto [first, last] = bytesOf(there);
                        return overlaps(first, last);
                      }) ||
          std::any_of(other.addresses.begin(), other.addresses.end(),
                      [&](const Address &there) {
                        return overlaps(there.offset, there.offset + 8);
                      }))
        continue;
      if (!alias.lacking.empty() && alias.lacking.back().end == begin)
        alias.lacking.back().end = end;
      else
        alias.lacking.push_back({begin, end});
    }
    return alias;
  }

  static std::pair<uint32_t, uint32_t> bytesOf(const Cell &cell) {
    return {cell.offset,
            cell.offset + (cell.bitWidth != 0
                               ? (cell.bitOffset + cell.bitWidth + 7) / 8
                               : cell.bytes)};
  }

  InputPlan &plan;
  const Program &program;
  const Function &entry;
  const std::vector<PlannedPointer> &pointers;
};

} // namespace

void addAliases(InputPlan &plan, const Program &program, const Function &entry,
                const std::vector<PlannedPointer> &pointers) {
  LeadFinder(plan, program, entry, pointers).run();
}

uint32_t addChoice(InputPlan &plan, const std::string &name,
                   const std::string &typeName,
                   const std::vector<std::string> &places,
                   const std::string &first) {
  InputVariable input{name, typeName, {ScalarKind::Unsigned, 8, {0}}};
  input.valueNames = {first};
  for (const std::string &place : places) {
    input.scalar.enumerators.push_back(input.valueNames.size());
    input.valueNames.push_back(place);
  }
  plan.inputs.push_back(std::move(input));
  ++plan.aliasCount;
  return static_cast<uint32_t>(plan.inputs.size() - 1);
}

} // namespace coverme

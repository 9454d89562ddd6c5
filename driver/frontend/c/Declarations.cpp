// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Declarations.h"

#include <fmt/format.h>

#include <algorithm>

namespace coverme {
namespace {

uint64_t roundUp(uint64_t number, uint64_t step) {
  return (number + step - 1) / step * step;
}

// Unnamed bit-fields, which no calling convention looks at, from one bit of a
// struct to another.
std::string gap(uint64_t from, uint64_t to) {
  std::string text;
  while (from < to) {
    const uint64_t bits = std::min(to - from, 8 - from % 8);
    text += fmt::format("  unsigned char : {};\n", bits);
    from += bits;
  }
  return text;
}

// The alignment by which something comes to lie at `place` instead of at `end`,
// which fits a struct of `size` bytes; 1 if none does.
uint32_t alignmentBetween(uint64_t end, uint64_t place, uint32_t size) {
  constexpr uint32_t kMost = 4096; // a page
  for (uint32_t alignment = 2; alignment <= kMost; alignment *= 2)
    if (roundUp(end, alignment) == place && size % alignment == 0)
      return alignment;
  return 1;
}

} // namespace

std::string scalarText(const CType &type) {
  const Scalar &scalar = type.scalar;
  if (scalar.isFloat())
    return scalar.width == 16   ? "_Float16"
           : scalar.width == 32 ? "float"
           : scalar.width == 64 ? "double"
                                : "long double";
  if (scalar.kind == ScalarKind::Bool)
    return "coverme_bool";
  const char *sign = scalar.kind == ScalarKind::Signed ? "signed" : "unsigned";
  switch (scalar.width) {
  case 8:
    return fmt::format("{} char", sign);
  case 16:
    return fmt::format("{} short", sign);
  case 32:
    return fmt::format("{} int", sign);
  case 64:
    return fmt::format("{} long long", sign);
  default:
    return fmt::format("{} __int128", sign);
  }
}

std::string Declarations::structName(uint32_t index) const {
  return fmt::format("{} coverme_type_{}",
                     type(index).kind == CTypeKind::Union ? "union" : "struct",
                     index);
}

std::string Declarations::declare(uint32_t index, const std::string &name) {
  const CType &own = type(index);
  switch (own.kind) {
  case CTypeKind::Scalar:
    return scalarText(own) + " " + name;
  case CTypeKind::Complex:
    return fmt::format("_Complex {} {}", scalarText(type(own.element)), name);
  case CTypeKind::Array:
    return own.isVector()
               ? fmt::format("__attribute__((vector_size({}))) {}",
                             own.byteSize, declare(own.element, name))
               : declare(own.element, fmt::format("{}[{}]", name, own.count));
  case CTypeKind::Struct:
  case CTypeKind::Union:
    declareStruct(index);
    return structName(index) + " " + name;
  case CTypeKind::Pointer: {
    const CType &pointee = type(own.element);
    switch (pointee.kind) {
    case CTypeKind::Struct:
    case CTypeKind::Union:
      pending.push_back(own.element);
      return structName(own.element) + " *" + name;
    case CTypeKind::Scalar:
    case CTypeKind::Complex:
    case CTypeKind::Pointer:
      return declare(own.element, "*" + name);
    case CTypeKind::Array:
      return pointee.isVector()
                 ? "void *" + name
                 : declare(own.element, fmt::format("(*{})", name));
    default:
      return "void *" + name;
    }
  }
  default:
    return "void " + name;
  }
}

std::string Declarations::structs() {
  while (!pending.empty()) {
    const uint32_t index = pending.back();
    pending.pop_back();
    declareStruct(index);
  }
  return text;
}

void Declarations::declareStruct(uint32_t index) {
  if (alignments.contains(index))
    return;
  std::set<std::string> names;
  const Body own = body(type(index), names);
  alignments[index] = own.alignment;
  text += fmt::format("{} {};\n", structName(index), own.text);
}

bool Declarations::isEmpty(uint32_t index) const {
  const CType &own = type(index);
  return own.kind == CTypeKind::Struct &&
         std::all_of(
             own.members.begin(), own.members.end(),
             [&](const Member &member) { return isEmpty(member.type); });
}

// Members that C can have one behind the other: what shares its padding with
// others (a base class, [[no_unique_address]]) has its own members in its
// place.
std::vector<Member> Declarations::layout(const CType &own) const {
  if (own.kind == CTypeKind::Union)
    return own.members;
  std::vector<Member> members;
  for (const Member &member : own.members) {
    const CType &inner = type(member.type);
    const uint32_t end = member.byteOffset + inner.byteSize;
    const bool isShared =
        inner.kind == CTypeKind::Struct &&
        std::any_of(own.members.begin(), own.members.end(),
                    [&](const Member &other) {
                      return &other != &member &&
                             other.byteOffset >= member.byteOffset &&
                             other.byteOffset < end;
                    });
    if (!isShared) {
      members.push_back(member);
      continue;
    }
    for (Member part : layout(inner)) {
      if (isEmpty(part.type))
        continue; // it has no place of its own
      part.byteOffset += member.byteOffset;
      members.push_back(std::move(part));
    }
  }
  return members;
}

// Members that lie elsewhere than C would put them follow a gap; a struct that
// is larger than they are is aligned.
// `names` are taken already: those of base classes may be the same.
Declarations::Body Declarations::body(const CType &own,
                                      std::set<std::string> &names) {
  const bool isUnion = own.kind == CTypeKind::Union;
  const bool isPacked = (own.flags & COVERME_TYPE_IS_PACKED) != 0;
  std::string members;
  uint32_t natural = 1, declared = 1;
  uint64_t at = 0; // the bit behind the member before
  uint64_t end = 0;
  for (Member member : layout(own)) {
    if (!member.name.empty() && !names.insert(member.name).second)
      member.name += fmt::format("_{}", names.size());
    const CType &inner = type(member.type);
    uint32_t alignment = 1;
    std::string line;
    if (member.name.empty()) { // its members, where they stand
      if (inner.members.empty() || inner.kind == CTypeKind::VirtualTable)
        continue; // an empty base class, or where it has a table
      const Body nested = body(inner, names);
      alignment = nested.alignment;
      line = fmt::format("{} {}",
                         inner.kind == CTypeKind::Union ? "union" : "struct",
                         nested.text);
    } else if (inner.kind == CTypeKind::Unsupported) {
      line = fmt::format("char {}[{}]", member.name, inner.byteSize);
    } else {
      line = declare(member.type, member.name);
      alignment = alignmentOf(member.type);
    }
    if (isPacked)
      alignment = 1;
    const uint64_t place = 8 * uint64_t{member.byteOffset} + member.bitOffset;
    const uint64_t byte = (at + 7) / 8;
    if (isUnion) {
      at = 0;
    } else if (member.bitWidth != 0) {
      members += gap(at, place);
    } else if (roundUp(byte, alignment) != member.byteOffset) {
      members += gap(at, place);
      declared = std::max(
          declared, alignmentBetween(byte, member.byteOffset, own.byteSize));
    }
    if (member.bitWidth != 0)
      line += fmt::format(" : {}", member.bitWidth);
    members += "  " + line + ";\n";
    natural = std::max(natural, alignment);
    at = place + (member.bitWidth != 0 ? member.bitWidth
                                       : 8 * uint64_t{inner.byteSize});
    end = std::max(end, (at + 7) / 8);
  }
  // An empty one has a byte in C++, or as many as it is aligned to, and takes
  // no register when it is passed.
  if (own.members.empty() && own.byteSize != 0) {
    members = fmt::format("#ifndef __cplusplus\n{}#endif\n",
                          gap(0, 8 * uint64_t{own.byteSize}));
    declared = own.byteSize;
  } else if (roundUp(end, std::max(natural, declared)) != own.byteSize) {
    declared =
        std::max(declared, alignmentBetween(end, own.byteSize, own.byteSize));
  }
  std::string attributes = isPacked ? " __attribute__((packed))" : "";
  if (declared > natural)
    attributes += fmt::format(" __attribute__((aligned({})))", declared);
  return {fmt::format("{{\n{}}}{}", members, attributes),
          std::max(natural, declared)};
}

uint32_t Declarations::alignmentOf(uint32_t index) {
  const CType &own = type(index);
  switch (own.kind) {
  case CTypeKind::Complex:
    return alignmentOf(own.element);
  case CTypeKind::Array:
    return own.isVector() ? own.byteSize : alignmentOf(own.element);
  case CTypeKind::Struct:
  case CTypeKind::Union:
    return alignments.at(index);
  default:
    return std::max<uint32_t>(own.byteSize & -own.byteSize, 1);
  }
}

} // namespace coverme

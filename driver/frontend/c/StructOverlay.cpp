// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/StructOverlay.h"

#include <algorithm>

namespace coverme {
namespace {

class Overlayer {
public:
  Overlayer(const Program &program, std::span<const uint32_t> parts)
      : program(program) {
    for (const uint32_t each : parts) {
      structs.emplace_back();
      addMembers(each, "", firstOf(parts.front()));
    }
  }

  StructOverlay run() const {
    StructOverlay result;
    for (uint32_t part = 0; part < structs.size(); ++part) {
      StructOverlay::Alternative alternative{part, {}};
      for (const OverlaidMember &each : structs[part])
        if (givesWay(each))
          continue;
        else if (isDisputed(each))
          alternative.members.push_back(each);
        else if (!isIn(each, result.shared))
          result.shared.push_back(each);
      if (!alternative.members.empty() &&
          std::ranges::none_of(result.alternatives, [&](const auto &known) {
            return areSame(known.members, alternative.members);
          }))
        result.alternatives.push_back(std::move(alternative));
    }
    return result;
  }

private:
  const CType &type(uint32_t index) const { return program.types[index]; }

  // To the last struct. Of a struct at the beginning its members, unless it is
  // `whole`, what the first of all begins with.
  void addMembers(uint32_t index, const std::string &prefix, uint32_t whole) {
    for (Member each : type(index).members) {
      const bool isTakenApart = each.byteOffset == 0 && each.bitWidth == 0 &&
                                type(each.type).kind == CTypeKind::Struct &&
                                each.type != whole;
      if (isTakenApart) {
        addMembers(each.type,
                   each.name.empty() ? prefix : prefix + each.name + ".",
                   whole);
        continue;
      }
      if (!each.name.empty())
        each.name.insert(0, prefix);
      structs.back().push_back(
          {static_cast<uint32_t>(structs.size() - 1), index, std::move(each)});
    }
  }

  uint32_t firstOf(uint32_t index) const {
    const std::vector<Member> &members = type(index).members;
    return members.empty() ? index : members.front().type;
  }

  // Pointers differ by what is const, too.
  bool areAlike(uint32_t one, uint32_t other, unsigned depth = 0) const {
    constexpr unsigned kMostPointers = 4;
    const CType &a = type(one), &b = type(other);
    return one == other ||
           (depth < kMostPointers && a.kind == CTypeKind::Pointer &&
            b.kind == CTypeKind::Pointer &&
            areAlike(a.element, b.element, depth + 1));
  }

  bool isSame(const OverlaidMember &one, const OverlaidMember &other) const {
    const Member &a = one.member, &b = other.member;
    return a.byteOffset == b.byteOffset && a.bitOffset == b.bitOffset &&
           a.bitWidth == b.bitWidth && areAlike(a.type, b.type);
  }

  bool isIn(const OverlaidMember &own,
            const std::vector<OverlaidMember> &list) const {
    return std::ranges::any_of(
        list, [&](const OverlaidMember &each) { return isSame(own, each); });
  }

  bool areSame(const std::vector<OverlaidMember> &one,
               const std::vector<OverlaidMember> &other) const {
    return std::ranges::equal(
        one, other, [&](const auto &a, const auto &b) { return isSame(a, b); });
  }

  bool overlap(const OverlaidMember &one, const OverlaidMember &other) const {
    const uint32_t a = one.member.byteOffset, b = other.member.byteOffset;
    return a < b + bytesOf(other) && b < a + bytesOf(one);
  }

  uint32_t bytesOf(const OverlaidMember &own) const {
    const Member &member = own.member;
    return member.bitWidth != 0 ? (member.bitOffset + member.bitWidth + 7) / 8
                                : type(member.type).byteSize;
  }

  // Of bytes a few may be a text.
  bool saysLittle(const OverlaidMember &own) const {
    constexpr uint32_t kMostOfText = 32;
    const CType &member = type(own.member.type);
    return member.kind == CTypeKind::Pointer
               ? type(member.element).kind == CTypeKind::Void
               : member.kind == CTypeKind::Array &&
                     type(member.element).kind == CTypeKind::Scalar &&
                     type(member.element).byteSize == 1 &&
                     member.count > kMostOfText;
  }

  // Whether a struct has a member in the place of this one that is not the
  // same, and for which `counts` holds.
  template <typename Predicate>
  bool isElsewhere(const OverlaidMember &own, Predicate counts) const {
    return std::ranges::any_of(structs, [&](const auto &each) {
      return !isIn(own, each) &&
             std::ranges::any_of(each, [&](const OverlaidMember &other) {
               return overlap(own, other) && counts(other);
             });
    });
  }

  bool givesWay(const OverlaidMember &own) const {
    return saysLittle(own) &&
           isElsewhere(own, [&](const OverlaidMember &other) {
             return !saysLittle(other);
           });
  }

  bool isDisputed(const OverlaidMember &own) const {
    return isElsewhere(
        own, [&](const OverlaidMember &other) { return !givesWay(other); });
  }

  const Program &program;
  std::vector<std::vector<OverlaidMember>> structs; // their members
};

void markBits(const Program &program, uint32_t index, uint64_t first,
              std::vector<bool> &bits) {
  const CType &own = program.types[index];
  const auto mark = [&](uint64_t from, uint64_t count) {
    for (uint64_t i = from; i < std::min<uint64_t>(from + count, bits.size());
         ++i)
      bits[i] = true;
  };
  switch (own.kind) {
  case CTypeKind::Struct:
  case CTypeKind::Union:
    for (const Member &each : own.members)
      if (each.bitWidth != 0)
        mark(first + 8ULL * each.byteOffset + each.bitOffset, each.bitWidth);
      else
        markBits(program, each.type, first + 8ULL * each.byteOffset, bits);
    break;
  case CTypeKind::Array:
    if (const CType &element = program.types[own.element];
        element.kind == CTypeKind::Struct && element.byteSize != 0) {
      const uint64_t step = 8ULL * element.byteSize;
      for (uint64_t i = 0; i < own.count && first + i * step < bits.size(); ++i)
        markBits(program, own.element, first + i * step, bits);
      break;
    }
    [[fallthrough]];
  default:
    mark(first, 8ULL * own.byteSize);
  }
}

} // namespace

std::vector<bool> meaningfulBits(const Program &program, uint32_t index) {
  constexpr uint32_t kMostBytes = 1 << 16;
  std::vector<bool> bits(8ULL *
                         std::min(program.types[index].byteSize, kMostBytes));
  markBits(program, index, 0, bits);
  return bits;
}

StructOverlay overlayStructs(const Program &program,
                             std::span<const uint32_t> parts) {
  return Overlayer(program, parts).run();
}

} // namespace coverme

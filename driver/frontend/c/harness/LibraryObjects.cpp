// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What objects of the C++ library own is made ahead of the call, and released
// behind it.
#include "frontend/c/harness/HarnessWriter.h"

#include "frontend/c/LibraryTypes.h"

namespace coverme {

std::string HarnessWriter::releaseText(uint32_t index, const std::string &place,
                                       unsigned depth) {
  const CType &own = type(index);
  if (own.kind == CTypeKind::Array)
    return releaseEach(own.element, place,
                       fmt::format("{} + {}", place, own.byteSize), depth);
  if (own.kind != CTypeKind::Struct)
    return "";
  using Kind = LibraryType::Kind;
  const LibraryType library = libraryType(program, index);
  const auto at = [&](uint32_t offset) {
    return fmt::format("(unsigned char *)coverme_load({} + {})", place, offset);
  };
  switch (library.kind) {
  case Kind::None:
  case Kind::Members: {
    std::string code;
    for (const Member &member : own.members)
      code += releaseText(
          member.type, fmt::format("{} + {}", place, member.byteOffset), depth);
    return code;
  }
  case Kind::Vector:
    return releaseEach(library.element, at(0), at(8), depth) +
           releaseOne(at(0));
  case Kind::Sized:
  case Kind::Owner:
    return releaseOne(at(library.pointerOffset));
  case Kind::Text:
    return fmt::format("  if ({} != {} + 16)\n  {}", at(0), place,
                       releaseOne(at(0)));
  case Kind::Deque:
    return releasePieces(at(40), at(72), depth) + releaseOne(at(0));
  default:
    return "";
  }
}

std::string HarnessWriter::releasePieces(const std::string &first,
                                         const std::string &last,
                                         unsigned depth) {
  const std::string at = fmt::format("coverme_at_{}", depth);
  return fmt::format(
      "  {{\n"
      "  unsigned char *{0} = {1};\n"
      "  unsigned char *{0}_last = {2};\n"
      "  for (; {0} && {0} <= {0}_last; {0} += 8)\n"
      "  {3}"
      "  }}\n",
      at, first, last,
      releaseOne(fmt::format("(unsigned char *)coverme_load({})", at)));
}

std::string HarnessWriter::releaseEach(uint32_t element,
                                       const std::string &begin,
                                       const std::string &end, unsigned depth) {
  const std::string at = fmt::format("coverme_at_{}", depth);
  const std::string code = releaseText(element, at, depth + 1);
  return code.empty()
             ? ""
             : fmt::format("  {{\n"
                           "  unsigned char *{0} = {1};\n"
                           "  unsigned char *{0}_end = {2};\n"
                           "  for (; {0} < {0}_end; {0} += {3}) "
                           "{{\n{4}  }}\n"
                           "  }}\n",
                           at, begin, end, type(element).byteSize, code);
}

std::string HarnessWriter::releaseAll() {
  const std::string &name = entry.linkageName;
  if (name.ends_with("D0Ev") || name.ends_with("D1Ev") ||
      name.ends_with("D2Ev"))
    return "";
  std::string code;
  const auto addArgument = [&](const Argument &argument,
                               const std::string &place) {
    if (isPassedByReference(type(argument.type)))
      code +=
          releaseText(argument.type, fmt::format("(unsigned char *){}", place));
  };
  for (uint32_t i = 0; i < plan.arguments.size(); ++i)
    addArgument(plan.arguments[i], fmt::format("coverme_{}", i));
  for (uint32_t i = 0; i < plan.setupArguments.size(); ++i)
    addArgument(plan.setupArguments[i].argument, madeName(i));
  for (uint32_t i = 0; i < plan.buffers.size(); ++i)
    if (!plan.buffers[i].isOwned && !plan.buffers[i].isStream &&
        plan.buffers[i].image.byteSize >= plan.buffers[i].elementSize)
      code += releaseEach(
          plan.buffers[i].elementType, ownText(i),
          fmt::format("{} + {}", ownText(i),
                      plan.buffers[i].image.tailBytes != 0
                          ? std::to_string(plan.buffers[i].elementSize)
                          : bytesText(i)),
          0);
  if (isPassedByReference(type(entry.resultType)))
    code += releaseText(entry.resultType, "coverme_result");
  return code;
}

} // namespace coverme

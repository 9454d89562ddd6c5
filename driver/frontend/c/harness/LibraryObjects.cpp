// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What objects of the C++ library own is made ahead of the call, and released
// behind it.
#include "frontend/c/harness/HarnessWriter.h"

#include "frontend/c/LibraryTypes.h"

#include <algorithm>
#include <utility>

namespace coverme {

std::string HarnessWriter::linkText(const Linked &linked,
                                    const std::string &place,
                                    const std::string &home) {
  const LibraryType library = libraryType(program, linked.container);
  const std::string buffer = ownText(linked.buffer);
  const std::string count = linked.countSlot
                                ? countText(*linked.countSlot, linked.most)
                                : std::to_string(linked.most);
  if (linked.kind == Linked::Kind::Deque)
    return fmt::format("  coverme_pointer = {} + {} * {};\n"
                       "  __builtin_memcpy((unsigned char *){} + {}, "
                       "&coverme_pointer, sizeof coverme_pointer);\n",
                       buffer, count, type(library.element).byteSize, place,
                       linked.offset + 48);
  if (linked.kind == Linked::Kind::Heap)
    return fmt::format("  coverme_sort({}, {}, {}, {}, {:d});\n", buffer, count,
                       type(library.element).byteSize, compareName(library.key),
                       library.isReversed);
  const std::string places =
      fmt::format("(unsigned char *){0} + {2}, (unsigned char *){1} + {2},\n"
                  "      (unsigned char **){3}, {4}",
                  place, home, linked.offset, buffer, count);
  const std::string drop = dropName(linked.container);
  if (linked.kind == Linked::Kind::List)
    return fmt::format("  coverme_link_list({});\n", places);
  const std::string keys = fmt::format("{}, {}, {}", library.elementOffset,
                                       compareName(library.key), drop);
  if (linked.kind == Linked::Kind::Tree)
    return fmt::format("  coverme_link_tree({},\n      {}, {:d}, {:d});\n",
                       places, keys, library.isReversed, library.isUnique);
  return fmt::format("  coverme_link_table({},\n      {}, {}, {:d});\n", places,
                     keys, library.hashOffset, library.isUnique);
}

std::string HarnessWriter::compareName(uint32_t key) {
  const std::string name = fmt::format("coverme_compare_{}", key);
  if (!compared.insert(key).second)
    return name;
  releases = true;
  links +=
      fmt::format("\nstatic int {}(const unsigned char *first, "
                  "const unsigned char *second) {{\n{}}}\n",
                  name,
                  type(key).kind == CTypeKind::Scalar
                      ? fmt::format("  {} a, b;\n"
                                    "  __builtin_memcpy(&a, first, {});\n"
                                    "  __builtin_memcpy(&b, second, {});\n"
                                    "  return a < b ? -1 : a > b ? 1 : "
                                    "a == b ? 0 : COVERME_UNORDERED;\n",
                                    scalarText(type(key)), type(key).byteSize,
                                    type(key).byteSize)
                      : "  return coverme_compare_texts(first, second);\n");
  return name;
}

std::string HarnessWriter::dropName(uint32_t container) {
  const std::string name = fmt::format("coverme_drop_{}", container);
  if (!dropped.insert(container).second)
    return name;
  const LibraryType library = libraryType(program, container);
  links +=
      fmt::format("\nstatic void {}(unsigned char *coverme_node);\n", name);
  const std::string body =
      releaseText(library.element,
                  fmt::format("coverme_node + {}", library.elementOffset)) +
      releaseOne("coverme_node");
  links += fmt::format("\nstatic void {}(unsigned char *coverme_node) "
                       "{{\n{}}}\n",
                       name, body);
  return name;
}

std::string HarnessWriter::releaseText(uint32_t index, const std::string &place,
                                       unsigned depth) {
  const CType &own = type(index);
  if (own.kind == CTypeKind::Array)
    return releaseEach(own.element, place,
                       fmt::format("{} + {}", place, own.byteSize), depth);
  if (own.kind != CTypeKind::Struct)
    return "";
  // Of a class that has a vector of its own kind.
  if (std::find(releasing.begin(), releasing.end(), index) != releasing.end())
    return fmt::format("  {}({});\n", releaseName(index), place);
  releasing.push_back(index);
  const std::string code = releaseOwned(index, place, depth);
  releasing.pop_back();
  return code;
}

std::string HarnessWriter::releaseName(uint32_t index) {
  const std::string name = fmt::format("coverme_release_{}", index);
  if (!released.insert(index).second)
    return name;
  links +=
      fmt::format("\nstatic void {}(unsigned char *coverme_object);\n", name);
  const std::vector<uint32_t> outer = std::exchange(releasing, {});
  const std::string body = releaseText(index, "coverme_object");
  releasing = outer;
  links += fmt::format("\nstatic void {}(unsigned char *coverme_object) "
                       "{{\n{}}}\n",
                       name, body);
  return name;
}

std::string HarnessWriter::releaseOwned(uint32_t index,
                                        const std::string &place,
                                        unsigned depth) {
  const CType &own = type(index);
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
  case Kind::Bits:
  case Kind::Heap:
    return library.element == 0 ? "" : releaseOne(at(0));
  case Kind::List:
  case Kind::Tree:
  case Kind::Table:
    return library.element == 0
               ? ""
               : fmt::format("  coverme_free_{}({}, {});\n",
                             library.kind == Kind::List   ? "list"
                             : library.kind == Kind::Tree ? "tree"
                                                          : "table",
                             place, dropName(index));
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

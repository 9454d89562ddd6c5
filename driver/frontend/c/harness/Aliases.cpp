// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leads pointers to the same object, or to one of the file.
#include "frontend/c/harness/HarnessWriter.h"

namespace coverme {

std::string HarnessWriter::bytesText(uint32_t index) const {
  const Buffer &buffer = plan.buffers[index];
  return buffer.countSlot
             ? fmt::format("{} * {}", countText(buffer), buffer.elementSize)
             : std::to_string(buffer.image.byteSize);
}

std::string HarnessWriter::placeText(const Alias &alias) const {
  if (alias.kind == Alias::Kind::Null)
    return "0";
  if (alias.isValue)
    return fmt::format("*(unsigned char **){}", variableText(alias.index));
  if (alias.kind == Alias::Kind::Global)
    return fmt::format("(unsigned char *){} + {}", variableText(alias.index),
                       alias.offset);
  const std::string place =
      fmt::format("{} + {}", ownText(alias.index), alias.offset);
  const Buffer &other = plan.buffers[alias.index];
  return other.nullSlot ? fmt::format("coverme_unless(coverme_in[{}], {})",
                                      *other.nullSlot, place)
                        : place;
}

std::string HarnessWriter::fitText(uint32_t index, const Alias &alias) const {
  std::string text = "1";
  if (alias.kind != Alias::Kind::Buffer)
    return text;
  const Buffer &other = plan.buffers[alias.index];
  if (other.leadSlot)
    text += fmt::format(" & (coverme_in[{}] == 0)", *other.leadSlot);
  if (plan.buffers[index].countSlot || other.countSlot)
    text += fmt::format(" & ({} + {} <= {})",
                        alias.bytes != 0 ? std::to_string(alias.bytes)
                                         : bytesText(index),
                        alias.offset, bytesText(alias.index));
  return text;
}

std::string HarnessWriter::leadText(uint32_t index) const {
  const Buffer &buffer = plan.buffers[index];
  std::string places = ownText(index), fits = "1";
  for (const Alias &alias : buffer.aliases) {
    places += ",\n      " + placeText(alias);
    fits += ", " + fitText(index, alias);
  }
  return fmt::format("  void *const coverme_places_{0}[] = {{{1}}};\n"
                     "  const int coverme_fits_{0}[] = {{{2}}};\n"
                     "  unsigned char *coverme_alias_{0} = coverme_alias("
                     "coverme_in[{3}], coverme_places_{0}, "
                     "coverme_fits_{0});\n",
                     index, places, fits, *buffer.leadSlot);
}

std::string HarnessWriter::mergeText(uint32_t index) const {
  const Buffer &buffer = plan.buffers[index];
  std::string code;
  for (size_t i = 0; i < buffer.aliases.size(); ++i)
    for (const ByteRange &range : buffer.aliases[i].lacking)
      code += fmt::format(
          "  coverme_merge(coverme_in[{}] == {}, coverme_alias_{}, {}, {}, "
          "{}, {});\n",
          *buffer.leadSlot, i + 1, index, ownText(index), range.begin,
          range.end, bytesText(index));
  return code;
}

std::string HarnessWriter::afterText(uint32_t index) const {
  const Buffer &buffer = plan.buffers[index];
  const bool isWhole =
      buffer.leadSlot &&
      std::all_of(buffer.aliases.begin(), buffer.aliases.end(),
                  [&](const Alias &alias) {
                    return alias.kind == Alias::Kind::Null ||
                           alias.bytes >= buffer.image.byteSize;
                  });
  return isWhole ? fmt::format("coverme_either(coverme_alias_{0}, {1})", index,
                               ownText(index))
                 : ownText(index);
}

std::string HarnessWriter::countText(const Buffer &buffer) const {
  return countText(
      *buffer.countSlot,
      buffer.elementSize == 0 ? 0 : buffer.image.byteSize / buffer.elementSize);
}

std::string HarnessWriter::countText(uint32_t slot, uint32_t most) const {
  CType number;
  number.kind = CTypeKind::Scalar;
  number.scalar = plan.inputs[slot].scalar;
  return fmt::format("coverme_elements(({})coverme_in[{}], {})",
                     scalarText(number), slot, most);
}

} // namespace coverme

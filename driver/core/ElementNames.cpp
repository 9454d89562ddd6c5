// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/ElementNames.h"

#include <fmt/format.h>

namespace coverme {

std::string asElement(std::string_view name) {
  if (name.starts_with('*'))
    return asElement(name.substr(1)) + "[0]";
  if (name.starts_with("(*"))
    if (const size_t end = name.find(')'); end != std::string_view::npos)
      return asElement(std::string(name.substr(2, end - 2)) + "[0]" +
                       std::string(name.substr(end + 1)));
  std::string text(name);
  for (size_t at; (at = text.find("->")) != std::string::npos;)
    text.replace(at, 2, "[0].");
  return text;
}

std::string memberOf(std::string_view object, std::string_view member) {
  if (object.starts_with("**"))
    return fmt::format("(*{})->{}", object.substr(2), member);
  return object.starts_with('*')
             ? fmt::format("{}->{}", object.substr(1), member)
             : fmt::format("{}.{}", object, member);
}

std::string siblingsOf(std::string_view name) {
  const std::string element = asElement(name);
  std::string siblings;
  bool isIndex = false;
  for (const char c : element) {
    isIndex &= c != ']';
    if (!isIndex)
      siblings += c;
    isIndex |= c == '[';
  }
  return siblings;
}

std::string extentText(uint64_t ahead, uint64_t elements) {
  return ahead == 0 ? std::to_string(elements)
                    : fmt::format("{}+{}", ahead, elements);
}

} // namespace coverme

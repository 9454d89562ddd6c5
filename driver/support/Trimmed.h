// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_SUPPORT_TRIMMED_H
#define COVERME_DRIVER_SUPPORT_TRIMMED_H

#include <string_view>

namespace coverme {

// The text without the space around it.
inline std::string_view trimmed(std::string_view text) {
  constexpr const char *kSpace = " \t\r\n\v\f";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

} // namespace coverme

#endif

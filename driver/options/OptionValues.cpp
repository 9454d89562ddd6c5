// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "options/OptionValues.h"

#include "support/NearestName.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace coverme {

std::string complaintAbout(const std::string &given, const char *noun,
                           const std::vector<std::string> &names) {
  if (std::find(names.begin(), names.end(), given) != names.end())
    return "";
  return fmt::format(
      "unknown {} '{}'{}", noun, given,
      suggestion(given, names,
                 fmt::format(" (one of {})", fmt::join(names, ", "))));
}

std::optional<NamedText> namedTextOf(const std::string &given) {
  const size_t split = given.find('=');
  if (split == 0 || split == std::string::npos || split + 1 == given.size())
    return std::nullopt;
  return NamedText{given.substr(0, split), given.substr(split + 1)};
}

} // namespace coverme

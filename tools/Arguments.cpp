// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arguments.h"

#include "support/NearestName.h"

#include <fmt/format.h>

namespace coverme {

std::string complaint(const CLI::App &app, const CLI::ParseError &error,
                      const std::vector<std::string> &arguments) {
  if (dynamic_cast<const CLI::ExtrasError *>(&error) == nullptr)
    return error.what();
  std::vector<std::string> known;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &longName : option->get_lnames())
      known.push_back("--" + longName);
  for (const std::string &argument : arguments) {
    const std::string given = argument.substr(0, argument.find('='));
    if (!given.starts_with("-") || given.size() < 2 ||
        app.get_option_no_throw(given) != nullptr)
      continue;
    const std::string nearest = nearestName(given, known);
    return nearest.empty()
               ? fmt::format("unknown option '{}'; see --help (compiler flags "
                             "go after --)",
                             given)
               : fmt::format("unknown option '{}'; did you mean '{}'?", given,
                             nearest);
  }
  return fmt::format("'{}' is one FILE.c too many; compiler flags go after --",
                     CLI::detail::join(app.remaining(), " "));
}

} // namespace coverme

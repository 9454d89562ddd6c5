// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arguments.h"

#include "OptionNames.h"
#include "support/NearestName.h"

#include <fmt/format.h>

#include <algorithm>

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

CLI::Option *addSanitizers(CLI::App &app, std::vector<std::string> &target) {
  return app
      .add_option_function<std::vector<std::string>>(
          "--sanitize",
          [&target](const std::vector<std::string> &given) {
            const std::vector<std::string> &known = sanitizerNames();
            for (const std::string &name : given) {
              if (std::find(known.begin(), known.end(), name) != known.end())
                continue;
              const std::string nearest = nearestName(name, known);
              throw CLI::ValidationError(
                  "--sanitize",
                  nearest.empty()
                      ? fmt::format("unknown sanitizer '{}' (address and "
                                    "undefined are known)",
                                    name)
                      : fmt::format("unknown sanitizer '{}'; did you mean "
                                    "'{}'?",
                                    name, nearest));
            }
            target.clear();
            for (const std::string &name : known)
              if (std::find(given.begin(), given.end(), name) != given.end())
                target.push_back(name);
          },
          "Run inputs under sanitizers: address undefined")
      ->type_name("NAME")
      ->expected(1)
      ->take_all()
      ->delimiter(',');
}

} // namespace coverme

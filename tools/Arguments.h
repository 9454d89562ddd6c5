// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_TOOLS_ARGUMENTS_H
#define COVERME_TOOLS_ARGUMENTS_H

#include "options/OptionNames.h"
#include "options/Options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace coverme {

// Help that begins with lines of usage.
class HelpFormatter final : public CLI::Formatter {
public:
  explicit HelpFormatter(std::string usage) : usage(std::move(usage)) {
    column_width(24);
  }
  std::string make_usage(const CLI::App *, std::string) const override {
    return usage + "\n\n";
  }
  // One empty line between the groups is enough.
  std::string
  make_group(std::string group, bool isPositional,
             std::vector<const CLI::Option *> options) const override {
    const std::string text =
        CLI::Formatter::make_group(group, isPositional, options);
    return text.substr(text.find_first_not_of('\n'));
  }
  // The usage line says it all.
  std::string make_positionals(const CLI::App *) const override { return ""; }

private:
  const std::string usage;
};

// CLI11's complaint as one line, with the nearest option for a mistyped one.
std::string complaint(const CLI::App &app, const CLI::ParseError &error,
                      const std::vector<std::string> &arguments);

// --sanitize NAME,...: names of sanitizers, each once.
CLI::Option *addSanitizers(CLI::App &app, std::vector<std::string> &target);

// Throws CLI::ValidationError, which says what is near the mistyped name.
[[noreturn]] void failUnknown(const char *flag, const std::string &given,
                              const std::vector<std::string> &names);

// Takes one of the names of T's values.
template <class T> auto choice(const char *flag, T &target) {
  return [flag, &target](const std::string &given) {
    const std::map<std::string, T> &table = valuesByName<T>();
    const auto found = table.find(given);
    if (found != table.end()) {
      target = found->second;
      return;
    }
    std::vector<std::string> names;
    for (const auto &[known, value] : table)
      names.push_back(known);
    failUnknown(flag, given, names);
  };
}

// --goal NAME and --at PLACE.
void addGoal(CLI::App &app, RunOptions &target);

// Puts the places into the words of coverme/marks.h. Throws Error(BadInput) for
// what is none, and when goal and places do not go together.
void checkGoal(RunOptions &options);

// --array, --range, --assume, --global, --null, --distinct, --stub,
// --stub-undefined, --rounding-modes.
void addInputOptions(CLI::App &app, InputOptions &target);

// Takes a decimal number in a range, all of it a number.
template <class T>
CLI::Option *addNumber(CLI::App &app, const std::string &flag, T &target,
                       T least, T most, const std::string &help) {
  return app.add_option_function<std::string>(
      flag,
      [&target, flag, least, most](const std::string &given) {
        const char *end = given.data() + given.size();
        T number{};
        const auto [rest, error] = std::from_chars(given.data(), end, number);
        // Written so that a NaN is in no range.
        const bool isGood = error == std::errc() && rest == end &&
                            number >= least && number <= most;
        if (!isGood)
          throw CLI::ValidationError(
              flag,
              fmt::format("'{}' is not a {} from {} to {}", given,
                          std::is_integral_v<T> ? "whole number" : "number",
                          least, most));
        target = number;
      },
      help);
}

} // namespace coverme

#endif

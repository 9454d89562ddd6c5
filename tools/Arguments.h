// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_TOOLS_ARGUMENTS_H
#define COVERME_TOOLS_ARGUMENTS_H

#include "options/OptionTable.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <optional>
#include <set>
#include <string>
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
  // Positional arguments are in the usage already.
  std::string make_positionals(const CLI::App *) const override { return ""; }

private:
  const std::string usage;
};

// Reads the arguments. Returns an exit code when there is nothing more to do
// (--help, --version), having printed what was asked for. Throws
// Error(BadInput), which ends with the usage if there is one.
std::optional<int> parse(CLI::App &app,
                         const std::vector<std::string> &arguments,
                         const std::string &usage = "");

// Takes what follows `--` out, and `--` itself: flags of the compilers.
std::vector<std::string> takeCompilerFlags(std::vector<std::string> &arguments);

// Adds the files under test, of which there has to be one.
CLI::Option *addSources(CLI::App &app, RunOptions &run);

// Adds the option as the table has it.
void addOption(CLI::App &app, const Option &option);

// The options of the table that the arguments have.
std::set<std::string> givenOptions(const CLI::App &app);

// Throws Error(BadInput) when --config and --no-config are both given.
void checkConfig(const RunOptions &run);

// Puts the places into the words of coverme/marks.h. Throws Error(BadInput) for
// what is no place, for an unknown goal, and when goal and places do not go
// together.
void checkGoal(RunOptions &options);

// Makes --write-baseline one of the files. Throws Error(BadInput) for an
// unknown format, and when -v and -q are both given.
void checkReport(ReportChoice &choice);

} // namespace coverme

#endif

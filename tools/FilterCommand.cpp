// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FilterCommand.h"

#include "Arguments.h"

#include <memory>

namespace coverme {
namespace {

constexpr const char *kFilterUsage = "coverme filter FILE.info --with DIR|JSON";

} // namespace

std::optional<FilterCommand>
parseFilterCommand(const std::vector<std::string> &arguments) {
  FilterCommand command;
  CLI::App app("Prints a tracefile of lcov's without the branches that are "
               "proved infeasible.");
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(
      std::make_shared<HelpFormatter>(fmt::format("Usage: {}", kFilterUsage)));
  app.add_option("FILE.info", command.trace, "The tracefile")->required();
  app.add_option("--with", command.result,
                 "What a run has written (--json, -o), with the proofs")
      ->type_name("DIR|JSON")
      ->required();
  if (parse(app, arguments, kFilterUsage))
    return std::nullopt;
  return command;
}

} // namespace coverme

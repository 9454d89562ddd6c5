// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunCommand.h"

#include "Arguments.h"
#include "support/Error.h"
#include "support/Files.h"

#include <algorithm>
#include <memory>

namespace coverme {
namespace {

constexpr const char *kUsage =
    "coverme run FILE.c --entry NAME [--input VALUE]... "
    "[-- COMPILER-FLAGS...]";

} // namespace

std::optional<RunCommand> parseRunCommand(std::vector<std::string> arguments) {
  RunCommand command;
  CommandLine line;
  const auto split = std::find(arguments.begin(), arguments.end(), "--");
  if (split != arguments.end())
    line.run.compilerFlags.assign(split + 1, arguments.end());
  arguments.erase(split, arguments.end());

  CLI::App app("Runs one input as the search does, and says what comes of it.");
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(
      std::make_shared<HelpFormatter>(fmt::format("Usage: {}", kUsage)));
  app.add_option("FILE.c", line.run.source, "C source under test")->required();
  for (const Option &option : optionTable(line))
    if ((option.uses & kOfRun) != 0)
      addOption(app, option);
  app.get_option("--entry")->description("Function to call")->required();
  // One at a time, so that a value with a minus is no option.
  app.add_option_function<std::string>(
         "--input",
         [&](const std::string &value) { command.inputs.push_back(value); },
         "Value of a parameter, in order: decimal, hex float, inf, nan, or "
         "bits:HEX")
      ->type_name("VALUE")
      ->trigger_on_parse();
  CLI::Option *compiler = app.get_option("--gcov-cc");
  compiler->description("Also run it as compiled by CC, and compare");
  if (parse(app, arguments, kUsage))
    return std::nullopt;
  checkGoal(line.run);
  if (!line.run.search.directory.empty())
    checkWritable(line.run.search.directory);
  // Without a compiler there is nothing to compare with.
  line.run.gcov = !compiler->empty();
  command.run = std::move(line.run);
  return command;
}

} // namespace coverme

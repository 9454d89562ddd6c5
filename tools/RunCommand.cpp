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
  command.run.gcov = false;
  const auto split = std::find(arguments.begin(), arguments.end(), "--");
  if (split != arguments.end())
    command.run.compilerFlags.assign(split + 1, arguments.end());
  arguments.erase(split, arguments.end());

  CLI::App app("Runs one input as the search does, and says what comes of it.");
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(
      std::make_shared<HelpFormatter>(fmt::format("Usage: {}", kUsage)));
  app.add_option("FILE.c", command.run.source, "C source under test")
      ->required();
  app.add_option("--entry", command.run.entry, "Function to call")
      ->type_name("NAME")
      ->required();
  // One at a time, so that a value with a minus is no option.
  app.add_option_function<std::string>(
         "--input",
         [&](const std::string &value) { command.inputs.push_back(value); },
         "Value of a parameter, in order: decimal, hex float, inf, nan, or "
         "bits:HEX")
      ->type_name("VALUE")
      ->trigger_on_parse();
  app.add_option_function<std::string>(
         "--gcov-cc",
         [&](const std::string &compiler) {
           command.run.gcovCompiler = compiler;
           command.run.gcov = true;
         },
         "Also run it as compiled by CC, and compare")
      ->type_name("CC");
  addGoal(app, command.run);
  addInputOptions(app, command.run.inputs);
  uint64_t mebibytes = command.run.search.memory >> 20;
  addNumber<uint64_t>(app, "--memory", mebibytes, 1, 1 << 20,
                      "MiB that the code may hold")
      ->type_name("MIB");
  addSanitizers(app, command.run.sanitizers);
  app.add_option("--cwd", command.run.search.directory,
                 "Folder to run the code in")
      ->type_name("DIR");
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::Success &success) {
    app.exit(success);
    return std::nullopt;
  } catch (const CLI::ParseError &error) {
    fail(ExitCode::BadInput, "{}; usage: {}", complaint(app, error, arguments),
         kUsage);
  }
  checkGoal(command.run);
  command.run.search.memory = mebibytes << 20;
  if (!command.run.search.directory.empty())
    checkWritable(command.run.search.directory);
  return command;
}

} // namespace coverme

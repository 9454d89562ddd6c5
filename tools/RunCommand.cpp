// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunCommand.h"

#include "Arguments.h"
#include "support/Error.h"
#include "support/Files.h"

#include <algorithm>

namespace coverme {

RunCommand parseRunCommand(std::vector<std::string> arguments) {
  RunCommand command;
  command.run.gcov = false;
  const auto split = std::find(arguments.begin(), arguments.end(), "--");
  if (split != arguments.end())
    command.run.compilerFlags.assign(split + 1, arguments.end());
  arguments.erase(split, arguments.end());

  CLI::App app;
  app.set_help_flag();
  app.add_option("FILE.c", command.run.source)->required();
  app.add_option("--entry", command.run.entry)->required();
  // One at a time, so that a value with a minus is no option.
  app.add_option_function<std::string>(
         "--input",
         [&](const std::string &value) { command.inputs.push_back(value); })
      ->trigger_on_parse();
  app.add_option_function<std::string>("--gcov-cc",
                                       [&](const std::string &compiler) {
                                         command.run.gcovCompiler = compiler;
                                         command.run.gcov = true;
                                       });
  uint64_t mebibytes = command.run.search.memory >> 20;
  addNumber<uint64_t>(app, "--memory", mebibytes, 1, 1 << 20, "");
  addSanitizers(app, command.run.sanitizers);
  app.add_option("--cwd", command.run.search.directory);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::ParseError &error) {
    fail(ExitCode::BadInput,
         "{}; usage: coverme run FILE.c --entry NAME [--input V]... "
         "[-- COMPILER-FLAGS...]",
         complaint(app, error, arguments));
  }
  command.run.search.memory = mebibytes << 20;
  if (!command.run.search.directory.empty())
    checkWritable(command.run.search.directory);
  return command;
}

} // namespace coverme

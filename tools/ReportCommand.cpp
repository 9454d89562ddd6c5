// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ReportCommand.h"

#include "support/Error.h"

#include <algorithm>
#include <memory>

namespace coverme {
namespace {

constexpr const char *kUsage =
    "coverme report DIR|JSON [--format NAME] [-v|-q]";

} // namespace

std::optional<ReportCommand>
parseReportCommand(std::vector<std::string> arguments) {
  ReportCommand command;
  CLI::App app("Prints the report of an earlier run once more.");
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(
      std::make_shared<HelpFormatter>(fmt::format("Usage: {}", kUsage)));
  app.add_option("DIR|JSON", command.path, "What the run has written")
      ->required();
  CommandLine line;
  for (const Option &option : optionTable(line))
    if ((option.uses & kOfReport) != 0)
      addOption(app, option);
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
  checkReport(line.report);
  command.report = line.report;
  return command;
}

} // namespace coverme

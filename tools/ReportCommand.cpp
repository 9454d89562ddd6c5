// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ReportCommand.h"

#include <memory>

namespace coverme {
namespace {

constexpr const char *kReportUsage =
    "coverme report DIR|JSON [--format NAME] [--report NAME=FILE] [--show] "
    "[-v|-q]";

} // namespace

std::optional<ReportCommand>
parseReportCommand(std::vector<std::string> arguments) {
  ReportCommand command;
  CLI::App app("Prints the report of an earlier run once more.");
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(
      std::make_shared<HelpFormatter>(fmt::format("Usage: {}", kReportUsage)));
  app.add_option("DIR|JSON", command.path, "What the run has written")
      ->required();
  CommandLine line;
  for (const Option &option : optionTable(line))
    if ((option.uses & kOfReport) != 0)
      addOption(app, option);
  if (parse(app, arguments, kReportUsage))
    return std::nullopt;
  checkReport(line.report);
  command.report = line.report;
  return command;
}

} // namespace coverme

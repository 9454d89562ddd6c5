// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunCommand.h"

#include "Arguments.h"
#include "core/ElementNames.h"
#include "frontend/c/Programs.h"
#include "frontend/c/SetupCalls.h"
#include "report/JsonReport.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/NearestName.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>

namespace coverme {
namespace {

constexpr const char *kRunCommandUsage =
    "coverme run FILE.c... --entry NAME [--input VALUE]... "
    "[-- COMPILER-FLAGS...]";

// REPORT or REPORT:N, the first or the N-th finding of a report's.
struct FindingPlace {
  std::string report;
  size_t number = 1;

  explicit FindingPlace(const std::string &text) : report(text) {
    const size_t split = text.rfind(':');
    if (split == std::string::npos)
      return;
    const char *end = text.data() + text.size();
    size_t given = 0;
    const auto [rest, error] =
        std::from_chars(text.data() + split + 1, end, given);
    if (error != std::errc() || rest != end || split + 1 == text.size())
      return; // a colon of the name's
    report = text.substr(0, split);
    number = given;
  }
};

FunctionReport reportOf(const Report &report, const std::string &path,
                        const std::filesystem::path &source,
                        const std::string &entry) {
  if (const auto *one = std::get_if<FunctionReport>(&report)) {
    if (one->entry != entry)
      fail(ExitCode::BadInput, "'{}' is about '{}', not '{}'", path, one->entry,
           entry);
    return *one;
  }
  const auto &file = std::get<FileReport>(report);
  std::vector<std::string> names;
  // Of several files, a name that is in more than one has the file's.
  const std::string ofFile = ":" + entry;
  const auto isNamed = [&](const std::string &name) {
    return name == entry ||
           (name.ends_with(ofFile) &&
            endsWith(std::filesystem::absolute(source),
                     name.substr(0, name.size() - ofFile.size())));
  };
  for (size_t i = 0; i < file.functions.size(); ++i) {
    const std::string &name = file.functions[i].name;
    if (isNamed(name) && file.functions[i].status == FunctionStatus::Ran)
      return file.reportOf(i);
    names.push_back(file.functions[i].name);
  }
  fail(ExitCode::BadInput, "'{}' has no report of '{}'{}", path, entry,
       suggestion(entry, names, ""));
}

// NAME=VALUE of what the call of a finding takes. Objects have the sizes that
// they have grown to, unless `run` says others.
std::vector<std::string> inputsOfFinding(const std::string &text,
                                         RunOptions &run) {
  // A search that calls others ahead has inputs that one call does not read.
  run.inputs.isForMany = true;
  const FindingPlace place(text);
  const std::string &entry = run.entry;
  const FunctionReport report =
      reportOf(readReport(place.report), place.report, run.source, entry);
  if (place.number < 1 || place.number > report.findings.size())
    fail(ExitCode::BadInput, "'{}' has {} of '{}', and no number {}",
         place.report, plural(report.findings.size(), "finding"), entry,
         place.number);
  const ReportedFinding &finding = report.findings[place.number - 1];
  // Which calls are ahead of the entry's, --setup says.
  std::set<std::string> calls;
  for (const ReportedCall &call : finding.calls)
    calls.insert(setupText({call.target, call.function, call.arguments}));
  std::vector<NamedText> &arrays = run.inputs.arrays;
  for (const ReportedSize &size : report.guessedSizes)
    if (size.isGrown &&
        std::ranges::none_of(arrays, [&](const NamedText &array) {
          return array.name == size.name;
        }))
      arrays.push_back({size.name, extentText(size.ahead, size.elements)});
  std::vector<std::string> inputs;
  for (size_t i = 0; i < finding.inputs.size(); ++i)
    if (const std::string &name = report.inputs[i].name;
        !finding.inputs[i].isIdle && !calls.contains(name))
      inputs.push_back(
          fmt::format("{}=bits:{}", name, finding.inputs[i].bits.substr(2)));
  return inputs;
}

} // namespace

std::optional<RunCommand> parseRunCommand(std::vector<std::string> arguments) {
  RunCommand command;
  CommandLine &line = command.line;
  line.run.compilerFlags = takeCompilerFlags(arguments);

  CLI::App app("Runs one input as the search does, and says what comes of it.");
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(std::make_shared<HelpFormatter>(
      fmt::format("Usage: {}", kRunCommandUsage)));
  addSources(app, line.run);
  for (const Option &option : optionTable(line))
    if ((option.uses & kOfRun) != 0)
      addOption(app, option);
  app.get_option("--entry")->description("Function to call")->required();
  // One at a time, so that a value with a minus is no option.
  app.add_option_function<std::string>(
         "--input",
         [&](const std::string &value) { command.inputs.push_back(value); },
         "Value of a number, in order or as NAME=VALUE, where others are zero: "
         "decimal, hex float, inf, nan, bits:HEX; or @REPORT[:N], those of the "
         "N-th finding of a report (JSON, or a folder of -o)")
      ->type_name("VALUE")
      ->trigger_on_parse();
  CLI::Option *compiler = app.get_option("--gcov-cc");
  compiler->description("Also run it as compiled by CC, and compare");
  if (parse(app, arguments, kRunCommandUsage))
    return std::nullopt;
  useClang(line.clang);
  checkGoal(line.run);
  checkConfig(line.run);
  if (command.inputs.size() == 1 && command.inputs[0].starts_with('@'))
    command.inputs = inputsOfFinding(command.inputs[0].substr(1), line.run);
  // Without a compiler there is nothing to compare with.
  line.run.gcov = !compiler->empty();
  line.given = givenOptions(app);
  return command;
}

} // namespace coverme

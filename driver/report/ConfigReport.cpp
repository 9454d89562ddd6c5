// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ConfigReport.h"

#include "report/TextReport.h"
#include "report/Values.h"

#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

namespace coverme {
namespace {

// JSON's strings are strings in TOML, too.
std::string quoted(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', true,
                                   nlohmann::json::error_handler_t::replace);
}

// TOML has no control characters in comments, and nothing but UTF-8.
std::string comment(std::string text) {
  for (char &c : text)
    if (static_cast<signed char>(c) < ' ')
      c = c == '\n' || c == '\t' ? ' ' : '?';
  return text;
}

// A name as a pattern of names.
std::string pattern(const std::string &name) {
  std::string text;
  for (const char c : name) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos)
      text += '\\';
    text += c;
  }
  return text;
}

bool isInteger(const std::string &type) {
  std::istringstream words(type);
  for (std::string word; words >> word;)
    if (word != "unsigned" && word != "signed" && word != "char" &&
        word != "short" && word != "int" && word != "long")
      return false;
  return !type.empty();
}

std::vector<std::string> integersOf(const FunctionReport &report) {
  std::vector<std::string> names;
  for (const ReportedVariable &parameter : report.parameters)
    if (isInteger(parameter.type))
      names.push_back(parameter.name);
  return names;
}

// What the run was told and the file can say.
void writeGiven(const std::string &options, std::ostream &out) {
  const nlohmann::json given = nlohmann::json::parse(options, nullptr, false);
  if (!given.is_object())
    return;
  const auto writeKey = [&](std::string key, const nlohmann::json &value) {
    std::replace(key.begin(), key.end(), '_', '-');
    if (value.is_boolean() && value.get<bool>())
      fmt::print(out, "{} = true\n", key);
    if (!value.is_array() || value.empty())
      return;
    fmt::print(out, "{} = [", key);
    const char *comma = "";
    for (const nlohmann::json &each : value)
      fmt::print(out, "{}{}", std::exchange(comma, ", "),
                 quoted(each.get<std::string>()));
    fmt::print(out, "]\n");
  };
  if (given.contains("compiler_flags"))
    writeKey("flags", given["compiler_flags"]);
  if (given.contains("with") &&
      given.value("project", nlohmann::json()).is_null())
    writeKey("with", given["with"]);
  if (const nlohmann::json inputs = given.value("inputs", nlohmann::json());
      inputs.is_object())
    for (const auto &[key, value] : inputs.items())
      writeKey(key, value);
}

void writeGates(const FunctionSummary &total, std::ostream &out) {
  if (total.branches.total() != 0)
    fmt::print(out, "# min-coverage = {}\n",
               std::floor(total.branches.decided().percent()));
  fmt::print(out, "# fail-on-finding = true\n");
}

void writeHead(const std::string &tool, const std::string &source,
               std::ostream &out) {
  fmt::print(out,
             "# Written by {} init, of {}: see docs/config.md.\n"
             "# Lines behind a # are guesses. Take it away where they hold for "
             "every caller.\n\n",
             tool, comment(source));
}

void writeSizes(const FunctionReport &report, std::ostream &out) {
  for (const ReportedSize &size : report.guessedSizes) {
    for (const std::string &integer : integersOf(report))
      fmt::print(out, "# array = [{}]  # if {} is how many {} has\n",
                 quoted(fmt::format("{}={}", size.name, integer)), integer,
                 size.name);
    fmt::print(out, "# array = [{}]  # {}\n",
               quoted(fmt::format("{}={}", size.name, size.elements)),
               size.met
                   ? fmt::format("calls wanted {}[{}]", size.name, *size.met)
                   : "enough for all calls so far");
  }
}

// The bounds that leave a parameter's numbers out with which findings were
// made, as the simplest that do it.
struct Bounds {
  std::optional<int64_t> low, high;
  int64_t most = INT64_MAX; // of the type

  void leaveOut(const ReportedValue &value) {
    int64_t number = 0;
    const char *end = value.value.data() + value.value.size();
    const auto [rest, error] = std::from_chars(value.value.data(), end, number);
    if (error != std::errc() || rest != end || value.bits.size() <= 2)
      return;
    const size_t bits = 4 * (value.bits.size() - 2); // behind 0x
    most = static_cast<int64_t>((uint64_t{1} << (bits - 1)) - 1);
    if (number > 0)
      high = std::min(number - 1, high.value_or(number - 1));
    else
      low = std::max(number + 1, low.value_or(number + 1));
  }
  bool isGiven() const {
    return (low || high) && low.value_or(0) <= high.value_or(most);
  }
  std::string text() const {
    return fmt::format("{}:{}", low.value_or(0), high.value_or(most));
  }
};

void writeFindings(const FunctionReport &report,
                   const std::vector<const ReportedFinding *> &findings,
                   std::ostream &out) {
  constexpr size_t kMostInputs = 8;
  const std::vector<std::string> integers = integersOf(report);
  std::map<std::string, Bounds> bounds;
  for (const ReportedFinding *finding : findings) {
    fmt::print(out, "# {}: {}", finding->kind, comment(finding->detail));
    if (!finding->inputs.empty())
      fmt::print(out, "  with {}",
                 comment(formatTest(finding->calls, report.inputs,
                                    finding->inputs, kMostInputs)));
    fmt::print(out, "\n");
    for (size_t i = 0; i < finding->inputs.size(); ++i) {
      const ReportedVariable &variable = report.inputs[i];
      if (!finding->inputs[i].isIdle && variable.places.empty() &&
          std::find(integers.begin(), integers.end(), variable.name) !=
              integers.end())
        bounds[variable.name].leaveOut(finding->inputs[i]);
    }
  }
  std::vector<std::string> ranges;
  for (const auto &[name, each] : bounds)
    if (each.isGiven())
      ranges.push_back(quoted(fmt::format("{}={}", name, each.text())));
  if (!ranges.empty())
    fmt::print(out, "# range = [{}]\n", fmt::join(ranges, ", "));
}

void writeAccept(const std::string &function, const ReportedFinding &finding,
                 std::ostream &out) {
  fmt::print(out,
             "\n# [[accept]]\n# function = {}\n# finding = {}\n"
             "# reason = \"\"\n",
             quoted(pattern(function)),
             quoted(pattern(finding.kind + ": " + finding.detail)));
}

// `file` is a pattern that tells it from others of the name; empty: none is
// needed.
void writeTable(const std::string &name, const std::string &file,
                std::ostream &out) {
  fmt::print(out, "\n[[function]]\nmatch = {}\n", quoted(pattern(name)));
  if (!file.empty())
    fmt::print(out, "file = {}\n", quoted(file));
}

std::string openText(const FunctionReport &report) {
  const VerdictCounts counts = report.verdicts();
  return fmt::format("its time was up, with {} of {} branches open",
                     counts.open + counts.deemed, counts.total());
}

void writeFunction(const FunctionReport &report, const std::string &name,
                   bool isAlone, std::ostream &out) {
  std::vector<const ReportedFinding *> findings;
  for (const ReportedFinding &finding : report.findings)
    if (finding.accepted.empty())
      findings.push_back(&finding);
  const bool isCut = report.cut == Cut::Timeout || report.cut == Cut::Proofs;
  if (report.guessedSizes.empty() && findings.empty() && !isCut)
    return;
  writeTable(name, isAlone ? "" : pattern(report.path), out);
  writeSizes(report, out);
  writeFindings(report, findings, out);
  if (isCut)
    fmt::print(out, "# timeout = 600  # {}\n", openText(report));
  for (const ReportedFinding *finding : findings)
    writeAccept(name, *finding, out);
}

} // namespace

void ConfigReport::write(const FunctionReport &report, const TextStyle &,
                         std::ostream &out) const {
  writeHead(report.tool, report.source, out);
  writeGiven(report.options, out);
  writeGates(report.summary(), out);
  writeFunction(report, report.entry, true, out);
}

void ConfigReport::write(const FileReport &report, const TextStyle &,
                         std::ostream &out) const {
  writeHead(report.tool,
            report.others == 0
                ? report.source
                : fmt::format("{} and {}", report.source,
                              plural(report.others, "other file")),
            out);
  writeGiven(report.options, out);
  writeGates(report.total(), out);
  std::map<std::string, size_t> times;
  for (const ReportedFunction &function : report.functions)
    ++times[function.name];
  for (size_t i = 0; i < report.functions.size(); ++i) {
    const ReportedFunction &function = report.functions[i];
    const bool isAlone = times[function.name] == 1;
    switch (function.status) {
    case FunctionStatus::Ran:
      writeFunction(report.reportOf(i), function.name, isAlone, out);
      break;
    case FunctionStatus::Skipped:
      writeTable(function.name, isAlone ? "" : "*" + pattern(function.file),
                 out);
      fmt::print(out, "skip = {}\n", quoted(function.reason));
      break;
    case FunctionStatus::Failed:
      fmt::print(out, "\n# {} fails: {}\n", comment(function.name),
                 comment(function.reason));
      break;
    case FunctionStatus::NotRun:
      break;
    }
  }
}

} // namespace coverme

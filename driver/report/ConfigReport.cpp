// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ConfigReport.h"

#include "core/ElementNames.h"
#include "evidence/Findings.h"
#include "frontend/c/SetupCalls.h"
#include "report/TextReport.h"
#include "report/Values.h"

#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
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

bool isWholeNumber(const std::string &value) {
  const size_t first = value.starts_with('-') ? 1 : 0;
  return value.size() > first &&
         value.find_first_not_of("0123456789", first) == std::string::npos;
}

// Types have names of projects: the tests' values tell what they are.
std::vector<std::string> integersOf(const FunctionReport &report) {
  std::vector<std::string> names;
  for (const ReportedVariable &parameter : report.parameters) {
    const auto found = std::ranges::find(report.inputs, parameter.name,
                                         &ReportedVariable::name);
    const auto slot =
        static_cast<size_t>(std::distance(report.inputs.begin(), found));
    if (found != report.inputs.end() && found->places.empty() &&
        !report.tests.empty() &&
        std::ranges::all_of(report.tests, [&](const ReportedTest &test) {
          return slot < test.inputs.size() &&
                 isWholeNumber(test.inputs[slot].value);
        }))
      names.push_back(parameter.name);
  }
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

// Of functions whose time was up with something open.
struct CutFunctions {
  uint64_t count = 0, openBranches = 0;

  void add(const FunctionReport &report) {
    const VerdictCounts counts = report.verdicts();
    const uint64_t left = counts.open + counts.deemed;
    if ((report.cut != Cut::Timeout && report.cut != Cut::Proofs) || left == 0)
      return;
    ++count;
    openBranches += left;
  }
};

void writeGates(const FunctionSummary &total, const CutFunctions &cut,
                std::ostream &out) {
  if (cut.count != 0)
    fmt::print(out,
               "# timeout = 600  # the time of {} was up; branches left open: "
               "{}\n",
               plural(cut.count, "function"), cut.openBranches);
  if (total.branches.total() != 0)
    fmt::print(out, "# min-coverage = {}\n",
               std::floor(total.branches.decided().percent()));
  fmt::print(out, "# fail-on-finding = true\n");
}

void writeHead(const std::string &tool, const std::string &source,
               std::ostream &out) {
  fmt::print(
      out,
      "# Written by {} init, of {}: see docs/config.md.\n"
      "# Lines behind a # are proposals: remove the # of those that hold "
      "for every caller.\n\n",
      tool, comment(source));
}

// Is it called as if it were how many elements the array has ("n", "len",
// "nx" of "x")?
bool isCalledCount(const std::string &integer, const std::string &array) {
  std::string name;
  for (const char c : integer)
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::array kParts = {"len", "size", "count", "num", "dim"};
  return name == "n" || name.starts_with("n_") || name.ends_with("_n") ||
         name == "n" + array || name == array + "n" ||
         std::ranges::any_of(kParts, [&](const char *part) {
           return name.find(part) != std::string::npos;
         });
}

// Those that may be how many elements the parameter points to, if it is one,
// the likeliest first: one that has the array's name in its own, then the one
// that follows it.
std::vector<std::string> countsOf(const std::string &array,
                                  const FunctionReport &report) {
  const auto pointer =
      std::ranges::find(report.parameters, array, &ReportedVariable::name);
  if (pointer == report.parameters.end())
    return {};
  const std::vector<std::string> integers = integersOf(report);
  std::vector<std::string> counts;
  for (const std::string &integer : integers)
    if (integers.size() == 1 || isCalledCount(integer, array))
      counts.push_back(integer);
  const auto isOfArray = [&](const std::string &integer) {
    return integer.find(array) != std::string::npos;
  };
  std::ranges::stable_partition(counts, [&](const std::string &integer) {
    return pointer + 1 != report.parameters.end() &&
           integer == (pointer + 1)->name;
  });
  const auto others = std::ranges::stable_partition(counts, isOfArray);
  if (others.begin() != counts.begin())
    counts.erase(others.begin(), others.end());
  return counts;
}

// What may be in a list, and what it is good for.
struct Proposal {
  std::string item, use;
};

// A key is once in a table.
void writeList(const char *key, const std::vector<Proposal> &proposals,
               std::ostream &out) {
  if (proposals.size() == 1) {
    fmt::print(out, "# {} = [{}]  # {}\n", key, quoted(proposals[0].item),
               proposals[0].use);
  } else if (!proposals.empty()) {
    fmt::print(out, "# {} = [\n", key);
    for (const Proposal &proposal : proposals)
      fmt::print(out, "#   {},  # {}\n", quoted(proposal.item), proposal.use);
    fmt::print(out, "# ]\n");
  }
}

// Sizes that all calls have kept within ask for nothing.
void writeSizes(const FunctionReport &report, std::ostream &out) {
  std::vector<Proposal> proposals;
  for (const ReportedSize &size : report.guessedSizes) {
    const std::vector<std::string> counts = countsOf(size.name, report);
    if (!counts.empty())
      proposals.push_back({fmt::format("{}={}", size.name, counts.front()),
                           fmt::format("if {} is how many {} has",
                                       fmt::join(counts, " or "), size.name)});
    else if (size.met)
      proposals.push_back({fmt::format("{}={}", size.name,
                                       extentText(size.ahead, size.elements)),
                           "a guess, and calls went further"});
  }
  writeList("array", proposals, out);
}

// Functions that made objects for the tests: one of each parameter.
void writeSetups(const FunctionReport &report, std::ostream &out) {
  std::map<std::string, std::string> makers;
  for (const ReportedTest &test : report.tests)
    for (const ReportedCall &call : test.calls)
      if (!call.target.empty())
        makers.emplace(call.target,
                       setupText({call.target, call.function, call.arguments}));
  std::vector<Proposal> proposals;
  for (const auto &[target, call] : makers)
    proposals.push_back(
        {call, fmt::format("if callers make {} by this call", target)});
  writeList("setup", proposals, out);
}

// The numbers of an integer parameter with which findings were made.
struct FindingNumbers {
  int64_t most = INT64_MIN;
  size_t bits = 0; // of the type

  void add(const ReportedValue &value) {
    int64_t number = INT64_MAX; // of no bound
    std::from_chars(value.value.data(), value.value.data() + value.value.size(),
                    number);
    most = std::max(most, number);
    bits = value.bits.size() <= 2 ? 0 : 4 * (value.bits.size() - 2); // 0x
  }
};

// Ranges that leave findings out, as callers may know of them: of parameters
// that are negative in each finding, or that the one of them is zero. Which of
// several zeros matters cannot be told, and another number is no bound.
std::vector<std::string>
rangesOf(const std::vector<ReportedVariable> &parameters,
         const std::map<std::string, FindingNumbers> &numbers) {
  const bool isOneZero =
      numbers.size() == 1 && numbers.begin()->second.most == 0;
  std::vector<std::string> ranges;
  for (const ReportedVariable &parameter : parameters) {
    const auto found = numbers.find(parameter.name);
    if (found == numbers.end() || found->second.bits == 0 ||
        (found->second.most >= 0 && !isOneZero))
      continue;
    const size_t signs =
        parameter.type.find("unsigned") == std::string::npos ? 1 : 0;
    ranges.push_back(
        quoted(fmt::format("{}={}:{}", parameter.name, isOneZero ? 1 : 0,
                           UINT64_MAX >> (64 - found->second.bits + signs))));
  }
  return ranges;
}

void writeFindings(const FunctionReport &report,
                   const std::vector<const ReportedFinding *> &findings,
                   std::ostream &out) {
  constexpr size_t kMostInputs = 3;
  const std::vector<std::string> integers = integersOf(report);
  std::map<std::string, FindingNumbers> numbers;
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
        numbers[variable.name].add(finding->inputs[i]);
    }
  }
  const std::vector<std::string> ranges = rangesOf(report.parameters, numbers);
  if (!ranges.empty())
    fmt::print(out, "# range = [{}]\n", fmt::join(ranges, ", "));
}

// A finding as a pattern, of any line of its file: lines move.
std::string findingPattern(const ReportedFinding &finding) {
  std::string text = pattern(finding.kind + ": " + finding.detail);
  const size_t behind = text.find_last_not_of("0123456789");
  if (behind != std::string::npos && behind + 1 < text.size() &&
      text[behind] == ':')
    text.replace(behind + 1, std::string::npos, "*");
  return text;
}

void writeAccept(const std::string &function, const std::string &finding,
                 std::ostream &out) {
  fmt::print(out,
             "\n# [[accept]]\n# function = {}\n# finding = {}\n"
             "# reason = \"\"\n",
             quoted(pattern(function)), quoted(finding));
}

// `file` is a pattern that tells it from others of the name; empty: none is
// needed.
void writeTable(const std::string &name, const std::string &file,
                std::ostream &out) {
  fmt::print(out, "\n[[function]]\nmatch = {}\n", quoted(pattern(name)));
  if (!file.empty())
    fmt::print(out, "file = {}\n", quoted(file));
}

void writeFunction(const FunctionReport &report, const std::string &name,
                   bool isAlone, std::ostream &out) {
  std::vector<const ReportedFinding *> findings;
  std::set<std::string> patterns;
  for (const ReportedFinding &finding : report.findings)
    if (finding.accepted.empty()) {
      findings.push_back(&finding);
      // No precondition of callers has two compilers' programs agree.
      if (finding.kind != kReplayDiffers)
        patterns.insert(findingPattern(finding));
    }
  std::ostringstream text;
  writeSizes(report, text);
  writeSetups(report, text);
  writeFindings(report, findings, text);
  if (text.str().empty())
    return;
  writeTable(name, isAlone ? "" : pattern(report.path), out);
  out << text.str();
  for (const std::string &finding : patterns)
    writeAccept(name, finding, out);
}

} // namespace

void ConfigReport::write(const FunctionReport &report, const TextStyle &,
                         std::ostream &out) const {
  writeHead(report.tool, report.source, out);
  writeGiven(report.options, out);
  CutFunctions cut;
  cut.add(report);
  writeGates(report.summary(), cut, out);
  writeFunction(report, report.entry, true, out);
}

void ConfigReport::write(const FileReport &report, const TextStyle &,
                         std::ostream &out) const {
  std::map<std::string, size_t> times;
  for (const ReportedFunction &function : report.functions)
    ++times[function.name];
  std::ostringstream functions;
  CutFunctions cut;
  for (size_t i = 0; i < report.functions.size(); ++i) {
    const ReportedFunction &function = report.functions[i];
    const bool isAlone = times[function.name] == 1;
    switch (function.status) {
    case FunctionStatus::Ran: {
      const FunctionReport ran = report.reportOf(i);
      cut.add(ran);
      writeFunction(ran, function.name, isAlone, functions);
      break;
    }
    case FunctionStatus::Skipped:
      writeTable(function.name, isAlone ? "" : "*" + pattern(function.file),
                 functions);
      fmt::print(functions, "skip = {}\n", quoted(function.reason));
      break;
    case FunctionStatus::Failed:
      fmt::print(functions, "\n# {} fails: {}\n", comment(function.name),
                 comment(function.reason));
      break;
    case FunctionStatus::NotRun:
      break;
    }
  }
  writeHead(report.tool, sourcesText(report.source, report), out);
  const auto missing = std::ranges::count(
      report.functions, FunctionStatus::NotRun, &ReportedFunction::status);
  if (missing != 0)
    fmt::print(out,
               "# The run was cut, and {} not here: remove this file and run "
               "coverme init again for all.\n\n",
               missing == 1 ? "a function is"
                            : fmt::format("{} functions are", missing));
  writeGiven(report.options, out);
  writeGates(report.total(), cut, out);
  out << functions.str();
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/MakeReport.h"

#include "Config.h"
#include "core/IdleParts.h"
#include "core/ScalarText.h"
#include "core/SetupPlan.h"
#include "frontend/c/Programs.h"
#include "frontend/c/SetupCalls.h"
#include "options/OptionTable.h"
#include "report/Excerpts.h"
#include "report/JsonReport.h"
#include "report/Reproduce.h"
#include "report/SourceLines.h"
#include "support/Files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <set>

namespace coverme {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json; // keeps the order of docs/json.md

// --- options ---------------------------------------------------------------

// The value of an option.
struct OptionJson {
  Json operator()(const Switch &value) const {
    if (value.words)
      return (*value.words)[*value.target];
    return *value.target;
  }
  template <class T> Json operator()(const Number<T> &value) const {
    return *value.target / value.unit;
  }
  Json operator()(const Choice &value) const { return value.get(); }
  Json operator()(const Names &value) const { return value.get(); }
  Json operator()(const Text &value) const { return *value.target; }
  Json operator()(const Folder &value) const {
    return value.target->empty() ? Json(nullptr) : Json(value.target->string());
  }
  Json operator()(const Texts &value) const { return *value.target; }
  Json operator()(const NamedTexts &value) const {
    Json texts = Json::array();
    for (const auto &[name, text] : *value.target)
      texts.push_back(fmt::format("{}={}", name, text));
    return texts;
  }
};

// What compilers and linkers heed of the environment, as far as it is set.
Json environmentJson() {
  Json set = Json::object();
  for (const char *name :
       {"CCC_OVERRIDE_OPTIONS", "COMPILER_PATH", kClangVariable, "CPATH",
        "CPLUS_INCLUDE_PATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX",
        "LD_LIBRARY_PATH", "LIBRARY_PATH", "SOURCE_DATE_EPOCH"})
    if (const char *value = std::getenv(name))
      set[name] = value;
  return set;
}

} // namespace

std::string optionsText(const RunOptions &options) {
  CommandLine line;
  line.run = options;
  if (options.inputs.setupsAreChoices)
    line.run.inputs.setups.clear(); // nobody has asked for them
  Json members = Json::object(), inputs = Json::object();
  for (const Option &option : optionTable(line))
    if ((option.uses & kTold) != 0) {
      Json &object = option.group == OptionGroup::Inputs ? inputs : members;
      object[option.member()] = std::visit(OptionJson(), option.value);
    }
  members["inputs"] = std::move(inputs);
  members["compiler_flags"] = options.compilerFlags;
  members["environment"] = environmentJson();
  return jsonText(members);
}

namespace {

// --- sites -----------------------------------------------------------------

// Relative to the working folder if it is below that.
std::string pathOf(const fs::path &file) {
  if (file.empty())
    return "";
  std::error_code error; // then as it is
  const fs::path full = fs::absolute(file, error).lexically_normal();
  const fs::path below = full.lexically_relative(fs::current_path(error));
  return below.empty() || *below.begin() == ".." ? full.string()
                                                 : below.string();
}

class ReportMaker {
public:
  explicit ReportMaker(const RunResult &result)
      : result(result), entry(result.entry()),
        listsPlaces(goalNamed(result.options.goal).isAtPlaces) {}

  FunctionReport make() {
    FunctionReport report;
    report.tool = fmt::format("coverme {}", kVersion);
    report.goal = result.options.goal;
    report.source = result.options.source.string();
    report.entry = entry.label();
    report.path = pathOf(entry.file);
    report.line = entry.line;
    report.seed = result.options.search.seed;
    report.options = optionsText(result.options);
    for (const Parameter &parameter : entry.parameters)
      report.parameters.push_back({parameter.name, parameter.typeName, {}});
    report.inputs = reportedInputs(entry);
    report.outputs = reportedOutputs(entry);
    report.inputsLeftOut = entry.plan.leftOut;
    report.madeUpClasses.assign(entry.plan.madeUpClasses.begin(),
                                entry.plan.madeUpClasses.end());
    report.nodeBounds = entry.plan.nodeBounds;
    const std::set<std::string> unasked = namesOfUnasked();
    for (const GuessedSize &size : result.guessedSizes)
      if (!unasked.contains(size.name))
        report.guessedSizes.push_back(
            {size.name, size.elements, size.ahead, size.met, size.isGrown});
    report.proofsAssume = assumptionsOf(entry, result.options);
    report.unprovable = result.unprovable;
    // A decision has two outcomes, one behind the other.
    const size_t outcomes = listsPlaces ? 1 : 2;
    for (size_t i = 0; i < result.branches.size(); i += outcomes)
      report.sites.push_back(site({&result.branches[i], outcomes}));
    for (const Test &each : result.suite)
      report.tests.push_back(test(each));
    for (const FindingReport &each : result.findings)
      report.findings.push_back(finding(each));
    if (result.comparison)
      report.comparison = comparison(*result.comparison);
    report.excerpts = makeExcerpts(result, lines);
    if (result.gcov) {
      report.gcov = {result.gcov->compiler, result.gcov->lines,
                     result.gcov->branches, result.gcov->calls,
                     result.gcov->leftOut,  {}};
      for (const auto &[line, counts] : result.gcov->byLine)
        report.gcov->byLine[line] = counts.count;
    }
    report.timing = result.timing;
    report.evaluations = result.evaluations;
    report.evaluationsToLast = result.evaluationsToLast;
    report.cut = cut();
    return report;
  }

private:
  // Objects of set-up calls that the search has chosen: who does not ask for
  // the calls cannot say how large they are.
  std::set<std::string> namesOfUnasked() const {
    const std::vector<bool> isUnmade =
        findUnmadeBuffers(entry.plan, Input(entry.plan.inputs.size()));
    std::set<std::string> names;
    for (size_t i = 0; i < isUnmade.size(); ++i)
      if (isUnmade[i])
        names.insert(entry.plan.buffers[i].name);
    return names;
  }

  ReportedSite site(std::span<const BranchVerdict> verdicts) {
    const uint32_t id = siteOf(verdicts[0].branch);
    const Site &from = result.program->sites[id];
    ReportedSite site;
    site.id = id;
    site.function = result.program->functions[from.function].label();
    site.file = from.file.filename().string();
    site.path = pathOf(from.file);
    site.line = from.line;
    site.column = from.column;
    site.text = lines.trimmedLine(from.file, from.line);
    if (listsPlaces) {
      site.at = from.place;
    } else {
      site.kind = text(from.kind);
      site.operands = text(from.operandKind);
      site.isMeasurable = from.isMeasurable();
      site.label = from.label;
    }
    for (const BranchVerdict &verdict : verdicts)
      site.targets.push_back(target(verdict, from));
    return site;
  }

  ReportedTarget target(const BranchVerdict &from, const Site &site) const {
    ReportedTarget target;
    target.verdict = from.verdict;
    target.test = from.test;
    target.unconfirmed = from.doubt;
    if (from.proof)
      target.proof = {text(from.proof->engine), from.proof->boxes,
                      from.proof->seconds, from.proof->reason};
    if (from.verdict == Verdict::Covered) {
      target.foundAfter = from.reachedAfter;
      return target;
    }
    target.spent = from.spent;
    target.onlyNonReturning = from.onlyNonReturning;
    if (from.behind) {
      const Site &at = result.program->sites[siteOf(*from.behind)];
      target.behind = fmt::format("{}:{}:{} {}", at.file.filename().string(),
                                  at.line, at.column, outcomeOf(*from.behind));
      return target;
    }
    if (site.operandKind == OperandKind::ptr) {
      if (entry.plan.failingSlot && !entry.plan.isFailureAsked)
        target.hint = "--allocations fail tries each allocation";
      else if (!result.options.inputs.null && !entry.plan.buffers.empty())
        target.hint = "--null passes null pointers";
    }
    return target;
  }

  ReportedTest test(const Test &from) const {
    ReportedTest test;
    test.inputs = reportedInputs(entry, from.inputs);
    test.calls = calls(from.inputs);
    test.ending = textOf(from.ending);
    test.covers = from.covers;
    if (!from.ending.returns())
      return test;
    if (entry.result.kind > ScalarKind::Void)
      test.result = value(from.result);
    test.outputs = reportedOutputs(entry, from.inputs, from.outputs);
    return test;
  }

  ReportedValue value(uint64_t bits) const {
    return {formatBits(entry.result, bits), exactValue(entry.result, bits), ""};
  }

  ReportedComparison comparison(const Comparison &from) const {
    ReportedComparison comparison;
    comparison.with = from.with;
    for (const auto &[test, call] : from.tests)
      comparison.tests.push_back({test, value(call.expected), call.ulps});
    if (const auto &call = from.largest)
      comparison.largest = {reportedInputs(entry, call->inputs),
                            value(call->result), value(call->expected),
                            call->ulps};
    comparison.evaluations = from.evaluations;
    return comparison;
  }

  ReportedFinding finding(const FindingReport &from) const {
    ReportedFinding finding;
    finding.kind = from.kind;
    finding.detail = from.detail;
    finding.group = from.group;
    finding.accepted = from.accepted;
    finding.inputs = reportedInputs(entry, from.inputs);
    finding.calls = calls(from.inputs);
    if (from.place)
      finding.place = {from.place->line.file.string(), from.place->line.line,
                       from.place->isExact};
    if (from.isConfirmed)
      finding.reproduce =
          reproduceCommand(result.options, entry, from, result.planWith);
    return finding;
  }

  std::vector<ReportedCall> calls(const std::vector<uint64_t> &inputs) const {
    std::vector<ReportedCall> list;
    for (const SetupCall &call : entry.plan.setupCalls)
      if (isMade(call, inputs)) {
        const SetupText text = textOf(*result.program, entry, call);
        list.push_back({text.function, text.arguments, text.target});
      }
    if (list.empty())
      return list;
    list.push_back({entry.label(), {}});
    for (const Parameter &parameter : entry.parameters)
      list.back().arguments.push_back(parameter.name);
    return list;
  }

  Cut cut() const {
    return result.cutBySignal     ? Cut::Interrupt
           : result.cutByTimeout  ? Cut::Timeout
           : result.cutByRestarts ? Cut::Restarts
           : result.cutProofs     ? Cut::Proofs
                                  : Cut::None;
  }

  const RunResult &result;
  const Function &entry;
  const bool listsPlaces;
  SourceLines lines;
};

// In the folder of a function.
fs::path partIn(const fs::path &folder) { return folder / "suite.json"; }

ReportedValue reportedValue(const InputVariable &number,
                            const uint64_t *slots) {
  return {formatNumberBits(number, slots), exactNumber(number, slots), ""};
}

// Which set-up calls are made is told by the calls.
size_t tellingCount(const InputPlan &plan) {
  return plan.inputs.size() - plan.setupChoices;
}

} // namespace

FunctionReport makeReport(const RunResult &result) {
  return ReportMaker(result).make();
}

void leaveReport(const FunctionReport &report, const fs::path &folder) {
  writeFileAtomically(partIn(folder),
                      [&](std::ostream &stream) { writeJson(report, stream); });
}

FileReport makeReport(const FileResult &result, const std::string &match) {
  FileReport report;
  report.tool = fmt::format("coverme {}", kVersion);
  report.goal = result.options.goal;
  report.source = result.options.source.string();
  report.others = result.options.others.size();
  report.match = match;
  report.seed = result.options.search.seed;
  report.options = optionsText(result.options);
  report.wasInterrupted = result.cutBySignal;
  report.leftOut = result.leftOut;
  report.timing = result.timing;
  std::vector<fs::path> parts;
  for (const FunctionRow &row : result.rows) {
    const Function &function = result.functionOf(row);
    report.functions.push_back(
        {function.label(), function.file.filename().string(), function.line,
         row.status, row.reason, row.summary});
    report.withoutTargets += !result.hasTargets(row);
    parts.push_back(partIn(row.folder));
  }
  report.reportOf = [parts = std::move(parts)](size_t index) {
    return std::get<FunctionReport>(readReport(parts[index]));
  };
  return report;
}

namespace {

// The first error that a compiler writes of, as a line of its own.
std::string firstErrorIn(const std::string &words) {
  const size_t at = words.find("error: ");
  if (at == std::string::npos)
    return "";
  const size_t start = words.rfind('\n', at) + 1; // npos + 1 is 0
  return words.substr(start, words.find('\n', at) - start);
}

// In place of its functions, the file.
FileReport fileAlone(const RunOptions &options, FunctionStatus status,
                     const std::string &reason, const std::string &match) {
  FileReport report;
  report.tool = fmt::format("coverme {}", kVersion);
  report.goal = options.goal;
  report.source = options.source.string();
  report.match = match;
  report.seed = options.search.seed;
  report.options = optionsText(options);
  report.functions.push_back({report.source,
                              options.source.filename().string(),
                              0,
                              status,
                              reason,
                              {}});
  return report;
}

} // namespace

FileReport failedFile(const RunOptions &options, const Error &error,
                      const std::string &match) {
  const std::string words = firstErrorIn(error.detail);
  return fileAlone(options, FunctionStatus::Failed,
                   words.empty() ? error.what()
                                 : fmt::format("{}: {}", error.what(), words),
                   match);
}

FileReport notRunFile(const RunOptions &options, const std::string &reason,
                      const std::string &match) {
  return fileAlone(options, FunctionStatus::NotRun, reason, match);
}

FileReport merged(const RunOptions &options,
                  const std::vector<FileReport> &reports) {
  assert(!reports.empty());
  RunOptions told = options;
  told.source = reports.front().source;
  told.others.clear();
  FileReport all = reports.front();
  all.functions.clear();
  all.others = reports.size() - 1;
  all.withoutTargets = all.leftOut = 0;
  all.timing = {};
  std::map<std::string, size_t> count;
  // The report that has the function, and its index there.
  std::vector<std::pair<size_t, size_t>> places;
  for (size_t i = 0; i < reports.size(); ++i) {
    const FileReport &report = reports[i];
    if (i != 0)
      told.others.push_back(report.source);
    all.wasInterrupted |= report.wasInterrupted;
    all.withoutTargets += report.withoutTargets;
    all.leftOut += report.leftOut;
    all.timing.compile += report.timing.compile;
    all.timing.link += report.timing.link;
    all.timing.total += report.timing.total;
    for (size_t j = 0; j < report.functions.size(); ++j) {
      all.functions.push_back(report.functions[j]);
      places.emplace_back(i, j);
      ++count[report.functions[j].name];
    }
  }
  // A function of a header has that one's name.
  const auto fileOf = [&](size_t i) -> std::filesystem::path {
    const std::filesystem::path source = reports[places[i].first].source;
    const std::string &file = all.functions[i].file;
    return source.filename() == file ? source : std::filesystem::path(file);
  };
  std::set<std::filesystem::path> files;
  for (size_t i = 0; i < all.functions.size(); ++i)
    if (count.at(all.functions[i].name) > 1)
      files.insert(fileOf(i));
  const auto names = toldApart(files);
  for (size_t i = 0; i < all.functions.size(); ++i)
    if (std::string &name = all.functions[i].name; count.at(name) > 1)
      name = fmt::format("{}:{}", names.at(fileOf(i)), name);
  all.options = optionsText(told);
  std::vector<std::string> entries;
  for (const ReportedFunction &function : all.functions)
    entries.push_back(function.name);
  all.reportOf = [reports, places, entries](size_t index) {
    const auto &[report, function] = places.at(index);
    FunctionReport one = reports[report].reportOf(function);
    one.entry = entries.at(index);
    return one;
  };
  return all;
}

std::vector<ReportedVariable> reportedInputs(const Function &function) {
  std::vector<ReportedVariable> variables;
  for (size_t i = 0; i < tellingCount(function.plan); ++i)
    if (const InputVariable &number = function.inputs()[i];
        number.startsNumber()) {
      variables.push_back({number.name, number.typeName, {}});
      if (i >= function.plan.numberCount())
        variables.back().places = number.valueNames;
    }
  return variables;
}

std::vector<ReportedValue> reportedInputs(const Function &function,
                                          const std::vector<uint64_t> &slots) {
  const std::vector<bool> isIdle = findIdle(function.plan, slots).inputs;
  std::vector<ReportedValue> values;
  for (size_t i = 0; i < std::min(slots.size(), tellingCount(function.plan));
       ++i)
    if (const InputVariable &number = function.inputs()[i];
        number.startsNumber()) {
      values.push_back(reportedValue(number, &slots[i]));
      if (i < function.plan.numberCount() && !number.valueNames.empty())
        values.back().name = formatNumber(number, &slots[i]);
      values.back().isIdle = isIdle[i];
    }
  return values;
}

std::vector<ReportedVariable> reportedOutputs(const Function &function) {
  std::vector<ReportedVariable> variables;
  for (const Output &output : function.plan.outputs)
    if (output.variable.startsNumber())
      variables.push_back({output.variable.name, output.variable.typeName, {}});
  return variables;
}

std::vector<ReportedValue> reportedOutputs(const Function &function,
                                           const std::vector<uint64_t> &inputs,
                                           const std::vector<uint64_t> &slots) {
  std::vector<ReportedValue> values;
  if (slots.empty())
    return values;
  const std::vector<bool> isIdle = findIdle(function.plan, inputs).buffers;
  for (size_t i = 0; i < slots.size(); ++i)
    if (const Output &output = function.plan.outputs[i];
        output.variable.startsNumber()) {
      values.push_back(reportedValue(output.variable, &slots[i]));
      values.back().isIdle = isIdle[output.buffer];
    }
  return values;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonReport.h"

#include "Config.h"
#include "core/ScalarText.h"
#include "goals/GoalKind.h"
#include "options/OptionTable.h"
#include "report/JsonDocument.h"
#include "report/Reproduce.h"

#include <cstdlib>

namespace coverme {
namespace {

// Test ids count from one.
size_t idOf(size_t test) { return test + 1; }

const char *verdictName(Verdict verdict) {
  switch (verdict) {
  case Verdict::Covered:
    return "covered";
  case Verdict::ProvedInfeasible:
    return "proved_infeasible";
  case Verdict::DeemedInfeasible:
    return "deemed_infeasible";
  case Verdict::Open:
    break;
  }
  return "open";
}

Json valueJson(const Scalar &scalar, uint64_t bits) {
  return {{"bits", formatBits(scalar, bits)},
          {"value", exactValue(scalar, bits)}};
}

Json inputsJson(const Function &entry, const Input &inputs) {
  Json list = Json::array();
  for (size_t i = 0; i < inputs.size(); ++i)
    if (const InputVariable &number = entry.inputs()[i]; number.startsNumber())
      list.push_back({{"bits", formatNumberBits(number, &inputs[i])},
                      {"value", exactNumber(number, &inputs[i])}});
  return list;
}

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
       {"CCC_OVERRIDE_OPTIONS", "COMPILER_PATH", "CPATH", "CPLUS_INCLUDE_PATH",
        "C_INCLUDE_PATH", "GCC_EXEC_PREFIX", "LD_LIBRARY_PATH", "LIBRARY_PATH",
        "SOURCE_DATE_EPOCH"})
    if (const char *value = std::getenv(name))
      set[name] = value;
  return set;
}

} // namespace

Json optionsJson(const RunOptions &options) {
  CommandLine line;
  line.run = options;
  Json members = Json::object(), inputs = Json::object();
  for (const Option &option : optionTable(line))
    if ((option.uses & kTold) != 0) {
      Json &object = option.group == OptionGroup::Inputs ? inputs : members;
      object[option.member()] = std::visit(OptionJson(), option.value);
    }
  members["inputs"] = std::move(inputs);
  members["compiler_flags"] = options.compilerFlags;
  members["environment"] = environmentJson();
  return members;
}

Json verdictsJson(const VerdictCounts &branches) {
  return {{"total", branches.total()},
          {"covered", branches.covered},
          {"proved_infeasible", branches.proved},
          {"deemed_infeasible", branches.deemed},
          {"open", branches.open}};
}

namespace {

const char *placeVerdictName(Verdict verdict) {
  switch (verdict) {
  case Verdict::Covered:
    return "reached";
  case Verdict::ProvedInfeasible:
    return "proved_unreachable";
  case Verdict::DeemedInfeasible: // nothing is, of places
  case Verdict::Open:
    break;
  }
  return "open";
}

// What backs the verdict, or was spent on it.
void addGrounds(const BranchVerdict &verdict, Json &entry) {
  if (verdict.test)
    entry["test"] = idOf(*verdict.test);
  else
    entry["evaluations"] = verdict.spent;
  if (verdict.proof)
    entry["proof"] = {{"engine", text(verdict.proof->engine)},
                      {"boxes", verdict.proof->boxes},
                      {"reason", verdict.proof->reason}};
  if (!verdict.doubt.empty())
    entry["unconfirmed"] = verdict.doubt;
}

// The site whose branches stand at `place` and behind it in the result.
Json siteJson(const RunResult &result, size_t place) {
  const uint32_t index = siteOf(result.branches[place].branch);
  const Site &site = result.program->sites[index];
  Json branches = Json::array();
  for (const BranchVerdict &branch :
       {result.branches[place], result.branches[place + 1]}) {
    Json entry = {{"outcome", outcomeOf(branch.branch)},
                  {"verdict", verdictName(branch.verdict)}};
    addGrounds(branch, entry);
    branches.push_back(std::move(entry));
  }
  return {{"id", index},
          {"function", result.program->functions[site.function].label()},
          {"file", site.file.filename().string()},
          {"line", site.line},
          {"column", site.column},
          {"kind", text(site.kind)},
          {"operands", text(site.operandKind)},
          {"measurable", site.isMeasurable()},
          {"branches", std::move(branches)}};
}

// The place at `index` of the result's targets.
Json placeJson(const RunResult &result, size_t index) {
  const BranchVerdict &verdict = result.branches[index];
  const uint32_t number = siteOf(verdict.branch);
  const Site &site = result.program->sites[number];
  Json place = {{"id", number},
                {"at", site.place},
                {"function", result.program->functions[site.function].label()},
                {"file", site.file.filename().string()},
                {"line", site.line},
                {"column", site.column},
                {"verdict", placeVerdictName(verdict.verdict)}};
  addGrounds(verdict, place);
  return place;
}

// Without a Json for each branch, of which there may be thousands.
std::string coversText(const BranchSet &covers) {
  std::string text = "[";
  for (const BranchId branch : covers)
    fmt::format_to(std::back_inserter(text), R"({}{{"site":{},"outcome":{}}})",
                   text.size() == 1 ? "" : ",", siteOf(branch),
                   outcomeOf(branch));
  return text + "]";
}

Json placesOf(const Test &test) {
  Json sites = Json::array();
  for (const BranchId mark : test.covers)
    sites.push_back(siteOf(mark));
  return sites;
}

std::string testText(const RunResult &result, size_t index) {
  const Function &entry = result.entry();
  const Test &test = result.suite[index];
  Json output = nullptr;
  if (entry.result.kind > ScalarKind::Void)
    output = valueJson(entry.result, test.result);
  if (!test.ending.empty())
    output = nullptr;
  std::string reached = fmt::format(R"("covers":{})", coversText(test.covers));
  if (goalNamed(result.options.goal).isAtPlaces)
    reached = fmt::format(
        R"("ending":{},"reaches":{})",
        onOneLine(test.ending.empty() ? Json(nullptr) : Json(test.ending)),
        onOneLine(placesOf(test)));
  return fmt::format(R"({{"id":{},"inputs":{},"result":{},{}}})", idOf(index),
                     onOneLine(inputsJson(entry, test.inputs)),
                     onOneLine(output), reached);
}

Json findingJson(const RunResult &result, const FindingReport &finding) {
  Json place = nullptr;
  if (finding.place)
    place = {{"file", finding.place->line.file.string()},
             {"line", finding.place->line.line},
             {"exact", finding.place->isExact}};
  Json command = nullptr;
  if (finding.isConfirmed)
    command = reproduceCommand(result.options, result.entry(), finding);
  return {{"kind", finding.kind},
          {"inputs", inputsJson(result.entry(), finding.inputs)},
          {"detail", finding.detail},
          {"place", std::move(place)},
          {"reproduce", std::move(command)}};
}

Json timingJson(const RunResult &result) {
  const Timing &timing = result.timing;
  Json proofs = Json::array();
  for (const BranchVerdict &branch : result.branches)
    if (branch.proof)
      proofs.push_back({{"site", siteOf(branch.branch)},
                        {"outcome", outcomeOf(branch.branch)},
                        {"seconds", branch.proof->seconds}});
  return {{"compile", timing.compile}, {"link", timing.link},
          {"search", timing.search},   {"gcov", timing.gcov},
          {"total", timing.total},     {"proofs", std::move(proofs)}};
}

Json gcovJson(const RunResult &result) {
  if (!result.gcov)
    return nullptr;
  const GcovCounts &counts = *result.gcov;
  return {
      {"compiler", counts.compiler},
      {"lines", {{"covered", counts.lines.hit}, {"total", counts.lines.total}}},
      {"branches",
       {{"taken", counts.branches.hit}, {"total", counts.branches.total}}},
      {"calls",
       {{"executed", counts.calls.hit}, {"total", counts.calls.total}}}};
}

Json cutJson(const RunResult &result) {
  if (result.cutBySignal)
    return "interrupt";
  if (result.cutByTimeout)
    return "timeout";
  if (result.cutByRestarts)
    return "restarts";
  if (result.cutProofs)
    return "proofs";
  return nullptr;
}

} // namespace

void writeJsonReport(const RunResult &result, std::ostream &out) {
  const Function &entry = result.entry();
  Json parameters = Json::array();
  for (const Parameter &parameter : entry.parameters)
    parameters.push_back(
        {{"name", parameter.name}, {"type", parameter.typeName}});
  Json inputs = Json::array();
  for (size_t i = 0; i < entry.inputs().size(); ++i)
    if (const InputVariable &number = entry.inputs()[i];
        number.startsNumber()) {
      inputs.push_back({{"name", number.name}, {"type", number.typeName}});
      if (i >= entry.plan.numberCount())
        inputs.back()["values"] = number.valueNames;
    }
  Json findings = Json::array();
  for (const FindingReport &finding : result.findings)
    findings.push_back(findingJson(result, finding));
  Json sizes = Json::array();
  for (const GuessedSize &size : result.guessedSizes)
    sizes.push_back({{"name", size.name},
                     {"elements", size.elements},
                     {"met", size.met ? Json(*size.met) : Json(nullptr)}});
  JsonDocument document(out);
  const bool listsPlaces = goalNamed(result.options.goal).isAtPlaces;
  document.member("schema",
                  listsPlaces ? fmt::format("coverme-{}/1", result.options.goal)
                              : "coverme-suite/1");
  document.member("tool", fmt::format("coverme {}", kVersion));
  document.member("source", result.options.source.string());
  document.member("entry", entry.label());
  document.member("seed", result.options.search.seed);
  document.member("options", optionsJson(result.options));
  document.member("parameters", parameters);
  document.member("inputs", inputs);
  document.member("inputs_left_out", entry.plan.leftOut);
  document.member("guessed_sizes", sizes);
  document.member("proofs_assume",
                  assumptionsOf(entry, result.options.compilerFlags));
  if (listsPlaces) {
    const VerdictCounts counts = result.verdicts();
    document.member("verdicts", {{"total", counts.total()},
                                 {"reached", counts.covered},
                                 {"proved_unreachable", counts.proved},
                                 {"open", counts.open}});
    document.list("places", result.branches.size(),
                  [&](size_t i) { return onOneLine(placeJson(result, i)); });
  } else {
    document.member("branches", verdictsJson(result.verdicts()));
    document.list("sites", result.branches.size() / 2,
                  [&](size_t i) { return onOneLine(siteJson(result, 2 * i)); });
  }
  document.list("tests", result.suite.size(),
                [&](size_t i) { return testText(result, i); });
  document.member("findings", findings);
  document.member("gcov", gcovJson(result));
  document.member("timing", timingJson(result));
  document.member("evaluations", result.evaluations);
  document.member("evaluations_to_last", result.evaluationsToLast);
  document.member("cut", cutJson(result));
  document.end();
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonReport.h"

#include "Config.h"
#include "report/Values.h"

#include <nlohmann/json.hpp>

namespace coverme {
namespace {

using Json = nlohmann::ordered_json; // keeps the order of docs/json.md

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
    list.push_back(valueJson(entry.parameters[i].scalar, inputs[i]));
  return list;
}

Json withoutJson(const Ingredients &ingredients) {
  Json names = Json::array();
  for (const auto &[ingredient, member] : ingredientTable())
    if (!(ingredients.*member))
      names.push_back(ingredient);
  return names;
}

Json optionsJson(const RunOptions &options) {
  const SearchOptions &search = options.search;
  return {{"local", name(search.local)},
          {"distance", name(search.distance)},
          {"n_iter", search.iterations},
          {"n_start", search.starts},
          {"max_evals", search.maxEvaluations},
          {"timeout", search.timeoutSeconds},
          {"paper", search.paper},
          {"es", name(search.es.recombination)},
          {"es_steps", search.es.multiStep ? "multi" : "single"},
          {"without", withoutJson(search.ingredients)},
          {"callees", options.callees},
          {"compiler_flags", options.compilerFlags}};
}

Json sitesJson(const RunResult &result) {
  Json sites = Json::array();
  for (size_t i = 0; i < result.branches.size(); i += 2) {
    const uint32_t index = siteOf(result.branches[i].branch);
    const Site &site = result.program->sites[index];
    Json branches = Json::array();
    for (const BranchVerdict &branch :
         {result.branches[i], result.branches[i + 1]}) {
      Json entry = {{"outcome", outcomeOf(branch.branch)},
                    {"verdict", verdictName(branch.verdict)}};
      if (branch.test)
        entry["test"] = idOf(*branch.test);
      branches.push_back(std::move(entry));
    }
    sites.push_back(
        {{"id", index},
         {"function", result.program->functions[site.function].name},
         {"line", site.line},
         {"column", site.column},
         {"kind", text(site.kind)},
         {"operands", text(site.operandKind)},
         {"measurable", site.isMeasurable()},
         {"branches", std::move(branches)}});
  }
  return sites;
}

Json testsJson(const RunResult &result) {
  const Function &entry = result.entry();
  Json tests = Json::array();
  for (size_t i = 0; i < result.suite.size(); ++i) {
    const Test &test = result.suite[i];
    Json covers = Json::array();
    for (const BranchId branch : test.covers)
      covers.push_back(
          {{"site", siteOf(branch)}, {"outcome", outcomeOf(branch)}});
    Json output = nullptr;
    if (entry.result.kind > ScalarKind::Void)
      output = valueJson(entry.result, test.result);
    tests.push_back({{"id", idOf(i)},
                     {"inputs", inputsJson(entry, test.inputs)},
                     {"result", std::move(output)},
                     {"covers", std::move(covers)}});
  }
  return tests;
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

} // namespace

const char *name(LocalMethod method) {
  switch (method) {
  case LocalMethod::Auto:
    return "auto";
  case LocalMethod::Powell:
    return "powell";
  case LocalMethod::Bobyqa:
    return "bobyqa";
  case LocalMethod::Newuoa:
    return "newuoa";
  case LocalMethod::Cobyla:
    return "cobyla";
  case LocalMethod::NelderMead:
    return "neldermead";
  case LocalMethod::Sbplx:
    return "sbplx";
  case LocalMethod::Avm:
    return "avm";
  case LocalMethod::Es:
    return "es";
  case LocalMethod::Random:
    break;
  }
  return "random";
}

const char *name(Recombination recombination) {
  switch (recombination) {
  case Recombination::Discrete:
    return "discrete";
  case Recombination::Global:
    return "global";
  case Recombination::Intermediate:
    return "intermediate";
  case Recombination::GlobalIntermediate:
    break;
  }
  return "global-intermediate";
}

const std::map<std::string, bool Ingredients::*> &ingredientTable() {
  static const std::map<std::string, bool Ingredients::*> table = {
      {"specials", &Ingredients::specials},
      {"constants", &Ingredients::constants},
      {"shapes", &Ingredients::shapes},
      {"pursuit", &Ingredients::pursuit},
      {"approach", &Ingredients::approach},
      {"hopping", &Ingredients::hopping}};
  return table;
}

const char *name(DistanceMode mode) {
  switch (mode) {
  case DistanceMode::Ulp:
    return "ulp";
  case DistanceMode::Squared:
    return "squared";
  case DistanceMode::Absolute:
    break;
  }
  return "absolute";
}

std::string jsonReport(const RunResult &result) {
  const Function &entry = result.entry();
  Json parameters = Json::array();
  for (const Parameter &parameter : entry.parameters)
    parameters.push_back({{"name", parameter.name}, {"type", parameter.type}});
  Json findings = Json::array();
  for (const FindingReport &finding : result.findings)
    findings.push_back({{"kind", finding.kind},
                        {"inputs", inputsJson(entry, finding.inputs)},
                        {"detail", finding.detail}});
  const Json document = {
      {"schema", "coverme-suite/1"},
      {"tool", fmt::format("coverme {}", kVersion)},
      {"source", result.options.source.string()},
      {"entry", entry.name},
      {"seed", result.options.search.seed},
      {"options", optionsJson(result.options)},
      {"parameters", std::move(parameters)},
      {"branches",
       {{"total", result.branches.size()},
        {"covered", result.count(Verdict::Covered)},
        {"proved_infeasible", result.count(Verdict::ProvedInfeasible)},
        {"deemed_infeasible", result.count(Verdict::DeemedInfeasible)},
        {"open", result.count(Verdict::Open)}}},
      {"sites", sitesJson(result)},
      {"tests", testsJson(result)},
      {"findings", std::move(findings)},
      {"gcov", gcovJson(result)},
      {"timing",
       {{"compile", result.timing.compile},
        {"link", result.timing.link},
        {"search", result.timing.search},
        {"gcov", result.timing.gcov},
        {"total", result.timing.total}}},
      {"evaluations", result.evaluations},
      {"evaluations_to_last", result.evaluationsToLast}};
  return document.dump(2) + "\n";
}

} // namespace coverme

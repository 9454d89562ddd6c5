// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonNames.h"
#include "report/JsonReport.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <ostream>
#include <streambuf>
#include <string_view>

namespace coverme {
namespace {

using Json = nlohmann::ordered_json; // keeps the order of docs/json.md

std::string textOf(const Json &json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// What is written to it goes on to `out`, with the lines behind the first one
// indented.
class Indented : public std::streambuf {
public:
  Indented(std::ostream &out, std::string indent)
      : out(out), indent(std::move(indent)) {}

private:
  int_type overflow(int_type c) override {
    const auto character = static_cast<char>(c);
    xsputn(&character, 1);
    return out ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char *text, std::streamsize size) override {
    std::string_view rest(text, static_cast<size_t>(size));
    for (size_t end = rest.find('\n'); end != std::string_view::npos;
         end = rest.find('\n')) {
      out << rest.substr(0, end + 1) << indent;
      rest.remove_prefix(end + 1);
    }
    out << rest;
    return size;
  }

  std::ostream &out;
  const std::string indent;
};

// One object, member by member.
class JsonDocument {
public:
  explicit JsonDocument(std::ostream &out) : out(out) {}

  void member(const char *name, const Json &value) {
    object(name, [&](std::ostream &inner) { inner << textOf(value, 2); });
  }

  // An array of what `write` writes for 0 to count - 1.
  template <class Write>
  void stream(const char *name, size_t count, const Write &write) {
    start(name);
    out << '[';
    for (size_t i = 0; i < count; ++i) {
      out << (i == 0 ? "\n    " : ",\n    ");
      write(i);
    }
    out << (count == 0 ? "]" : "\n  ]");
  }

  // An array of the texts that `element` gives for 0 to count - 1.
  template <class Element>
  void list(const char *name, size_t count, const Element &element) {
    stream(name, count, [&](size_t i) { out << element(i); });
  }

  // What `write` writes to a stream.
  template <class Write> void object(const char *name, const Write &write) {
    start(name);
    Indented indented(out, "  ");
    std::ostream inner(&indented);
    write(inner);
  }

  void end() { out << "\n}"; }

private:
  void start(const char *name) {
    out << (isFirst ? "{\n  \"" : ",\n  \"") << name << "\": ";
    isFirst = false;
  }

  std::ostream &out;
  bool isFirst = true;
};

template <class Value, size_t N>
const char *nameOf(Value value, const std::array<const char *, N> &names) {
  return names.at(static_cast<size_t>(value));
}

// null for an empty one.
Json textOrNull(const std::string &text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json variablesJson(const std::vector<ReportedVariable> &variables) {
  Json list = Json::array();
  for (const ReportedVariable &variable : variables) {
    list.push_back({{"name", variable.name}, {"type", variable.type}});
    if (!variable.places.empty())
      list.back()["values"] = variable.places;
  }
  return list;
}

Json valueJson(const ReportedValue &value) {
  Json json = {{"bits", value.bits}, {"value", value.value}};
  if (!value.name.empty())
    json["name"] = value.name;
  if (value.isIdle)
    json["idle"] = true;
  return json;
}

Json valuesJson(const std::vector<ReportedValue> &values) {
  Json list = Json::array();
  for (const ReportedValue &value : values)
    list.push_back(valueJson(value));
  return list;
}

Json verdictsJson(const VerdictCounts &counts) {
  return {{"total", counts.total()},
          {"feasible", counts.ofFeasible().total},
          {"covered", counts.covered},
          {"only_ending", counts.ended},
          {"proved_infeasible", counts.proved},
          {"deemed_infeasible", counts.deemed},
          {"open", counts.open}};
}

Json placeVerdictsJson(const VerdictCounts &counts) {
  return {{"total", counts.total()},
          {"reached", counts.covered},
          {"proved_unreachable", counts.proved},
          {"open", counts.open}};
}

// The verdict, and what backs it or was spent on it.
void addVerdict(const ReportedTarget &target, bool isPlace, Json &json) {
  json["verdict"] =
      nameOf(target.verdict, isPlace ? kPlaceVerdictNames : kVerdictNames);
  if (target.test)
    json["test"] = *target.test + 1; // ids count from one
  if (target.foundAfter != 0)
    json["found_after"] = target.foundAfter;
  if (!target.test)
    json["evaluations"] = target.spent;
  if (target.proof)
    json["proof"] = {{"engine", target.proof->engine},
                     {"boxes", target.proof->boxes},
                     {"reason", target.proof->reason}};
  if (!target.unconfirmed.empty())
    json["unconfirmed"] = target.unconfirmed;
  if (target.onlyNonReturning)
    json["non_returning"] = true;
  if (!target.hint.empty())
    json["hint"] = target.hint;
  if (!target.behind.empty())
    json["behind"] = target.behind;
}

Json siteJson(const ReportedSite &site) {
  Json branches = Json::array();
  for (size_t outcome = 0; outcome < site.targets.size(); ++outcome) {
    branches.push_back({{"outcome", outcome != 0}});
    addVerdict(site.targets[outcome], false, branches.back());
  }
  Json json = {{"id", site.id},
               {"function", site.function},
               {"file", site.file},
               {"path", site.path},
               {"line", site.line},
               {"column", site.column},
               {"text", site.text},
               {"kind", site.kind},
               {"operands", site.operands},
               {"measurable", site.isMeasurable}};
  if (!site.label.empty())
    json["case"] = site.label;
  json["branches"] = std::move(branches);
  return json;
}

Json placeJson(const ReportedSite &site) {
  Json place = {
      {"id", site.id},         {"at", site.at},     {"function", site.function},
      {"file", site.file},     {"path", site.path}, {"line", site.line},
      {"column", site.column}, {"text", site.text}};
  addVerdict(site.targets[0], true, place);
  return place;
}

// Without a Json for each branch, of which there may be thousands.
std::string coversText(const BranchSet &covers, bool isPlaces) {
  std::string text = isPlaces ? "\"reaches\":[" : "\"covers\":[";
  const char *comma = "";
  for (const BranchId branch : covers) {
    text += comma;
    comma = ",";
    if (isPlaces)
      text += std::to_string(siteOf(branch));
    else
      fmt::format_to(std::back_inserter(text), R"({{"site":{},"outcome":{}}})",
                     siteOf(branch), outcomeOf(branch));
  }
  return text + "]";
}

// Nothing for a test that is a call of the entry alone.
Json callsJson(const std::vector<ReportedCall> &calls) {
  Json list = Json::array();
  for (const ReportedCall &call : calls) {
    list.push_back(
        {{"function", call.function}, {"arguments", call.arguments}});
    if (!call.target.empty())
      list.back()["target"] = call.target;
  }
  return list;
}

std::string testText(const FunctionReport &report, size_t index) {
  const ReportedTest &test = report.tests[index];
  return fmt::format(
      R"({{"id":{},{}"inputs":{},"result":{},"outputs":{},"ending":{},{}}})",
      index + 1,
      test.calls.empty()
          ? ""
          : fmt::format(R"("calls":{},)", jsonText(callsJson(test.calls))),
      jsonText(valuesJson(test.inputs)),
      jsonText(test.result ? valueJson(*test.result) : Json(nullptr)),
      jsonText(valuesJson(test.outputs)), jsonText(textOrNull(test.ending)),
      coversText(test.covers, report.kind().isAtPlaces));
}

Json findingJson(const ReportedFinding &finding) {
  Json place = nullptr;
  if (finding.place)
    place = {{"file", finding.place->file},
             {"line", finding.place->line},
             {"exact", finding.place->isExact}};
  Json json = {{"kind", finding.kind},
               {"group", nameOf(finding.group)},
               {"suspicion", finding.isSuspicion()},
               {"inputs", valuesJson(finding.inputs)},
               {"detail", finding.detail},
               {"place", std::move(place)},
               {"reproduce", textOrNull(finding.reproduce)}};
  if (!finding.calls.empty())
    json["calls"] = callsJson(finding.calls);
  if (!finding.accepted.empty())
    json["accepted"] = finding.accepted;
  return json;
}

// No number of JSON is infinite.
Json ulpsJson(double ulps) {
  return std::isfinite(ulps) ? Json(ulps) : Json(nullptr);
}

Json comparisonJson(const std::optional<ReportedComparison> &comparison) {
  if (!comparison)
    return nullptr;
  Json tests = Json::array();
  for (const ReportedComparison::Test &each : comparison->tests)
    tests.push_back({{"test", each.test + 1},
                     {"ulps", ulpsJson(each.ulps)},
                     {"expected", valueJson(each.expected)}});
  Json largest = nullptr;
  if (const auto &error = comparison->largest)
    largest = {{"inputs", valuesJson(error->inputs)},
               {"result", valueJson(error->result)},
               {"expected", valueJson(error->expected)},
               {"ulps", ulpsJson(error->ulps)}};
  return {{"with", comparison->with},
          {"tests", std::move(tests)},
          {"largest", std::move(largest)},
          {"evaluations", comparison->evaluations}};
}

Json excerptJson(const ReportedExcerpt &excerpt) {
  return {{"file", excerpt.file},
          {"first", excerpt.first},
          {"lines", excerpt.lines}};
}

Json timingJson(const FunctionReport &report) {
  Json proofs = Json::array();
  const bool isPlaces = report.kind().isAtPlaces;
  for (const ReportedSite &site : report.sites)
    for (size_t i = 0; i < site.targets.size(); ++i)
      if (const auto &proof = site.targets[i].proof)
        proofs.push_back({{"site", site.id},
                          {"outcome", isPlaces || i != 0},
                          {"seconds", proof->seconds}});
  const Timing &timing = report.timing;
  return {{"compile", timing.compile},  {"link", timing.link},
          {"search", timing.search},    {"provers", timing.provers},
          {"gcov", timing.gcov},        {"total", timing.total},
          {"proofs", std::move(proofs)}};
}

Json gcovJson(const std::optional<ReportedGcov> &gcov) {
  if (!gcov)
    return nullptr;
  Json counts = Json::array();
  for (const auto &[line, count] : gcov->byLine)
    counts.push_back({line, count});
  return {
      {"compiler", gcov->compiler},
      {"lines", {{"covered", gcov->lines.hit}, {"total", gcov->lines.total}}},
      {"branches",
       {{"taken", gcov->branches.hit}, {"total", gcov->branches.total}}},
      {"calls", {{"executed", gcov->calls.hit}, {"total", gcov->calls.total}}},
      {"tests_left_out", gcov->leftOut},
      {"line_counts", std::move(counts)}};
}

void writeSuite(const FunctionReport &report, std::ostream &out) {
  const bool isPlaces = report.kind().isAtPlaces;
  Json findings = Json::array();
  for (const ReportedFinding &finding : report.findings)
    findings.push_back(findingJson(finding));
  Json sizes = Json::array();
  for (const ReportedSize &size : report.guessedSizes)
    sizes.push_back({{"name", size.name},
                     {"elements", size.elements},
                     {"ahead", size.ahead},
                     {"met", size.met ? Json(*size.met) : Json(nullptr)},
                     {"grown", size.isGrown}});
  JsonDocument document(out);
  document.member("schema", schemaOf(report.kind()));
  document.member("tool", report.tool);
  document.member("source", report.source);
  document.member("entry", report.entry);
  document.member("path", report.path);
  document.member("line", report.line);
  document.member("seed", report.seed);
  document.member("options", Json::parse(report.options));
  document.member("parameters", variablesJson(report.parameters));
  document.member("inputs", variablesJson(report.inputs));
  document.member("inputs_left_out", report.inputsLeftOut);
  document.member("guessed_sizes", sizes);
  document.member("node_bounds", report.nodeBounds);
  document.member("made_up_classes", report.madeUpClasses);
  document.member("outputs", variablesJson(report.outputs));
  document.member("proofs_assume", report.proofsAssume);
  document.member("unprovable", textOrNull(report.unprovable));
  if (isPlaces)
    document.member("verdicts", placeVerdictsJson(report.verdicts()));
  else
    document.member("branches", verdictsJson(report.verdicts()));
  document.list(isPlaces ? "places" : "sites", report.sites.size(),
                [&](size_t i) {
                  const ReportedSite &site = report.sites[i];
                  return jsonText(isPlaces ? placeJson(site) : siteJson(site));
                });
  document.list("tests", report.tests.size(),
                [&](size_t i) { return testText(report, i); });
  document.member("findings", findings);
  if (!isPlaces)
    document.member("comparison", comparisonJson(report.comparison));
  document.list("excerpts", report.excerpts.size(), [&](size_t i) {
    return jsonText(excerptJson(report.excerpts[i]));
  });
  document.member("gcov", gcovJson(report.gcov));
  document.member("timing", timingJson(report));
  document.member("evaluations", report.evaluations);
  document.member("evaluations_to_last", report.evaluationsToLast);
  document.member("cut", textOrNull(nameOf(report.cut, kCutNames)));
  document.end();
}

Json totalsJson(const FileReport &report) {
  const FunctionSummary sum = report.total();
  Json gcov = nullptr;
  if (sum.gcov)
    gcov = {{"taken", sum.gcov->hit}, {"total", sum.gcov->total}};
  return {{"ran", report.count(FunctionStatus::Ran)},
          {"skipped", report.count(FunctionStatus::Skipped)},
          {"failed", report.count(FunctionStatus::Failed)},
          {"not_run", report.count(FunctionStatus::NotRun)},
          {"without_branches", report.withoutTargets},
          {"left_out", report.leftOut},
          {"branches", verdictsJson(sum.branches)},
          {"gcov_branches", std::move(gcov)},
          {"findings", sum.findings},
          {"suspicions", sum.suspicions},
          {"evaluations", sum.evaluations}};
}

void writeFunction(const FileReport &report, size_t index, std::ostream &out) {
  const ReportedFunction &function = report.functions[index];
  Indented indented(out, "    ");
  std::ostream inner(&indented);
  JsonDocument document(inner);
  document.member("function", function.name);
  document.member("file", function.file);
  document.member("line", function.line);
  document.member("status", nameOf(function.status, kStatusNames));
  document.member("reason", textOrNull(function.reason));
  if (function.status == FunctionStatus::Ran)
    document.object("suite", [&](std::ostream &suite) {
      writeSuite(report.reportOf(index), suite);
    });
  else
    document.member("suite", nullptr);
  document.end();
}

} // namespace

std::string jsonText(const Json &json) { return textOf(json, -1); }

void writeJson(const FunctionReport &report, std::ostream &out) {
  writeSuite(report, out);
  out << '\n';
}

void writeJson(const FileReport &report, std::ostream &out) {
  JsonDocument document(out);
  document.member("schema", kFileSchema);
  document.member("tool", report.tool);
  document.member("source", report.source);
  document.member("match", textOrNull(report.match));
  document.member("seed", report.seed);
  document.member("options", Json::parse(report.options));
  document.member("interrupted", report.wasInterrupted);
  document.member("totals", totalsJson(report));
  document.stream("functions", report.functions.size(),
                  [&](size_t i) { writeFunction(report, i, out); });
  document.member("timing", {{"compile", report.timing.compile},
                             {"link", report.timing.link},
                             {"total", report.timing.total}});
  document.end();
  out << '\n';
}

} // namespace coverme

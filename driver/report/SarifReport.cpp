// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/IssueReports.h"
#include "report/JsonReport.h"
#include "report/LineCoverage.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

namespace coverme {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char *kDead = "coverme/infeasible-branch";

// The working folder of the run, which no report names, and one for what is not
// below that.
constexpr const char *kWorking = "SRCROOT", *kElsewhere = "SOURCES";

std::string uriOf(const std::string &path) {
  std::string uri;
  for (const char c : path) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') ||
                         std::string_view("/-._~").find(c) != std::string::npos;
    uri += isPlain ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

// The innermost folder that has all of these absolute paths below it.
fs::path commonFolder(const std::set<fs::path> &paths) {
  fs::path common;
  for (const fs::path &path : paths) {
    const fs::path folder = path.parent_path();
    if (common.empty())
      common = folder;
    fs::path shared;
    for (auto a = common.begin(), b = folder.begin();
         a != common.end() && b != folder.end() && *a == *b; ++a, ++b)
      shared /= *a;
    common = shared;
  }
  return common;
}

class Results {
public:
  // elsewhere: of the paths that are absolute.
  explicit Results(fs::path elsewhere) : elsewhere(std::move(elsewhere)) {}

  void add(const FunctionReport &report) {
    for (const ReportedFinding &finding : report.findings) {
      const SourcePlace place = placeOf(report, finding);
      const std::string rule = "coverme/" + finding.kind;
      rules.insert(rule);
      std::string message = fmt::format("{}: {}", report.entry, finding.detail);
      if (!finding.reproduce.empty())
        message += "\n" + finding.reproduce;
      add(rule, "warning", message, place.path, place.line, 0,
          fmt::format("{}|{}|{}", rule, report.entry, textOf(report, finding)));
      if (!finding.accepted.empty())
        results.back()["suppressions"] = Json::array(
            {{{"kind", "external"}, {"justification", finding.accepted}}});
    }
  }

  void add(const CoverageByFile &files) {
    for (const auto &[path, file] : files)
      for (const auto &[number, line] : file.lines)
        for (const DecisionCoverage &decision : line.decisions)
          for (size_t i = 0; i < 2; ++i)
            if (const auto &outcome = decision.outcomes[i];
                outcome.verdict == Verdict::ProvedInfeasible) {
              rules.insert(kDead);
              add(kDead, "note",
                  fmt::format("The {} branch of '{}' is proved infeasible: {}",
                              i != 0 ? "true" : "false", decision.text,
                              outcome.reason),
                  path, number, decision.column,
                  fmt::format("{}|{}|{}|{}", kDead, decision.function,
                              decision.text, i != 0));
            }
  }

  void write(const std::string &tool, std::ostream &out) const {
    Json list = Json::array();
    for (const std::string &rule : rules)
      list.push_back(ruleJson(rule));
    Json bases = {{kWorking,
                   {{"description",
                     {{"text", "The folder that coverme was started in"}}}}}};
    if (!elsewhere.empty())
      bases[kElsewhere] = {
          {"uri", "file://" + uriOf((elsewhere / "").string())},
          {"description",
           {{"text", "The folder of sources that are not below that"}}}};
    const Json run = {{"tool",
                       {{"driver",
                         {{"name", "coverme"},
                          {"version", tool.substr(tool.find(' ') + 1)},
                          {"rules", std::move(list)}}}}},
                      {"originalUriBaseIds", std::move(bases)},
                      {"columnKind", "utf16CodeUnits"},
                      {"results", results}};
    out << jsonText(
               {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                {"version", "2.1.0"},
                {"runs", Json::array({run})}})
        << '\n';
  }

private:
  // Of the line, if a decision is there.
  static std::string textOf(const FunctionReport &report,
                            const ReportedFinding &finding) {
    for (const ReportedSite &site : report.sites)
      if (finding.place && site.line == finding.place->line &&
          site.file == finding.place->file)
        return site.text;
    return "";
  }

  static Json ruleJson(const std::string &rule) {
    Json json = {{"id", rule}};
    if (rule == kDead) {
      json["shortDescription"] = {
          {"text", "No call of the entry takes this branch"}};
      json["properties"] = {{"tags", {"external/cwe/cwe-561"}}};
    } else {
      json["shortDescription"] = {
          {"text", fmt::format("A call misbehaves: {}",
                               rule.substr(rule.find('/') + 1))}};
    }
    return json;
  }

  void add(const std::string &rule, const char *level,
           const std::string &message, const std::string &path, unsigned line,
           unsigned column, const std::string &identity) {
    const bool isElsewhere = fs::path(path).is_absolute();
    const std::string below =
        isElsewhere ? fs::path(path).lexically_relative(elsewhere).string()
                    : path;
    Json place = {{"artifactLocation",
                   {{"uri", uriOf(below)},
                    {"uriBaseId", isElsewhere ? kElsewhere : kWorking}}}};
    if (line != 0) {
      place["region"] = {{"startLine", line}};
      if (column != 0)
        place["region"]["startColumn"] = column;
    }
    // Stays the same when lines move, and in another checkout: the ordinal
    // tells equal ones apart.
    const std::string name =
        isElsewhere ? fs::path(path).filename().string() : path;
    const std::string fingerprint =
        fmt::format("{}|{}|{}", name, identity, count[name + '|' + identity]++);
    results.push_back(
        {{"ruleId", rule},
         {"level", level},
         {"message", {{"text", message}}},
         {"locations",
          Json::array({Json{{"physicalLocation", std::move(place)}}})},
         {"partialFingerprints", {{"coverme/v1", fingerprint}}}});
  }

  fs::path elsewhere;
  Json results = Json::array();
  std::set<std::string> rules;
  std::map<std::string, size_t> count; // by path and identity
};

template <class T> void writeSarif(const T &report, std::ostream &out) {
  const CoverageByFile coverage = coverageOf(report);
  std::set<fs::path> elsewhere;
  const auto note = [&](const fs::path &path) {
    if (path.is_absolute())
      elsewhere.insert(path);
  };
  for (const auto &[path, file] : coverage)
    note(path);
  forEachFunction(report, [&](const FunctionReport &each) {
    for (const ReportedFinding &finding : each.findings)
      note(placeOf(each, finding).path);
  });
  Results results(commonFolder(elsewhere));
  forEachFunction(report,
                  [&](const FunctionReport &each) { results.add(each); });
  results.add(coverage);
  results.write(report.tool, out);
}

} // namespace

void SarifReport::write(const FunctionReport &report, const TextStyle &,
                        std::ostream &out) const {
  writeSarif(report, out);
}

void SarifReport::write(const FileReport &report, const TextStyle &,
                        std::ostream &out) const {
  writeSarif(report, out);
}

} // namespace coverme

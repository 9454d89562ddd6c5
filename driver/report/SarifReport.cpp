// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/IssueReports.h"
#include "report/JsonReport.h"
#include "report/LineCoverage.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace coverme {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *kDead = "coverme/infeasible-branch";

// A path as a URI: relative ones begin where coverme was started.
Json artifact(const std::string &path) {
  std::string uri;
  for (const char c : path) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') ||
                         std::string_view("/-._~").find(c) != std::string::npos;
    uri += isPlain ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  if (path.starts_with('/'))
    return {{"uri", "file://" + uri}};
  return {{"uri", uri}, {"uriBaseId", "SRCROOT"}};
}

class Results {
public:
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
    const Json run = {
        {"tool",
         {{"driver",
           {{"name", "coverme"},
            {"version", tool.substr(tool.find(' ') + 1)},
            {"rules", std::move(list)}}}}},
        {"originalUriBaseIds",
         {{"SRCROOT",
           {{"description",
             {{"text", "The folder that coverme was started in"}}}}}}},
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
    Json place = {{"artifactLocation", artifact(path)}};
    if (line != 0) {
      place["region"] = {{"startLine", line}};
      if (column != 0)
        place["region"]["startColumn"] = column;
    }
    // Stays the same when lines move: the ordinal tells equal ones apart.
    const std::string fingerprint =
        fmt::format("{}|{}|{}", path, identity, count[path + '|' + identity]++);
    results.push_back(
        {{"ruleId", rule},
         {"level", level},
         {"message", {{"text", message}}},
         {"locations",
          Json::array({Json{{"physicalLocation", std::move(place)}}})},
         {"partialFingerprints", {{"coverme/v1", fingerprint}}}});
  }

  Json results = Json::array();
  std::set<std::string> rules;
  std::map<std::string, size_t> count; // by path and identity
};

template <class T> void writeSarif(const T &report, std::ostream &out) {
  Results results;
  forEachFunction(report,
                  [&](const FunctionReport &each) { results.add(each); });
  results.add(coverageOf(report));
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

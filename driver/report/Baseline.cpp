// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Baseline.h"

#include "report/JsonReport.h"
#include "report/LineCoverage.h"
#include "support/Error.h"
#include "support/Files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <ostream>

namespace coverme {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Name = Baseline::Name;

// Also the mark that ReportWriter.cpp knows such a file by.
constexpr const char *kVersion = "coverme_baseline";
constexpr int kThisVersion = 1;

bool isDone(Verdict verdict) {
  return verdict == Verdict::Covered || verdict == Verdict::ProvedInfeasible;
}

const char *wordOf(const std::string &goal, Verdict verdict) {
  return goalNamed(goal).words.verdicts[static_cast<size_t>(verdict)];
}

// What people are told of a target or finding.
struct Item {
  std::string text;
  bool isAccepted = false; // a finding
};

struct NamedItems {
  Baseline names;
  std::map<Name, Item> items; // of targets and findings
};

// The line that a finding is in, if a decision is there.
std::string lineOf(const FunctionReport &report,
                   const ReportedFinding &finding) {
  if (!finding.place)
    return "";
  for (const ReportedSite &site : report.sites)
    if (site.line == finding.place->line && site.file == finding.place->file)
      return site.text;
  return "";
}

Name nextName(const std::map<Name, Item> &items,
              const std::vector<std::string> &words) {
  Name name{words, 0};
  while (items.contains(name))
    ++name.second;
  return name;
}

void add(const FunctionReport &report, NamedItems &contents) {
  contents.names.functions.insert(report.entry);
  const bool isPlaces = report.kind().isAtPlaces;
  for (const ReportedSite &site : report.sites)
    for (size_t i = 0; i < site.targets.size(); ++i) {
      const char *outcome = isPlaces ? "" : i != 0 ? "true" : "false";
      const Name name = nextName(
          contents.items, {report.entry, site.function, site.text, outcome});
      contents.names.targets.emplace(name, site.targets[i].verdict);
      contents.items[name].text =
          fmt::format("{}:{}:{}{}{}  {}", site.path, site.line, site.column,
                      isPlaces ? "" : " ", outcome, site.text);
    }
  for (const ReportedFinding &finding : report.findings) {
    const Name name = nextName(
        contents.items, {report.entry, finding.kind, lineOf(report, finding)});
    const SourcePlace place = placeOf(report, finding);
    contents.names.findings.insert(name);
    contents.items[name] = {fmt::format("{}:{}: {}: {}: {}", place.path,
                                        place.line, report.entry, finding.kind,
                                        finding.detail),
                            !finding.accepted.empty()};
  }
}

NamedItems namedItemsOf(const Report &report) {
  NamedItems contents;
  std::visit(
      [&](const auto &each) {
        contents.names.goal = each.goal;
        forEachFunction(each, [&](const FunctionReport &function) {
          add(function, contents);
        });
      },
      report);
  if (const auto *file = std::get_if<FileReport>(&report))
    contents.names.match = file->match;
  return contents;
}

Json jsonOf(const Name &name) {
  Json json = name.first;
  json.push_back(name.second);
  return json;
}

// `rows`: the words of the row and the ordinal behind them, and `more` members.
Name nameOf(const Json &row, size_t words, size_t more = 0) {
  if (row.size() != words + 1 + more)
    throw Json::other_error::create(0, "a row of another length", &row);
  Name name;
  for (size_t i = 0; i < words; ++i)
    name.first.push_back(row.at(i).get_ref<const std::string &>());
  name.second = row.at(words).get_ref<const Json::number_unsigned_t &>();
  return name;
}

void writeRows(const char *name, const std::vector<Json> &rows,
               std::ostream &out) {
  out << fmt::format(",\n\"{}\": [", name);
  for (size_t i = 0; i < rows.size(); ++i)
    out << (i == 0 ? "\n" : ",\n") << jsonText(rows[i]);
  out << ']';
}

void writeBaseline(const Baseline &baseline, std::ostream &out) {
  out << fmt::format("{{\"{}\": {},\n\"goal\": \"{}\",\n\"match\": {}",
                     kVersion, kThisVersion, baseline.goal,
                     jsonText(baseline.match ? Json(*baseline.match) : Json()));
  std::vector<Json> targets, findings;
  for (const auto &[name, verdict] : baseline.targets) {
    targets.push_back(jsonOf(name));
    targets.back().push_back(wordOf(baseline.goal, verdict));
  }
  for (const Name &name : baseline.findings)
    findings.push_back(jsonOf(name));
  writeRows("functions", {baseline.functions.begin(), baseline.functions.end()},
            out);
  writeRows("targets", targets, out);
  writeRows("findings", findings, out);
  out << "}\n";
}

// The verdict with this word.
Verdict verdictOf(const std::string &goal, const Json &json) {
  const std::string &word = json.get_ref<const std::string &>();
  const auto &words = goalNamed(goal).words.verdicts;
  const auto found = std::ranges::find(words, word);
  if (found == words.end())
    throw Json::other_error::create(0, "no verdict: " + word, &json);
  return static_cast<Verdict>(found - words.begin());
}

Baseline parseBaseline(const Json &json) {
  Baseline baseline;
  baseline.goal = json.at("goal").get<std::string>();
  if (std::ranges::find(goalKinds(), baseline.goal, &GoalKind::name) ==
      goalKinds().end())
    throw Json::other_error::create(0, "no goal: " + baseline.goal, &json);
  if (!json.at("match").is_null())
    baseline.match = json["match"].get<std::string>();
  for (const Json &function : json.at("functions"))
    baseline.functions.insert(function.get<std::string>());
  for (const Json &row : json.at("targets"))
    baseline.targets.emplace(nameOf(row, 4, 1),
                             verdictOf(baseline.goal, row.back()));
  for (const Json &row : json.at("findings"))
    baseline.findings.insert(nameOf(row, 3));
  return baseline;
}

} // namespace

namespace {

// A branch that is new and proved infeasible may be what an edit has made of
// one that was covered: which one it was, no name tells, but its function and
// outcome do.
void addLost(const Baseline &before, const NamedItems &current,
             std::vector<std::string> &list) {
  const auto sameOf = [](const Name &name) {
    const std::vector<std::string> &words = name.first;
    return std::array{words[0], words[1], words[3]};
  };
  std::set<std::array<std::string, 3>> dead;
  for (const auto &[name, verdict] : current.names.targets)
    if (verdict == Verdict::ProvedInfeasible &&
        !before.targets.contains(name)) {
      dead.insert(sameOf(name));
      list.push_back(fmt::format("{}: {}, and new", current.items.at(name).text,
                                 wordOf(before.goal, verdict)));
    }
  for (const auto &[name, verdict] : before.targets)
    if (verdict == Verdict::Covered && !current.names.targets.contains(name) &&
        dead.contains(sameOf(name))) {
      const std::vector<std::string> &words = name.first;
      list.push_back(fmt::format("{}: {}{}{}: {}, and lost by an edit",
                                 words[1], words[3],
                                 words[3].empty() ? "" : "  ", words[2],
                                 wordOf(before.goal, verdict)));
    }
}

} // namespace

Baseline baselineOf(const Report &report) { return namedItemsOf(report).names; }

Baseline readBaseline(const fs::path &path) {
  const std::string name = reportIn(path).string();
  const std::string text = readFile(name);
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains(kVersion))
    return baselineOf(parseReport(text, name));
  if (json[kVersion] != kThisVersion)
    fail(ExitCode::BadInput, "'{}' is a baseline of version {}, not {}", name,
         jsonText(json[kVersion]), kThisVersion);
  try {
    return parseBaseline(json);
  } catch (const Json::exception &) {
    fail(ExitCode::BadInput, "'{}' is a damaged baseline", name);
  }
}

void BaselineReport::write(const FunctionReport &report, const TextStyle &,
                           std::ostream &out) const {
  writeBaseline(baselineOf(report), out);
}

void BaselineReport::write(const FileReport &report, const TextStyle &,
                           std::ostream &out) const {
  writeBaseline(baselineOf(report), out);
}

Changes changesSince(const Baseline &before, const Report &now) {
  const NamedItems current = namedItemsOf(now);
  Changes changes;
  for (const auto &[name, verdict] : current.names.targets) {
    const std::string text = fmt::format("{}: {}", current.items.at(name).text,
                                         wordOf(current.names.goal, verdict));
    const auto found = before.targets.find(name);
    if (found == before.targets.end()) {
      if (!isDone(verdict))
        changes.worse.push_back(text + ", and new");
      continue;
    }
    const Verdict was = found->second;
    if (was == verdict)
      continue;
    const bool isNowDone = isDone(verdict), wasDone = isDone(was);
    auto &list = isNowDone == wasDone ? changes.other
                 : isNowDone          ? changes.better
                                      : changes.worse;
    list.push_back(fmt::format("{}, was {}", text, wordOf(before.goal, was)));
  }
  addLost(before, current, changes.other);
  for (const Name &name : current.names.findings)
    if (!before.findings.contains(name)) {
      const Item &item = current.items.at(name);
      (item.isAccepted ? changes.other : changes.worse)
          .push_back(item.text + ", and new");
    }
  for (const Name &name : before.findings)
    if (!current.names.findings.contains(name))
      changes.better.push_back(
          fmt::format("{}: {}{}{}, and gone", name.first[0], name.first[1],
                      name.first[2].empty() ? "" : " in ", name.first[2]));
  if (const auto *file = std::get_if<FileReport>(&now)) {
    std::set<std::string> names;
    for (const ReportedFunction &function : file->functions) {
      names.insert(function.name);
      if (function.status != FunctionStatus::Ran &&
          before.functions.contains(function.name))
        changes.worse.push_back(
            fmt::format("{} is not run: {}", function.name, function.reason));
    }
    for (const std::string &name : before.functions)
      if (before.match == file->match && !names.contains(name))
        changes.other.push_back(name + " is gone");
  }
  return changes;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Results.h"

#include "nightly/Store.h"
#include "report/JsonNames.h"
#include "report/LineCoverage.h"

#include <map>
#include <set>

namespace coverme {
namespace {

// The name, or with a number behind it if there is one already.
class Ordinals {
public:
  std::string operator()(const std::string &name) {
    const size_t known = ++seen[name];
    return known == 1 ? name : fmt::format("{} #{}", name, known);
  }

private:
  std::map<std::string, size_t> seen;
};

// A query for rowAt.
std::string selectRows(const char *condition) {
  return fmt::format(
      "SELECT r.id, r.function, r.first_run, r.last_run, l.name, f.file, "
      "f.name, r.key, r.status, r.reason, r.evaluations, r.line, r.effort, "
      "r.covered, r.proved, r.deemed, r.open FROM results r JOIN functions f "
      "ON f.id = r.function JOIN libraries l ON l.id = f.library {}",
      condition);
}

ResultRow rowAt(const Statement &query) {
  ResultRow row;
  row.id = query.number(0);
  row.function = query.number(1);
  row.firstRun = query.number(2);
  row.lastRun = query.number(3);
  row.who = {query.text(4), query.text(5), query.text(6)};
  row.key = query.text(7);
  row.status = query.text(8);
  row.reason = query.text(9);
  row.evaluations = static_cast<uint64_t>(query.number(10));
  row.line = static_cast<unsigned>(query.number(11));
  row.effort = static_cast<unsigned>(query.number(12));
  row.counts.covered = static_cast<size_t>(query.number(13));
  row.counts.proved = static_cast<size_t>(query.number(14));
  row.counts.deemed = static_cast<size_t>(query.number(15));
  row.counts.open = static_cast<size_t>(query.number(16));
  return row;
}

} // namespace

NightlyResult resultOf(const FunctionReport &report) {
  NightlyResult result;
  result.counts = report.verdicts();
  result.status =
      result.counts.decided().percent() == 100.0 ? "complete" : "partial";
  result.line = report.line;
  result.evaluations = report.evaluations;
  result.seconds = report.timing.total;
  const bool isPlaces = report.kind().isAtPlaces;
  Ordinals branchNames, findingNames;
  for (const ReportedSite &site : report.sites) {
    const std::string name =
        branchNames(site.function == report.entry
                        ? site.text
                        : fmt::format("{}: {}", site.function, site.text));
    for (size_t i = 0; i < site.targets.size(); ++i)
      result.branches.push_back(
          {name, site.line,
           isPlaces ? ""
           : i != 0 ? "true"
                    : "false",
           kVerdictNames[static_cast<size_t>(site.targets[i].verdict)]});
  }
  for (const ReportedFinding &finding : report.findings) {
    const SourcePlace place = placeOf(report, finding);
    std::string text;
    for (const ReportedSite &site : report.sites)
      if (finding.place && site.line == finding.place->line &&
          site.file == finding.place->file)
        text = ": " + site.text;
    result.findings.push_back(
        {findingNames(finding.kind + text), finding.kind,
         fmt::format("{}:{}: {}", place.path, place.line, finding.detail),
         finding.reproduce});
  }
  return result;
}

std::vector<ResultRow> newestResults(const Database &database) {
  Statement query(
      database,
      selectRows("WHERE r.id = (SELECT max(id) FROM results WHERE function = "
                 "f.id) ORDER BY l.name, f.file, f.name"));
  std::vector<ResultRow> rows;
  while (query.next())
    rows.push_back(rowAt(query));
  return rows;
}

std::optional<ResultRow> resultBefore(const Database &database,
                                      const ResultRow &row) {
  Statement query(
      database, selectRows("WHERE r.function = ?1 AND r.id < ?2 ORDER BY r.id "
                           "DESC LIMIT 1"));
  query.bind(1, row.function).bind(2, row.id);
  if (!query.next())
    return std::nullopt;
  return rowAt(query);
}

int64_t numberOf(Database &database, const NightlyFunction &function) {
  const std::string_view library = function.library, file = function.file,
                         name = function.name;
  Statement(database, "INSERT OR IGNORE INTO libraries (name) VALUES (?1)")
      .run(library);
  Statement(database, "INSERT OR IGNORE INTO functions (library, file, name) "
                      "SELECT id, ?2, ?3 FROM libraries WHERE name = ?1")
      .run(library, file, name);
  Statement number(database,
                   "SELECT f.id FROM functions f JOIN libraries l ON l.id "
                   "= f.library WHERE l.name = ?1 AND f.file = ?2 AND "
                   "f.name = ?3");
  number.bind(1, library).bind(2, file).bind(3, name).next();
  return number.number(0);
}

std::string resultKey(const std::string &ofFile,
                      const std::string &ofFunction) {
  return ofFile + ':' + ofFunction;
}

std::string fileKey(const std::string &key) {
  return key.substr(0, key.find(':'));
}

std::string functionKey(const std::string &key) {
  return key.substr(key.find(':') + 1);
}

void extendResult(Database &database, int64_t result, int64_t run,
                  const std::string &key, bool wasReplayed) {
  Statement(database, wasReplayed
                          ? "UPDATE results SET last_run = ?1, key = ?3, "
                            "replayed = ?1 WHERE id = ?2"
                          : "UPDATE results SET last_run = ?1, key = ?3 WHERE "
                            "id = ?2")
      .run(run, result, std::string_view(key));
}

void addResult(Database &database, int64_t function, int64_t run,
               const NightlyResult &result) {
  const auto number = [](auto value) { return static_cast<int64_t>(value); };
  Statement row(
      database,
      "INSERT INTO results (function, first_run, last_run, key, status, "
      "reason, line, evaluations, seconds, effort, total, covered, "
      "proved, deemed, open, suite) VALUES (?1, ?2, ?2, ?3, ?4, "
      "nullif(?5, ''), ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)");
  row.bind(1, function)
      .bind(2, run)
      .bind(3, std::string_view(result.key))
      .bind(4, std::string_view(result.status))
      .bind(5, std::string_view(result.reason))
      .bind(6, number(result.line))
      .bind(7, number(result.evaluations))
      .bind(8, result.seconds)
      .bind(9, number(result.effort))
      .bind(10, number(result.counts.total()))
      .bind(11, number(result.counts.covered))
      .bind(12, number(result.counts.proved))
      .bind(13, number(result.counts.deemed))
      .bind(14, number(result.counts.open))
      .bindBytes(15, result.suite.empty() ? "" : deflated(result.suite));
  row.next();
  const int64_t id = database.lastId();
  Statement branch(database,
                   "INSERT INTO branches VALUES (?1, ?2, ?3, ?4, ?5)");
  for (const NightlyBranch &each : result.branches)
    branch.run(id, std::string_view(each.name), number(each.line),
               std::string_view(each.outcome), std::string_view(each.verdict));
  Statement finding(database,
                    "INSERT INTO findings VALUES (?1, ?2, ?3, ?4, ?5)");
  for (const NightlyFinding &each : result.findings)
    finding.run(id, std::string_view(each.name), std::string_view(each.kind),
                std::string_view(each.text), std::string_view(each.command));
}

std::vector<NightlyBranch> branchesOf(const Database &database,
                                      int64_t result) {
  Statement query(database, "SELECT name, line, outcome, verdict FROM branches "
                            "WHERE result = ?1 ORDER BY name, outcome");
  query.bind(1, result);
  std::vector<NightlyBranch> branches;
  while (query.next())
    branches.push_back({query.text(0), static_cast<unsigned>(query.number(1)),
                        query.text(2), query.text(3)});
  return branches;
}

std::vector<NightlyFinding> findingsOf(const Database &database,
                                       int64_t result) {
  Statement query(database,
                  "SELECT name, kind, text, command FROM findings WHERE "
                  "result = ?1 ORDER BY name");
  query.bind(1, result);
  std::vector<NightlyFinding> findings;
  while (query.next())
    findings.push_back(
        {query.text(0), query.text(1), query.text(2), query.text(3)});
  return findings;
}

std::string suiteOf(const Database &database, int64_t result) {
  Statement query(database, "SELECT suite FROM results WHERE id = ?1");
  query.bind(1, result);
  return query.next() && !query.isNull(0) ? inflated(query.view(0)) : "";
}

} // namespace coverme

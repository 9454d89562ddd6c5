// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Export.h"

#include "nightly/Compare.h"
#include "nightly/Results.h"
#include "report/JsonReport.h"
#include "support/Error.h"
#include "support/NearestName.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>

namespace coverme {
namespace {

using Json = nlohmann::ordered_json;

// `newest` is the newest result of each function, with its label, and whether
// the function was there no more when its library was last run.
constexpr const char *kNewest =
    "WITH newest AS (SELECT r.*, l.name || '/' || f.file || ':' || f.name AS "
    "label, r.last_run < (SELECT coalesce(max(t.run), 0) FROM totals t JOIN "
    "runs n ON n.id = t.run WHERE t.library = l.id AND t.functions > 0 AND "
    "n.finished IS NOT NULL) AS gone FROM results r JOIN functions f ON f.id = "
    "r.function JOIN libraries l ON l.id = f.library WHERE r.id = (SELECT "
    "max(id) FROM results WHERE function = f.id) AND instr(label, ?1)) ";

struct Question {
  const char *name, *says, *sql;
};

// ?1 is what it is about.
constexpr std::array<Question, 6> kQuestions = {{
    {"nights", "all nights",
     "SELECT r.label AS night, started, coalesce(finished, 'cut') AS "
     "finished, seed, sum(functions) AS functions, sum(searched) AS searched, "
     "sum(replayed) AS replayed, sum(covered) AS covered, sum(total) AS "
     "branches, sum(open + deemed) AS open, sum(findings) AS findings, tool, "
     "compiler FROM runs r LEFT JOIN totals t ON t.run = r.id WHERE "
     "instr(r.label, ?1) GROUP BY r.id ORDER BY r.id"},
    {"changes", "what a night has changed",
     "SELECT kind, l.name || '/' || f.file || ':' || f.name AS function, "
     "c.text, coalesce(accepted, '') AS accepted, command FROM changes c JOIN "
     "functions f ON f.id = c.function JOIN libraries l ON l.id = f.library "
     "WHERE c.run = (SELECT max(id) FROM runs WHERE ?1 IN ('', label)) ORDER "
     "BY function, kind, c.name"},
    {"functions", "the newest result of each function",
     "SELECT label AS function, line, CASE WHEN gone THEN 'gone' ELSE status "
     "END AS status, coalesce(reason, '') AS reason, covered, proved, deemed, "
     "open, evaluations, effort FROM newest ORDER BY label"},
    {"open", "branches that are neither covered nor proved infeasible",
     "SELECT label AS function, b.line, b.name, b.outcome, b.verdict, effort "
     "FROM newest JOIN branches b ON b.result = newest.id WHERE b.verdict IN "
     "('open', 'deemed_infeasible') AND NOT gone ORDER BY label, b.line, "
     "b.name, b.outcome"},
    {"findings", "findings, with the commands that show them",
     "SELECT label AS function, kind, text, command FROM newest JOIN findings "
     "f ON f.result = newest.id WHERE NOT gone ORDER BY label, f.name"},
    {"history", "all results of functions",
     "SELECT n.label AS function, a.label AS first, z.label AS last, r.status, "
     "r.covered, r.proved, r.deemed, r.open, r.evaluations, r.effort FROM "
     "newest n JOIN results r ON r.function = n.function JOIN runs a ON a.id = "
     "r.first_run JOIN runs z ON z.id = r.last_run ORDER BY n.label, r.id"},
}};

// What shows the result: the tests, with their inputs by bits, and the proofs.
// The rest of the suite has times and paths, which differ.
void addEvidence(const std::string &suite, Json &json) {
  if (suite.empty())
    return;
  const Json report = Json::parse(suite);
  for (const Json &site : report.at("sites"))
    for (const Json &branch : site.at("branches"))
      if (const auto proof = branch.find("proof"); proof != branch.end())
        json["proofs"].push_back({{"site", site.at("id")},
                                  {"line", site.at("line")},
                                  {"outcome", branch.at("outcome")},
                                  {"proof", *proof}});
  for (const Json &test : report.at("tests"))
    json["tests"].push_back(test);
}

Json resultJson(const Database &store, const Statement &row) {
  Json json = {{"first", row.text(1)},
               {"last", row.text(2)},
               {"status", row.text(3)},
               {"reason", row.isNull(4) ? Json() : Json(row.text(4))},
               {"line", row.number(5)},
               {"evaluations", row.number(6)},
               {"effort", row.number(7)},
               {"branches", Json::array()},
               {"findings", Json::array()},
               {"tests", Json::array()},
               {"proofs", Json::array()}};
  addEvidence(suiteOf(store, row.number(0)), json);
  for (const NightlyBranch &branch : branchesOf(store, row.number(0)))
    json["branches"].push_back({{"name", branch.name},
                                {"line", branch.line},
                                {"outcome", branch.outcome},
                                {"verdict", branch.verdict}});
  for (const NightlyFinding &finding : findingsOf(store, row.number(0)))
    json["findings"].push_back({{"name", finding.name},
                                {"kind", finding.kind},
                                {"text", finding.text},
                                {"command", finding.command}});
  return json;
}

std::string csvField(const std::string &text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (const char each : text)
    quoted.append(each == '"' ? 2 : 1, each);
  return quoted + '"';
}

} // namespace

void exportJson(const Database &store, std::ostream &out) {
  out << "{\n\"schema\": \"coverme-nightly/1\",\n\"runs\": [";
  const char *separator = "\n";
  Statement runs(store,
                 "SELECT id, label, seed, tool, compiler FROM runs WHERE "
                 "finished IS NOT NULL ORDER BY id");
  while (runs.next()) {
    Json run = {{"label", runs.text(1)},
                {"seed", runs.number(2)},
                {"tool", runs.text(3)},
                {"compiler", runs.text(4)},
                {"changes", Json::array()}};
    for (const NightlyChange &change : changesOf(store, runs.number(0)))
      run["changes"].push_back(
          {{"library", change.function.library},
           {"file", change.function.file},
           {"function", change.function.name},
           {"kind", change.kind},
           {"name", change.name},
           {"text", change.text},
           {"command", change.command},
           {"accepted",
            change.accepted.empty() ? Json() : Json(change.accepted)}});
    out << std::exchange(separator, ",\n") << jsonText(run);
  }
  out << "\n],\n\"functions\": [";
  separator = "\n";
  Statement results(store,
                    "SELECT r.id, a.label, z.label, r.status, r.reason, "
                    "r.line, r.evaluations, r.effort FROM results r JOIN "
                    "runs a ON a.id = r.first_run JOIN runs z ON z.id = "
                    "r.last_run WHERE r.function = ?1 ORDER BY r.id");
  for (const ResultRow &row : newestResults(store)) {
    Json function = {{"library", row.who.library},
                     {"file", row.who.file},
                     {"name", row.who.name},
                     {"results", Json::array()}};
    results.restart();
    results.bind(1, row.function);
    while (results.next())
      function["results"].push_back(resultJson(store, results));
    out << std::exchange(separator, ",\n") << jsonText(function);
  }
  out << "\n]\n}\n";
}

void exportCsv(const Database &store, std::ostream &out) {
  out << "library,file,function,line,status,reason,covered,proved,deemed,open,"
         "evaluations,effort\n";
  for (const ResultRow &row : newestResults(store))
    out << fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{}\n", csvField(row.who.library),
        csvField(row.who.file), csvField(row.who.name), row.line, row.status,
        csvField(row.reason), row.counts.covered, row.counts.proved,
        row.counts.deemed, row.counts.open, row.evaluations, row.effort);
}

std::vector<NightlyQuestion> nightlyQuestions() {
  std::vector<NightlyQuestion> questions;
  for (const Question &each : kQuestions)
    questions.push_back({each.name, each.says});
  return questions;
}

void answer(const Database &store, const std::string &question,
            const std::string &about, std::ostream &out) {
  const auto *found = std::ranges::find(kQuestions, question, &Question::name);
  if (found == kQuestions.end()) {
    std::vector<std::string> names;
    for (const Question &each : kQuestions)
      names.emplace_back(each.name);
    fail(ExitCode::BadInput, "there is no question '{}': {}", question,
         fmt::join(names, ", "));
  }
  const std::string sql = found->sql;
  Statement query(
      store, sql.find("newest") == std::string::npos ? sql : kNewest + sql);
  query.bind(1, std::string_view(about));
  std::vector<std::string> words;
  for (int column = 0; column < query.columns(); ++column)
    words.push_back(query.nameOf(column));
  out << fmt::format("{}\n", fmt::join(words, "\t"));
  while (query.next()) {
    words.clear();
    for (int column = 0; column < query.columns(); ++column)
      words.push_back(query.text(column));
    for (std::string &word : words)
      std::ranges::replace_if(
          word, [](char each) { return each == '\t' || each == '\n'; }, ' ');
    out << fmt::format("{}\n", fmt::join(words, "\t"));
  }
}

std::string suiteOfFunction(const Database &store,
                            const std::string &function) {
  std::vector<ResultRow> found;
  for (ResultRow &row : newestResults(store))
    if (row.who.label() == function || row.who.name == function)
      found.push_back(std::move(row));
  if (found.empty())
    fail(ExitCode::BadInput, "the store has no function '{}'", function);
  if (found.size() > 1)
    fail(ExitCode::BadInput, "the store has several functions '{}', as {}",
         function, found[0].who.label());
  std::string suite = suiteOf(store, found[0].id);
  if (suite.empty())
    fail(ExitCode::BadInput, "'{}' has no suite: {}", function,
         found[0].status);
  return suite;
}

} // namespace coverme

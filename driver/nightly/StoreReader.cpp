// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/StoreReader.h"

#include "nightly/Store.h"
#include "support/Error.h"

#include <algorithm>

namespace coverme {
namespace {

// From the column on: covered, proved, deemed, open.
VerdictCounts countsAt(const Statement &query, int column) {
  VerdictCounts counts;
  for (size_t *number :
       {&counts.covered, &counts.proved, &counts.deemed, &counts.open})
    *number = static_cast<size_t>(query.number(column++));
  return counts;
}

size_t countAt(const Statement &query, int column) {
  return static_cast<size_t>(query.number(column));
}

} // namespace

StoreReader::StoreReader(const std::filesystem::path &name)
    : file(name), database(name, Database::Access::Read) {
  database.execute("BEGIN");
  requireSchema(database, file);
  readNights();
  readLibraries();
}

void StoreReader::readNights() {
  Statement query(database, "SELECT id, label, seed, started, finished, tool, "
                            "compiler FROM runs ORDER BY id");
  while (query.next()) {
    StoredNight night;
    night.id = query.number(0);
    night.label = query.text(1);
    night.seed = static_cast<uint64_t>(query.number(2));
    night.started = query.text(3);
    night.finished = query.text(4);
    night.tool = query.text(5);
    night.compiler = query.text(6);
    allNights.push_back(std::move(night));
  }
}

void StoreReader::readLibraries() {
  Statement names(database, "SELECT id, name FROM libraries ORDER BY name");
  Statement totals(
      database, "SELECT run, version, functions, searched, replayed, findings, "
                "covered, proved, deemed, open, seconds FROM totals WHERE "
                "library = ?1 ORDER BY run");
  while (names.next()) {
    StoredLibrary library;
    library.id = names.number(0);
    library.name = names.text(1);
    totals.restart();
    totals.bind(1, library.id);
    while (totals.next()) {
      StoredTotals sum;
      sum.night = nightOf(totals.number(0));
      sum.version = totals.text(1);
      sum.functions = countAt(totals, 2);
      sum.searched = countAt(totals, 3);
      sum.replayed = countAt(totals, 4);
      sum.findings = countAt(totals, 5);
      sum.counts = countsAt(totals, 6);
      sum.seconds = totals.real(10);
      library.totals.push_back(std::move(sum));
    }
    allLibraries.push_back(std::move(library));
  }
}

size_t StoreReader::nightOf(int64_t run) const {
  const auto found =
      std::ranges::lower_bound(allNights, run, std::less<>(), &StoredNight::id);
  if (found == allNights.end() || found->id != run)
    fail(ExitCode::BadInput, "'{}' is damaged: there is no run {}",
         file.string(), run);
  return static_cast<size_t>(found - allNights.begin());
}

void StoreReader::forEachFunction(
    const StoredLibrary &library,
    const std::function<void(StoredFunction &)> &take) {
  Statement query(
      database,
      "SELECT f.id, f.file, f.name, r.id, r.first_run, r.last_run, r.status, "
      "r.reason, r.line, r.evaluations, r.seconds, r.effort, r.covered, "
      "r.proved, r.deemed, r.open, (SELECT count(*) FROM findings WHERE result "
      "= r.id), length(r.suite) FROM functions f JOIN results r ON r.function "
      "= "
      "f.id WHERE f.library = ?1 ORDER BY f.file, f.name, r.first_run");
  query.bind(1, library.id);
  StoredFunction function;
  while (query.next()) {
    if (query.number(0) != function.id) {
      if (!function.results.empty())
        take(function);
      function = {query.number(0), query.text(1), query.text(2), {}};
    }
    StoredResult result;
    result.id = query.number(3);
    result.first = nightOf(query.number(4));
    result.last = nightOf(query.number(5));
    result.status = query.text(6);
    result.reason = query.text(7);
    result.line = static_cast<unsigned>(query.number(8));
    result.evaluations = static_cast<uint64_t>(query.number(9));
    result.seconds = query.real(10);
    result.effort = static_cast<unsigned>(query.number(11));
    result.counts = countsAt(query, 12);
    result.findings = countAt(query, 16);
    result.hasSuite = query.number(17) != 0;
    function.results.push_back(std::move(result));
  }
  if (!function.results.empty())
    take(function);
}

std::vector<StoredChange> StoreReader::changesOf(size_t night) {
  Statement query(
      database,
      "SELECT l.name, f.file, f.name, c.kind, c.name, c.text, c.command, "
      "c.accepted FROM changes c JOIN functions f ON f.id = c.function JOIN "
      "libraries l ON l.id = f.library WHERE c.run = ?1 ORDER BY l.name, "
      "f.file, f.name, c.kind, c.name");
  query.bind(1, allNights.at(night).id);
  std::vector<StoredChange> changes;
  while (query.next())
    changes.push_back({query.text(0), query.text(1), query.text(2),
                       query.text(3), query.text(4), query.text(5),
                       query.text(6), query.text(7)});
  return changes;
}

std::vector<NightlyBranch>
StoreReader::branchesOf(const StoredResult &result) const {
  return coverme::branchesOf(database, result.id);
}

std::vector<StoredFinding> StoreReader::findingsOf(const StoredResult &result) {
  Statement query(database,
                  "SELECT name, kind, text, command FROM findings WHERE "
                  "result = ?1 ORDER BY name");
  query.bind(1, result.id);
  std::vector<StoredFinding> findings;
  while (query.next())
    findings.push_back(
        {query.text(0), query.text(1), query.text(2), query.text(3)});
  return findings;
}

std::string StoreReader::suiteOf(const StoredResult &result) {
  Statement query(database, "SELECT suite FROM results WHERE id = ?1");
  query.bind(1, result.id);
  return query.next() ? query.text(0) : "";
}

} // namespace coverme

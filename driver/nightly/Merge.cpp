// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Merge.h"

#include "nightly/Compare.h"
#include "nightly/Results.h"
#include "nightly/RunRecord.h"
#include "nightly/Store.h"
#include "support/Error.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace coverme {
namespace {

namespace fs = std::filesystem;

struct ShardStore {
  explicit ShardStore(const fs::path &file)
      : file(file), database(file, Database::Access::Read) {
    requireSchema(database, file);
    Statement query(
        database,
        "SELECT r.id, label, finished, seed, started, tool, compiler, "
        "manifest, number, count FROM runs r JOIN shards s ON s.run = "
        "r.id ORDER BY r.id DESC LIMIT 1");
    if (!query.next())
      fail(ExitCode::BadInput, "'{}' has no run of a part (--shard)",
           file.string());
    run = query.number(0);
    label = query.text(1);
    if (query.isNull(2))
      fail(ExitCode::BadInput, "the run '{}' of '{}' was cut", label,
           file.string());
    seed = query.number(3);
    started = query.text(4);
    tool = query.text(5);
    compiler = query.text(6);
    manifest = query.text(7);
    number = query.number(8);
    count = query.number(9);
  }

  bool isLike(const ShardStore &other) const {
    return label == other.label && seed == other.seed && tool == other.tool &&
           compiler == other.compiler && manifest == other.manifest &&
           count == other.count;
  }

  fs::path file;
  Database database;
  int64_t run = 0, seed = 0, number = 0, count = 0;
  std::string label, started, tool, compiler, manifest;
};

void requireAll(const std::deque<ShardStore> &parts) {
  std::set<int64_t> numbers;
  for (const ShardStore &part : parts) {
    if (!part.isLike(parts.front()))
      fail(ExitCode::BadInput,
           "'{}' and '{}' are not parts of one night: another run, manifest, "
           "coverme, compiler or number of parts",
           parts.front().file.string(), part.file.string());
    if (!numbers.insert(part.number).second)
      fail(ExitCode::BadInput, "'{}' is part {}, which is there already",
           part.file.string(), part.number);
  }
  for (int64_t number = 1; number <= parts.front().count; ++number)
    if (!numbers.contains(number))
      fail(ExitCode::BadInput, "part {} of {} is missing", number,
           parts.front().count);
}

NightlyResult readResult(const ShardStore &part, const ResultRow &row) {
  NightlyResult result{row.key, row.status, row.reason, row.line,
                       row.evaluations};
  Statement seconds(part.database, "SELECT seconds FROM results WHERE id = ?1");
  seconds.bind(1, row.id).next();
  result.seconds = seconds.real(0);
  result.effort = row.effort;
  result.counts = row.counts;
  result.branches = branchesOf(part.database, row.id);
  result.findings = findingsOf(part.database, row.id);
  result.suite = suiteOf(part.database, row.id);
  return result;
}

void takeResults(Database &store, int64_t run, const ShardStore &part,
                 const std::map<NightlyFunction, ResultRow> &known) {
  for (const ResultRow &row : newestResults(part.database)) {
    if (row.lastRun != part.run)
      continue;
    if (row.firstRun == part.run) {
      addResult(store, numberOf(store, row.who), run, readResult(part, row));
      continue;
    }
    const auto before = known.find(row.who);
    if (before == known.end() ||
        functionKey(before->second.key) != functionKey(row.key) ||
        before->second.effort != row.effort)
      fail(ExitCode::BadInput,
           "'{}' did not begin with what the store has of {}",
           part.file.string(), row.who.label());
    Statement replayed(part.database,
                       "SELECT replayed = ?2 FROM results WHERE id "
                       "= ?1");
    replayed.bind(1, row.id).bind(2, part.run).next();
    extendResult(store, before->second.id, run, row.key,
                 replayed.number(0) != 0);
  }
  for (const NightlyChange &change : changesOf(part.database, part.run))
    if (change.kind == "flaky")
      Statement(store,
                "INSERT OR REPLACE INTO changes VALUES (?1, ?2, 'flaky', "
                "'', ?3, ?4, NULL)")
          .run(run, numberOf(store, change.function),
               std::string_view(change.text), std::string_view(change.command));
  Statement versions(part.database,
                     "SELECT l.name, t.version FROM totals t JOIN "
                     "libraries l ON l.id = t.library WHERE t.run = "
                     "?1");
  versions.bind(1, part.run);
  while (versions.next())
    setVersion(store, run, versions.text(0), versions.text(1));
}

} // namespace

int64_t mergeShards(Database &store, const Manifest &manifest,
                    const std::vector<fs::path> &files) {
  const std::deque<ShardStore> parts(files.begin(), files.end());
  requireAll(parts);
  const ShardStore &first = parts.front();
  if (manifest.hash != first.manifest)
    fail(ExitCode::BadInput, "'{}' is of another manifest",
         first.file.string());
  Statement there(store, "SELECT 1 FROM runs WHERE label = ?1");
  there.bind(1, std::string_view(first.label));
  if (there.next())
    fail(ExitCode::BadInput, "the store has the run '{}' already", first.label);
  std::map<NightlyFunction, ResultRow> known;
  for (ResultRow &row : newestResults(store))
    known.emplace(row.who, std::move(row));
  std::string started = first.started;
  for (const ShardStore &part : parts)
    started = std::min(started, part.started);
  int64_t run = 0;
  {
    Transaction transaction(store);
    Statement(store, "INSERT INTO runs (label, seed, started, tool, compiler, "
                     "manifest) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        .run(std::string_view(first.label), first.seed,
             std::string_view(started), std::string_view(first.tool),
             std::string_view(first.compiler),
             std::string_view(first.manifest));
    run = store.lastId();
    for (const ShardStore &part : parts)
      takeResults(store, run, part, known);
    finishRun(store, run, manifest, Shard{});
    transaction.commit();
  }
  return run;
}

} // namespace coverme

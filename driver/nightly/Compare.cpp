// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Compare.h"

#include "nightly/ChangedLines.h"
#include "nightly/ChangedResults.h"
#include "report/Reproduce.h"
#include "support/Error.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace coverme {
namespace {

// A function is slower when it takes so many times the evaluations, and so many
// more: seconds hang on what else the machine does.
constexpr uint64_t kSlower = 2, kSlowerBy = 20'000;

bool isDone(const std::string &verdict) {
  return verdict == "covered" || verdict == "proved_infeasible";
}

std::string verdictWords(std::string verdict) {
  std::ranges::replace(verdict, '_', ' ');
  return verdict;
}

const NightlyLibrary *libraryOf(const Manifest &manifest,
                                const std::string &name) {
  const auto found =
      std::ranges::find(manifest.libraries, name, &NightlyLibrary::name);
  return found == manifest.libraries.end() ? nullptr : &*found;
}

std::string acceptedBy(const Manifest &manifest, const NightlyChange &change,
                       const std::string &today) {
  for (const AcceptedChange &each : manifest.accepted) {
    const bool fits =
        (each.library.empty() || each.library == change.function.library) &&
        each.function == change.function.name && each.kind == change.kind &&
        (each.name.empty() || each.name == change.name) &&
        (each.until.empty() || today <= each.until);
    if (fits)
      return each.until.empty() ? fmt::format("{} ({})", each.reason, each.by)
                                : fmt::format("{} ({}, until {})", each.reason,
                                              each.by, each.until);
  }
  return "";
}

struct RunFacts {
  std::string label, day, tool, compiler;
  uint64_t seed = 0;
};

RunFacts factsOf(const Database &database, int64_t run) {
  Statement query(database,
                  "SELECT label, substr(started, 1, 10), tool, compiler, "
                  "seed FROM runs WHERE id = ?1");
  query.bind(1, run);
  if (!query.next())
    fail(ExitCode::BadInput, "the store has no run {}", run);
  return {query.text(0), query.text(1), query.text(2), query.text(3),
          static_cast<uint64_t>(query.number(4))};
}

class NightComparison {
public:
  NightComparison(Database &database, int64_t run, const Manifest &manifest)
      : database(database), run(run), manifest(manifest),
        facts(factsOf(database, run)) {}

  void compare(const std::function<bool(const NightlyFunction &)> &isMine) {
    Statement(database,
              "DELETE FROM changes WHERE run = ?1 AND kind <> 'flaky'")
        .run(run);
    const std::vector<ResultRow> rows = newestResults(database);
    std::set<std::string> ran, ranBefore;
    for (const ResultRow &row : rows) {
      if (row.lastRun == run)
        ran.insert(row.who.library);
      if (row.firstRun < run || resultBefore(database, row))
        ranBefore.insert(row.who.library);
    }
    std::vector<const ResultRow *> gone, fresh;
    for (const ResultRow &row : rows) {
      if (!isMine(row.who) || !ran.contains(row.who.library) ||
          libraryOf(manifest, row.who.library) == nullptr)
        continue;
      if (row.lastRun < run) {
        if (!isKnownAsGone(row))
          gone.push_back(&row);
      } else if (row.firstRun == run) {
        if (const auto before = comparable(row))
          compareResults(*before, row);
        else if (row.status == "failed")
          addFailed(row, row);
        else if (ranBefore.contains(row.who.library))
          fresh.push_back(&row);
      }
    }
    pairRenamed(gone, fresh);
    for (const ResultRow *row : gone)
      add(*row, "function-gone", "", "is not there any more", *row);
    for (const ResultRow *row : fresh)
      compareNew(*row);
    acceptFlaky();
  }

private:
  // What ran is compared with what ran.
  std::optional<ResultRow> comparable(const ResultRow &row) const {
    const std::optional<ResultRow> last = resultBefore(database, row);
    std::optional<ResultRow> before = last;
    while (before && row.hasRun() && !before->hasRun())
      before = resultBefore(database, *before);
    return before ? before : last;
  }

  bool isKnownAsGone(const ResultRow &row) const {
    Statement query(database,
                    "SELECT 1 FROM changes WHERE run > ?1 AND run <> ?3 "
                    "AND (function = ?2 AND kind = 'function-gone' OR "
                    "kind = 'function-renamed' AND name = ?4)");
    query.bind(1, row.lastRun)
        .bind(2, row.function)
        .bind(3, run)
        .bind(4, std::string_view(row.who.label()));
    return query.next();
  }

  // The same branches by another name are the same function. What has none
  // could be any other one.
  void pairRenamed(std::vector<const ResultRow *> &gone,
                   std::vector<const ResultRow *> &fresh) {
    const auto signature = [&](const ResultRow &row) {
      std::vector<std::string> names;
      for (const NightlyBranch &branch : branchesOf(database, row.id))
        names.push_back(branch.label());
      return fmt::format("{}\n{}", row.who.library, fmt::join(names, "\n"));
    };
    std::map<std::string, std::vector<const ResultRow *>> bySignature;
    for (const ResultRow *row : gone)
      if (row->counts.total() != 0)
        bySignature[signature(*row)].push_back(row);
    std::erase_if(fresh, [&](const ResultRow *row) {
      if (row->counts.total() == 0)
        return false;
      const auto found = bySignature.find(signature(*row));
      if (found == bySignature.end() || found->second.empty())
        return false;
      const ResultRow &old = *found->second.front();
      found->second.erase(found->second.begin());
      std::erase(gone, &old);
      add(*row, "function-renamed", old.who.label(),
          fmt::format("was {}", old.who.label()), old);
      compareResults(old, *row);
      return true;
    });
  }

  void addFailed(const ResultRow &now, const ResultRow &before) {
    add(now, "function-failed", "",
        fmt::format("{}: {}", now.status, now.reason), before);
  }

  void compareNew(const ResultRow &now) {
    add(now, "function-new", "",
        now.hasRun() ? fmt::format("{} of {} branches covered",
                                   now.counts.covered, now.counts.total())
                     : fmt::format("{}: {}", now.status, now.reason),
        now);
    for (const NightlyFinding &finding : findingsOf(database, now.id))
      add(now, "finding-new", finding.name, finding.text, now, finding.command);
  }

  void compareResults(const ResultRow &before, const ResultRow &now) {
    if (!now.hasRun()) {
      if (before.hasRun())
        addFailed(now, before);
      return;
    }
    compareBranches(before, now);
    if (const std::string change = changedResults(suiteOf(database, before.id),
                                                  suiteOf(database, now.id));
        !change.empty())
      add(now, "result-changed", "", change, before);
    std::set<std::string> known, present;
    for (const NightlyFinding &finding : findingsOf(database, before.id))
      known.insert(finding.name);
    for (const NightlyFinding &finding : findingsOf(database, now.id)) {
      present.insert(finding.name);
      if (!known.contains(finding.name))
        add(now, "finding-new", finding.name, finding.text, before,
            finding.command);
    }
    for (const std::string &name : known)
      if (!present.contains(name))
        add(now, "finding-gone", name, name, before);
    if (before.hasRun() && before.effort == now.effort &&
        now.evaluations > before.evaluations * kSlower &&
        now.evaluations > before.evaluations + kSlowerBy)
      add(now, "slower", "",
          fmt::format("{} evaluations, were {}", grouped(now.evaluations),
                      grouped(before.evaluations)),
          before);
  }

  void compareBranches(const ResultRow &before, const ResultRow &now) {
    const std::vector<NightlyBranch> then = branchesOf(database, before.id),
                                     branches = branchesOf(database, now.id);
    const std::map<std::string, std::string> former =
        formerNames(then, branches);
    std::map<std::string, NightlyBranch> old;
    for (const NightlyBranch &branch : then)
      old.emplace(branch.label(), branch);
    for (const NightlyBranch &branch : branches) {
      const std::string name = branch.label();
      const std::string place = fmt::format("line {}: {}: {}", branch.line,
                                            name, verdictWords(branch.verdict));
      auto found = old.find(name);
      const auto other = former.find(branch.name);
      if (found == old.end() && other != former.end())
        found = old.find(other->second + ' ' + branch.outcome);
      const bool isOther = found != old.end() && found->first != name;
      if (found == old.end() || (isOther && !isDone(found->second.verdict) &&
                                 !isDone(branch.verdict))) {
        // Of a function that did not run before, nothing was known.
        if (before.hasRun() && !isDone(branch.verdict))
          add(now, "branch-open", name, place + ", and new", before);
        continue;
      }
      const std::string &was = found->second.verdict;
      if (was == branch.verdict)
        continue;
      const std::string text =
          fmt::format("{}, was {}{}", place, verdictWords(was),
                      isOther ? " as " + found->first : "");
      if (was == "covered")
        add(now, "branch-lost", name, text, before);
      else if (isDone(branch.verdict))
        add(now, "branch-won", name, text, before);
      else if (isDone(was))
        add(now, "proof-lost", name, text, before);
    }
  }

  // What another compiler or another coverme brings is theirs.
  std::string upgradeSince(const ResultRow &before) const {
    const RunFacts then = factsOf(database, before.lastRun);
    if (then.tool != facts.tool)
      return fmt::format("{} in place of {}", facts.tool, then.tool);
    if (then.compiler != facts.compiler)
      return fmt::format("{} in place of {}", facts.compiler, then.compiler);
    return "";
  }

  void add(const ResultRow &row, const char *kind, const std::string &name,
           const std::string &text, const ResultRow &before,
           std::string command = "") {
    const NightlyLibrary &library = *libraryOf(manifest, row.who.library);
    NightlyChange change{row.who, kind, name, text, "", "", ""};
    if (command.empty())
      command =
          nightlyCommand(library, row.who,
                         {"--seed", std::to_string(facts.seed), "--max-evals",
                          std::to_string(manifest.evaluations * row.effort)});
    else
      command = fmt::format("cd {} && {}", shellWord(library.folder.string()),
                            command);
    std::string accepted = acceptedBy(manifest, change, facts.day);
    if (accepted.empty())
      accepted = upgradeSince(before);
    Statement(database,
              "INSERT OR REPLACE INTO changes VALUES (?1, ?2, ?3, ?4, "
              "?5, ?6, nullif(?7, ''))")
        .run(run, row.function, std::string_view(change.kind),
             std::string_view(name), std::string_view(text),
             std::string_view(command), std::string_view(accepted));
  }

  void acceptFlaky() {
    for (const NightlyChange &change : changesOf(database, run))
      if (change.kind == "flaky")
        Statement(database,
                  "UPDATE changes SET accepted = nullif(?3, '') WHERE "
                  "run = ?1 AND kind = 'flaky' AND function = ?2")
            .run(run, numberOf(database, change.function),
                 std::string_view(acceptedBy(manifest, change, facts.day)));
  }

  Database &database;
  const int64_t run;
  const Manifest &manifest;
  const RunFacts facts;
};

} // namespace

void recordChanges(Database &database, int64_t run, const Manifest &manifest,
                   const std::function<bool(const NightlyFunction &)> &isMine) {
  NightComparison(database, run, manifest).compare(isMine);
}

std::vector<NightlyChange> changesOf(const Database &database, int64_t run) {
  Statement query(
      database,
      "SELECT l.name, f.file, f.name, c.kind, c.name, c.text, "
      "c.command, c.accepted, r.label FROM changes c JOIN functions f "
      "ON f.id = c.function JOIN libraries l ON l.id = f.library JOIN "
      "runs r ON r.id = c.run WHERE c.run = ?1 ORDER BY l.name, "
      "f.file, f.name, c.name");
  query.bind(1, run);
  std::vector<NightlyChange> changes;
  while (query.next())
    changes.push_back({{query.text(0), query.text(1), query.text(2)},
                       query.text(3),
                       query.text(4),
                       query.text(5),
                       query.text(6),
                       query.text(7),
                       query.text(8)});
  std::ranges::stable_sort(changes, {}, [](const NightlyChange &change) {
    return std::ranges::find(changeKinds(), change.kind) -
           changeKinds().begin();
  });
  return changes;
}

std::vector<NightlyChange> standingChanges(const Database &database,
                                           int64_t run,
                                           const Manifest &manifest) {
  const std::string today = factsOf(database, run).day;
  std::map<NightlyFunction, ResultRow> newest;
  for (ResultRow &row : newestResults(database))
    if (row.lastRun == run)
      newest.emplace(row.who, std::move(row));
  const auto stands = [&](const NightlyChange &change, const ResultRow &row) {
    if (change.kind == "function-failed")
      return !row.hasRun();
    if (change.kind == "finding-new")
      return std::ranges::any_of(
          findingsOf(database, row.id),
          [&](const auto &each) { return each.name == change.name; });
    if (change.kind == "branch-lost" || change.kind == "branch-open" ||
        change.kind == "proof-lost")
      return std::ranges::any_of(
          branchesOf(database, row.id), [&](const NightlyBranch &branch) {
            return branch.label() == change.name &&
                   (change.kind == "branch-lost" ? branch.verdict != "covered"
                                                 : !isDone(branch.verdict));
          });
    return false; // was so on one night
  };
  std::vector<NightlyChange> standing;
  Statement runs(database,
                 "SELECT id FROM runs WHERE id < ?1 ORDER BY id DESC");
  runs.bind(1, run);
  const std::vector<NightlyChange> tonight = changesOf(database, run);
  const auto isSame = [](const NightlyChange &change) {
    return [&change](const NightlyChange &other) {
      return other.function == change.function && other.kind == change.kind &&
             other.name == change.name;
    };
  };
  while (runs.next())
    for (NightlyChange &change : changesOf(database, runs.number(0))) {
      const auto row = newest.find(change.function);
      if (row == newest.end() || !manifest.failOn.contains(change.kind) ||
          !change.accepted.empty() || !stands(change, row->second) ||
          !acceptedBy(manifest, change, today).empty() ||
          std::ranges::any_of(tonight, isSame(change)) ||
          std::ranges::any_of(standing, isSame(change)))
        continue;
      standing.push_back(std::move(change));
    }
  return standing;
}

std::string nightlyCommand(const NightlyLibrary &library,
                           const NightlyFunction &function,
                           const std::vector<std::string> &options) {
  std::vector<std::string> words = {"coverme"};
  if (!library.project.empty())
    words.insert(words.end(), {"-p", library.project});
  words.insert(words.end(), {function.file, "--entry", function.name});
  words.insert(words.end(), library.options.begin(), library.options.end());
  words.insert(words.end(), options.begin(), options.end());
  if (!library.flags.empty()) {
    words.emplace_back("--");
    words.insert(words.end(), library.flags.begin(), library.flags.end());
  }
  for (std::string &word : words)
    word = shellWord(word);
  return fmt::format("cd {} && {}", shellWord(library.folder.string()),
                     fmt::join(words, " "));
}

} // namespace coverme

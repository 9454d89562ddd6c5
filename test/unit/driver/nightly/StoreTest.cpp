// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Store.h"

#include "nightly/ChangedLines.h"
#include "nightly/Compare.h"
#include "nightly/Manifest.h"
#include "nightly/Night.h"
#include "nightly/Results.h"
#include "support/Error.h"
#include "support/Files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace coverme {
namespace {

namespace fs = std::filesystem;

std::string complaintOf(const std::function<void()> &work) {
  try {
    work();
  } catch (const Error &error) {
    EXPECT_EQ(error.code, ExitCode::BadInput);
    return error.what();
  }
  return "";
}

class StoreTest : public testing::Test {
protected:
  TemporaryFolder folder;
  const fs::path file = folder.path() / "n.db";
};

TEST_F(StoreTest, RefusesWhatItDoesNotKnow) {
  {
    Database store = openStore(file);
    store.execute("PRAGMA user_version = 99");
  }
  EXPECT_NE(complaintOf([&] { openStore(file); }).find("a newer one reads it"),
            std::string::npos);
  const fs::path other = folder.path() / "other.db";
  Database(other, Database::Access::Write).execute("CREATE TABLE t (x)");
  EXPECT_EQ(complaintOf([&] { openStore(other); }),
            "'" + other.string() + "' is no store of nightly runs");
}

// A store of schema 1 is one of ours without what was added since.
TEST_F(StoreTest, MigratesAnOlderOneAndKeepsACopy) {
  {
    Database store = openStore(file);
    store.execute("INSERT INTO runs VALUES (1, 'n1', 1, 's', 'e', 't', 'c', "
                  "'m'); DROP TABLE shards; ALTER TABLE results DROP COLUMN "
                  "replayed; PRAGMA user_version = 1");
  }
  const Database reader(file, Database::Access::Read);
  EXPECT_NE(complaintOf([&] {
              requireSchema(reader, file);
            }).find("the next nightly run"),
            std::string::npos);
  const Database store = openStore(file);
  Statement made(store, "SELECT (SELECT count(*) FROM shards), (SELECT "
                        "count(replayed) FROM results), label FROM runs");
  ASSERT_TRUE(made.next());
  EXPECT_EQ(made.text(2), "n1");
  const Database copy(file.string() + ".schema-1", Database::Access::Read);
  Statement kept(copy, "SELECT label FROM runs");
  ASSERT_TRUE(kept.next());
  EXPECT_EQ(kept.text(0), "n1");
}

TEST_F(StoreTest, KeepsNothingOfATransactionThatWasCut) {
  Database store = openStore(file);
  {
    Transaction cut(store);
    numberOf(store, {"lib", "f.c", "f"});
  }
  Statement query(store, "SELECT 1 FROM functions");
  EXPECT_FALSE(query.next());
}

TEST(Suites, ComeOutAsTheyWentIn) {
  const std::string text(100'000, 'x');
  EXPECT_EQ(inflated(deflated(text)), text);
  EXPECT_LT(deflated(text).size(), 1000U);
  EXPECT_FALSE(complaintOf([] { inflated("no zlib"); }).empty());
}

TEST(Shards, EachFunctionIsInOne) {
  std::set<size_t> used;
  for (int i = 0; i < 100; ++i) {
    size_t parts = 0;
    for (size_t number = 1; number <= 3; ++number)
      if (Shard{number, 3}.has({"lib", "f.c", "f" + std::to_string(i)})) {
        ++parts;
        used.insert(number);
      }
    EXPECT_EQ(parts, 1U);
  }
  EXPECT_EQ(used.size(), 3U);
}

// --- changes -----------------------------------------------------------------

class ChangesTest : public StoreTest {
protected:
  ChangesTest() {
    manifest.failOn = {"branch-lost", "finding-new", "proof-lost"};
    NightlyLibrary library;
    library.name = "lib";
    library.folder = "/lib dir";
    manifest.libraries = {library};
  }

  int64_t addRun(const std::string &label, const std::string &compiler = "c") {
    Statement(store, "INSERT INTO runs (label, seed, started, tool, compiler, "
                     "manifest) VALUES (?1, 7, '2026-01-01', 't', ?2, 'm')")
        .run(std::string_view(label), std::string_view(compiler));
    return store.lastId();
  }

  // With a branch for each verdict.
  void add(int64_t run, const std::string &function,
           const std::vector<std::string> &verdicts,
           const std::vector<std::string> &findings = {},
           uint64_t evaluations = 100) {
    NightlyResult result{"k", "partial", "", 3, evaluations};
    for (const std::string &verdict : verdicts) {
      result.branches.push_back(
          {"x > " + std::to_string(result.branches.size()), 4, "true",
           verdict});
      ++(verdict == "covered" ? result.counts.covered : result.counts.open);
    }
    for (const std::string &finding : findings)
      result.findings.push_back({finding, "signal", "text", "coverme run"});
    addResult(store, numberOf(store, {"lib", "f.c", function}), run, result);
  }

  // "KIND FUNCTION NAME", with a star if it is accepted.
  std::vector<std::string> changes(int64_t run) {
    Transaction transaction(store);
    finishRun(store, run, manifest, Shard{});
    transaction.commit();
    return lines(changesOf(store, run));
  }
  static std::vector<std::string>
  lines(const std::vector<NightlyChange> &changes) {
    std::vector<std::string> lines;
    for (const NightlyChange &change : changes)
      lines.push_back(fmt::format("{} {} {}{}", change.kind,
                                  change.function.name, change.name,
                                  change.accepted.empty() ? "" : "*"));
    return lines;
  }

  Database store = openStore(file);
  Manifest manifest;
};

using Lines = std::vector<std::string>;

TEST_F(ChangesTest, NamesEachKind) {
  const int64_t first = addRun("n1");
  add(first, "f", {"covered", "proved_infeasible", "open", "covered"}, {"old"});
  add(first, "gone", {"covered"});
  EXPECT_EQ(changes(first), Lines{});
  const int64_t second = addRun("n2");
  add(second, "f",
      {"open", "deemed_infeasible", "covered", "proved_infeasible", "open"},
      {"new"}, 100'000);
  add(second, "fresh", {"covered", "covered", "open"});
  EXPECT_EQ(changes(second),
            (Lines{"finding-new f new", "branch-lost f x > 0 true",
                   "branch-lost f x > 3 true", "proof-lost f x > 1 true",
                   "branch-open f x > 4 true", "function-gone gone ",
                   "slower f ", "branch-won f x > 2 true", "finding-gone f old",
                   "function-new fresh "}));
  EXPECT_EQ(changesOf(store, second)[0].command,
            "cd '/lib dir' && coverme run");
  EXPECT_EQ(changesOf(store, second)[1].command,
            "cd '/lib dir' && coverme f.c --entry f --seed 7 --max-evals 0");
}

// By name, line and verdict; the outcome is "true".
std::vector<NightlyBranch>
branches(const std::vector<std::pair<std::string, unsigned>> &places,
         const std::string &verdict = "covered") {
  std::vector<NightlyBranch> branches;
  for (const auto &[name, line] : places)
    branches.push_back({name, line, "true", verdict});
  return branches;
}

using Names = std::map<std::string, std::string>;

TEST(FormerNames, AreThoseBetweenDecisionsThatStay) {
  const auto before = branches({{"a", 1}, {"x", 2}, {"x #2", 3}, {"b", 4}});
  EXPECT_EQ(formerNames(before, before), Names{});
  EXPECT_EQ(formerNames(before,
                        branches({{"a", 11}, {"y", 12}, {"z", 12}, {"b", 14}})),
            (Names{{"y", "x"}, {"z", "x #2"}}));
  // Which of them is new?
  EXPECT_EQ(formerNames(before, branches({{"a", 1}, {"y", 2}, {"b", 4}})),
            Names{});
  EXPECT_EQ(formerNames(branches({{"a", 1}}), branches({{"b", 1}})),
            (Names{{"b", "a"}}));
  EXPECT_EQ(formerNames({}, before), Names{});
}

// A changed condition has branches of other names.
TEST_F(ChangesTest, NameBranchesOfChangedLines) {
  const auto night = [&](const char *label,
                         const std::vector<NightlyBranch> &branches) {
    const int64_t run = addRun(label);
    NightlyResult result{"k", "partial", "", 3, 100};
    result.branches = branches;
    result.counts.covered = 1;
    addResult(store, numberOf(store, {"lib", "f.c", "f"}), run, result);
    return changes(run);
  };
  night("n1", branches({{"x > 3", 4}, {"x > 9", 5}}));
  EXPECT_EQ(night("n2", branches({{"x > 3", 4}, {"x > 300", 5}},
                                 "proved_infeasible")),
            (Lines{"branch-lost f x > 3 true", "branch-lost f x > 300 true"}));
  EXPECT_EQ(changesOf(store, 2)[1].text,
            "line 5: x > 300 true: proved infeasible, was covered as x > 9 "
            "true");
  EXPECT_EQ(night("n3", branches({{"x > 3", 4}, {"x > 30", 5}}, "open")),
            (Lines{"proof-lost f x > 3 true", "proof-lost f x > 30 true"}));
  EXPECT_EQ(night("n4", branches({{"x > 3", 4}, {"x > 8", 5}}, "open")),
            Lines{"branch-open f x > 8 true"});
  EXPECT_EQ(night("n5", branches({{"x > 3", 4}, {"x > 9", 5}})),
            (Lines{"branch-won f x > 3 true", "branch-won f x > 9 true"}));
}

// Also on the first night, on which nothing else is told.
TEST_F(ChangesTest, NameWhatHasNeverRun) {
  const int64_t first = addRun("n1");
  NightlyResult failed{"k", "failed", "no compiler", 3};
  addResult(store, numberOf(store, {"lib", "f.c", "f"}), first, failed);
  add(first, "g", {"open"}, {"known"});
  EXPECT_EQ(changes(first), Lines{"function-failed f "});
}

TEST_F(ChangesTest, StandUntilMendedOrAccepted) {
  const int64_t first = addRun("n1"), second = addRun("n2");
  add(first, "f", {"covered", "covered"});
  changes(first);
  add(second, "f", {"open", "open"});
  changes(second);
  const int64_t third = addRun("n3");
  add(third, "f", {"open", "covered"});
  changes(third);
  EXPECT_EQ(lines(standingChanges(store, third, manifest)),
            Lines{"branch-lost f x > 0 true"});
  AcceptedChange accepted;
  accepted.function = "f";
  accepted.kind = "branch-lost";
  accepted.until = "2025-12-31"; // was over
  manifest.accepted = {accepted};
  EXPECT_EQ(standingChanges(store, third, manifest).size(), 1U);
  manifest.accepted[0].until = "2026-01-01";
  EXPECT_EQ(standingChanges(store, third, manifest).size(), 0U);
}

TEST_F(ChangesTest, AreAcceptedOfAnUpgrade) {
  const int64_t first = addRun("n1"), second = addRun("n2", "other");
  add(first, "f", {"covered"});
  changes(first);
  add(second, "f", {"open"});
  EXPECT_EQ(changes(second), Lines{"branch-lost f x > 0 true*"});
}

TEST_F(ChangesTest, KnowAFunctionByAnotherName) {
  const int64_t first = addRun("n1"), second = addRun("n2"),
                third = addRun("n3");
  add(first, "before", {"covered", "covered"});
  add(first, "other", {"covered"});
  changes(first);
  add(second, "after", {"covered", "open"});
  add(second, "other", {"covered"});
  EXPECT_EQ(changes(second), (Lines{"branch-lost after x > 1 true",
                                    "function-renamed after lib/f.c:before"}));
  add(third, "after", {"covered", "open"});
  add(third, "other", {"covered"});
  EXPECT_EQ(changes(third), Lines{}); // and is not gone once more
}

TEST_F(StoreTest, ManifestsSayWhereTheyAreWrong) {
  const fs::path manifest = folder.path() / "m.toml";
  const auto complaint = [&](const std::string &text) {
    writeFileAtomically(manifest, text);
    const std::string whole = complaintOf([&] { readManifest(manifest); });
    return whole.substr(std::min(whole.size(), manifest.string().size()));
  };
  const std::string library = "[[library]]\nname = 'a'\nfiles = ['*.c']\n";
  EXPECT_EQ(complaint(library), "");
  EXPECT_EQ(complaint("effort = 0\n" + library),
            ":1:10: 'effort' wants a number of 1 at least");
  EXPECT_EQ(complaint("total-timeout = 0\n" + library),
            ":1:17: 'total-timeout' wants more than 0 seconds");
  EXPECT_EQ(complaint(library + library).substr(0, 5), ":5:8:");
  EXPECT_NE(complaint("[[library]]\nname = 'a'\n").find("neither files nor"),
            std::string::npos);
  EXPECT_NE(complaint(library + "[[accept]]\nfunction = 'f'\nkind = 'x'\n")
                .find("there is no kind of change 'x'"),
            std::string::npos);
}

} // namespace
} // namespace coverme

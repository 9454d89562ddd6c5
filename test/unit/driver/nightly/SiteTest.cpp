// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Site.h"

#include "driver/report/Reports.h"
#include "nightly/SiteMarkup.h"
#include "nightly/Sqlite.h"
#include "nightly/TrendPlot.h"
#include "report/JsonReport.h"
#include "support/Error.h"
#include "support/Files.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <sstream>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// Three nights of a library of two functions, one of which loses a branch on
// the second night, wins it back on the third, and gets a finding there.
class SiteTest : public testing::Test {
protected:
  SiteTest() {
    Database database(store, Database::Access::Write);
    database.execute("PRAGMA synchronous = OFF"); // quick
    database.execute(readFile(COVERME_STORE_SCHEMA));
    for (int night = 1; night <= 3; ++night)
      database.execute(fmt::format(
          "INSERT INTO runs VALUES ({0}, 'n{0}', {0}, 'start', 'end', 'coverme "
          "{1}', 'clang', 'm')",
          night, night == 3 ? 2 : 1));
    database.execute(R"(
INSERT INTO libraries VALUES (1, 'a/b <lib>');
INSERT INTO functions VALUES (1, 1, 'src/f.c', 'f'), (2, 1, 'src/f.c', 'g');
INSERT INTO results VALUES
  (1, 1, 1, 1, 'k', 'complete', NULL, 4, 100, 0.5, 1, 2, 2, 0, 0, 0, NULL, NULL),
  (2, 1, 2, 2, 'k', 'partial', NULL, 4, 100, 0.5, 1, 2, 1, 0, 0, 1, NULL, NULL),
  (3, 1, 3, 3, 'k', 'complete', NULL, 4, 100, 0.5, 1, 2, 2, 0, 0, 0, NULL, NULL),
  (4, 2, 1, 3, 'k', 'failed', 'it <hangs>', 9, 0, 0.5, 1, 0, 0, 0, 0, 0, NULL, NULL);
INSERT INTO branches VALUES
  (1, 'x > 1', 5, 'true', 'covered'), (1, 'x > 1', 5, 'false', 'covered'),
  (2, 'x > 1', 5, 'true', 'open'), (2, 'x > 1', 5, 'false', 'covered'),
  (3, 'x > 1', 6, 'true', 'covered'), (3, 'x > 1', 6, 'false', 'covered');
INSERT INTO findings VALUES (3, 'id', 'overflow', '<b>', 'coverme run &');
INSERT INTO totals VALUES
  (1, 1, '1.0', 2, 2, 0, 2, 2, 0, 0, 0, 0, 9), (2, 1, '1.0', 2, 1, 1, 2, 1, 0,
  0, 1, 0, 2), (3, 1, '1.1', 2, 1, 1, 2, 2, 0, 0, 0, 1, 2);
INSERT INTO changes VALUES
  (2, 1, 'branch-lost', 'x > 1', 'x > 1 true', 'coverme f.c', NULL),
  (3, 1, 'branch-won', 'x > 1', 'x > 1 true', 'coverme f.c', NULL),
  (3, 1, 'finding-new', 'id', '<b>', 'coverme run &', 'known, ann, May');
)");
  }

  // A file of the site.
  std::string read(const std::string &name) const {
    return readFile(site / name);
  }
  bool has(const std::string &name, const std::string &part) const {
    return read(name).find(part) != std::string::npos;
  }
  void keepSuite(const std::string &suite) const {
    std::string hex;
    for (const char each : suite)
      hex += fmt::format("{:02x}", static_cast<unsigned char>(each));
    Database(store, Database::Access::Write)
        .execute("UPDATE results SET suite = x'" + hex + "' WHERE id = 3");
  }

  TemporaryFolder folder;
  const fs::path store = folder.path() / "store.db",
                 site = folder.path() / "deep/site";
  const std::string library = "lib/" + slug("a/b <lib>");
  const std::string function = library + '/' + slug("src/f.c") + "/f.html";
};

TEST_F(SiteTest, ShowsLibrariesNightsAndFunctions) {
  const SiteFigures made = writeSite(store, site);
  EXPECT_EQ(made.functions, 2U);
  EXPECT_EQ(made.changed, made.files);
  EXPECT_TRUE(has("index.html", ">a/b &lt;lib&gt;</a></td><td>1.1</td>"));
  EXPECT_TRUE(has("index.html", "branches won 1</span>, 1 accepted"));
  EXPECT_TRUE(has("index.html", "n3: coverme 2 in place of coverme 1"));
  EXPECT_TRUE(has(library + ".html", "n3: version 1.1 in place of 1.0"));
  EXPECT_TRUE(has(library + ".html", "Covered: 100.0 % on n3, 100.0 % on n1; "
                                     "50.0 % to 100.0 %"));
  EXPECT_TRUE(has("night/n2.html", "branch-lost</span> x &gt; 1 true"));
  EXPECT_TRUE(has("night/n3.html", "accepted: known, ann, May"));
  EXPECT_TRUE(has("night/n3.html", "<code>coverme run &amp;</code>"));
  EXPECT_TRUE(has(library + '/' + slug("src/f.c") + "/g.html",
                  "failed since n1: it &lt;hangs&gt;"));
}

TEST_F(SiteTest, TellsTheHistoryOfAFunction) {
  writeSite(store, site);
  const std::string page = read(function);
  const size_t won = page.find("<code>x &gt; 1 true</code>: <span "
                               "class=\"open\">✗ open</span> → <span "
                               "class=\"covered\">✓ covered");
  const size_t lost = page.find("<code>x &gt; 1 true</code>: <span "
                                "class=\"covered\">✓ covered</span> → <span "
                                "class=\"open\">✗ open");
  ASSERT_NE(won, std::string::npos);
  EXPECT_LT(won, lost);
  EXPECT_NE(page.find("new finding</span> overflow: &lt;b&gt;"),
            std::string::npos);
}

// Nights on which the library did not run are no gaps; the others are.
TEST_F(SiteTest, KeepsWhatDiffersForTheComparison) {
  const std::string data = "data/" + slug("a/b <lib>") + "/0.js";
  writeSite(store, site);
  EXPECT_TRUE(has(data, R"([["f","f.html",[[1,"complete","partial",)"
                        R"([["x > 1 true",0,3]],[]],)"
                        R"([2,"partial","complete",[["x > 1 true",3,0]],)"
                        R"([["overflow: <b>",1]]]]]])"));
  Database database(store, Database::Access::Write);
  // A line has changed.
  database.execute("UPDATE branches SET name = 'x > 2' WHERE result = 2");
  writeSite(store, site);
  EXPECT_TRUE(has(data, R"([["x > 2 false",0,0,"x > 1 false"],)"
                        R"(["x > 2 true",0,3,"x > 1 true"]],[]],)"));
  EXPECT_TRUE(has(function, "<code>x &gt; 2 true</code>, was <code>x &gt; 1 "
                            "true</code>: "));
  database.execute("DELETE FROM results WHERE id = 2");
  writeSite(store, site);
  EXPECT_TRUE(has(data, R"([["f","f.html",[[1,"complete",null,[],[]],)"
                        R"([2,null,"complete",[],[["overflow: <b>",1]]]]]])"));
  database.execute("DELETE FROM totals WHERE run = 2");
  writeSite(store, site);
  EXPECT_TRUE(has(data, R"([["f","f.html",[[2,"complete","complete",[],)"
                        R"([["overflow: <b>",1]]]]]])"));
}

TEST_F(SiteTest, ShowsTheReportOfASuite) {
  std::ostringstream json;
  writeJson(test::coverageReport(), json);
  const std::string text = json.str();
  std::string packed(::compressBound(text.size()), '\0');
  uLongf size = packed.size();
  ASSERT_EQ(::compress(reinterpret_cast<Bytef *>(packed.data()), &size,
                       reinterpret_cast<const Bytef *>(text.data()),
                       text.size()),
            Z_OK);
  packed.resize(size);
  keepSuite(packed);
  writeSite(store, site);
  EXPECT_TRUE(has(function, "first to take"));

  for (const std::string &damaged :
       {packed.substr(0, size / 2), std::string("no zlib")}) {
    keepSuite(damaged);
    writeSite(store, site);
    EXPECT_TRUE(has(function, "the suite in the store cannot be read"));
    EXPECT_TRUE(has(function, "2 of 2 branches"));
  }
}

TEST_F(SiteTest, WritesWhatDiffersAndNobodyElses) {
  writeSite(store, site);
  EXPECT_EQ(writeSite(store, site).changed, 0U);

  // A file of the user's, one that is damaged, and a function that is gone.
  writeFileAtomically(site / "CNAME", "example.org");
  writeFileAtomically(site / "compare.html", "");
  Database(store, Database::Access::Write)
      .execute("DELETE FROM findings; DELETE FROM branches; DELETE FROM "
               "changes; DELETE FROM results WHERE function = 1; DELETE FROM "
               "functions WHERE id = 1");
  writeSite(store, site);
  EXPECT_TRUE(has("compare.html", "id=\"compare\""));
  EXPECT_FALSE(fs::exists(site / function));
  EXPECT_EQ(read("CNAME"), "example.org");

  const fs::path other = folder.path() / "other";
  fs::create_directory(other);
  writeFileAtomically(other / "index.html", "mine");
  EXPECT_THROW(writeSite(store, other), Error);
  EXPECT_EQ(readFile(other / "index.html"), "mine");
}

TEST_F(SiteTest, RefusesWhatIsNoStore) {
  EXPECT_THROW(writeSite(folder.path() / "none.db", site), Error);
  writeFileAtomically(folder.path() / "text.db", std::string(9000, 'x'));
  EXPECT_THROW(writeSite(folder.path() / "text.db", site), Error);
  Database(store, Database::Access::Write).execute("PRAGMA user_version = 99");
  EXPECT_THROW(writeSite(store, site), Error);
  EXPECT_FALSE(fs::exists(site));
}

TEST(Slug, IsPartOfAnAddressAndTellsNamesApart) {
  EXPECT_EQ(slug("s_sin.c-2"), "s_sin.c-2");
  for (const char *text : {"", ".", "..", "a/b", "a b", "~2", "π", "a?b#c"}) {
    const std::string part = slug(text);
    EXPECT_FALSE(part.empty() || part[0] == '.') << text;
    EXPECT_EQ(part.find_first_of("/ ~?#%"), std::string::npos) << text;
  }
  EXPECT_NE(slug("a/b"), slug("a b"));
  EXPECT_LT(slug(std::string(5000, 'x')).size(), 200U);
  EXPECT_NE(slug(std::string(5000, 'x')), slug(std::string(5001, 'x')));
}

TEST(TrendPlot, HasGapsForNightsWithoutAValue) {
  const std::vector<std::string> labels = {"a", "b", "c", "d"};
  const auto moves = [&](const Trend &trend) {
    const std::string plot = trendPlot(trend, labels, {});
    return std::count(plot.begin(), plot.end(), 'M');
  };
  EXPECT_EQ(moves({"x", "", 0, {1, 2, 3, 4}}), 1);
  EXPECT_EQ(moves({"x", "", 0, {1, {}, 3, 4}}), 2);
  EXPECT_EQ(moves({"x", "", 0, {{}, {}, 3, {}}}), 1);
  EXPECT_EQ(trendPlot({"x", "", 0, {{}, {}, {}, {}}}, labels, {}), "");
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "config/Settings.h"

#include "support/Error.h"
#include "support/Files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace coverme {
namespace {

namespace fs = std::filesystem;

class SettingsTest : public testing::Test {
protected:
  void write(const fs::path &name, std::string_view text = "") {
    fs::create_directories((root / name).parent_path());
    writeFileAtomically(root / name, text);
  }

  Settings settings(std::string_view text) {
    write("coverme.toml", text);
    return Settings(root / "coverme.toml");
  }

  Function function(const std::string &name, const fs::path &file = "a.c") {
    Function result;
    result.name = name;
    result.file = root / file;
    return result;
  }

  TemporaryFolder folder;
  const fs::path root = fs::canonical(folder.path());
};

TEST_F(SettingsTest, AreFoundAboveAllSources) {
  write("coverme.toml");
  write("one/coverme.toml");
  write("one/deep/a.c");
  write("two/b.c");
  const fs::path a = root / "one/deep/a.c", b = root / "two/b.c";
  EXPECT_EQ(findSettings({a}), root / "one/coverme.toml");
  EXPECT_EQ(findSettings({b}), root / "coverme.toml");
  EXPECT_EQ(findSettings({a, b}), root / "coverme.toml");
  EXPECT_EQ(findSettings({root / "one/deep/../../two/b.c"}),
            root / "coverme.toml");
  EXPECT_EQ(findSettings({}), std::nullopt);
}

TEST_F(SettingsTest, StrongerOnesCount) {
  const Settings settings = this->settings("range = ['x=0:1', 'y=0:1']\n"
                                           "seed = 2\n"
                                           "timeout = 3\n"
                                           "null = true\n"
                                           "[[function]]\n"
                                           "match = 'f*'\n"
                                           "range = ['x=0:2']\n"
                                           "seed = 4\n"
                                           "timeout = 5\n"
                                           "[[function]]\n"
                                           "match = 'f?'\n"
                                           "file = 'sub/*.c'\n"
                                           "seed = 6\n"
                                           "null = false\n");
  CommandLine given;
  given.run.search.timeoutSeconds = 7;
  given.given = {"--timeout", "--range"};
  given.run.inputs.ranges = {{"y", "0:9"}};
  const auto ranges = [](std::vector<NamedText> all) { return all; };

  const CommandLine all = settings.applied(given);
  EXPECT_EQ(all.run.search.seed, 2u);
  EXPECT_EQ(all.run.search.timeoutSeconds, 7);
  EXPECT_EQ(all.run.inputs.ranges, ranges({{"x", "0:1"}, {"y", "0:9"}}));

  const Function foo = function("foo", "sub/a.c");
  const CommandLine one = settings.applied(given, &foo);
  EXPECT_EQ(one.run.search.seed, 4u);
  EXPECT_EQ(one.run.search.timeoutSeconds, 7);
  EXPECT_EQ(one.run.inputs.ranges, ranges({{"x", "0:2"}, {"y", "0:9"}}));
  EXPECT_TRUE(one.run.inputs.null);

  RunOptions run = all.run;
  settings.narrow(given, function("fo", "sub/a.c"), run);
  EXPECT_EQ(run.search.seed, 6u);
  EXPECT_FALSE(run.inputs.null);
  run = all.run;
  settings.narrow(given, function("fo", "a.c"), run);
  EXPECT_EQ(run.search.seed, 4u);

  Origins origins;
  settings.applied(given, &foo, &origins);
  const std::string file = (root / "coverme.toml").string();
  EXPECT_EQ(origins["range"],
            (std::vector<std::string>{file + ":7", "command line"}));
  EXPECT_EQ(origins["seed"], std::vector<std::string>{file + ":8"});
  EXPECT_EQ(origins["timeout"], std::vector<std::string>{"command line"});
  EXPECT_EQ(origins["prove"], std::vector<std::string>{"default"});
}

TEST_F(SettingsTest, PathsBeginInTheirFolder) {
  for (const char *file : {"lib/helper.o", "a.c", "b.c", "data/numbers"})
    write(file);
  const CommandLine line =
      settings("flags = ['-Iinc', '-include', 'lib/helper.o', '-DX=inc']\n"
               "link = ['lib/helper.o', '-Llib', '-lm', 'lib/none.o']\n"
               "with = ['b.c', 'a.c']\n"
               "baseline = 'old.json'\n"
               "cwd = 'data'\n")
          .applied([&] {
            CommandLine given;
            given.run.source = root / "a.c";
            given.run.compilerFlags = {"-Iown"};
            return given;
          }());
  const std::string base = root.string();
  EXPECT_EQ(line.run.compilerFlags,
            (std::vector<std::string>{
                "-I" + base + "/inc", "-include", base + "/lib/helper.o",
                "-DX=inc", "-Iown", base + "/lib/helper.o",
                "-L" + base + "/lib", "-lm", "lib/none.o"}));
  // A file is not a part of its program once more.
  EXPECT_EQ(line.run.with, std::vector<std::string>{base + "/b.c"});
  EXPECT_EQ(line.baseline, base + "/old.json");
  EXPECT_EQ(line.run.search.directory, root / "data");
}

TEST_F(SettingsTest, AcceptsFindings) {
  Settings settings = this->settings("[[accept]]\n"
                                     "function = 'f'\n"
                                     "finding = 'signal: * SIGFPE *'\n"
                                     "reason = 'one'\n"
                                     "[[accept]]\n"
                                     "finding = 'hang'\n"
                                     "reason = 'two'\n"
                                     "until = 2030-01-31\n");
  const auto reasons = [&](const std::string &name) {
    std::vector<FindingReport> findings(3);
    findings[0].kind = findings[1].kind = "signal";
    findings[0].detail = "raises SIGFPE at a.c:3";
    findings[1].detail = "raises SIGSEGV at a.c:3";
    findings[2].kind = "hang";
    acceptFindings(settings.applied({}).run.accepted, function(name), findings);
    return findings[0].accepted + "," + findings[1].accepted + "," +
           findings[2].accepted;
  };
  EXPECT_TRUE(settings.dropOutdated("2030-01-31").empty());
  EXPECT_EQ(reasons("f"), "one,,two");
  EXPECT_EQ(reasons("g"), ",,two");
  const std::vector<AcceptedFindings> old = settings.dropOutdated("2030-02-01");
  ASSERT_EQ(old.size(), 1u);
  EXPECT_EQ(old[0].place, (root / "coverme.toml").string() + ":5");
  EXPECT_EQ(reasons("f"), "one,,");
}

TEST_F(SettingsTest, FindingsHaveKindsThatThereAre) {
  const auto isTaken = [&](const std::string &finding) {
    try {
      settings(fmt::format("[[accept]]\nfinding = '{}'\nreason = 'known'\n",
                           finding));
      return true;
    } catch (const Error &) {
      return false;
    }
  };
  for (const char *finding : {"signal", "signal: raises *", "s*", "*SIGFPE*",
                              "hang:*", "[hs]*", "replay-differs", "ulp-error"})
    EXPECT_TRUE(isTaken(finding)) << finding;
  for (const char *finding : {"signl", "SIGFPE", "signals", "signl: *",
                              "crash*", "signals*", "raises SIGFPE at a.c:3"})
    EXPECT_FALSE(isTaken(finding)) << finding;
}

} // namespace
} // namespace coverme

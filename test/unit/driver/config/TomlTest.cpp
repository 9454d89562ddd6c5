// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "config/Toml.h"

#include "support/Error.h"
#include "support/Files.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

struct TomlFile {
  explicit TomlFile(std::string_view text) : path(folder.path() / "a.toml") {
    writeFileAtomically(path, text);
  }

  TemporaryFolder folder;
  std::filesystem::path path;
};

TEST(Toml, GivesValuesWithTheirPlaces) {
  const TomlFile file("name = \"x\"\n"
                      "list = [\"a\", # one\n \"b\"]\n"
                      "whole = 9_007_199_254_740_993\n"
                      "real = 1e3\n"
                      "on = true\n"
                      "day = 2030-12-31\n"
                      "[inner]\n"
                      "[[part]]\nname = 'one'\n"
                      "[[part]]\nname = 'two'\n");
  const TomlTable table(file.path);
  EXPECT_EQ(table.text("name"), "x");
  EXPECT_EQ(table.texts("list"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table.integer("whole"), 9007199254740993);
  EXPECT_EQ(table.number("real"), 1000);
  EXPECT_EQ(table.boolean("on"), true);
  EXPECT_EQ(table.date("day"), "2030-12-31");
  EXPECT_EQ(table.text("other"), std::nullopt);
  EXPECT_TRUE(table.has("inner"));
  EXPECT_TRUE(table.tables("others").empty());
  const std::vector<TomlTable> parts = table.tables("part");
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].text("name"), "two");
  EXPECT_EQ(parts[1].placeOf("name"), file.path.string() + ":12");
  EXPECT_EQ(parts[1].place(), file.path.string() + ":11");
}

TEST(Toml, SaysWhatIsWrongAndWhere) {
  const struct {
    const char *text, *complaint;
  } cases[] = {
      {"range = 'x=1:2'", "1:9: 'range' wants a list of strings"},
      {"\n  range = [1]", "2:11: 'range' wants a list of strings"},
      {"whole = 1.5", "1:9: 'whole' wants a whole number"},
      {"real = '1'", "1:8: 'real' wants a number"},
      {"real = true", "1:8: 'real' wants a number"},
      {"on = 1", "1:6: 'on' wants true or false"},
      {"name = 1", "1:8: 'name' wants a string"},
      {"day = '2030-12-31'", "1:7: 'day' wants a date, as in 2030-12-31"},
      {"[part]", "1:1: 'part' wants tables, each under its own [[...]]"},
      {"\nrnage = []", "2:1: unknown key 'rnage'; did you mean 'range'?"},
      {"[part.x]\ny = 1", "1:1: 'part' wants tables"},
      {"name = 'x'\nname = 'y'", "2:"},
      {"name = \"x", "1:"},
      {"name", "1:"},
      {"name = 'x'\n\n[part", "3:"},
      {"name = '\xff'", "1:"},
      {"name = 'x'\n[=\n[x]", "2: this is not TOML"},
      {"-=[}", "1: this is not TOML"},
  };
  for (const auto &[text, complaint] : cases) {
    SCOPED_TRACE(text);
    const TomlFile file(text);
    try {
      const TomlTable table(file.path);
      table.texts("range");
      table.integer("whole");
      table.number("real");
      table.boolean("on");
      table.text("name");
      table.date("day");
      table.tables("part");
      table.requireKeys({"name", "range", "real"});
      ADD_FAILURE() << "nothing is wrong";
    } catch (const Error &error) {
      const std::string words = error.what();
      EXPECT_EQ(error.code, ExitCode::BadInput);
      EXPECT_TRUE(words.starts_with(file.path.string() + ':' + complaint))
          << words;
      EXPECT_EQ(words.find('\n'), std::string::npos);
    }
  }
}

TEST(Toml, NeedsTheFile) { EXPECT_THROW(TomlTable("/nowhere/a.toml"), Error); }

} // namespace
} // namespace coverme

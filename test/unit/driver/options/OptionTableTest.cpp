// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "options/OptionTable.h"

#include "goals/GoalKind.h"
#include "report/MakeReport.h"
#include "support/Files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <sstream>

namespace coverme {
namespace {

using Json = nlohmann::ordered_json;

// Gives an option another value than it has.
struct Change {
  void operator()(const Switch &value) const { *value.target = !*value.target; }
  template <class T> void operator()(const Number<T> &value) const {
    *value.target += value.unit;
  }
  void operator()(const Choice &value) const {
    value.set(value.get() == value.names[0] ? value.names[1] : value.names[0]);
  }
  void operator()(const Names &value) const { value.set({value.names[0]}); }
  void operator()(const Text &value) const { *value.target += "x"; }
  void operator()(const Folder &value) const { *value.target /= "x"; }
  void operator()(const Texts &value) const { value.target->push_back("x"); }
  void operator()(const NamedTexts &value) const {
    value.target->push_back({"x", "1"});
  }
};

// The options of the JSON reports, those of the inputs among them.
Json toldOf(const CommandLine &line) {
  Json told = Json::parse(optionsText(line.run));
  const Json inputs = told["inputs"];
  told.erase("inputs");
  told.update(inputs);
  return told;
}

TEST(OptionTable, JsonTellsEachOptionInItsOwnMember) {
  CommandLine names;
  for (size_t i = 0; i < optionTable(names).size(); ++i) {
    CommandLine line;
    const Json before = toldOf(line);
    const Option option = optionTable(line)[i];
    SCOPED_TRACE(option.flag);
    std::visit(Change(), option.value);
    std::vector<std::string> changed;
    const Json after = toldOf(line);
    for (const auto &[name, value] : after.items())
      if (!before.contains(name) || before[name] != value)
        changed.push_back(name);
    const bool isTold = (option.uses & kTold) != 0;
    EXPECT_EQ(changed, isTold ? std::vector{option.member()}
                              : std::vector<std::string>());
  }
}

// What the schema says of a value.
struct Schema {
  Json operator()(const Switch &value) const {
    if (value.words)
      return {{"enum", *value.words}};
    return {{"type", "boolean"}};
  }
  template <class T> Json operator()(const Number<T> &) const {
    return {
        {"$ref", std::is_integral_v<T> ? "#/$defs/count" : "#/$defs/seconds"}};
  }
  Json operator()(const Choice &value) const { return {{"enum", value.names}}; }
  Json operator()(const Names &value) const {
    return {{"type", "array"}, {"items", {{"enum", value.names}}}};
  }
  Json operator()(const Text &) const {
    return {{"type", "string"}, {"minLength", 1}};
  }
  Json operator()(const Folder &) const {
    return {{"type", {"string", "null"}}};
  }
  Json operator()(const Texts &) const {
    return {{"type", "array"}, {"items", {{"type", "string"}}}};
  }
  Json operator()(const NamedTexts &) const { return (*this)(Texts()); }
};

Json objectSchema(const Json &properties) {
  Json required = Json::array();
  for (const auto &[name, schema] : properties.items())
    required.push_back(name);
  return {{"type", "object"},
          {"additionalProperties", false},
          {"required", required},
          {"properties", properties}};
}

TEST(OptionTable, SchemaHasTheSameOptions) {
  CommandLine line;
  Json members = Json::object(), inputs = Json::object();
  for (const Option &option : optionTable(line))
    if ((option.uses & kTold) != 0) {
      Json &object = option.group == OptionGroup::Inputs ? inputs : members;
      object[option.member()] = std::visit(Schema(), option.value);
    }
  Json goals = Json::array();
  for (const GoalKind &goal : goalKinds())
    goals.push_back(goal.name);
  members["goal"] = {{"enum", goals}};
  members["inputs"] = objectSchema(inputs);
  members["compiler_flags"] = Schema()(Texts());
  members["environment"] = {{"type", "object"},
                            {"additionalProperties", {{"type", "string"}}}};
  const Json expected = objectSchema(members);
  const Json schema =
      Json::parse(readFile(COVERME_DOCS "/coverme-suite-1.schema.json"));
  const Json &found = schema["properties"]["options"];
  // Unordered, but for lists.
  EXPECT_EQ(nlohmann::json(found), nlohmann::json(expected))
      << "the schema should have: \"options\": " << expected.dump(2);
}

// A row of the tables of options.md.
struct Row {
  std::string normally, effect;
};

// The rows of the tables of coverme's own options, by their first column.
std::map<std::string, Row> documentedOptions() {
  std::map<std::string, Row> rows;
  std::istringstream page(readFile(COVERME_DOCS "/options.md"));
  bool isTable = false;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("|"))
      isTable = false;
    else if (line == "| option | default | effect |")
      isTable = true;
    if (!isTable || !line.starts_with("| `"))
      continue;
    const size_t first = line.find(" | ");
    const size_t second = line.find("| ", first + 3);
    Row row{line.substr(first + 3, second - first - 3), line.substr(second)};
    row.normally.erase(row.normally.find_last_not_of(' ') + 1);
    rows[line.substr(2, first - 2)] = row;
  }
  return rows;
}

// What a help text shows in brackets.
std::string defaultIn(const std::string &help) {
  const size_t open = help.find('[');
  return open == std::string::npos
             ? ""
             : help.substr(open + 1, help.find(']') - open - 1);
}

TEST(OptionTable, OptionsPageHasTheSameOptions) {
  std::map<std::string, Row> rows = documentedOptions();
  EXPECT_EQ(rows.erase("`--version`"), 1u);
  EXPECT_EQ(rows.erase("`-h`, `--help`"), 1u);
  CommandLine line;
  for (const Option &option : optionTable(line)) {
    if (*option.flag == '\0')
      continue;
    const Names *names = std::get_if<Names>(&option.value);
    const Choice *choice = std::get_if<Choice>(&option.value);
    const std::string head =
        fmt::format("`{}{}{}{}`", option.flag, *option.shape ? " " : "",
                    option.shape, names != nullptr ? ",..." : "");
    const auto row = rows.find(head);
    if (row == rows.end()) {
      ADD_FAILURE() << "options.md has no row of " << head;
      continue;
    }
    EXPECT_EQ(row->second.normally, defaultIn(option.help)) << head;
    for (const std::string &name : names    ? names->names
                                   : choice ? choice->names
                                            : std::vector<std::string>())
      EXPECT_NE(row->second.effect.find("`" + name + "`"), std::string::npos)
          << head << " says nothing of " << name;
    rows.erase(row);
  }
  for (const auto &[head, row] : rows)
    ADD_FAILURE() << "options.md has a row of " << head << ", and --help none";
}

} // namespace
} // namespace coverme

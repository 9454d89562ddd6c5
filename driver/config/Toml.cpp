// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "config/Toml.h"

#include "support/Error.h"
#include "support/Files.h"
#include "support/NearestName.h"

#include <utility>

namespace {

struct TomlAssertion {};

[[noreturn]] void failTomlAssertion() { throw TomlAssertion(); }

} // namespace

// Broken text brings about what toml++ takes for impossible: `[=`, for one.
#define TOML_ASSERT(condition) ((condition) ? void() : failTomlAssertion())
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace coverme {
namespace {

std::string textOf(const std::string &path, const toml::source_position &at) {
  return fmt::format("{}:{}:{}", path, at.line, at.column);
}

bool breaksAssertion(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const TomlAssertion &) {
    return true;
  } catch (const toml::parse_error &) {
  }
  return false;
}

// The number of the first line up to which the text breaks an assertion.
size_t lineOfAssertion(std::string_view text) {
  size_t line = 1;
  for (size_t end = text.find('\n');
       end != text.npos && !breaksAssertion(text.substr(0, end + 1));
       end = text.find('\n', end + 1))
    ++line;
  return line;
}

// The document; `path` is for complaints.
std::shared_ptr<const toml::table> parsed(const std::filesystem::path &path) {
  const std::string text = readFile(path);
  try {
    return std::make_shared<toml::table>(toml::parse(text, path.string()));
  } catch (const toml::parse_error &error) {
    fail(ExitCode::BadInput, "{}: {}",
         textOf(path.string(), error.source().begin), error.description());
  } catch (const TomlAssertion &) {
    fail(ExitCode::BadInput, "{}:{}: this is not TOML", path.string(),
         lineOfAssertion(text));
  }
}

} // namespace

struct TomlTable::Node {
  std::shared_ptr<const toml::table> document; // that the table is in
  const toml::table *table;
  std::string path;
  toml::source_position begin;
};

TomlTable::TomlTable(const std::filesystem::path &path) {
  std::shared_ptr<const toml::table> document = parsed(path);
  const toml::table *root = document.get();
  node = std::make_shared<Node>(
      Node{std::move(document), root, path.string(), {1, 1}});
}

TomlTable::TomlTable(std::shared_ptr<const Node> node)
    : node(std::move(node)) {}

void TomlTable::requireKeys(const std::vector<std::string> &names) const {
  for (const auto &[key, value] : *node->table)
    if (const std::string given(key.str());
        std::find(names.begin(), names.end(), given) == names.end())
      fail(ExitCode::BadInput, "{}: unknown key '{}'{}",
           textOf(node->path, key.source().begin), given,
           suggestion(given, names));
}

bool TomlTable::has(const std::string &key) const {
  return node->table->contains(key);
}

// `read` returns nothing for a value of another type.
template <class T, class Get>
std::optional<T> TomlTable::get(const std::string &key, const char *wanted,
                                const Get &read) const {
  const toml::node *value = node->table->get(key);
  if (value == nullptr)
    return std::nullopt;
  std::optional<T> result = read(*value);
  if (!result)
    failAt(key, fmt::format("'{}' wants {}", key, wanted));
  return result;
}

std::optional<bool> TomlTable::boolean(const std::string &key) const {
  return get<bool>(key, "true or false", [](const toml::node &value) {
    return value.value_exact<bool>();
  });
}

std::optional<int64_t> TomlTable::integer(const std::string &key) const {
  return get<int64_t>(key, "a whole number", [](const toml::node &value) {
    return value.value_exact<int64_t>();
  });
}

std::optional<double> TomlTable::number(const std::string &key) const {
  return get<double>(
      key, "a number", [](const toml::node &value) -> std::optional<double> {
        return value.is_number() ? value.value<double>() : std::nullopt;
      });
}

std::optional<std::string> TomlTable::text(const std::string &key) const {
  return get<std::string>(key, "a string", [](const toml::node &value) {
    return value.value_exact<std::string>();
  });
}

std::optional<std::string> TomlTable::date(const std::string &key) const {
  return get<std::string>(
      key, "a date, as in 2030-12-31",
      [](const toml::node &value) -> std::optional<std::string> {
        const auto date = value.value_exact<toml::date>();
        if (!date)
          return std::nullopt;
        return fmt::format("{:04}-{:02}-{:02}", date->year, date->month,
                           date->day);
      });
}

std::optional<std::vector<std::string>>
TomlTable::texts(const std::string &key) const {
  using Texts = std::vector<std::string>;
  return get<Texts>(key, "a list of strings",
                    [](const toml::node &value) -> std::optional<Texts> {
                      if (!value.is_array())
                        return std::nullopt;
                      Texts texts;
                      for (const toml::node &each : *value.as_array()) {
                        if (!each.is_string())
                          return std::nullopt;
                        texts.push_back(each.as_string()->get());
                      }
                      return texts;
                    });
}

std::vector<TomlTable> TomlTable::tables(const std::string &key) const {
  using Tables = std::vector<TomlTable>;
  const auto tables =
      get<Tables>(key, "tables, each under its own [[...]]",
                  [&](const toml::node &value) -> std::optional<Tables> {
                    if (!value.is_array())
                      return std::nullopt;
                    Tables tables;
                    for (const toml::node &each : *value.as_array()) {
                      if (!each.is_table())
                        return std::nullopt;
                      tables.push_back(TomlTable(std::make_shared<Node>(
                          Node{node->document, each.as_table(), node->path,
                               each.source().begin})));
                    }
                    return tables;
                  });
  return tables.value_or(Tables());
}

std::string TomlTable::placeOf(const std::string &key) const {
  const auto found = node->table->find(key);
  return fmt::format("{}:{}", node->path,
                     found == node->table->end()
                         ? node->begin.line
                         : found->first.source().begin.line);
}

std::string TomlTable::place() const {
  return fmt::format("{}:{}", node->path, node->begin.line);
}

void TomlTable::failAt(const std::string &key,
                       const std::string &complaint) const {
  const toml::node *value = node->table->get(key);
  fail(ExitCode::BadInput, "{}: {}",
       textOf(node->path,
              value == nullptr ? node->begin : value->source().begin),
       complaint);
}

} // namespace coverme

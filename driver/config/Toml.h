// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files in TOML that people write: what is wrong in one is said in one line,
// with its place.
#ifndef COVERME_DRIVER_CONFIG_TOML_H
#define COVERME_DRIVER_CONFIG_TOML_H

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// A table of such a file. Each getter returns nothing when the key is not
// there, and throws Error(BadInput) when its value is of another type:
// "a.toml:4:9: 'range' wants a list of strings".
class TomlTable {
public:
  // The whole file. Throws Error(BadInput) when it cannot be read or is no
  // TOML.
  explicit TomlTable(const std::filesystem::path &path);

  // Throws Error(BadInput), with the nearest of the names, for a key that is
  // none of them.
  void requireKeys(const std::vector<std::string> &names) const;

  bool has(const std::string &key) const;
  std::optional<bool> boolean(const std::string &key) const;
  std::optional<int64_t> integer(const std::string &key) const;
  std::optional<double> number(const std::string &key) const; // integers, too
  std::optional<std::string> text(const std::string &key) const;
  std::optional<std::string> date(const std::string &key) const; // YYYY-MM-DD
  std::optional<std::vector<std::string>> texts(const std::string &key) const;
  // The tables of each [[key]].
  std::vector<TomlTable> tables(const std::string &key) const;

  // "FILE:LINE" of the key, or of the table.
  std::string placeOf(const std::string &key) const;
  std::string place() const;

  // Throws Error(BadInput) with the place of the key's value, or of the table
  // where the key is not there.
  [[noreturn]] void failAt(const std::string &key,
                           const std::string &complaint) const;

private:
  struct Node;
  explicit TomlTable(std::shared_ptr<const Node> node);

  template <class T, class Get>
  std::optional<T> get(const std::string &key, const char *wanted,
                       const Get &read) const;

  std::shared_ptr<const Node> node;
};

} // namespace coverme

#endif

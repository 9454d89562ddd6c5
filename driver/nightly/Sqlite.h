// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SQLite's handles, with an owner each. What goes wrong is an
// Error(BadInput) that names the file.
#ifndef COVERME_DRIVER_NIGHTLY_SQLITE_H
#define COVERME_DRIVER_NIGHTLY_SQLITE_H

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace coverme {

class Database {
public:
  enum class Access { Read, Write }; // Write makes what is not there

  Database(std::filesystem::path file, Access access);

  // Statements without values or results.
  void execute(const std::string &sql);

private:
  friend class Query;
  [[noreturn]] void failWith(int code) const;

  struct Close {
    void operator()(sqlite3 *handle) const;
  };
  std::filesystem::path file;
  std::unique_ptr<sqlite3, Close> handle;
};

// A statement, whose values "?1", "?2", ... are bound ahead of its first row.
class Query {
public:
  Query(const Database &database, std::string_view sql);

  // From the beginning, with other values.
  void restart();
  Query &bind(int index, int64_t value);

  // To the next row, if there is one.
  bool next();

  // Of a row, whose columns count from 0. A null is 0, or empty. The view is
  // good until the next row.
  int64_t number(int column) const;
  double real(int column) const;
  std::string text(int column) const { return std::string(view(column)); }
  std::string_view view(int column) const;
  bool isNull(int column) const;

private:
  struct Finalize {
    void operator()(sqlite3_stmt *handle) const;
  };
  const Database &database;
  std::unique_ptr<sqlite3_stmt, Finalize> handle;
};

} // namespace coverme

#endif

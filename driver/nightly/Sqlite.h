// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owners of SQLite's handles. What goes wrong is an Error(BadInput) that names
// the file.
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

  // Runs statements without values or results.
  void execute(const std::string &sql);
  // The id of the row that was inserted last.
  int64_t lastId() const;
  bool isInTransaction() const;

private:
  friend class Statement;
  [[noreturn]] void failWith(int code) const;

  struct Close {
    void operator()(sqlite3 *handle) const;
  };
  std::filesystem::path file;
  std::unique_ptr<sqlite3, Close> handle;
};

// A transaction: what is written while it lives is kept at commit(), and
// dropped without it.
class Transaction {
public:
  explicit Transaction(Database &database);
  ~Transaction();
  Transaction(const Transaction &) = delete;
  Transaction &operator=(const Transaction &) = delete;

  void commit();

private:
  Database &database;
  bool isOpen = true;
};

// A statement, whose values "?1", "?2", ... are bound ahead of its first row.
class Statement {
public:
  Statement(const Database &database, std::string_view sql);

  // Begins again, with other values.
  void restart();
  Statement &bind(int index, int64_t value);
  Statement &bind(int index, double value);
  Statement &bind(int index, std::string_view text);
  Statement &bindBytes(int index,
                       std::string_view bytes); // null if there are none

  // Goes to the next row; returns false if there is none.
  bool next();
  // Runs a statement without rows with these values.
  template <class... Values> void run(const Values &...values) {
    restart();
    int index = 0;
    (bind(++index, values), ...);
    next();
  }

  // A value of the row, whose columns count from 0. A null is 0, or empty. The
  // view is valid until the next row.
  int64_t number(int column) const;
  double real(int column) const;
  std::string text(int column) const { return std::string(view(column)); }
  std::string_view view(int column) const;
  bool isNull(int column) const;
  int columns() const;
  std::string nameOf(int column) const;

private:
  struct Finalize {
    void operator()(sqlite3_stmt *handle) const;
  };
  const Database &database;
  std::unique_ptr<sqlite3_stmt, Finalize> handle;
};

} // namespace coverme

#endif

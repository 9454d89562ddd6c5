// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Sqlite.h"

#include "support/Error.h"

#include <sqlite3.h>

#include <utility>

namespace coverme {
namespace {

constexpr int kPatience = 10000; // milliseconds to wait for a writer's lock

} // namespace

void Database::Close::operator()(sqlite3 *handle) const {
  ::sqlite3_close_v2(handle);
}

Database::Database(std::filesystem::path name, Access access)
    : file(std::move(name)) {
  sqlite3 *opened = nullptr;
  const int code = ::sqlite3_open_v2(
      file.c_str(), &opened,
      access == Access::Read ? SQLITE_OPEN_READONLY
                             : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
      nullptr);
  handle.reset(opened);
  if (code != SQLITE_OK)
    failWith(code);
  ::sqlite3_busy_timeout(handle.get(), kPatience);
}

void Database::failWith(int code) const {
  fail(ExitCode::BadInput, "cannot read or write '{}': {}", file.string(),
       handle ? ::sqlite3_errmsg(handle.get()) : ::sqlite3_errstr(code));
}

void Database::execute(const std::string &sql) {
  const int code =
      ::sqlite3_exec(handle.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK)
    failWith(code);
}

int64_t Database::lastId() const {
  return ::sqlite3_last_insert_rowid(handle.get());
}

bool Database::isInTransaction() const {
  return ::sqlite3_get_autocommit(handle.get()) == 0;
}

Transaction::Transaction(Database &database) : database(database) {
  database.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (isOpen)
    try {
      database.execute("ROLLBACK");
    } catch (const Error &) {
      // SQLite has taken it back already, or will when the store is opened.
    }
}

void Transaction::commit() {
  database.execute("COMMIT");
  isOpen = false;
}

void Statement::Finalize::operator()(sqlite3_stmt *handle) const {
  ::sqlite3_finalize(handle);
}

Statement::Statement(const Database &database, std::string_view sql)
    : database(database) {
  sqlite3_stmt *made = nullptr;
  const int code =
      ::sqlite3_prepare_v2(database.handle.get(), sql.data(),
                           static_cast<int>(sql.size()), &made, nullptr);
  handle.reset(made);
  if (code != SQLITE_OK)
    database.failWith(code);
}

void Statement::restart() { ::sqlite3_reset(handle.get()); }

Statement &Statement::bind(int index, int64_t value) {
  const int code = ::sqlite3_bind_int64(handle.get(), index, value);
  if (code != SQLITE_OK)
    database.failWith(code);
  return *this;
}

Statement &Statement::bind(int index, double value) {
  const int code = ::sqlite3_bind_double(handle.get(), index, value);
  if (code != SQLITE_OK)
    database.failWith(code);
  return *this;
}

Statement &Statement::bind(int index, std::string_view text) {
  const int code =
      ::sqlite3_bind_text(handle.get(), index, text.data(),
                          static_cast<int>(text.size()), SQLITE_TRANSIENT);
  if (code != SQLITE_OK)
    database.failWith(code);
  return *this;
}

Statement &Statement::bindBytes(int index, std::string_view bytes) {
  const int code = bytes.empty()
                       ? ::sqlite3_bind_null(handle.get(), index)
                       : ::sqlite3_bind_blob(handle.get(), index, bytes.data(),
                                             static_cast<int>(bytes.size()),
                                             SQLITE_TRANSIENT);
  if (code != SQLITE_OK)
    database.failWith(code);
  return *this;
}

bool Statement::next() {
  const int code = ::sqlite3_step(handle.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    database.failWith(code);
  return code == SQLITE_ROW;
}

int64_t Statement::number(int column) const {
  return ::sqlite3_column_int64(handle.get(), column);
}

double Statement::real(int column) const {
  return ::sqlite3_column_double(handle.get(), column);
}

std::string_view Statement::view(int column) const {
  // A blob's bytes are the same; numbers become text.
  const void *bytes = ::sqlite3_column_text(handle.get(), column);
  const int size = ::sqlite3_column_bytes(handle.get(), column);
  return {static_cast<const char *>(bytes), static_cast<size_t>(size)};
}

bool Statement::isNull(int column) const {
  return ::sqlite3_column_type(handle.get(), column) == SQLITE_NULL;
}

int Statement::columns() const { return ::sqlite3_column_count(handle.get()); }

std::string Statement::nameOf(int column) const {
  return ::sqlite3_column_name(handle.get(), column);
}

} // namespace coverme

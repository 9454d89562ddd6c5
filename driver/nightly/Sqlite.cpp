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

void Query::Finalize::operator()(sqlite3_stmt *handle) const {
  ::sqlite3_finalize(handle);
}

Query::Query(const Database &database, std::string_view sql)
    : database(database) {
  sqlite3_stmt *made = nullptr;
  const int code =
      ::sqlite3_prepare_v2(database.handle.get(), sql.data(),
                           static_cast<int>(sql.size()), &made, nullptr);
  handle.reset(made);
  if (code != SQLITE_OK)
    database.failWith(code);
}

void Query::restart() { ::sqlite3_reset(handle.get()); }

Query &Query::bind(int index, int64_t value) {
  const int code = ::sqlite3_bind_int64(handle.get(), index, value);
  if (code != SQLITE_OK)
    database.failWith(code);
  return *this;
}

bool Query::next() {
  const int code = ::sqlite3_step(handle.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    database.failWith(code);
  return code == SQLITE_ROW;
}

int64_t Query::number(int column) const {
  return ::sqlite3_column_int64(handle.get(), column);
}

double Query::real(int column) const {
  return ::sqlite3_column_double(handle.get(), column);
}

std::string_view Query::view(int column) const {
  // A blob's bytes are the same as a text's.
  const void *bytes = ::sqlite3_column_blob(handle.get(), column);
  const int size = ::sqlite3_column_bytes(handle.get(), column);
  return {static_cast<const char *>(bytes), static_cast<size_t>(size)};
}

bool Query::isNull(int column) const {
  return ::sqlite3_column_type(handle.get(), column) == SQLITE_NULL;
}

} // namespace coverme

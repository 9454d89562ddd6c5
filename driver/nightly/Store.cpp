// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Store.h"

#include "nightly/StoreSchema.h"
#include "support/Error.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <thread>
#include <zlib.h>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// A larger suite is none.
constexpr size_t kMostSuite = size_t{64} << 20U; // bytes
constexpr std::chrono::milliseconds kMaxWait(3000), kStep(50);

// From schema N + 1 to the next one.
constexpr std::array<const char *, kStoreSchema - 1> kMigrations = {
    "ALTER TABLE results ADD COLUMN replayed INTEGER;"
    "CREATE TABLE shards (run INTEGER PRIMARY KEY REFERENCES runs, number "
    "INTEGER NOT NULL, count INTEGER NOT NULL);"};

int64_t schemaOf(const Database &database) {
  Statement version(database, "PRAGMA user_version");
  version.next();
  return version.number(0);
}

bool isEmpty(const Database &database) {
  Statement tables(database, "SELECT 1 FROM sqlite_schema");
  return !tables.next();
}

void migrate(Database &database, int64_t from, const fs::path &file) {
  const std::string copy = fmt::format("{}.schema-{}", file.string(), from);
  std::error_code error;
  fs::remove(copy, error); // of a migration that was cut
  Statement(database, "VACUUM INTO ?1").run(std::string_view(copy));
  Transaction transaction(database);
  for (auto at = static_cast<size_t>(from - 1); at < kMigrations.size(); ++at)
    database.execute(kMigrations[at]);
  database.execute(fmt::format("PRAGMA user_version = {}", kStoreSchema));
  transaction.commit();
}

} // namespace

void requireSchema(const Database &database, const fs::path &file) {
  const int64_t schema = schemaOf(database);
  if (schema == kStoreSchema)
    return;
  if (schema == 0)
    fail(ExitCode::BadInput, "'{}' is no store of nightly runs", file.string());
  fail(ExitCode::BadInput,
       "'{}' is a store of schema {}, and this coverme's is {}: {}",
       file.string(), schema, kStoreSchema,
       schema > kStoreSchema ? "a newer one reads it"
                             : "the next nightly run makes it one of these");
}

StoreLock::StoreLock(const fs::path &store) {
  const std::string name = store.string() + ".lock";
  file.reset(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file)
    fail(ExitCode::BadInput, "cannot write '{}': {}", name,
         std::strerror(errno));
  for (auto waited = kStep * 0; ::flock(file.get(), LOCK_EX | LOCK_NB) != 0;
       waited += kStep) {
    if (waited >= kMaxWait)
      fail(ExitCode::BadInput, "another run is writing '{}'", store.string());
    std::this_thread::sleep_for(kStep);
  }
}

Database openStore(const fs::path &file) {
  Database database(file, Database::Access::Write);
  const int64_t schema = schemaOf(database);
  if (schema == 0 && isEmpty(database)) {
    Transaction transaction(database);
    database.execute(kStoreSchemaText);
    transaction.commit();
  } else if (schema > 0 && schema < kStoreSchema) {
    migrate(database, schema, file);
  }
  requireSchema(database, file);
  database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
                   "PRAGMA foreign_keys = ON");
  return database;
}

std::string deflated(std::string_view text) {
  uLongf size = ::compressBound(text.size());
  std::string bytes(size, '\0');
  if (::compress(reinterpret_cast<Bytef *>(bytes.data()), &size,
                 reinterpret_cast<const Bytef *>(text.data()),
                 text.size()) != Z_OK)
    fail(ExitCode::Internal, "no memory to compress {} bytes", text.size());
  bytes.resize(size);
  return bytes;
}

std::string inflated(std::string_view bytes) {
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK)
    fail(ExitCode::Internal, "zlib cannot start");
  // The interface is not const.
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  int code = Z_OK;
  while (code == Z_OK && text.size() < kMostSuite) {
    constexpr size_t kPart = 65536;
    const size_t size = text.size();
    text.resize(size + kPart);
    stream.next_out = reinterpret_cast<Bytef *>(text.data() + size);
    stream.avail_out = kPart;
    code = ::inflate(&stream, Z_NO_FLUSH);
    text.resize(size + kPart - stream.avail_out);
  }
  ::inflateEnd(&stream);
  if (code != Z_STREAM_END)
    fail(ExitCode::BadInput, "the suite in the store is damaged");
  return text;
}

} // namespace coverme

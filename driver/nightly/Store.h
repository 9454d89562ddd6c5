// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The store of nightly runs, opened for writing: locked, and of the schema of
// this version (schema.sql).
#ifndef COVERME_DRIVER_NIGHTLY_STORE_H
#define COVERME_DRIVER_NIGHTLY_STORE_H

#include "nightly/Sqlite.h"
#include "support/FileDescriptor.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace coverme {

inline constexpr int64_t kStoreSchema = 2;

// Throws Error(BadInput) for a store of another schema, and for a file that is
// no store.
void requireSchema(const Database &database, const std::filesystem::path &file);

// A lock that only one process at a time may hold; it ends with the process.
class StoreLock {
public:
  // Waits a moment for one that is about to end. Throws Error(BadInput) when
  // another one has it.
  explicit StoreLock(const std::filesystem::path &store);

private:
  FileDescriptor file;
};

// Opens the store, or makes it if there is none. A store of an older schema is
// converted, with a copy of it kept as FILE.schema-N. Throws Error(BadInput) as
// requireSchema does.
// require: a StoreLock
Database openStore(const std::filesystem::path &file);

// Compresses a suite as the store has it, and makes text of that again.
// inflated() throws Error(BadInput) for damaged bytes.
std::string deflated(std::string_view text);
std::string inflated(std::string_view bytes);

} // namespace coverme

#endif

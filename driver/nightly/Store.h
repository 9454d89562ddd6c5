// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The store of nightly runs as one that writes it has it: locked, and of our
// schema (schema.sql).
#ifndef COVERME_DRIVER_NIGHTLY_STORE_H
#define COVERME_DRIVER_NIGHTLY_STORE_H

#include "nightly/Sqlite.h"
#include "support/FileDescriptor.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace coverme {

inline constexpr int64_t kStoreSchema = 2;

// Throws Error(BadInput) for a store of another schema, and for what is none.
void requireSchema(const Database &database, const std::filesystem::path &file);

// Only one process at a time may have it; it goes with the process.
class StoreLock {
public:
  // Waits a moment for one that is about to end. Throws Error(BadInput) when
  // another one has it.
  explicit StoreLock(const std::filesystem::path &store);

private:
  FileDescriptor file;
};

// Makes the store if there is none. One of an older schema becomes one of ours,
// with a copy of it kept as FILE.schema-N. Throws Error(BadInput) as
// requireSchema does.
// require: a StoreLock
Database openStore(const std::filesystem::path &file);

// A suite as the store has it, and as text again. inflated() throws
// Error(BadInput) for damaged bytes.
std::string deflated(std::string_view text);
std::string inflated(std::string_view bytes);

} // namespace coverme

#endif

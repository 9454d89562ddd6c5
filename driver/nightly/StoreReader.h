// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The store of nightly runs (schema.sql), as it is at one moment: a night that
// goes on meanwhile is not seen.
#ifndef COVERME_DRIVER_NIGHTLY_STOREREADER_H
#define COVERME_DRIVER_NIGHTLY_STOREREADER_H

#include "core/Figures.h"
#include "nightly/Results.h"
#include "nightly/Sqlite.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace coverme {

struct StoredNight {
  int64_t id = 0;
  std::string label, started, finished, tool, compiler; // not finished: cut
  uint64_t seed = 0;
};

// Nights are indices into StoreReader::nights().
struct StoredTotals {
  size_t night = 0;
  std::string version;
  size_t functions = 0, searched = 0, replayed = 0, findings = 0;
  VerdictCounts counts;
  double seconds = 0;
};

struct StoredLibrary {
  int64_t id = 0;
  std::string name;
  std::vector<StoredTotals> totals; // by night
};

struct StoredResult {
  int64_t id = 0;
  size_t first = 0, last = 0; // nights
  std::string status, reason;
  unsigned line = 0;
  uint64_t evaluations = 0;
  double seconds = 0;
  unsigned effort = 0;
  VerdictCounts counts;
  size_t findings = 0;
  bool hasSuite = false;
};

struct StoredFunction {
  int64_t id = 0;
  std::string file, name;
  std::vector<StoredResult> results; // by night
};

struct StoredFinding {
  std::string name, kind, text, command;
};

struct StoredChange {
  std::string library, file, function, kind, name, text, command, accepted;
};

class StoreReader {
public:
  // Throws Error(BadInput) when there is no store of this schema.
  explicit StoreReader(const std::filesystem::path &file);

  const std::vector<StoredNight> &nights() const { return allNights; }
  const std::vector<StoredLibrary> &libraries() const { return allLibraries; }

  // By file and name.
  void forEachFunction(const StoredLibrary &library,
                       const std::function<void(StoredFunction &)> &take);
  // By library, file and function.
  std::vector<StoredChange> changesOf(size_t night);
  std::vector<NightlyBranch> branchesOf(const StoredResult &result) const;
  // By name.
  std::vector<StoredFinding> findingsOf(const StoredResult &result);
  // The suite as zlib has compressed it.
  std::string suiteOf(const StoredResult &result);

private:
  void readNights();
  void readLibraries();
  size_t nightOf(int64_t run) const;

  std::filesystem::path file;
  Database database;
  std::vector<StoredNight> allNights;
  std::vector<StoredLibrary> allLibraries;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a night's job for a function: a search by a coverme of its own or, where
// nothing has changed, the replay that the last search has left.
#ifndef COVERME_DRIVER_NIGHTLY_FUNCTION_JOB_H
#define COVERME_DRIVER_NIGHTLY_FUNCTION_JOB_H

#include "nightly/FileScan.h"
#include "nightly/Manifest.h"
#include "nightly/Results.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace coverme {

// Files of a job's folder: what the search writes, and the suite that it begins
// with.
constexpr const char *kSuiteFile = "suite.json";
constexpr const char *kSuiteBefore = "before.json";

struct NightSettings {
  const Manifest &manifest;
  const CommandLineParser &parse;
  uint64_t seed;
};

struct FunctionJob {
  const NightlyLibrary *library = nullptr;
  NightlyFunction who;
  std::string key;
  unsigned effort = 1;
  bool isReplay = false;
  std::filesystem::path folder; // of its own
};

// The name of a result's replay program in the manifest's cache.
std::string keptName(const std::string &key, const NightlyFunction &who,
                     unsigned effort);

// Returns {"stands": true} if nothing was kept to replay, {"replayed": true} or
// {"flaky": true} after a replay; after a search {"searched": true}, with a
// "reason" if it was cut, and the suite in the folder; or an "error". Throws
// Error.
nlohmann::json runFunction(const FunctionJob &job, const NightSettings &night);

} // namespace coverme

#endif

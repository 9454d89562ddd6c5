// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a job of a night writes to its folder at its end. A job that was killed
// leaves nothing.
#ifndef COVERME_DRIVER_NIGHTLY_JOB_OUTCOME_H
#define COVERME_DRIVER_NIGHTLY_JOB_OUTCOME_H

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <optional>

namespace coverme {

// Runs work() in a job, and writes its outcome to the folder. Where it throws,
// the outcome is {"error": REASON}.
void leaveOutcome(const std::filesystem::path &folder,
                  const std::function<nlohmann::json()> &work);

// The outcome of a job, if it has come to its end.
std::optional<nlohmann::json> outcomeIn(const std::filesystem::path &folder);

} // namespace coverme

#endif

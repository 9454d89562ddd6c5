// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/JobOutcome.h"

#include "support/Error.h"
#include "support/Files.h"
#include "support/Interrupt.h"

#include <fmt/format.h>

#include <exception>
#include <system_error>

namespace coverme {

namespace fs = std::filesystem;

namespace {

constexpr const char *kOutcomeFile = "outcome";

} // namespace

std::optional<nlohmann::json> outcomeIn(const fs::path &folder) {
  std::error_code error;
  if (!fs::exists(folder / kOutcomeFile, error))
    return std::nullopt;
  return nlohmann::json::parse(readFile(folder / kOutcomeFile));
}

void leaveOutcome(const fs::path &folder,
                  const std::function<nlohmann::json()> &work) {
  nlohmann::json outcome;
  try {
    fs::create_directories(folder);
    try {
      outcome = work();
    } catch (const Error &error) {
      outcome = {{"error", error.what()}};
    } catch (const std::exception &error) {
      outcome = {{"error", fmt::format("internal error: {}", error.what())}};
    }
    if (interruptSignal() == 0)
      writeFileAtomically(
          folder / kOutcomeFile,
          outcome.dump(-1, ' ', false,
                       nlohmann::json::error_handler_t::replace));
  } catch (const std::exception &) {
    // What is missing then says it.
  }
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the replay program of a result beside what it printed, to be run again
// on nights on which nothing has changed.
#ifndef COVERME_DRIVER_NIGHTLY_KEPTREPLAY_H
#define COVERME_DRIVER_NIGHTLY_KEPTREPLAY_H

#include "options/Options.h"

#include <filesystem>
#include <set>
#include <string>

namespace coverme {

class KeptReplay {
public:
  // `name` is that of the result, without a slash.
  KeptReplay(const std::filesystem::path &cache, const std::string &name);

  // Compiles the replay.c of -o, runs it, and keeps both. Keeps nothing when
  // that fails: a result without a replay is not replayed.
  void keep(const RunOptions &options, const std::filesystem::path &source,
            double timeout) const;

  enum class Outcome {
    Missing, // nothing was kept
    Same,
    Differs, // in the same way each time
    Flaky,   // not in the same way each time
  };
  // Runs the replay: once, or three times if it differs.
  Outcome run(const std::filesystem::path &folder, double timeout) const;

private:
  std::filesystem::path program, output;
};

// Removes what is kept of results other than these.
void keepOnly(const std::filesystem::path &cache,
              const std::set<std::string> &names);

} // namespace coverme

#endif

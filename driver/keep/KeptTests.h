// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests that a project keeps: what --emit writes of a run.
#ifndef COVERME_DRIVER_KEEP_KEPTTESTS_H
#define COVERME_DRIVER_KEEP_KEPTTESTS_H

#include "keep/Recording.h"
#include "options/Options.h"
#include "report/Report.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

// A file, without the line that keep/KeptFiles.h puts ahead of it.
struct KeptFile {
  std::string name; // in its folder
  std::string text;
};

// The files of a kind, which are to lie in `folder`: they name the sources from
// there. `report`, `purposes` and `tests` are of the result's suite; a test
// that is there for branches has an empty purpose.
std::vector<KeptFile>
keptTests(const std::string &kind, const RunResult &result,
          const FunctionReport &report,
          const std::vector<std::string> &purposes, const KeptNumbers &numbers,
          const std::vector<RecordedTest> &tests, const EmitOptions &options,
          const std::filesystem::path &folder);

} // namespace coverme

#endif

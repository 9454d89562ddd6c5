// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists the functions of a file of a library, each with the key that changes
// when something has changed that its result depends on.
#ifndef COVERME_DRIVER_NIGHTLY_FILE_SCAN_H
#define COVERME_DRIVER_NIGHTLY_FILE_SCAN_H

#include "nightly/Manifest.h"
#include "nightly/Results.h"
#include "nightly/RunRecord.h"
#include "options/Options.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace coverme {

// Parses a command line of coverme. Throws Error(BadInput).
using CommandLineParser =
    std::function<CommandLine(const std::vector<std::string> &)>;

// Returns {"functions": [{"name", "key", "line", "skipped": REASON or ""}]}, or
// an empty object where the file has not changed for any of `before`, its rows
// of the night that saw it last. Throws Error.
// require: the working folder is the library's
nlohmann::json scanFile(const Manifest &manifest, const NightlyLibrary &library,
                        const std::string &file, const RunTools &tools,
                        const CommandLineParser &parse,
                        const std::vector<const ResultRow *> &before);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a file of a library has to offer a night: its functions, each with the
// key that changes where something has that its result hangs on.
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

// A command line of coverme's. Throws Error(BadInput).
using CommandLineParser =
    std::function<CommandLine(const std::vector<std::string> &)>;

// {"functions": [{"name", "key", "line", "skipped": REASON or ""}]}, or nothing
// in it where the file is as it was for all of `before`, its rows of the night
// that saw it last. Throws Error.
// require: the working folder is the library's
nlohmann::json scanFile(const Manifest &manifest, const NightlyLibrary &library,
                        const std::string &file, const RunTools &tools,
                        const CommandLineParser &parse,
                        const std::vector<const ResultRow *> &before);

} // namespace coverme

#endif

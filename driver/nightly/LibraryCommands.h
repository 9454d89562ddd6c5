// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sources of a library of the manifest, and the command lines that coverme
// gets for them.
#ifndef COVERME_DRIVER_NIGHTLY_LIBRARY_COMMANDS_H
#define COVERME_DRIVER_NIGHTLY_LIBRARY_COMMANDS_H

#include "nightly/Manifest.h"

#include <string>
#include <vector>

namespace coverme {

// The library's sources, sorted, each once. Throws Error(BadInput) if there are
// none.
// require: the working folder is the library's
std::vector<std::string> filesOf(const NightlyLibrary &library);

// The arguments for one of its files, with `effort` times the manifest's
// budget, and `more` behind them.
std::vector<std::string> wordsOf(const Manifest &manifest,
                                 const NightlyLibrary &library,
                                 const std::string &file, unsigned effort,
                                 const std::vector<std::string> &more);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_TOOLS_ARGUMENTERRORS_H
#define COVERME_TOOLS_ARGUMENTERRORS_H

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace coverme {

// CLI11's complaint as one line, with the nearest option for a mistyped one.
std::string complaint(const CLI::App &app, const CLI::ParseError &error,
                      const std::vector<std::string> &arguments);

} // namespace coverme

#endif

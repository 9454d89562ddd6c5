// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flags for a build that uses the plugin without the tool (docs/builds.md).
#ifndef COVERME_TOOLS_PLUGINFLAGS_H
#define COVERME_TOOLS_PLUGINFLAGS_H

#include <optional>
#include <string>
#include <string_view>

namespace coverme {

// The line that `--print-plugin-path` and the like print; nullopt for another
// option. Throws Error(Internal) when plugin or runtime is not where it should
// be.
std::optional<std::string> pluginFlags(std::string_view option);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a build needs that uses the plugin without us (docs/builds.md).
#ifndef COVERME_TOOLS_PLUGINFLAGS_H
#define COVERME_TOOLS_PLUGINFLAGS_H

#include <optional>
#include <string>
#include <string_view>

namespace coverme {

// The line that `--print-plugin-path` and its like print; nothing for another
// option. Throws Error(Internal) when plugin or runtime is not where it should
// be.
std::optional<std::string> pluginFlags(std::string_view option);

} // namespace coverme

#endif

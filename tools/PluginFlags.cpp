// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PluginFlags.h"

#include "coverme/abi.h"
#include "frontend/c/Programs.h"
#include "support/Error.h"

#include <fmt/format.h>

#include <filesystem>

namespace coverme {

std::optional<std::string> pluginFlags(std::string_view option) {
  const auto file = [](const char *name) { return libraryFile(name).string(); };
  if (option == "--print-plugin-path")
    return file("CovermePass.so");
  // The pass, loaded ahead of the frontend's plugin, can say that a clang is of
  // another version. By the names of blocks it knows branches of clang's own.
  if (option == "--print-compile-flags")
    return fmt::format("-fplugin={0} -fplugin={1} -fpass-plugin={0} "
                       "-fno-discard-value-names -g -grecord-command-line",
                       file("CovermePass.so"), file("CovermeFrontend.so"));
  // Wherever the archive stands among the objects, and however often.
  if (option == "--print-link-flags")
    return fmt::format("-Wl,-u,{},-u,__coverme_pen_f64 {}",
                       COVERME_ABI_SYMBOL_NAME, file("libcoverme_runtime.a"));
  return std::nullopt;
}

} // namespace coverme

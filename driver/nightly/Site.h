// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the dashboard: pages of HTML about a store of nightly runs, which a
// browser reads as plain files.
#ifndef COVERME_DRIVER_NIGHTLY_SITE_H
#define COVERME_DRIVER_NIGHTLY_SITE_H

#include <cstddef>
#include <filesystem>

namespace coverme {

struct SiteFigures {
  size_t functions = 0, files = 0, changed = 0; // files, and those written anew
};

// Throws Error(BadInput) when the store cannot be read, or the folder is not
// empty and no earlier site.
SiteFigures writeSite(const std::filesystem::path &store,
                      const std::filesystem::path &folder);

} // namespace coverme

#endif

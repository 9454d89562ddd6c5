// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dashboard: pages of HTML about a store of nightly runs, for a browser
// that has the files alone.
#ifndef COVERME_DRIVER_NIGHTLY_SITE_H
#define COVERME_DRIVER_NIGHTLY_SITE_H

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace coverme {

struct SiteFigures {
  size_t functions = 0, files = 0, changed = 0; // files, and those written anew
};

// Throws Error(BadInput) when the store cannot be read, or the folder is not
// empty and no earlier site.
SiteFigures writeSite(const std::filesystem::path &store,
                      const std::filesystem::path &folder);

// The text as a part of a path and of an address. One that had to be changed
// for this ends with a hash, so that it stays different from others.
std::string slug(std::string_view text);

} // namespace coverme

#endif

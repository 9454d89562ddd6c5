// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of a function: its results of all nights, and the report of the last
// one.
#ifndef COVERME_DRIVER_NIGHTLY_SITEFUNCTION_H
#define COVERME_DRIVER_NIGHTLY_SITEFUNCTION_H

#include "nightly/SiteDifference.h"
#include "nightly/SitePages.h"
#include "nightly/StoreReader.h"

#include <cstddef>
#include <string>
#include <vector>

namespace coverme {

// How each result differs from the one before; the first one's difference is
// empty.
std::vector<Difference> differencesOf(SitePages &site,
                                      const StoredFunction &function);

// `path` is that of the page; `lastNight` of its library.
std::string functionHtml(SitePages &site, const StoredFunction &function,
                         const std::vector<Difference> &differences,
                         size_t lastNight, const std::string &path);

} // namespace coverme

#endif

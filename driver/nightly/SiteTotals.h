// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over libraries and nights: tables of them, and plots over nights.
#ifndef COVERME_DRIVER_NIGHTLY_SITETOTALS_H
#define COVERME_DRIVER_NIGHTLY_SITETOTALS_H

#include "nightly/SitePages.h"
#include "nightly/StoreReader.h"
#include "nightly/TrendPlot.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// Sums by night; nullopt for a night without any.
using Sums = std::vector<std::optional<StoredTotals>>;

Sums sumsOf(const SitePages &site, const StoredLibrary &library);

// The sums of all libraries. One that did not run on a night counts as it was
// before, so that the sums stay comparable.
Sums overall(const SitePages &site);

// Plots of the sums.
std::string trends(const SitePages &site, const Sums &sums,
                   const std::vector<TrendMark> &marks);

// What changed between these two nights that is not the code under test.
std::string upgrade(const SitePages &site, size_t before, size_t night);
std::vector<TrendMark> upgrades(const SitePages &site);

std::vector<std::string> totalsHeads(const char *first, const char *version);

// The sums of a library, for a table with these heads.
std::string libraryRow(const StoredLibrary &library, const StoredTotals &sum,
                       const std::string &root);

// A table of nights, the last first. `version` names what the totals' versions
// are of.
std::string nightsTable(const SitePages &site, const Sums &sums,
                        const char *version, const std::string &root);

} // namespace coverme

#endif

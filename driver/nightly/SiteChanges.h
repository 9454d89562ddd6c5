// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The changes of a night, as the dashboard lists them.
#ifndef COVERME_DRIVER_NIGHTLY_SITECHANGES_H
#define COVERME_DRIVER_NIGHTLY_SITECHANGES_H

#include "nightly/StoreReader.h"

#include <cstddef>
#include <string>
#include <vector>

namespace coverme {

// The rank of a kind of change among all kinds, in the order in which they
// matter.
size_t rankOf(const std::string &kind);

// How many there are of each kind, in words.
std::string changeCounts(const std::vector<StoredChange> &changes);

// A row of the table of changes.
std::string changeRow(const StoredChange &change, const std::string &root);

} // namespace coverme

#endif

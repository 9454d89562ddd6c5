// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merges the parts of a night that several machines have run.
#ifndef COVERME_DRIVER_NIGHTLY_MERGE_H
#define COVERME_DRIVER_NIGHTLY_MERGE_H

#include "nightly/Manifest.h"
#include "nightly/Sqlite.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace coverme {

// Adds the newest run of the parts, which all began with what is in the store.
// Returns its number there. Throws Error(BadInput) when a part is missing, was
// cut, or is of something else.
int64_t mergeShards(Database &store, const Manifest &manifest,
                    const std::vector<std::filesystem::path> &parts);

} // namespace coverme

#endif

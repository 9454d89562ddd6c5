// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pages of a library: itself, its files, its functions.
#ifndef COVERME_DRIVER_NIGHTLY_SITELIBRARY_H
#define COVERME_DRIVER_NIGHTLY_SITELIBRARY_H

#include "nightly/SitePages.h"
#include "nightly/StoreReader.h"

#include <nlohmann/json.hpp>

#include <cstddef>

namespace coverme {

struct WrittenLibrary {
  size_t functions = 0;
  nlohmann::ordered_json compared; // for the comparison of two nights
};

WrittenLibrary writeLibrary(SitePages &site, const StoredLibrary &library);

} // namespace coverme

#endif

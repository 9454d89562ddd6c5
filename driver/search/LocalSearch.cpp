// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/LocalSearch.h"

#include "search/Avm.h"
#include "search/NloptSearch.h"

namespace coverme {

std::unique_ptr<LocalSearch> makeLocalSearch(LocalMethod method,
                                             uint64_t seed) {
  if (method == LocalMethod::Auto || method == LocalMethod::Avm)
    return std::make_unique<Avm>();
  return std::make_unique<NloptSearch>(method, seed);
}

} // namespace coverme

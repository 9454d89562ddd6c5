// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The writable memory of a loaded object as it was before its first call, for
// coverme_call to put back (coverme_session::regions).
#ifndef COVERME_DRIVER_EXECUTE_STATEIMAGE_H
#define COVERME_DRIVER_EXECUTE_STATEIMAGE_H

#include "execute/LoadedObject.h"

#include <cstddef>
#include <vector>

namespace coverme {

class StateImage {
public:
  // Copies the variables of the code in `object` (static, global and this
  // thread's), without the state bytes of its `siteCount` sites, and what its
  // constructors have allocated.
  StateImage(const LoadedObject &object, size_t siteCount);
  ~StateImage();
  StateImage(const StateImage &) = delete;
  StateImage &operator=(const StateImage &) = delete;

  std::vector<coverme_region> &regions() { return list; }

private:
  void add(char *begin, char *end);
  void addBlock(void *block);

  std::vector<coverme_region> list;
  std::vector<std::vector<char>> copies;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits where the code under test may write. It may take any text that a
// search comes upon for the name of a file, and runs with the user's rights.
#ifndef COVERME_DRIVER_SUPPORT_WRITELIMITS_H
#define COVERME_DRIVER_SUPPORT_WRITELIMITS_H

#include "support/FileDescriptor.h"

#include <cstdint>
#include <filesystem>

namespace coverme {

// Files can be made, changed and removed below `folder`, below the temporary
// folders (/tmp, TMPDIR, /dev/shm), and in the devices that keep nothing. By
// Landlock, which Linux has from 5.13 on; where the kernel has none, nothing is
// limited. Rights, owners and times of files can be changed elsewhere, too.
class WriteLimits {
public:
  explicit WriteLimits(const std::filesystem::path &folder);

  // Sets the limits, for the rest of the process's life and for all that it
  // starts. Async-signal-safe.
  void enter() const;

private:
  void allow(const std::filesystem::path &place, uint64_t accesses) const;

  FileDescriptor rules;
};

} // namespace coverme

#endif

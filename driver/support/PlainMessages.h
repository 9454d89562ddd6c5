// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs whose words we read: in English, whatever the user's language.
#ifndef COVERME_DRIVER_SUPPORT_PLAINMESSAGES_H
#define COVERME_DRIVER_SUPPORT_PLAINMESSAGES_H

#include "support/Subprocess.h"

namespace coverme {

inline ProcessOptions plainMessages() {
  ProcessOptions options;
  options.environment = {"LC_ALL=C"};
  return options;
}

} // namespace coverme

#endif

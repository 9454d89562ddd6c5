// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Error.h"

#include <cerrno>
#include <cstring>

namespace coverme {

void failBySystem(std::string_view what) {
  const int error = errno;
  const char *limit = error == EMFILE ? "; ulimit -n says how many it may have"
                      : error == EAGAIN ? "; ulimit -u says how many processes "
                                          "the user may have"
                                        : "";
  fail(*limit != '\0' ? ExitCode::BadInput : ExitCode::Internal,
       "cannot {}: {}{}", what, std::strerror(error), limit);
}

} // namespace coverme

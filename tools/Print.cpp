// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Print.h"

#include "support/Error.h"

#include <cerrno>
#include <cstring>
#include <iostream>

namespace coverme {

void print(const std::function<void(std::ostream &)> &write) {
  errno = 0;
  write(std::cout);
  std::cout.flush();
  if (!std::cout && errno != EPIPE)
    fail(ExitCode::BadInput, "cannot write to standard output: {}",
         std::strerror(errno));
}

void print(const std::string &text) {
  print([&](std::ostream &stream) { stream << text; });
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_SUPPORT_GROUPED_H
#define COVERME_DRIVER_SUPPORT_GROUPED_H

#include <cstdint>
#include <string>

namespace coverme {

// The number in decimal, with a comma ahead of each three digits: "1,234,567".
inline std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

} // namespace coverme

#endif

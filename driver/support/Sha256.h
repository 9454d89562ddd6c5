// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_SUPPORT_SHA256_H
#define COVERME_DRIVER_SUPPORT_SHA256_H

#include <string>
#include <string_view>

namespace coverme {

// The SHA-256 of the bytes, in 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

} // namespace coverme

#endif

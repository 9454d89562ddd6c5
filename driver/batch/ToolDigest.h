// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_BATCH_TOOLDIGEST_H
#define COVERME_DRIVER_BATCH_TOOLDIGEST_H

#include <string>

namespace coverme {

// Of the program and of what it compiles and links with (the plugins, the
// runtime): results that are kept hang on these, and builds of one version may
// differ. 64 hexadecimal digits.
const std::string &toolDigest();

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_BATCH_TOOLDIGEST_H
#define COVERME_DRIVER_BATCH_TOOLDIGEST_H

#include <string>

namespace coverme {

// A digest of the tool and of what it compiles and links with (the plugins, the
// runtime), in 64 hexadecimal digits. Results that are kept depend on these,
// and builds of one version may differ.
const std::string &toolDigest();

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions from headers of the compiler or the system, which are not the work
// of the source's author.
#ifndef COVERME_DRIVER_CORE_FOREIGNHEADERS_H
#define COVERME_DRIVER_CORE_FOREIGNHEADERS_H

#include "core/Program.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// The functions from clang's own headers, such as _mm_add_pd. They are known by
// having no line, though the file that includes them has debug information.
std::set<uint32_t> functionsOfCompilerHeaders(const Program &program);

// The folders of the system's headers, with those that the compiler's flags
// name as such.
std::vector<std::filesystem::path>
systemFolders(const std::vector<std::string> &flags);

// Is the function from a header below one of these folders?
bool isOfSystem(const Function &function,
                const std::vector<std::filesystem::path> &folders);

} // namespace coverme

#endif

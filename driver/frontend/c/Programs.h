// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of coverme beside the tool, and the clang that it starts.
#ifndef COVERME_DRIVER_FRONTEND_C_PROGRAMS_H
#define COVERME_DRIVER_FRONTEND_C_PROGRAMS_H

#include <filesystem>
#include <string>

namespace coverme {

// Where the plugin, the runtime and the solver lie: beside the tool, in the
// build tree as well as installed. Throws Error(Internal) when nothing does.
std::filesystem::path libraryFolder();

// A file in that folder. Throws Error(Internal) if it is missing.
std::filesystem::path libraryFile(const char *name);

// The clang of the instrumented build: that of this variable of the
// environment, or the one that coverme was built with.
constexpr const char *kClangVariable = "COVERME_CLANG";
std::string clangProgram();

// Makes this run, and the processes that it starts, use another clang; empty:
// the usual one.
void useClang(const std::string &program);

} // namespace coverme

#endif

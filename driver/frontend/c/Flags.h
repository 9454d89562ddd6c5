// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What sources are written in, and the flags of both compilers.
#ifndef COVERME_DRIVER_FRONTEND_C_FLAGS_H
#define COVERME_DRIVER_FRONTEND_C_FLAGS_H

#include "options/Options.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

// Flags that both builds (ours and the gcov replay) get ahead of the user's,
// so that both compute the same: no contraction into fused operations, wrap on
// overflow, and type puns as libm code writes them.
const std::vector<std::string> &semanticFlags();

// Does a flag of one build leave the code's meaning as it is in another without
// it? It is about messages, debug information, limits of the compiler, or what
// machine code looks like. Not so what it does not know.
bool keepsMeaning(const std::string &flag);

// Makes clang mangle names of C++ as gcc 12 does, by which functions are found
// in its builds: since clang 18, names tell of constraints and of `auto`.
constexpr const char *kNamesOfGcc = "-fclang-abi-compat=17";

// What makes clang take what gcc 12 takes: headers have what they have for gcc,
// and what gcc warns of is no error.
const std::vector<std::string> &flagsOfClang();

// Is the compiler clang, by its name?
bool isClang(const std::string &compiler);

// The name that a source's main gets in programs that have a main of their own,
// such as replays.
constexpr const char *kHiddenMain = "coverme_main_of_source";

// The language of a source, by its name.
enum class Language { C, Cxx, Ir };
Language languageOf(const std::filesystem::path &source);

// Is it a source in C or C++, by its name?
bool isSourceInC(const std::filesystem::path &file);

// Is no source of the run in C++, or in IR, which may be of it?
bool isAllC(const RunOptions &options);

// The user's flags for both compilers, with those that an option implies. With
// -fopenmp, the code is that of one thread, and asks for _OPENMP as ever.
std::vector<std::string> flagsOf(const RunOptions &options);

// The user's flags, sorted by who wants them.
struct SplitFlags {
  std::vector<std::string> compile;
  std::vector<std::string> link; // libraries, objects, -L, -l, -Wl, ...
};
SplitFlags splitFlags(const std::vector<std::string> &flags);

// What clang compiles the code with: the user's flags for both compilers, and
// behind them those for clang alone.
std::vector<std::string> clangFlagsOf(const RunOptions &options);

// The linker's own flags for SplitFlags::link. The linker is called without a
// compiler driver around it (which would cost another process or two), so flags
// of the driver are translated.
std::vector<std::string> linkerWords(const std::vector<std::string> &flags);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C file -> object file -> shared object, instrumented. The only place that
// builds a compiler command line for the instrumented build.
#ifndef COVERME_DRIVER_FRONTEND_C_TOOLCHAIN_H
#define COVERME_DRIVER_FRONTEND_C_TOOLCHAIN_H

#include "options/Options.h"
#include "support/Error.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// Where the plugin, the runtime and the solver lie: beside the tool, in the
// build tree as well as installed. Throws Error(Internal) when nothing does.
std::filesystem::path libraryFolder();

// A file there. Throws Error(Internal) if it is missing.
std::filesystem::path libraryFile(const char *name);

// The clang of the instrumented build: that of this variable of the
// environment, or the one that coverme was built with.
constexpr const char *kClangVariable = "COVERME_CLANG";
std::string clangProgram();

// Has this run, and what it starts, take another clang; empty: no other one.
void useClang(const std::string &program);

// Flags that both builds (ours and the gcov replay) get ahead of the user's,
// so that both compute the same: no contraction into fused operations, wrap on
// overflow, and type puns as libm code writes them.
const std::vector<std::string> &semanticFlags();

// Has clang name functions of C++ as gcc 12 does, by which they are found in
// its builds: since clang 18, names tell of constraints and of `auto`.
constexpr const char *kNamesOfGcc = "-fclang-abi-compat=17";

// What a source is written in, as its name says.
enum class Language { C, Cxx, Ir };
Language languageOf(const std::filesystem::path &source);

// Is it a source in C or C++, by its name?
bool isSourceInC(const std::filesystem::path &file);

// Is no source of the run in C++, or in IR, which may be of it?
bool isAllC(const RunOptions &options);

// The user's flags for both compilers, with those that an option implies.
std::vector<std::string> flagsOf(const RunOptions &options);

// The user's flags, sorted by who wants them.
struct SplitFlags {
  std::vector<std::string> compile;
  std::vector<std::string> link; // libraries, objects, -L, -l, -Wl, ...
};
SplitFlags splitFlags(const std::vector<std::string> &flags);

// What a stage of the build has made.
struct Built {
  std::filesystem::path path;
  double seconds = 0;
};

// Lines that people are told of are wanted rarely, and cost the compiler time
// to write.
enum class DebugInfo { Dropped, Kept };

// Functions that nothing calls: clang drops them, unless told otherwise.
enum class Unused { Dropped, Kept };

// Compiles the sources with the pass to one object file below `folder`, which
// has its tables already. Throws Error(CompileFailed) with the compiler's own
// words, or the name that two sources define; Error(BadInput) for what is not a
// C source. The functions of the names, as they are in the object, get mutants
// (coverme/mutants.h).
Built compileInstrumented(const RunOptions &options,
                          const std::filesystem::path &folder,
                          DebugInfo debugInfo = DebugInfo::Dropped,
                          Unused unused = Unused::Kept,
                          const std::vector<std::string> &mutated = {});

// Compiles each source to an object in `folder`, which it makes; together they
// define and need what the instrumented one does. Throws as compileInstrumented
// does.
std::vector<std::filesystem::path>
compilePlain(const RunOptions &options, const std::filesystem::path &folder);

// What the frontend's plugin prints of `count` assumptions in the text
// (pass/Assumptions.h), which is compiled in `folder` as a harness is. Throws
// Error(BadInput) with the compiler's own words: all that can be wrong with it
// is what the user assumes.
std::string readAssumptions(const std::string &text, size_t count,
                            const std::filesystem::path &folder);

// What is to be fast about a harness. One that the search may replace at once
// is not optimised.
enum class HarnessSpeed { OfCalls, OfCompiler };

// Compiles a harness (frontend/c/Harness.h) with the pass to an object file in
// `folder`.
// require: readAssumptions took its assumptions
Built compileHarness(const std::string &text,
                     const std::filesystem::path &folder, HarnessSpeed speed);

// The linker's objections.
class LinkError : public Error {
public:
  LinkError(const std::string &message, const std::string &detail,
            std::set<std::string> undefined, std::set<std::string> fixed = {})
      : Error(ExitCode::CompileFailed, message, detail),
        undefined(std::move(undefined)), fixed(std::move(fixed)) {}

  std::set<std::string> undefined; // names in objects that nobody defines
  std::set<std::string> fixed;     // objects that want -fPIC
};

// The names that ld says nobody defines: as in objects with --no-demangle.
std::set<std::string> undefinedIn(const std::string &words);

// What ld says of a failed link of `source`, in English, as an error of one
// line where that says it all.
LinkError linkErrorOf(const std::filesystem::path &source,
                      const std::string &words);

// Of these functions, those that the objects and libraries of the user's flags
// define. Makes files in `folder`.
std::set<std::string> definedByFlags(const std::set<std::string> &names,
                                     const RunOptions &options,
                                     const std::filesystem::path &folder);

// Links `objects` (first compileInstrumented's) with the runtime to the shared
// object `target`. Throws LinkError.
Built linkInstrumented(const std::vector<std::filesystem::path> &objects,
                       const RunOptions &options,
                       const std::filesystem::path &target);

} // namespace coverme

#endif

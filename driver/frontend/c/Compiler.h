// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles C to an instrumented object file. The only place that builds a
// compiler command line for the instrumented build.
#ifndef COVERME_DRIVER_FRONTEND_C_COMPILER_H
#define COVERME_DRIVER_FRONTEND_C_COMPILER_H

#include "options/Options.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

// What a stage of the build has made.
struct Built {
  std::filesystem::path path;
  double seconds = 0;
};

// Debug information gives findings their lines. It is rarely needed, and costs
// the compiler time to write.
enum class DebugInfo { Dropped, Kept };

// Functions that nothing calls: clang drops them, unless told otherwise. All
// are kept, those that are no members of classes, or none.
enum class Unused { Dropped, WithoutMembers, Kept };

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

// Whether calls through the harness are to be fast, or its compilation. A
// harness that the search may replace at once, or a large one, is not
// optimised.
enum class HarnessSpeed { OfCalls, OfCompiler };

// Compiles a harness (frontend/c/Harness.h) with the pass to an object file in
// `folder`.
// require: readAssumptions took its assumptions
Built compileHarness(const std::string &text,
                     const std::filesystem::path &folder, HarnessSpeed speed);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// compile_commands.json: how a build compiles its sources, and what of that is
// of use here.
#ifndef COVERME_DRIVER_PROJECT_COMPILECOMMANDS_H
#define COVERME_DRIVER_PROJECT_COMPILECOMMANDS_H

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

// Paths are absolute and normal.
struct CompileCommand {
  std::filesystem::path directory; // the compiler's working folder
  std::filesystem::path file;
  std::filesystem::path output; // empty: not said
  std::vector<std::string> arguments;
};

// Where its arguments say that the object goes; empty: they do not.
std::filesystem::path outputOf(const CompileCommand &command);

// The words of a command as a shell splits it, without expansions.
std::vector<std::string> shellWords(const std::string &command);

// The path of the database: `place` itself, or the one in the folder `place`.
// Throws Error(BadInput) if there is none.
std::filesystem::path compilationDatabase(const std::filesystem::path &place);

// The commands of the file. Throws Error(BadInput), with the place of what is
// wrong.
std::vector<CompileCommand>
readCompileCommands(const std::filesystem::path &path);

// The part of a command that two compilers need in order to read the source as
// the build does.
struct SourceFlags {
  std::string compiler; // as the command names it, behind ccache and the like
  // Paths are absolute. Without the source, outputs, dependencies, warnings,
  // optimisation, and instrumentation of the build's own.
  std::vector<std::string> flags;
};
SourceFlags sourceFlags(const CompileCommand &command);

// Is it a flag that asks for warnings? Flags that allow something are none, as
// clang takes for an error what gcc warns of.
bool asksForWarnings(const std::string &flag);

// Drops the flags that our builds do without: those that say what is made and
// where (-c, -o FILE, -MD, -save-temps), those that count or check for a build
// of its own (coverage, profiles, sanitizers), and those that give source files
// other names.
std::vector<std::string>
compilationFlags(const std::vector<std::string> &flags);

// The flags with their folders, and files that are there, made absolute:
// relative ones begin in `directory`.
std::vector<std::string> absoluteFlags(const std::vector<std::string> &flags,
                                       const std::filesystem::path &directory);

// Removes the flags that clang does not know, and returns them.
std::vector<std::string> dropUnknown(std::vector<std::string> &flags);

// The short name of the compiler, if it is a gcc or a clang that is installed;
// else empty. "cc" is one of them under another name; for coverme-cc, which
// instruments, it is gcc.
std::string knownCompiler(const std::string &compiler,
                          const std::filesystem::path &directory);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Programs.h"

#include "Config.h"
#include "frontend/c/LLVMPrograms.h"
#include "support/Error.h"

#include <cstdlib>

namespace coverme {

namespace fs = std::filesystem;

fs::path libraryFolder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path &candidate : {self.parent_path() / "../lib/coverme",
                                    self.parent_path() / kLibrariesFromBin})
    if (fs::exists(candidate / "CovermePass.so", error))
      return candidate.lexically_normal();
  if (self.empty())
    fail(ExitCode::BadInput,
         "cannot read /proc/self/exe: coverme needs /proc to be mounted");
  fail(ExitCode::Internal, "cannot find CovermePass.so beside '{}'",
       self.string());
}

fs::path libraryFile(const char *name) {
  const fs::path path = libraryFolder() / name;
  std::error_code error;
  if (!fs::exists(path, error))
    fail(ExitCode::Internal, "cannot find '{}', which is a part of coverme",
         path.string());
  return path;
}

std::string clangProgram() {
  const char *wish = std::getenv(kClangVariable);
  return wish != nullptr && *wish != '\0' ? wish : kClang;
}

void useClang(const std::string &program) {
  if (program.empty())
    return;
  const bool isPath = program.find('/') != std::string::npos;
  const std::string wish =
      isPath ? fs::absolute(program).string() : program; // from any folder
  ::setenv(kClangVariable, wish.c_str(), true);
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/InlineCopies.h"

#include "support/PlainMessages.h"
#include "support/Subprocess.h"

#include <fmt/format.h>

namespace coverme {

namespace fs = std::filesystem;

std::vector<std::string> inlineCopies(const Program &program, uint32_t source) {
  std::vector<std::string> names;
  for (const Function &each : program.functions)
    if (each.source == source && each.isInlineCopy())
      names.push_back(each.name);
  return names;
}

// C has no escapes in the names of #include; angle brackets take a name with
// quotes as it is.
std::string quotedForInclude(const fs::path &file) {
  const std::string name = fs::absolute(file).lexically_normal();
  return name.find('"') == std::string::npos ? fmt::format("\"{}\"", name)
                                             : fmt::format("<{}>", name);
}

std::string includeWithCopies(const std::string &file,
                              const std::vector<std::string> &copies) {
  std::string weak, made;
  for (const std::string &name : copies) {
    weak += fmt::format("#pragma weak {}\n", name);
    made += fmt::format("extern __typeof__({0}) {0};\n", name);
  }
  return fmt::format("{}#include {}\n{}", weak, file, made);
}

void hideCopies(const fs::path &object,
                const std::vector<std::string> &copies) {
  if (copies.empty() || !findProgram("objcopy"))
    return;
  std::vector<std::string> command = {"objcopy"};
  for (const std::string &name : copies)
    command.push_back("--localize-symbol=" + name);
  command.push_back(object);
  runProcess(command, plainMessages());
}

} // namespace coverme

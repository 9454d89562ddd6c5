// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/InlineCopies.h"

#include "support/Error.h"
#include "support/PlainMessages.h"
#include "support/Subprocess.h"

#include <fmt/ranges.h>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// C has no escapes in the names of #include; angle brackets take a name with
// quotes as it is.
std::string quoted(const std::string &name) {
  return name.find('"') == std::string::npos ? fmt::format("\"{}\"", name)
                                             : fmt::format("<{}>", name);
}

} // namespace

std::vector<std::string> inlineCopies(const Program &program, uint32_t source) {
  std::vector<std::string> names;
  for (const Function &each : program.functions)
    if (each.source == source && each.isInlineCopy())
      names.push_back(each.name);
  return names;
}

std::string quotedForInclude(const fs::path &file) {
  return quoted(fs::absolute(file).lexically_normal());
}

NamedInclude includeByName(const fs::path &file) {
  const fs::path whole = fs::absolute(file).lexically_normal();
  // The dot tells it from what -I finds in the same folder.
  const std::string folder = whole.parent_path().string() + "/./";
  // The flag takes no folder with '=': there __FILE__ is the whole path.
  if (folder.find('=') != std::string::npos)
    return {quotedForInclude(file), {}};
  const std::string name = file;
  return {quoted(folder + whole.filename().string()),
          {fmt::format("-fmacro-prefix-map={}={}", folder,
                       name.substr(0, name.rfind('/') + 1))}};
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
  if (copies.empty())
    return;
  if (!findProgram("objcopy"))
    fail(ExitCode::BadInput,
         "cannot run 'objcopy', which the replay of several files with C99's "
         "inline functions needs; --no-gcov leaves the replay out");
  std::vector<std::string> command = {"objcopy"};
  for (const std::string &name : copies)
    command.push_back("--localize-symbol=" + name);
  command.push_back(object);
  const ProcessResult ran = runProcess(command, plainMessages());
  throwIfNoRoom(ran);
  if (!ran.succeeded())
    throw Error(ExitCode::Internal,
                fmt::format("objcopy cannot make '{}' local in an object of "
                            "the replay (--no-gcov leaves it out)",
                            fmt::join(copies, "', '")),
                ran.output + ran.errors);
}

} // namespace coverme

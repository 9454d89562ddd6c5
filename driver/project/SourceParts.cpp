// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/SourceParts.h"

#include "support/PlainMessages.h"

namespace coverme {

std::unique_ptr<Process> listParts(const CompileCommand &command,
                                   const SourceFlags &flags) {
  const std::string known = knownCompiler(flags.compiler, command.directory);
  std::vector<std::string> words = {known.empty() ? "gcc" : known};
  words.insert(words.end(), flags.flags.begin(), flags.flags.end());
  words.insert(words.end(), {"-w", "-MM", command.file});
  ProcessOptions options = plainMessages();
  options.directory = command.directory;
  return std::make_unique<Process>(words, options);
}

std::vector<std::filesystem::path> listedParts(const ProcessResult &result,
                                               const CompileCommand &command) {
  const size_t colon = result.output.find(": ");
  if (!result.succeeded() || colon == std::string::npos)
    return {};
  std::string list = result.output.substr(colon + 2);
  for (size_t at; (at = list.find("\\\n")) != std::string::npos;)
    list.replace(at, 2, " ");
  std::vector<std::filesystem::path> files;
  for (const std::string &file : shellWords(list))
    files.push_back(command.directory / file);
  return files;
}

} // namespace coverme

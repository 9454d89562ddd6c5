// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/PlainMessages.h"

#include "support/Error.h"

namespace coverme {
namespace {

// Some files take compilers minutes; one that hangs is to be heard of.
constexpr double kToolSeconds = 600;

} // namespace

ProcessOptions plainMessages() {
  ProcessOptions options;
  options.environment = {"LC_ALL=C"};
  options.mostSeconds = kToolSeconds;
  return options;
}

void throwIfNoRoom(const ProcessResult &result) {
  for (const char *reason :
       {"No space left on device", "File too large", "Disk quota exceeded"})
    for (const std::string &words : {result.output, result.errors})
      if (words.find(reason) != std::string::npos)
        fail(ExitCode::BadInput,
             "cannot write to the working folder below '{}': {}",
             std::filesystem::temp_directory_path().string(), reason);
}

} // namespace coverme

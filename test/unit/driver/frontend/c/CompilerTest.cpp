// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Compiler.h"

#include "driver/support/ExpectError.h"
#include "support/Files.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

TEST(BuildInstrumented, RefusesWhatIsNoCSource) {
  const TemporaryFolder folder;
  const auto refuse = [&](const std::string &source,
                          const std::vector<std::string> &words) {
    RunOptions options;
    options.source = source;
    expectError([&] { compileInstrumented(options, folder.path()); },
                ExitCode::BadInput, words);
  };
  refuse("/no/such.c", {"no such file", "/no/such.c"});
  refuse(folder.path(), {"is a folder", folder.path()});
  const auto other = folder.path() / "a.f90";
  writeFileAtomically(other, "end\n");
  refuse(other, {other, "is no source in C"});
}

TEST(BuildInstrumented, RefusesAPlaceThatWouldBeTwo) {
  const TemporaryFolder folder;
  RunOptions options;
  options.source = folder.path() / "a.c";
  options.marks = {"assert", "call:f;call:g"};
  writeFileAtomically(options.source, "void f(void) {}\n");
  expectError([&] { compileInstrumented(options, folder.path()); },
              ExitCode::BadInput, {"'call:f;call:g'", "';'"});
}

} // namespace
} // namespace coverme

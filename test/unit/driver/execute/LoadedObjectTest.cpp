// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/LoadedObject.h"

#include "driver/core/ObjectFile.h"
#include "driver/core/Programs.h"
#include "driver/support/ExpectError.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

TEST(LoadedObject, GivesTheObjectsOwnRuntime) {
  const TemporaryFolder folder;
  const auto path = compileObject(folder, handInstrumented(R"(
    STATES(3)
    static void twice(const uint64_t *in, uint64_t *out) { out[0] = 2 * in[0]; }
    TRAMPOLINES = {twice};)"));
  Program program;
  addFunction(program, 3, {});
  const LoadedObject object = loadObject(path, program);
  coverme_session session{};
  object.attach(&session);
  const uint64_t in = 21;
  uint64_t out = 0;
  EXPECT_EQ(object.call(0, &in, &out), COVERME_RETURNED);
  EXPECT_EQ(out, 42u);
  EXPECT_NE(object.states, coverme_states()) << "not the test program's";
}

TEST(LoadedObject, MustMatchItsTables) {
  const TemporaryFolder folder;
  const auto path =
      compileObject(folder, handInstrumented("STATES(3) TRAMPOLINES = {0};"));
  Program program;
  addFunction(program, 2, {});
  expectError([&] { loadObject(path, program); }, ExitCode::BadInput,
              {path.string(), "3 sites and 1 functions", "for 2 and 1"});
}

TEST(LoadedObject, SaysWhyItCannotBeLoaded) {
  expectError([] { loadObject("/no/such/object.so", {}); }, ExitCode::BadInput,
              {"/no/such/object.so", "No such file"});
}

TEST(LoadedObject, MustHaveTheRuntime) {
  const TemporaryFolder folder;
  const auto path = compileObject(folder, "int answer = 42;");
  expectError([&] { loadObject(path, {}); }, ExitCode::BadInput,
              {"coverme_site_count"});
}

} // namespace
} // namespace coverme

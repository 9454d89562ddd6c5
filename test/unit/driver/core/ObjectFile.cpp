// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "driver/core/ObjectFile.h"

#include "support/Subprocess.h"

#include <gtest/gtest.h>

namespace coverme::test {

std::string handInstrumented(const std::string &code) {
  return R"(
#include "coverme/runtime.h"
#define STATES(n)                                                              \
  __attribute__((section(COVERME_STATES_SECTION), used)) static uint8_t states[n] = {0};
#define BRANCH(site, op, a, b)                                                 \
  ((states[site] ? __coverme_pen_f64(&states[site], op, a, b) : (void)0),      \
   (op & COVERME_REL_LESS && a < b) || (op & COVERME_REL_EQUAL && a == b) ||   \
       (op & COVERME_REL_GREATER && a > b))
#define TRAMPOLINES                                                            \
  __attribute__((section(COVERME_TRAMPS_SECTION), used))                       \
  static coverme_trampoline trampolines[]
const uint32_t *const coverme_abi = &COVERME_ABI_SYMBOL; // links the runtime
static double number(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
)" + code;
}

std::filesystem::path compileObject(const TemporaryFolder &folder,
                                    const std::string &code,
                                    const std::string &name) {
  const auto source = folder.path() / (name + ".c");
  const auto object = folder.path() / (name + ".so");
  writeFileAtomically(source, code);
  const ProcessResult result = runProcess(
      {"gcc", "-shared", "-fPIC", "-O1", "-w", "-I", COVERME_RUNTIME_INCLUDE,
       source, COVERME_RUNTIME_LIBRARY, "-o", object});
  EXPECT_TRUE(result.succeeded()) << result.errors;
  return object;
}

} // namespace coverme::test

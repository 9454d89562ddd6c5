// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the intervals prove about each function of a file, without a search:
// thousands of functions in the time that a run of the tool takes for one.
// COVERME_PROVE_FILE is a C file for scripts/fuzz-proofs, which compares with
// what callers do; its proofs are printed.
#include "driver/frontend/c/Compiled.h"
#include "frontend/c/Inputs.h"
#include "ir/Lower.h"
#include "prove/interval/AbstractInterpreter.h"
#include "support/Error.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace coverme::test {
namespace {

constexpr uint64_t kMaxSteps = 200'000;

// A line for each: "proved FUNCTION LINE OUTCOME".
std::vector<std::string> proofsOf(CompiledText &compiled) {
  std::vector<std::string> found;
  Program &program = compiled.program;
  for (uint32_t i = 0; i < program.functions.size(); ++i) {
    try {
      usePlan(program, i, planInputs(program, i, {}));
    } catch (const Error &) {
      continue; // it takes what is not supported
    }
    const Function &function = program.functions[i];
    const auto result = lowerEntry(compiled.object, program, i);
    const auto *lowered = std::get_if<LoweredEntry>(&result);
    if (lowered == nullptr)
      continue;
    const InputSpace &inputs = lowered->inputs;
    AbstractInterpreter interpreter(lowered->code, inputs, {});
    Box all;
    for (size_t k = 0; k < inputs.size(); ++k)
      all.push_back({inputs.lowest(k), inputs.highest(k)});
    if (!interpreter.run(all, {}, kMaxSteps))
      continue;
    std::vector<Query> left;
    const auto prove = [&](const Query &target) {
      std::ostringstream line;
      line << "proved " << function.name << ' '
           << program.sites[target.site].line << ' ' << target.outcome;
      found.push_back(line.str());
    };
    for (const uint32_t site : lowered->sites) {
      if (site < function.firstSite ||
          site >= function.firstSite + function.siteCount)
        continue; // of a function that is called
      for (const bool outcome : {false, true}) {
        const Query target{site, outcome};
        if (interpreter.isPossible(target))
          left.push_back(target);
        else
          prove(target);
      }
    }
    for (const Query &target : left)
      if (interpreter.runTo(all, target, kMaxSteps) && !interpreter.reaching())
        prove(target);
  }
  return found;
}

TEST(ProveFileTest, ProvesWhatNothingTakes) {
  CompiledText compiled("int f(int *p, int *restrict q) {\n"
                        "  *q = 1;\n"
                        "  *p = 2;\n"
                        "  if (*q == 2)\n"
                        "    return 1;\n"
                        "  return 0;\n"
                        "}\n"
                        "int g(int *p, int *q) {\n"
                        "  *q = 1;\n"
                        "  *p = 2;\n"
                        "  return *q == 2 ? 1 : 0;\n"
                        "}\n");
  EXPECT_EQ(proofsOf(compiled), std::vector<std::string>{"proved f 4 1"});
}

TEST(ProveFileTest, PrintsProofsOfAFile) {
  const char *path = std::getenv("COVERME_PROVE_FILE");
  if (path == nullptr)
    return;
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  ASSERT_FALSE(text.str().empty()) << path;
  CompiledText compiled(text.str());
  for (const std::string &line : proofsOf(compiled))
    std::puts(line.c_str());
}

} // namespace
} // namespace coverme::test

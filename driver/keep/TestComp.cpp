// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/TestComp.h"

#include "Config.h"
#include "core/ScalarText.h"
#include "frontend/c/Flags.h"
#include "report/Markup.h"
#include "support/Files.h"
#include "support/Sha256.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace coverme {
namespace {

namespace fs = std::filesystem;

std::string documentType(const char *root, const char *name) {
  return fmt::format("<!DOCTYPE {0} PUBLIC \"+//IDN sosy-lab.org//DTD "
                     "test-format {1} 1.1//EN\" "
                     "\"https://sosy-lab.org/test-format/{1}-1.1.dtd\">\n",
                     root, name);
}

// As ISO 8601 has it.
std::string creationTime(const fs::path &source) {
  std::time_t seconds = 0;
  struct stat status = {};
  if (const char *epoch = std::getenv("SOURCE_DATE_EPOCH"))
    seconds = static_cast<std::time_t>(std::strtoll(epoch, nullptr, 10));
  else if (::stat(source.c_str(), &status) == 0)
    seconds = status.st_mtime;
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds));
}

std::string metadata(const RunResult &result) {
  const fs::path &source = result.options.source;
  const std::string entry = escaped(result.entry().name);
  const std::pair<const char *, std::string> fields[] = {
      {"sourcecodelang", languageOf(source) == Language::Cxx ? "C++" : "C"},
      {"producer", fmt::format("coverme {}", kVersion)},
      {"specification",
       fmt::format("COVER( init({}()), FQL(COVER EDGES(@DECISIONEDGE)) )",
                   entry)},
      {"programfile", escaped(source.string())},
      {"programhash", sha256(readFile(source))},
      {"entryfunction", entry},
      {"architecture", "64bit"},
      {"creationtime", creationTime(source)},
  };
  std::string text =
      documentType("test-metadata", "test-metadata") + "<test-metadata>\n";
  for (const auto &[field, value] : fields)
    text += fmt::format("  <{0}>{1}</{0}>\n", field, value);
  return text + "</test-metadata>\n";
}

// Slots of what the code draws by __VERIFIER_nondet_ functions.
std::set<size_t> drawnSlots(const InputPlan &plan) {
  std::set<size_t> slots;
  for (const Stub &stub : plan.stubs)
    if (stub.kind == Stub::Kind::Draws)
      for (uint32_t i = 0; i < stub.results.count; ++i)
        slots.insert(stub.results.firstSlot +
                     size_t{i} * stub.results.slotsPerValue);
  return slots;
}

// Of the inputs that are numbers. What the code draws has no variable, and is
// left out where its order is not known.
std::string testCase(const InputPlan &plan, const std::set<size_t> &drawn,
                     const Input &inputs, bool isOrderKnown) {
  std::string text = documentType("testcase", "testcase") + "<testcase>\n";
  for (size_t slot = 0; slot < plan.numberCount();
       slot += slotCount(plan.inputs[slot])) {
    const InputVariable &number = plan.inputs[slot];
    const bool isDrawn = drawn.contains(slot);
    if (plan.roundingSlot == slot || (isDrawn && !isOrderKnown))
      continue;
    text += isDrawn
                ? "  <input>"
                : fmt::format("  <input variable=\"{}\" type=\"{}\">",
                              escaped(number.name), escaped(number.typeName));
    text += escaped(exactNumber(number, &inputs[slot])) + "</input>\n";
  }
  return text + "</testcase>\n";
}

} // namespace

TestCompSuite testCompSuite(const RunResult &result) {
  const InputPlan &plan = result.entry().plan;
  TestCompSuite suite;
  std::vector<std::string> lost;
  const auto draws =
      std::count_if(plan.stubs.begin(), plan.stubs.end(), [](const Stub &stub) {
        return stub.kind == Stub::Kind::Draws;
      });
  if (draws > 1)
    lost.push_back("order of calls to several functions that draw");
  if (plan.roundingSlot)
    lost.push_back("rounding modes");
  if (plan.aliasCount > (plan.failingSlot ? 1 : 0))
    lost.push_back("pointers that lead to one object");
  if (plan.failingSlot)
    lost.push_back("allocations that fail");
  if (plan.setupChoices != 0 || !plan.setupCalls.empty())
    lost.push_back("calls ahead");
  if (!lost.empty())
    suite.note = fmt::format("the files have no {}", fmt::join(lost, ", nor "));
  // Of a program, what it draws is all there is.
  if (draws > 1 && plan.arguments.empty())
    return suite;
  suite.files.push_back({"metadata.xml", metadata(result)});
  const std::set<size_t> drawn = drawnSlots(plan);
  for (size_t i = 0; i < result.suite.size(); ++i)
    suite.files.push_back(
        {fmt::format("test-{}.xml", i + 1),
         testCase(plan, drawn, result.suite[i].inputs, draws <= 1)});
  return suite;
}

} // namespace coverme

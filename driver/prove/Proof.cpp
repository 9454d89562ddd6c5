// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/Proof.h"

#include "options/Options.h"

#include <fmt/format.h>

namespace coverme {

const char *text(ProofEngine engine) {
  switch (engine) {
  case ProofEngine::Exhaustion:
    return "exhaustion";
  case ProofEngine::Interval:
    return "interval";
  case ProofEngine::Smt:
    return "smt";
  case ProofEngine::None:
    break;
  }
  return "none";
}

namespace {

// May the processor multiply and add in one operation? A file of flags (@FILE)
// may say so.
bool canContract(const std::vector<std::string> &flags) {
  return std::any_of(flags.begin(), flags.end(), [](const std::string &flag) {
    return flag.starts_with('@') || flag.starts_with("-mfma") ||
           flag.starts_with("-march=") || flag.starts_with("-mcpu=") ||
           flag.starts_with("-mavx512");
  });
}

} // namespace

std::vector<std::string> assumptionsOf(const Function &entry,
                                       const RunOptions &options) {
  const InputPlan &plan = entry.plan;
  std::vector<std::string> all;
  if (!plan.roundingSlot)
    all.emplace_back("round to nearest");
  if (canContract(options.allFlags()))
    all.emplace_back("a * b + c is rounded twice (-ffp-contract=off)");
  if (const size_t files = options.sources().size(); files > 1)
    all.push_back(fmt::format("the {} files are parts of one program, which "
                              "has no other definitions of what they define",
                              files));
  if (plan.isDistinct && !plan.buffers.empty())
    all.emplace_back("pointers lead to different objects, and to no variable "
                     "of the file (--distinct)");
  if (std::ranges::any_of(entry.parameters, [](const Parameter &parameter) {
        return (parameter.flags & COVERME_PARAMETER_Restrict) != 0;
      }))
    all.emplace_back("what a restrict parameter leads to is written through no "
                     "other pointer");
  if ((entry.flags & COVERME_FUNCTION_IsDefinedInPart) != 0)
    all.emplace_back("no call comes to what the code declares unreachable");
  if (plan.boundsObjects())
    all.emplace_back("objects are as large as --array says");
  if (plan.boundsInputs())
    all.emplace_back("inputs lie within --range and --assume");
  return all;
}

std::string refutation(const Program &program, const Query &query,
                       ProofEngine engine) {
  const Site &site = program.sites[query.site];
  return fmt::format("{}:{}:{}: the {} branch is proved infeasible ({}), yet a "
                     "call took it",
                     site.file.filename().string(), site.line, site.column,
                     query.outcome, text(engine));
}

} // namespace coverme

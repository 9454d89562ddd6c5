// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/ChangedResults.h"

#include "report/JsonReport.h"
#include "report/TextReport.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

namespace coverme {
namespace {

constexpr size_t kMostInputs = 4; // in words

// By names and bits: what nobody gives is zero.
using Inputs = std::map<std::string, std::string>;

bool isZero(const std::string &bits) {
  return bits.find_first_not_of("0x") == std::string::npos;
}

Inputs inputsOf(const FunctionReport &report, const ReportedTest &test) {
  Inputs inputs;
  for (size_t i = 0; i < test.inputs.size(); ++i)
    if (const ReportedValue &value = test.inputs[i]; !isZero(value.bits))
      inputs[report.inputs[i].name] = value.bits;
  return inputs;
}

std::string wordsOf(const FunctionReport &report, const ReportedTest &test) {
  std::vector<std::string> words;
  for (size_t i = 0; i < test.inputs.size(); ++i)
    if (const ReportedValue &value = test.inputs[i];
        !isZero(value.bits) || test.inputs.size() <= kMostInputs)
      words.push_back(
          fmt::format("{} = {}", report.inputs[i].name, value.value));
  if (words.size() > kMostInputs) {
    words.resize(kMostInputs);
    words.emplace_back("...");
  }
  return words.empty() ? "all zero" : fmt::format("{}", fmt::join(words, ", "));
}

bool isNan(const ReportedValue &value) {
  return value.value.find("nan") != std::string::npos;
}

// Which NaN it is, C leaves to the compiler.
bool differs(const ReportedValue &before, const ReportedValue &now) {
  return before.bits != now.bits && !(isNan(before) && isNan(now));
}

// What is another one; empty: nothing.
std::string changeOf(const FunctionReport &report, const ReportedTest &before,
                     const std::map<std::string, ReportedValue> &outputs,
                     const ReportedTest &now) {
  if (before.ending != now.ending)
    return ""; // that is a finding
  if (before.result && now.result && differs(*before.result, *now.result))
    return fmt::format("returns {}, was {}", now.result->value,
                       before.result->value);
  for (size_t i = 0; i < now.outputs.size(); ++i) {
    const std::string &name = report.outputs[i].name;
    const auto old = outputs.find(name);
    if (old != outputs.end() && differs(old->second, now.outputs[i]))
      return fmt::format("{} becomes {}, was {}", name, now.outputs[i].value,
                         old->second.value);
  }
  return "";
}

} // namespace

std::string changedResults(const std::string &before, const std::string &now) {
  if (before.empty() || now.empty())
    return "";
  const auto reportOf = [](const std::string &text) {
    return std::get<FunctionReport>(parseReport(text, "the store"));
  };
  const FunctionReport old = reportOf(before), fresh = reportOf(now);
  if (old.goal != fresh.goal)
    return "";
  std::map<Inputs, const ReportedTest *> known;
  for (const ReportedTest &test : old.tests)
    known.emplace(inputsOf(old, test), &test);
  std::string words;
  size_t more = 0;
  for (const ReportedTest &test : fresh.tests) {
    const auto found = known.find(inputsOf(fresh, test));
    if (found == known.end() || found->second->calls != test.calls)
      continue;
    std::map<std::string, ReportedValue> outputs;
    for (size_t i = 0; i < found->second->outputs.size(); ++i)
      outputs.emplace(old.outputs[i].name, found->second->outputs[i]);
    const std::string change = changeOf(fresh, *found->second, outputs, test);
    if (change.empty())
      continue;
    if (words.empty())
      words = fmt::format("{}: {}", wordsOf(fresh, test), change);
    else
      ++more;
  }
  if (more != 0)
    words += fmt::format(" (and {} more)", plural(more, "test"));
  return words;
}

} // namespace coverme

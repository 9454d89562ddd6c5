// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Values.h"

#include "core/ScalarText.h"
#include "frontend/c/Aliases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace coverme {

std::string formatInputs(const Function &function,
                         const std::vector<uint64_t> &inputs, size_t most) {
  const std::vector<bool> isIdle = findIdleInputs(function.plan, inputs);
  std::vector<std::string> list;
  size_t leftOut = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const InputVariable &number = function.inputs()[i];
    if (!number.startsNumber() || isIdle[i])
      continue;
    if (list.size() < most)
      list.push_back(fmt::format("{} = {}", number.name,
                                 formatNumber(number, &inputs[i])));
    else
      ++leftOut;
  }
  if (leftOut != 0)
    list.push_back(fmt::format("and {} more", leftOut));
  return fmt::format("{}", fmt::join(list, ", "));
}

std::string formatOutputs(const Function &function,
                          const std::vector<uint64_t> &inputs,
                          const std::vector<uint64_t> &outputs) {
  const std::vector<bool> isIdle = findIdleInputs(function.plan, inputs);
  const auto isUnchanged = [&](const InputVariable &number,
                               const uint64_t *slots) {
    for (size_t i = 0; i < inputs.size(); ++i)
      if (function.inputs()[i].name == number.name)
        return !isIdle[i] && formatNumberBits(number, &inputs[i]) ==
                                 formatNumberBits(number, slots);
    return false;
  };
  std::string text;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (const InputVariable &number = function.plan.outputs[i].variable;
        number.startsNumber() && !isUnchanged(number, &outputs[i]))
      text += fmt::format(", {} = {}", number.name,
                          formatNumber(number, &outputs[i]));
  return text;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/SeedInputs.h"

#include "core/ElementNames.h"
#include "core/ScalarText.h"
#include "support/Error.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace coverme {
namespace {

// Without the "0x"; of all of the number's digits.
std::string digitsAt(const InputVariable &number, const uint64_t *slots) {
  return formatNumberBits(number, slots).substr(2);
}

// As many as the number has.
size_t byteCount(const InputVariable &number) {
  const uint64_t zero[2] = {0, 0};
  return digitsAt(number, zero).size() / 2;
}

// The number of these digits, if it may be that.
void put(const InputPlan &plan, size_t slot, const std::string &digits,
         Input &input) {
  try {
    const std::vector<uint64_t> slots =
        parseNumber(plan.inputs[slot], "bits:" + digits);
    std::ranges::copy(slots, input.begin() + static_cast<ptrdiff_t>(slot));
  } catch (const Error &) {
    // Of another type, or an enumerator that there is not.
  }
}

// The slot with the same value, by its name if it has one.
uint64_t sameValue(const InputVariable &before, uint64_t value,
                   const InputVariable &variable) {
  if (variable.valueNames.empty())
    return value;
  const auto place = [](const auto &list, const auto &what) {
    return static_cast<size_t>(std::ranges::find(list, what) - list.begin());
  };
  const size_t old = place(before.scalar.enumerators, value);
  const size_t now = old < before.valueNames.size()
                         ? place(variable.valueNames, before.valueNames[old])
                         : variable.valueNames.size();
  return now < variable.scalar.enumerators.size()
             ? variable.scalar.enumerators[now]
             : variable.scalar.enumerators.front();
}

Input withinBounds(const InputPlan &plan, Input input) {
  const InputSpace space(plan.inputs);
  return space.within(input);
}

} // namespace

std::string bytesOf(const InputPlan &plan, std::span<const uint64_t> input) {
  std::string bytes;
  for (size_t slot = 0; slot < plan.numberCount(); ++slot) {
    if (!plan.inputs[slot].startsNumber())
      continue;
    const std::string digits = digitsAt(plan.inputs[slot], &input[slot]);
    for (size_t at = digits.size(); at != 0; at -= 2) // little endian
      bytes += static_cast<char>(std::stoi(digits.substr(at - 2, 2), {}, 16));
  }
  return bytes;
}

Input inputOfBytes(const InputPlan &plan, std::string_view bytes) {
  Input input(plan.inputs.size());
  for (size_t slot = 0; slot < plan.numberCount() && !bytes.empty(); ++slot) {
    const InputVariable &number = plan.inputs[slot];
    if (!number.startsNumber())
      continue;
    const size_t count = byteCount(number);
    std::string digits;
    for (size_t at = count; at-- != 0;)
      digits += fmt::format(
          "{:02x}",
          at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0);
    put(plan, slot, digits, input);
    bytes.remove_prefix(std::min(count, bytes.size()));
  }
  return withinBounds(plan, std::move(input));
}

Input inputOfNames(const InputPlan &plan,
                   const std::vector<NamedText> &values) {
  std::map<std::string, size_t> slots;
  for (size_t slot = plan.inputs.size() - plan.setupChoices; slot-- != 0;)
    if (plan.inputs[slot].startsNumber())
      slots[plan.inputs[slot].name] = slot;
  Input input(plan.inputs.size());
  for (const auto &[name, bits] : values)
    if (const auto found = slots.find(name);
        found != slots.end() && bits.starts_with("0x"))
      put(plan, found->second, bits.substr(2), input);
  return withinBounds(plan, std::move(input));
}

bool hasInputsOf(const InputPlan &before, const InputPlan &plan) {
  std::set<std::pair<std::string, Part>> names;
  for (const InputVariable &variable : plan.inputs)
    names.emplace(asElement(variable.name), variable.part);
  return std::ranges::all_of(before.inputs, [&](const InputVariable &variable) {
    return names.contains({asElement(variable.name), variable.part});
  });
}

Input sameInput(const InputPlan &before, std::span<const uint64_t> input,
                const InputPlan &plan) {
  std::map<std::pair<std::string, Part>, size_t> slots;
  for (size_t slot = before.inputs.size(); slot-- != 0;)
    slots[{asElement(before.inputs[slot].name), before.inputs[slot].part}] =
        slot;
  Input same(plan.inputs.size());
  for (size_t slot = 0; slot < same.size(); ++slot) {
    const InputVariable &variable = plan.inputs[slot];
    if (const auto found =
            slots.find({asElement(variable.name), variable.part});
        found != slots.end() &&
        before.inputs[found->second].typeName == variable.typeName)
      same[slot] = sameValue(before.inputs[found->second], input[found->second],
                             variable);
  }
  return withinBounds(plan, std::move(same));
}

std::vector<Input> inputsOf(const SeedInputs &seeds, const Function &entry) {
  std::vector<Input> inputs;
  if (const auto own = seeds.named.find(entry.label());
      own != seeds.named.end())
    for (const std::vector<NamedText> &values : own->second)
      inputs.push_back(inputOfNames(entry.plan, values));
  for (const std::string &bytes : seeds.bytes)
    inputs.push_back(inputOfBytes(entry.plan, bytes));
  return inputs;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Values.h"

#include "core/ScalarText.h"
#include "frontend/c/SetupCalls.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace coverme {
namespace {

template <class Number>
std::optional<Number> numberOf(std::string_view text, int base) {
  Number number = 0;
  const char *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc() || rest != end)
    return std::nullopt;
  return number;
}

constexpr std::string_view kFirst = "[0]";

// Of more inputs, those that are zero are not listed.
constexpr std::ptrdiff_t kMostWithZeros = 8;

bool isZero(const ReportedValue &value) {
  return value.name.empty() && !value.bits.empty() &&
         value.bits.find_first_not_of("0x") == std::string::npos;
}

bool isOfFile(const ReportedVariable &variable) {
  return variable.type == kByteOfFile;
}

// How many of the variables from `first` on are the characters of one array,
// all of which matter, or the bytes of one file: "s[0]", "s[1]", ...
size_t textLength(const std::vector<ReportedVariable> &variables,
                  const std::vector<ReportedValue> &values, size_t first) {
  const std::string_view name = variables[first].name;
  const std::string &type = variables[first].type;
  if ((type != "char" && type != kByteOfFile) || !name.ends_with(kFirst))
    return 0;
  const std::string_view array = name.substr(0, name.size() - kFirst.size());
  size_t length = 0;
  while (first + length < values.size() && !values[first + length].isIdle &&
         variables[first + length].type == type &&
         variables[first + length].name == fmt::format("{}[{}]", array, length))
    ++length;
  return length;
}

// Without the zeros at the end.
std::span<const ReportedValue>
contentOf(std::span<const ReportedValue> characters) {
  while (!characters.empty() && isZero(characters.back()))
    characters = characters.first(characters.size() - 1);
  return characters;
}

// As a string literal of C, up to the first zero, or the whole.
std::string quoted(std::span<const ReportedValue> characters,
                   bool isWhole = false) {
  std::string text;
  for (const ReportedValue &character : characters) {
    const int code = numberOf<int>(character.value, 10).value_or(0);
    if (code == 0 && !isWhole)
      break;
    const auto byte = static_cast<unsigned char>(code);
    if (byte == '"' || byte == '\\')
      text += {'\\', static_cast<char>(byte)};
    else if (byte >= ' ' && byte < 0x7f)
      text += static_cast<char>(byte);
    else
      text += fmt::format("\\{:03o}", byte);
  }
  return '"' + text + '"';
}

// Of the number of elements that an object of the C++ library has: "v" of
// "v.size()", "*p" of "p->size()".
std::optional<std::string> containerOf(std::string_view size) {
  for (const std::string_view end : {".size()", "->size()"})
    if (size.ends_with(end))
      return (end.front() == '-' ? "*" : "") +
             std::string(size.substr(0, size.size() - end.size()));
  return std::nullopt;
}

struct Contents {
  std::string text; // "v = {1, 2}"
  size_t count = 0;
};

// Of the container whose size is input number `first`, if its elements are
// numbers.
std::optional<Contents>
contentsOf(const std::vector<ReportedVariable> &variables,
           const std::vector<ReportedValue> &values, size_t first) {
  const std::optional<std::string> name = containerOf(variables[first].name);
  const auto count = numberOf<size_t>(values[first].value, 10);
  if (!name || !count || first + *count >= values.size())
    return std::nullopt;
  const auto isElement = [&](size_t i) {
    const size_t at = first + 1 + i;
    return at < values.size() &&
           variables[at].name == (name->starts_with('*')
                                      ? fmt::format("({})[{}]", *name, i)
                                      : fmt::format("{}[{}]", *name, i));
  };
  std::vector<std::string> elements;
  for (size_t i = 0; i < *count; ++i) {
    if (!isElement(i) || values[first + 1 + i].isIdle)
      return std::nullopt;
    elements.push_back(
        formatValue(values[first + 1 + i], variables[first + 1 + i]));
  }
  const std::string text =
      isElement(0) && variables[first + 1].type == "char"
          ? quoted({values.data() + first + 1, *count}, true)
          : fmt::format("{{{}}}", fmt::join(elements, ", "));
  return Contents{fmt::format("{} = {}", *name, text), *count};
}

} // namespace

std::string formatValue(const ReportedValue &value,
                        const ReportedVariable &variable) {
  if (!value.name.empty())
    return value.name;
  if (const auto index = numberOf<size_t>(value.value, 10);
      index && *index < variable.places.size())
    return variable.places[*index];
  if (value.value.find_first_not_of("-0123456789") == std::string::npos)
    return value.value;
  // A float, whose type the number of digits tells.
  const std::string_view digits =
      std::string_view(value.bits)
          .substr(std::min<size_t>(2, value.bits.size()));
  const size_t split = digits.size() - std::min<size_t>(digits.size(), 16);
  const auto low = numberOf<uint64_t>(digits.substr(split), 16);
  if (!low)
    return value.value;
  switch (digits.size()) {
  case 4:
  case 8:
  case 16:
    return formatValue(
        {ScalarKind::Float, static_cast<unsigned>(4 * digits.size()), {}},
        *low);
  case 20: {
    const uint64_t slots[] = {
        truncateToWidth(*low, 63),
        numberOf<uint64_t>(digits.substr(0, split), 16).value_or(0)};
    return formatNumber({"", "", {}, Part::Fraction80}, slots);
  }
  default:
    return value.value;
  }
}

std::string formatInputs(const std::vector<ReportedVariable> &variables,
                         const std::vector<ReportedValue> &values,
                         size_t most) {
  assert(values.size() == variables.size());
  std::vector<std::string> list;
  size_t leftOut = 0;
  const bool omitsZeros =
      std::count_if(values.begin(), values.end(), [](const auto &value) {
        return !value.isIdle;
      }) > kMostWithZeros;
  bool isAnyZero = false;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].isIdle)
      continue;
    if (const std::optional<Contents> contents =
            contentsOf(variables, values, i);
        contents && list.size() < most) {
      list.push_back(contents->text);
      i += contents->count;
      continue;
    }
    if (omitsZeros && isZero(values[i])) {
      isAnyZero = true;
      continue;
    }
    const std::string &name = variables[i].name;
    if (list.size() >= most) {
      ++leftOut;
    } else if (const size_t length = textLength(variables, values, i);
               length > 1) {
      list.push_back(fmt::format(
          "{} = {}", name.substr(0, name.size() - kFirst.size()),
          isOfFile(variables[i]) ? quoted(contentOf({&values[i], length}), true)
                                 : quoted({&values[i], length})));
      i += length - 1;
    } else {
      list.push_back(
          fmt::format("{} = {}", name, formatValue(values[i], variables[i])));
    }
  }
  if (leftOut != 0)
    list.push_back(fmt::format("and {} more", leftOut));
  if (isAnyZero)
    list.push_back(list.empty() ? "all inputs zero" : "the rest zero");
  return fmt::format("{}", fmt::join(list, ", "));
}

std::string formatTest(const std::vector<ReportedCall> &calls,
                       const std::vector<ReportedVariable> &variables,
                       const std::vector<ReportedValue> &values, size_t most) {
  std::vector<ReportedValue> rest = values;
  std::vector<std::string> program;
  for (const ReportedCall &call : calls) {
    ReportedCall shown = call;
    for (std::string &argument : shown.arguments)
      for (size_t i = 0; i < values.size(); ++i)
        if (variables[i].name == argument && variables[i].places.empty()) {
          argument = formatValue(values[i], variables[i]);
          rest[i].isIdle = true;
          break;
        }
    program.push_back(
        setupText({shown.target, shown.function, shown.arguments}));
  }
  const std::string inputs = formatInputs(variables, rest, most);
  if (program.empty() && inputs.empty() && !values.empty())
    return "no input matters";
  if (program.empty())
    return inputs;
  return fmt::format("{}{}{}", inputs, inputs.empty() ? "" : "; ",
                     fmt::join(program, "; "));
}

std::string formatOutputs(const std::vector<ReportedVariable> &inputs,
                          const std::vector<ReportedValue> &inputValues,
                          const std::vector<ReportedVariable> &outputs,
                          const std::vector<ReportedValue> &outputValues) {
  assert(inputValues.size() == inputs.size());
  assert(outputValues.empty() || outputValues.size() == outputs.size());
  std::map<std::string_view, const ReportedValue *> before;
  if (!outputValues.empty())
    for (size_t i = 0; i < inputValues.size(); ++i)
      before.try_emplace(inputs[i].name, &inputValues[i]);
  std::string text;
  for (size_t i = 0; i < outputValues.size(); ++i) {
    if (outputValues[i].isIdle)
      continue;
    const auto found = before.find(outputs[i].name);
    if (found == before.end() || found->second->isIdle ||
        found->second->bits != outputValues[i].bits)
      text += fmt::format(", {} = {}", outputs[i].name,
                          formatValue(outputValues[i], outputs[i]));
  }
  return text;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "target/InputBounds.h"

#include "support/Error.h"
#include "support/NearestName.h"
#include "target/ScalarText.h"

#include <algorithm>
#include <cctype>
#include <regex>

namespace coverme {
namespace {

// "p->a.b" for p->a[2].b.
std::string withoutIndices(const std::string &name) {
  std::string result;
  int depth = 0;
  for (const char c : name) {
    depth += c == '[';
    if (depth == 0 && c != '*')
      result += c;
    depth -= c == ']';
  }
  return result;
}

// The parameter or variable that an input is part of.
std::string rootOf(const std::string &name) {
  const std::string plain = withoutIndices(name);
  return plain.substr(0, plain.find_first_of(".- "));
}

// Is number `a` less than `b`? Neither is a NaN.
bool isLess(const Scalar &scalar, uint64_t a, uint64_t b) {
  if (scalar.isFloat())
    return floatValue(scalar.width, a) < floatValue(scalar.width, b);
  const uint64_t sign =
      scalar.kind == ScalarKind::Signed ? uint64_t{1} << (scalar.width - 1) : 0;
  return (a ^ sign) < (b ^ sign);
}

// No less than a number, whichever zero that is.
void raiseLeast(InputVariable &input, uint64_t bits) {
  const Scalar &scalar = input.scalar;
  if (scalar.isFloat() && floatValue(scalar.width, bits) == 0)
    bits = FloatLayout(scalar.width).sign();
  if (!input.least || isLess(scalar, *input.least, bits))
    input.least = bits;
}

void lowerGreatest(InputVariable &input, uint64_t bits) {
  const Scalar &scalar = input.scalar;
  if (scalar.isFloat() && floatValue(scalar.width, bits) == 0)
    bits = 0;
  if (!input.greatest || isLess(scalar, bits, *input.greatest))
    input.greatest = bits;
}

// Any value of the type that is a number.
void setAnyNumber(InputVariable &input) {
  const unsigned width = input.scalar.width;
  const uint64_t sign = uint64_t{1} << (width - 1);
  if (input.scalar.isFloat()) {
    const uint64_t infinity = FloatLayout(width).infinity();
    raiseLeast(input, infinity | sign);
    lowerGreatest(input, infinity);
  } else if (input.scalar.kind == ScalarKind::Signed) {
    raiseLeast(input, sign);
    lowerGreatest(input, sign - 1);
  } else {
    const bool isBool = input.scalar.kind == ScalarKind::Bool;
    raiseLeast(input, 0);
    lowerGreatest(input, isBool ? 1 : truncateToWidth(UINT64_MAX, width));
  }
}

// A character or string constant of C begins here; its length.
size_t literalLength(const std::string &text, size_t begin) {
  size_t at = begin + 1;
  while (at < text.size() && text[at] != text[begin])
    at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size()) - begin;
}

void checkRange(const NamedText &range) {
  if (range.text.find(':') == std::string::npos)
    fail(ExitCode::BadInput, "--range {}={}: a range is written LOW:HIGH",
         range.name, range.text);
}

uint64_t parseEnd(const InputVariable &input, const NamedText &range,
                  const std::string &text) {
  const Scalar plain{input.scalar.kind, input.scalar.width, {}};
  const std::optional<uint64_t> bits = parseScalar(plain, text);
  if (!bits || (plain.isFloat() && std::isnan(floatValue(plain.width, *bits))))
    fail(ExitCode::BadInput, "--range {}: '{}' is no value of type '{}' ({})",
         range.name, text, input.typeName, rangeText(plain));
  return *bits;
}

// Of the rounding modes, those in the range.
void keepModesWithin(InputVariable &input, const NamedText &range) {
  std::vector<uint64_t> &modes = input.scalar.enumerators;
  for (size_t i = modes.size(); i-- > 0;)
    if ((input.least && modes[i] < *input.least) ||
        (input.greatest && modes[i] > *input.greatest)) {
      modes.erase(modes.begin() + static_cast<ptrdiff_t>(i));
      input.valueNames.erase(input.valueNames.begin() +
                             static_cast<ptrdiff_t>(i));
    }
  if (modes.empty())
    fail(ExitCode::BadInput, "--range {}={}: rounding modes are 0 to 3",
         range.name, range.text);
}

void applyRange(InputVariable &input, const NamedText &range) {
  if (input.part != Part::Whole)
    fail(ExitCode::BadInput,
         "--range {}: a range of '{}' is not supported; --assume is",
         range.name, input.typeName);
  const size_t colon = range.text.find(':');
  const std::string low = range.text.substr(0, colon);
  const std::string high = range.text.substr(colon + 1);
  setAnyNumber(input);
  if (!low.empty())
    raiseLeast(input, parseEnd(input, range, low));
  if (!high.empty())
    lowerGreatest(input, parseEnd(input, range, high));
  if (input.typeName == kRoundingMode)
    keepModesWithin(input, range);
  else // an enum is a number then
    input.scalar = {input.scalar.kind, input.scalar.width, {}};
}

} // namespace

bool isAbout(const std::string &name, const InputVariable &input) {
  return input.name == name || withoutIndices(input.name) == name ||
         rootOf(input.name) == name;
}

InputBounds::InputBounds(const InputOptions &options) : options(options) {
  for (const NamedText &range : options.ranges)
    checkRange(range);
  for (const std::string &assumption : options.assumptions)
    addConjuncts(assumption);
}

// What an assumption says as plainly as `0 <= x && x < 10` bounds the inputs,
// for provers and to spare the search. Such bounds may be wider than what it
// says, never narrower: it is checked all the same.
void InputBounds::addConjuncts(const std::string &assumption) {
  std::vector<std::string> conjuncts(1);
  bool isPlain = true;
  int depth = 0;
  for (size_t i = 0; i < assumption.size(); ++i) {
    const char c = assumption[i];
    if (c == '\'' || c == '"') {
      const size_t length = literalLength(assumption, i);
      conjuncts.back() += assumption.substr(i, length);
      i += length - 1;
      continue;
    }
    depth += c == '(';
    depth -= c == ')';
    if (depth < 0)
      break;
    isPlain &= depth != 0 ||
               (c != '?' && c != ',' && assumption.compare(i, 2, "||") != 0);
    if (depth == 0 && assumption.compare(i, 2, "&&") == 0) {
      conjuncts.emplace_back();
      ++i;
    } else {
      conjuncts.back() += c;
    }
  }
  if (depth != 0)
    fail(ExitCode::BadInput, "--assume '{}': the parentheses do not match",
         assumption);
  if (isPlain)
    for (const std::string &conjunct : conjuncts)
      addComparison(conjunct);
}

void InputBounds::addComparison(const std::string &text) {
  static const std::regex nameFirst(
      R"(\s*([A-Za-z_]\w*)\s*(<=|>=|<|>|==)\s*([-+]?[0-9.][\w.+-]*)\s*)");
  static const std::regex nameLast(
      R"(\s*([-+]?[0-9.][\w.+-]*)\s*(<=|>=|<|>|==)\s*([A-Za-z_]\w*)\s*)");
  Comparison comparison;
  std::smatch match;
  if (std::regex_match(text, match, nameFirst)) {
    comparison = {match[1], *match[2].first, match[3]};
  } else if (std::regex_match(text, match, nameLast)) {
    const char relation = *match[2].first;
    comparison = {match[3],
                  relation == '<'   ? '>'
                  : relation == '>' ? '<'
                                    : '=',
                  match[1]};
  } else {
    return;
  }
  // In C, a number that begins with zero may be octal.
  const std::string &number = comparison.number;
  const size_t digit = number.find_first_not_of("+-");
  if (digit + 1 < number.size() && number[digit] == '0' &&
      std::isdigit(number[digit + 1]))
    return;
  comparisons.push_back(comparison);
}

void InputBounds::narrow(InputVariable &input) {
  for (const NamedText &range : options.ranges)
    if (isAbout(range.name, input)) {
      known.insert(range.name);
      applyRange(input, range);
    }
  const Scalar plain{input.scalar.kind, input.scalar.width, {}};
  for (const Comparison &each : comparisons) {
    if (each.name != input.name || input.part != Part::Whole ||
        plain.kind == ScalarKind::Bool)
      continue;
    const std::optional<uint64_t> bits = parseScalar(plain, each.number);
    if (!bits ||
        (plain.isFloat() && std::isnan(floatValue(plain.width, *bits))))
      continue;
    setAnyNumber(input);
    if (each.relation != '<')
      raiseLeast(input, *bits);
    if (each.relation != '>')
      lowerGreatest(input, *bits);
  }
  if (input.least && input.greatest &&
      isLess(plain, *input.greatest, *input.least))
    fail(ExitCode::BadInput,
         "--range and --assume leave no value for '{}': at least {} and at "
         "most {}",
         input.name, formatValue(input.scalar, *input.least),
         formatValue(input.scalar, *input.greatest));
}

void InputBounds::checkNames(const std::string &entry,
                             const std::vector<InputVariable> &inputs) const {
  std::vector<std::string> names;
  for (const InputVariable &input : inputs)
    names.push_back(input.name);
  for (const NamedText &range : options.ranges)
    if (!known.contains(range.name))
      fail(ExitCode::BadInput, "--range {}: '{}' has no input of this name{}",
           range.name, entry, suggestion(range.name, names));
}

} // namespace coverme

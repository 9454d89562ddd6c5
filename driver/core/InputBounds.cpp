// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/InputBounds.h"

#include "core/ScalarText.h"
#include "support/Error.h"
#include "support/NearestName.h"

#include <fmt/format.h>

#include <algorithm>

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

// Is it `object`, or a member or an element of it?
bool isPartOf(const std::string &name, const std::string &object) {
  return name.starts_with(object) &&
         (name.size() == object.size() ||
          std::string_view(".-[").find(name[object.size()]) !=
              std::string_view::npos);
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

// Where the upper end begins; the lower one may be "bits:3ff0".
size_t colonOf(const std::string &range) {
  return range.find(':', range.starts_with("bits:") ? 5 : 0);
}

void checkRange(const NamedText &range) {
  if (colonOf(range.text) == std::string::npos)
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

// A number of two slots as a constant in C.
std::string constantOf(const InputVariable &input, const NamedText &range,
                       const std::string &text) {
  const std::vector<uint64_t> slots = parseNumber(input, text);
  if (input.part != Part::Fraction80)
    return fmt::format("(__typeof__({}))((unsigned __int128){}u << 64 | {}u)",
                       input.name, slots[1], slots[0]);
  const std::string exact = exactNumber(input, slots.data());
  if (exact.find("nan") != std::string::npos)
    fail(ExitCode::BadInput, "--range {}: '{}' is no value of type '{}'",
         range.name, text, input.typeName);
  return exact.ends_with("inf")
             ? fmt::format("{}__builtin_infl()", exact[0] == '-' ? "-" : "")
             : exact + "L";
}

// The same of such a number, as an assumption.
std::string assumptionOf(const InputVariable &input, const NamedText &range) {
  const size_t colon = colonOf(range.text);
  std::string text = fmt::format("{0} == {0}", input.name); // no NaN
  for (const auto &[end, op] : {std::pair(range.text.substr(0, colon), ">="),
                                std::pair(range.text.substr(colon + 1), "<=")})
    if (!end.empty())
      text += fmt::format(" && {} {} {}", input.name, op,
                          constantOf(input, range, end));
  return text;
}

void applyRange(InputVariable &input, const NamedText &range) {
  const size_t colon = colonOf(range.text);
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
  if (input.name == name)
    return true;
  // "p == NULL", "v.size()", and "rounding mode" are no parts of a p, a v, or a
  // rounding.
  return input.name.find(' ') == std::string::npos &&
         !input.name.ends_with("()") &&
         (isPartOf(input.name, name) ||
          isPartOf(withoutIndices(input.name), name) ||
          input.name.substr(0, input.name.find('#')) == name);
}

bool isWithinBounds(const InputVariable &input, uint64_t bits) {
  const Scalar &scalar = input.scalar;
  if ((input.least || input.greatest) && scalar.isFloat() &&
      FloatLayout(scalar.width).isNan(bits))
    return false;
  return !(input.least && isLess(scalar, bits, *input.least)) &&
         !(input.greatest && isLess(scalar, *input.greatest, bits));
}

InputBounds::InputBounds(const InputOptions &options,
                         const std::vector<AssumedBound> &assumed)
    : options(options), assumed(assumed) {
  for (const NamedText &range : options.ranges)
    checkRange(range);
}

void InputBounds::narrow(InputVariable &input) {
  for (const NamedText &range : options.ranges)
    if (isAbout(range.name, input)) {
      known.insert(range.name);
      if (input.part == Part::Whole)
        applyRange(input, range);
      else if (input.startsNumber())
        conditions.emplace(input.name, assumptionOf(input, range));
    }
  const Scalar plain{input.scalar.kind, input.scalar.width, {}};
  for (const AssumedBound &each : assumed) {
    if (each.name != input.name || input.part != Part::Whole ||
        plain.kind == ScalarKind::Bool)
      continue;
    setAnyNumber(input); // no comparison holds for a NaN
    if (each.isLeast)
      raiseLeast(input, each.bits);
    else
      lowerGreatest(input, each.bits);
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
    if (!known.contains(range.name) &&
        !options.mayBeOfOthers("--range", range.name))
      fail(ExitCode::BadInput, "--range {}: '{}' has no input of this name{}",
           range.name, entry, suggestion(range.name, names));
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Values.h"

#include "support/Error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

namespace coverme {
namespace {

double floatValue(const Scalar &scalar, uint64_t bits) {
  return scalar.width == 64 ? std::bit_cast<double>(bits)
                            : std::bit_cast<float>(static_cast<uint32_t>(bits));
}

// A NaN with its sign and its mantissa, which tells signalling from quiet.
std::string nanText(const Scalar &scalar, uint64_t bits) {
  const unsigned mantissaBits = scalar.width == 64 ? 52 : 23;
  const bool negative = (bits >> (scalar.width - 1) & 1) != 0;
  return fmt::format("{}nan(0x{:x})", negative ? "-" : "",
                     truncateToWidth(bits, mantissaBits));
}

std::string integerText(const Scalar &scalar, uint64_t bits) {
  if (scalar.kind != ScalarKind::Signed)
    return fmt::format("{}", bits);
  const unsigned shift = 64 - scalar.width;
  return fmt::format("{}", static_cast<int64_t>(bits << shift) >> shift);
}

// All of the text as one number.
template <class Number>
std::optional<Number> wholeNumber(std::string_view text, auto... format) {
  Number number{};
  const char *end = text.data() + text.size();
  const auto [rest, error] =
      std::from_chars(text.data(), end, number, format...);
  if (error != std::errc() || rest != end)
    return std::nullopt;
  return number;
}

std::optional<uint64_t> parseBits(const Scalar &scalar,
                                  std::string_view digits) {
  // A bool has two digits, and one bit.
  if (digits.size() != std::max(2U, (scalar.width + 3) / 4))
    return std::nullopt;
  const std::optional<uint64_t> bits = wholeNumber<uint64_t>(digits, 16);
  return bits && truncateToWidth(*bits, scalar.width) == *bits ? bits
                                                               : std::nullopt;
}

template <class Float, class Bits>
std::optional<uint64_t> parseFloat(const Scalar &scalar,
                                   std::string_view text) {
  const bool isNegative = text.starts_with('-');
  if (isNegative || text.starts_with('+'))
    text.remove_prefix(1);
  const uint64_t sign = uint64_t{isNegative} << (scalar.width - 1);
  if (text.starts_with("nan(0x") && text.ends_with(')')) {
    const unsigned mantissaBits = std::numeric_limits<Float>::digits - 1;
    const std::optional<uint64_t> mantissa =
        wholeNumber<uint64_t>(text.substr(6, text.size() - 7), 16);
    if (!mantissa || *mantissa == 0 ||
        truncateToWidth(*mantissa, mantissaBits) != *mantissa)
      return std::nullopt;
    constexpr Float kInfinity = std::numeric_limits<Float>::infinity();
    return std::bit_cast<Bits>(kInfinity) | sign | *mantissa;
  }
  // from_chars would take another sign and other spellings of a NaN.
  const bool isName = text == "inf" || text == "nan";
  if (!isName && (text.empty() || (text[0] != '.' && !std::isdigit(text[0]))))
    return std::nullopt;
  const bool isHex = text.starts_with("0x");
  const std::optional<Float> value = wholeNumber<Float>(
      text.substr(isHex ? 2 : 0),
      isHex ? std::chars_format::hex : std::chars_format::general);
  if (!value)
    return std::nullopt;
  return std::bit_cast<Bits>(*value) | sign;
}

std::optional<uint64_t> parseInteger(const Scalar &scalar,
                                     const std::string &text) {
  if (scalar.kind == ScalarKind::Signed) {
    const std::optional<int64_t> value = wholeNumber<int64_t>(text);
    if (!value || *value >> (scalar.width - 1) != *value >> 63)
      return std::nullopt;
    return truncateToWidth(static_cast<uint64_t>(*value), scalar.width);
  }
  const std::optional<uint64_t> value = wholeNumber<uint64_t>(text);
  return value && truncateToWidth(*value, scalar.width) == *value
             ? value
             : std::nullopt;
}

// What parseInput takes for it.
std::string rangeText(const Scalar &scalar) {
  const unsigned digits = std::max(2U, (scalar.width + 3) / 4);
  if (scalar.isFloat())
    return fmt::format("decimal, hex float, inf, nan, or bits: and {} hex "
                       "digits",
                       digits);
  const uint64_t highest = truncateToWidth(UINT64_MAX, scalar.width);
  const uint64_t signBit = uint64_t{1} << (scalar.width - 1);
  const bool isSigned = scalar.kind == ScalarKind::Signed;
  return fmt::format("{} to {}, or bits: and {} hex digits",
                     isSigned ? integerText(scalar, signBit) : "0",
                     isSigned ? highest >> 1 : highest, digits);
}

} // namespace

std::string exactValue(const Scalar &scalar, uint64_t bits) {
  if (!scalar.isFloat())
    return integerText(scalar, bits);
  const double value = floatValue(scalar, bits);
  if (std::isnan(value))
    return nanText(scalar, bits);
  return std::isinf(value) ? fmt::format("{}", value)
                           : fmt::format("{:a}", value);
}

std::string formatValue(const Scalar &scalar, uint64_t bits) {
  const std::string exact = exactValue(scalar, bits);
  if (!scalar.isFloat() || !std::isfinite(floatValue(scalar, bits)))
    return exact;
  const double value = floatValue(scalar, bits);
  const std::string decimal =
      scalar.width == 64 ? fmt::format("{}", value)
                         : fmt::format("{}", static_cast<float>(value));
  return fmt::format("{} ({})", decimal, exact);
}

std::string formatBits(const Scalar &scalar, uint64_t bits) {
  return fmt::format("0x{:0{}x}", bits, (scalar.width + 3) / 4);
}

std::string inputText(const Scalar &scalar, uint64_t bits) {
  return scalar.isFloat() && std::isnan(floatValue(scalar, bits))
             ? fmt::format("bits:{}", formatBits(scalar, bits).substr(2))
             : exactValue(scalar, bits);
}

uint64_t parseInput(const Parameter &parameter, const std::string &text) {
  const Scalar &scalar = parameter.scalar;
  std::optional<uint64_t> bits;
  if (text.starts_with("bits:"))
    bits = parseBits(scalar, text.substr(5));
  else if (scalar.isFloat())
    bits = scalar.width == 64 ? parseFloat<double, uint64_t>(scalar, text)
                              : parseFloat<float, uint32_t>(scalar, text);
  else
    bits = parseInteger(scalar, text);
  if (!bits)
    fail(ExitCode::BadInput,
         "'{}' is no value of parameter '{}', which is of type '{}' ({})", text,
         parameter.name, parameter.type, rangeText(scalar));
  return *bits;
}

std::string formatInputs(const Function &function,
                         const std::vector<uint64_t> &inputs) {
  std::vector<std::string> list;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Parameter &parameter = function.parameters[i];
    list.push_back(fmt::format("{}{} = {}", parameter.isPointer ? "*" : "",
                               parameter.name,
                               formatValue(parameter.scalar, inputs[i])));
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

} // namespace coverme

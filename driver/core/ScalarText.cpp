// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/ScalarText.h"

#include "support/Error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace coverme {
namespace {

// The long double of its slots, which are always those of a canonical encoding.
long double extendedValue(const uint64_t *slots) {
  struct Encoding {
    uint64_t significand;
    uint16_t exponent;
    char padding[6];
  };
  const bool isNormal = (slots[1] & 0x7fff) != 0;
  const Encoding encoding{slots[0] | (uint64_t{isNormal} << 63),
                          static_cast<uint16_t>(slots[1]),
                          {}};
  return std::bit_cast<long double>(encoding);
}

std::string extendedText(const uint64_t *slots, bool isExact) {
  const long double value = extendedValue(slots);
  if (std::isnan(value))
    return fmt::format("{}nan(0x{:x})", std::signbit(value) ? "-" : "",
                       slots[0]);
  if (std::isinf(value))
    return fmt::format("{}", static_cast<double>(value));
  const std::string exact = fmt::format("{:a}", value);
  return isExact ? exact : fmt::format("{} ({})", value, exact);
}

std::string wideText(const InputVariable &number, const uint64_t *slots) {
  const auto bits = static_cast<unsigned __int128>(slots[1]) << 64 | slots[0];
  return number.typeName.starts_with('u')
             ? fmt::format("{}", bits)
             : fmt::format("{}", static_cast<__int128>(bits));
}

// A NaN with its sign and its mantissa, which tells signalling from quiet.
std::string nanText(const Scalar &scalar, uint64_t bits) {
  const FloatLayout format(scalar.width);
  return fmt::format("{}nan(0x{:x})", (bits & format.sign()) != 0 ? "-" : "",
                     bits & format.mantissaMask());
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

// A bool and the smallest bit-fields have two hexadecimal digits, too.
unsigned digitsOf(const Scalar &scalar) {
  return std::max(2U, (scalar.width + 3) / 4);
}

std::optional<uint64_t> parseBits(const Scalar &scalar,
                                  std::string_view digits) {
  if (digits.size() != digitsOf(scalar))
    return std::nullopt;
  const std::optional<uint64_t> bits = wholeNumber<uint64_t>(digits, 16);
  return bits && truncateToWidth(*bits, scalar.width) == *bits ? bits
                                                               : std::nullopt;
}

std::optional<uint64_t> parseFloat(const Scalar &scalar,
                                   std::string_view text) {
  const bool isNegative = text.starts_with('-');
  if (isNegative || text.starts_with('+'))
    text.remove_prefix(1);
  const FloatLayout format(scalar.width);
  const uint64_t sign = isNegative ? format.sign() : 0;
  if (text.starts_with("nan(0x") && text.ends_with(')')) {
    const std::optional<uint64_t> mantissa =
        wholeNumber<uint64_t>(text.substr(6, text.size() - 7), 16);
    if (!mantissa || *mantissa == 0 || *mantissa > format.mantissaMask())
      return std::nullopt;
    return format.infinity() | sign | *mantissa;
  }
  // from_chars would take another sign and other spellings of a NaN.
  const bool isName = text == "inf" || text == "nan";
  if (!isName && (text.empty() || (text[0] != '.' && !std::isdigit(text[0]))))
    return std::nullopt;
  const bool isHex = text.starts_with("0x");
  text.remove_prefix(isHex ? 2 : 0);
  const auto how = isHex ? std::chars_format::hex : std::chars_format::general;
  // A float is not to be rounded twice.
  if (scalar.width == 32) {
    const std::optional<float> value = wholeNumber<float>(text, how);
    return value ? std::optional(std::bit_cast<uint32_t>(*value) | sign)
                 : std::nullopt;
  }
  const std::optional<double> value = wholeNumber<double>(text, how);
  if (value && std::isfinite(*value) &&
      !std::isfinite(floatValue(scalar.width, floatBits(scalar.width, *value))))
    return std::nullopt;
  return value ? std::optional(floatBits(scalar.width, *value) | sign)
               : std::nullopt;
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

} // namespace

std::string exactValue(const Scalar &scalar, uint64_t bits) {
  if (!scalar.isFloat())
    return integerText(scalar, bits);
  const double value = floatValue(scalar.width, bits);
  if (std::isnan(value))
    return nanText(scalar, bits);
  return std::isinf(value) ? fmt::format("{}", value)
                           : fmt::format("{:a}", value);
}

std::string formatValue(const Scalar &scalar, uint64_t bits) {
  const std::string exact = exactValue(scalar, bits);
  if (!scalar.isFloat() || !std::isfinite(floatValue(scalar.width, bits)))
    return exact;
  const double value = floatValue(scalar.width, bits);
  const std::string decimal = scalar.width == 32
                                  ? fmt::format("{}", static_cast<float>(value))
                                  : fmt::format("{}", value);
  return fmt::format("{} ({})", decimal, exact);
}

std::string formatBits(const Scalar &scalar, uint64_t bits) {
  return fmt::format("0x{:0{}x}", bits, digitsOf(scalar));
}

std::optional<uint64_t> parseScalar(const Scalar &scalar,
                                    const std::string &text) {
  if (text.starts_with("bits:"))
    return parseBits(scalar, std::string_view(text).substr(5));
  return scalar.isFloat() ? parseFloat(scalar, text)
                          : parseInteger(scalar, text);
}

std::string rangeText(const Scalar &scalar) {
  const unsigned digits = digitsOf(scalar);
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

size_t slotCount(const InputVariable &number) {
  return number.part == Part::Whole ? 1 : 2;
}

std::string exactNumber(const InputVariable &number, const uint64_t *slots) {
  switch (number.part) {
  case Part::Fraction80:
    return extendedText(slots, true);
  case Part::Low128:
    return wideText(number, slots);
  default:
    return exactValue(number.scalar, slots[0]);
  }
}

std::string formatNumber(const InputVariable &number, const uint64_t *slots) {
  const auto &values = number.scalar.enumerators;
  for (size_t i = 0; i < number.valueNames.size(); ++i)
    if (values[i] == slots[0])
      return number.valueNames[i];
  switch (number.part) {
  case Part::Fraction80:
    return extendedText(slots, false);
  case Part::Low128:
    return wideText(number, slots);
  default:
    return formatValue(number.scalar, slots[0]);
  }
}

std::string formatNumberBits(const InputVariable &number,
                             const uint64_t *slots) {
  switch (number.part) {
  case Part::Fraction80: {
    const bool isNormal = (slots[1] & 0x7fff) != 0;
    return fmt::format("0x{:04x}{:016x}", slots[1],
                       slots[0] | (uint64_t{isNormal} << 63));
  }
  case Part::Low128:
    return fmt::format("0x{:016x}{:016x}", slots[1], slots[0]);
  default:
    return formatBits(number.scalar, slots[0]);
  }
}

std::string inputText(const InputVariable &number, const uint64_t *slots) {
  const bool isPlain = number.part == Part::Whole &&
                       !(number.scalar.isFloat() &&
                         std::isnan(floatValue(number.scalar.width, slots[0])));
  if (!number.valueNames.empty())
    return formatNumber(number, slots);
  return isPlain ? exactValue(number.scalar, slots[0])
                 : fmt::format("bits:{}",
                               formatNumberBits(number, slots).substr(2));
}

std::vector<uint64_t> parseNumber(const InputVariable &number,
                                  const std::string &text) {
  const std::vector<uint64_t> &values = number.scalar.enumerators;
  for (size_t i = 0; i < number.valueNames.size(); ++i)
    if (text == number.valueNames[i])
      return {values[i]};
  if (!number.valueNames.empty()) {
    const auto bits = parseScalar(number.scalar, text);
    if (bits && std::find(values.begin(), values.end(), *bits) != values.end())
      return {*bits};
    fail(ExitCode::BadInput, "'{}' is no value of '{}', which may be '{}'",
         text, number.name, fmt::join(number.valueNames, "', '"));
  }
  if (number.part == Part::Whole) {
    if (const auto bits = parseScalar(number.scalar, text))
      return {*bits};
    fail(ExitCode::BadInput,
         "'{}' is no value of parameter '{}', which is of type '{}' ({})", text,
         number.name, number.typeName, rangeText(number.scalar));
  }
  const size_t digits = number.part == Part::Fraction80 ? 20 : 32;
  const std::string_view rest = std::string_view(text).substr(
      std::min<size_t>(text.size(), text.starts_with("bits:") ? 5 : 0));
  const size_t split = rest.size() > 16 ? rest.size() - 16 : 0;
  const auto high = wholeNumber<uint64_t>(rest.substr(0, split), 16);
  const auto low = wholeNumber<uint64_t>(rest.substr(split), 16);
  if (text.starts_with("bits:") && rest.size() == digits && high && low)
    return {number.part == Part::Fraction80 ? truncateToWidth(*low, 63) : *low,
            *high};
  if (number.part == Part::Fraction80) {
    char *end = nullptr;
    const long double value = std::strtold(text.c_str(), &end);
    if (end != text.c_str() && *end == '\0' && !std::isspace(text[0])) {
      uint64_t significand = 0;
      uint16_t exponent = 0;
      std::memcpy(&significand, &value, sizeof significand);
      std::memcpy(&exponent, reinterpret_cast<const char *>(&value) + 8,
                  sizeof exponent);
      return {truncateToWidth(significand, 63), exponent};
    }
  } else if (const auto small = wholeNumber<int64_t>(text)) {
    return {static_cast<uint64_t>(*small),
            *small < 0 ? UINT64_MAX : uint64_t{0}};
  }
  fail(ExitCode::BadInput,
       "'{}' is no value of parameter '{}', which is of type '{}' ({}bits: and "
       "{} hex digits)",
       text, number.name, number.typeName,
       number.part == Part::Fraction80 ? "decimal, hex float, inf, or " : "",
       digits);
}

} // namespace coverme

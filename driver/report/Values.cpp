// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>

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

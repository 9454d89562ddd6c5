// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as people read and write them.
#ifndef COVERME_DRIVER_CORE_SCALARTEXT_H
#define COVERME_DRIVER_CORE_SCALARTEXT_H

#include "core/InputPlan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// Exact: a hex float ("-0x1.8p+1", "inf", "nan(0x8000000000000)" with the
// payload bits), or an integer in decimal ("-3"; a bool is 0 or 1).
std::string exactValue(const Scalar &scalar, uint64_t bits);

// Decimal and, for a finite float, hex: "0.1 (0x1.999999999999ap-4)". The
// decimal is the shortest that reads back to the same value.
std::string formatValue(const Scalar &scalar, uint64_t bits);

// The bits in hex, as many digits as the type has: "0x3ff0000000000000",
// "0x0001".
std::string formatBits(const Scalar &scalar, uint64_t bits);

// The slot of what a user wrote: a decimal number or a hex float that the type
// has, "inf", "nan" (the quiet one) and "nan(0x1)" (with these mantissa bits),
// each with a sign or without; or "bits:" and as many hex digits as the type
// has. A decimal fraction is rounded to nearest. Nothing for what is no value.
std::optional<uint64_t> parseScalar(const Scalar &scalar,
                                    const std::string &text);

// What parseScalar takes: "-128 to 127, or bits: and 2 hex digits".
std::string rangeText(const Scalar &scalar);

// The functions above for a whole number, which may have two slots (Part);
// `slots` points to its first. slotCount says how many it has: 1 or 2.
size_t slotCount(const InputVariable &number);
std::string exactNumber(const InputVariable &number, const uint64_t *slots);
std::string formatNumber(const InputVariable &number, const uint64_t *slots);
std::string formatNumberBits(const InputVariable &number,
                             const uint64_t *slots);
// The number as `coverme run` takes it, without blanks: the exact value, or for
// a NaN its bits.
std::string inputText(const InputVariable &number, const uint64_t *slots);

// The slots of what a user wrote for an input. Throws Error(BadInput) naming
// it, its type, and what it takes.
std::vector<uint64_t> parseNumber(const InputVariable &number,
                                  const std::string &text);

} // namespace coverme

#endif

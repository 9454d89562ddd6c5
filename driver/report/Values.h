// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as people read them.
#ifndef COVERME_DRIVER_REPORT_VALUES_H
#define COVERME_DRIVER_REPORT_VALUES_H

#include "target/Program.h"

#include <cstdint>
#include <string>

namespace coverme {

// Exact: a hex float ("-0x1.8p+1", "inf", "nan(0x8000000000000)" with the
// payload bits), or an integer in decimal ("-3"; a bool is 0 or 1).
std::string exactValue(const Scalar &scalar, uint64_t bits);

// Decimal and, for a finite float, hex: "0.1 (0x1.999999999999ap-4)". The
// decimal is the shortest that reads back to the same value.
std::string formatValue(const Scalar &scalar, uint64_t bits);

// The low bytes of the slot: "0x3ff0000000000000", "0x0001".
std::string formatBits(const Scalar &scalar, uint64_t bits);

// As `coverme run` takes it, without a blank: the exact value; of a NaN, its
// bits.
std::string inputText(const Scalar &scalar, uint64_t bits);

// The slot of what a user wrote for a parameter: a decimal number or a hex
// float that the type has, "inf", "nan" (the quiet one) and "nan(0x1)" (with
// these mantissa bits), each with a sign or without; or "bits:" and as many hex
// digits as the type has. A decimal fraction is rounded to nearest.
// Throws Error(BadInput) naming the parameter, its type, and what it takes.
uint64_t parseInput(const Parameter &parameter, const std::string &text);

// "x = 1 (0x1p+0), n = -3".
std::string formatInputs(const Function &function,
                         const std::vector<uint64_t> &inputs);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of mathematics as references: by MPFR, or by the libm that coverme
// runs with.
#ifndef COVERME_DRIVER_COMPARE_REFERENCE_H
#define COVERME_DRIVER_COMPARE_REFERENCE_H

#include "core/Scalar.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace coverme {

class Reference {
public:
  virtual ~Reference() = default;

  // The function's value for these arguments, rounded to nearest, as bits.
  virtual uint64_t value(std::span<const uint64_t> arguments) const = 0;
  // The error of a result in ulps of the function's value: zero for what only
  // overflow makes infinite, infinite where one of the two is a NaN and the
  // other is not. Signs of zeros and payloads of NaNs make no difference.
  virtual double error(std::span<const uint64_t> arguments,
                       uint64_t result) const = 0;
};

// Makes the reference of a name such as "mpfr:tanh" or "libm:pow": a function
// of `count` numbers of this format, which is also the result's. Throws
// Error(BadInput), with the nearest name, when there is no such function, or
// when it takes another number of arguments.
// require: `format` is a float of 32 or 64 bits
std::unique_ptr<Reference> makeReference(const std::string &name, size_t count,
                                         const Scalar &format);

// How far a value of this format is from `expected`, in ulps, as
// Reference::error says.
double ulpsBetween(const Scalar &format, uint64_t value, uint64_t expected);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owns a number of MPFR.
#ifndef COVERME_DRIVER_COMPARE_BIGFLOAT_H
#define COVERME_DRIVER_COMPARE_BIGFLOAT_H

#include <mpfr.h>

namespace coverme {

class BigFloat {
public:
  explicit BigFloat(mpfr_prec_t precision) { ::mpfr_init2(number, precision); }
  ~BigFloat() { ::mpfr_clear(number); }
  BigFloat(const BigFloat &) = delete;
  BigFloat &operator=(const BigFloat &) = delete;

  // What MPFR's functions take.
  mpfr_ptr get() { return number; }
  mpfr_srcptr get() const { return number; }

private:
  mpfr_t number;
};

} // namespace coverme

#endif

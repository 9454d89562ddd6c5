// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Reference.h"

#include "compare/BigFloat.h"
#include "support/Error.h"
#include "support/NearestName.h"

#include <algorithm>
#include <cassert>
#include <dlfcn.h>
#include <limits>
#include <vector>

namespace coverme {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Tells errors of doubles to a billionth of a unit.
constexpr mpfr_prec_t kPrecision = 96;

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

// Its names are libm's.
struct MathFunction {
  const char *name;
  Unary unary; // null: it is binary
  Binary binary = nullptr;

  size_t arity() const { return unary != nullptr ? 1 : 2; }
};

int logOfGamma(mpfr_ptr to, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return ::mpfr_lgamma(to, &sign, x, rounding);
}

const std::vector<MathFunction> &mathFunctions() {
  static const std::vector<MathFunction> all = {
      {"acos", ::mpfr_acos},
      {"acosh", ::mpfr_acosh},
      {"asin", ::mpfr_asin},
      {"asinh", ::mpfr_asinh},
      {"atan", ::mpfr_atan},
      {"atanh", ::mpfr_atanh},
      {"cbrt", ::mpfr_cbrt},
      {"cos", ::mpfr_cos},
      {"cosh", ::mpfr_cosh},
      {"erf", ::mpfr_erf},
      {"erfc", ::mpfr_erfc},
      {"exp", ::mpfr_exp},
      {"exp10", ::mpfr_exp10},
      {"exp2", ::mpfr_exp2},
      {"expm1", ::mpfr_expm1},
      {"lgamma", logOfGamma},
      {"log", ::mpfr_log},
      {"log10", ::mpfr_log10},
      {"log1p", ::mpfr_log1p},
      {"log2", ::mpfr_log2},
      {"sin", ::mpfr_sin},
      {"sinh", ::mpfr_sinh},
      {"sqrt", ::mpfr_sqrt},
      {"tan", ::mpfr_tan},
      {"tanh", ::mpfr_tanh},
      {"tgamma", ::mpfr_gamma},
      {"atan2", nullptr, ::mpfr_atan2},
      {"fdim", nullptr, ::mpfr_dim},
      {"fmod", nullptr, ::mpfr_fmod},
      {"hypot", nullptr, ::mpfr_hypot},
      {"pow", nullptr, ::mpfr_pow},
      {"remainder", nullptr, ::mpfr_remainder},
  };
  return all;
}

// The exponents of a format as MPFR counts them: of a fraction from a half on.
struct FormatRange {
  explicit FormatRange(const Scalar &format)
      : precision(format.width == 64 ? 53 : 24),
        least(format.width == 64 ? -1073 : -148),
        most(format.width == 64 ? 1024 : 128) {}

  mpfr_prec_t precision;
  mpfr_exp_t least, most;
};

// Of a value that is known exactly, or nearly so.
double errorOf(const Scalar &format, mpfr_srcptr exact, uint64_t result) {
  const FormatRange range(format);
  const double value = floatValue(format.width, result);
  const bool isNan = mpfr_nan_p(exact) != 0;
  if (isNan || std::isnan(value))
    return isNan && std::isnan(value) ? 0 : kInfinite;
  if (mpfr_inf_p(exact) != 0)
    return std::isinf(value) && (mpfr_sgn(exact) > 0) == (value > 0)
               ? 0
               : kInfinite;
  const bool isZero = mpfr_zero_p(exact) != 0;
  // Of the unit.
  mpfr_exp_t exponent = range.least - 1;
  if (!isZero)
    exponent = std::clamp(mpfr_get_exp(exact) - range.precision, exponent,
                          range.most - range.precision);
  BigFloat other(kPrecision), limit(kPrecision);
  ::mpfr_set_ui_2exp(limit.get(), 1, range.most, MPFR_RNDN);
  if (std::isinf(value)) {
    // Infinite is what is half a unit beyond the largest number; else the next
    // one would have been.
    BigFloat half(kPrecision);
    ::mpfr_set_ui_2exp(half.get(), 1, range.most - range.precision - 1,
                       MPFR_RNDN);
    ::mpfr_sub(half.get(), limit.get(), half.get(), MPFR_RNDN);
    if (::mpfr_cmpabs(exact, half.get()) >= 0 &&
        (mpfr_sgn(exact) > 0) == (value > 0))
      return 0;
    ::mpfr_setsign(other.get(), limit.get(), value < 0 ? 1 : 0, MPFR_RNDN);
  } else {
    ::mpfr_set_d(other.get(), value, MPFR_RNDN);
  }
  ::mpfr_sub(other.get(), other.get(), exact, MPFR_RNDN);
  ::mpfr_mul_2si(other.get(), other.get(), -exponent, MPFR_RNDN);
  return std::fabs(::mpfr_get_d(other.get(), MPFR_RNDN));
}

class MpfrReference final : public Reference {
public:
  MpfrReference(const MathFunction &function, const Scalar &format)
      : function(function), format(format) {}

  uint64_t value(std::span<const uint64_t> arguments) const override {
    const FormatRange range(format);
    BigFloat rounded(range.precision);
    const int inexact = compute(rounded, arguments);
    const mpfr_exp_t least = ::mpfr_get_emin(), most = ::mpfr_get_emax();
    ::mpfr_set_emin(range.least);
    ::mpfr_set_emax(range.most);
    const int within = ::mpfr_check_range(rounded.get(), inexact, MPFR_RNDN);
    ::mpfr_subnormalize(rounded.get(), within, MPFR_RNDN);
    ::mpfr_set_emin(least);
    ::mpfr_set_emax(most);
    return mpfr_nan_p(rounded.get()) != 0
               ? FloatLayout(format.width).quietNan()
               : floatBits(format.width,
                           ::mpfr_get_d(rounded.get(), MPFR_RNDN));
  }

  double error(std::span<const uint64_t> arguments,
               uint64_t result) const override {
    BigFloat exact(kPrecision);
    compute(exact, arguments);
    return errorOf(format, exact.get(), result);
  }

private:
  int compute(BigFloat &to, std::span<const uint64_t> arguments) const {
    BigFloat x(kPrecision);
    ::mpfr_set_d(x.get(), floatValue(format.width, arguments[0]), MPFR_RNDN);
    if (function.unary != nullptr)
      return function.unary(to.get(), x.get(), MPFR_RNDN);
    BigFloat y(kPrecision);
    ::mpfr_set_d(y.get(), floatValue(format.width, arguments[1]), MPFR_RNDN);
    return function.binary(to.get(), x.get(), y.get(), MPFR_RNDN);
  }

  const MathFunction &function;
  const Scalar format;
};

class LibmReference final : public Reference {
public:
  LibmReference(const MathFunction &function, const Scalar &format)
      : count(function.arity()), format(format) {
    const std::string name =
        std::string(function.name) + (format.width == 32 ? "f" : "");
    void *library = ::dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    address = library == nullptr ? nullptr : ::dlsym(library, name.c_str());
    if (address == nullptr)
      fail(ExitCode::BadInput, "libm has no '{}'", name);
  }

  uint64_t value(std::span<const uint64_t> arguments) const override {
    return format.width == 64 ? call<double>(arguments)
                              : call<float>(arguments);
  }

  double error(std::span<const uint64_t> arguments,
               uint64_t result) const override {
    return ulpsBetween(format, result, value(arguments));
  }

private:
  template <class T> uint64_t call(std::span<const uint64_t> arguments) const {
    const auto number = [&](size_t i) {
      return static_cast<T>(floatValue(format.width, arguments[i]));
    };
    const T result =
        count == 1
            ? reinterpret_cast<T (*)(T)>(address)(number(0))
            : reinterpret_cast<T (*)(T, T)>(address)(number(0), number(1));
    return floatBits(format.width, result);
  }

  const size_t count;
  const Scalar format;
  void *address = nullptr;
};

} // namespace

std::unique_ptr<Reference> makeReference(const std::string &name, size_t count,
                                         const Scalar &format) {
  assert(format.isFloat() && (format.width == 32 || format.width == 64));
  const size_t split = name.find(':');
  assert(split != std::string::npos);
  const std::string wanted = name.substr(split + 1);
  const auto found =
      std::ranges::find(mathFunctions(), wanted, &MathFunction::name);
  if (found == mathFunctions().end()) {
    std::vector<std::string> names;
    for (const MathFunction &function : mathFunctions())
      names.emplace_back(function.name);
    fail(ExitCode::BadInput, "no reference for '{}'{}", wanted,
         suggestion(wanted, names, "; see docs/options.md"));
  }
  if (found->arity() != count)
    fail(ExitCode::BadInput,
         "'{}' takes {} arguments, and the function under test {}", name,
         found->arity(), count);
  if (name.starts_with("libm:"))
    return std::make_unique<LibmReference>(*found, format);
  return std::make_unique<MpfrReference>(*found, format);
}

double ulpsBetween(const Scalar &format, uint64_t value, uint64_t expected) {
  BigFloat exact(kPrecision);
  ::mpfr_set_d(exact.get(), floatValue(format.width, expected), MPFR_RNDN);
  return errorOf(format, exact.get(), value);
}

} // namespace coverme

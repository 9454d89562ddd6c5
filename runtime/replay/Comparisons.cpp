// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gcc's -fsanitize-coverage=trace-cmp calls ahead of each comparison of
// numbers: notes where it stands, and whether its sides were ever equal. As the
// main of the replay, it uses nothing of libc and no floating-point unit.

#include "coverme/replay.h"

namespace {

// Enough for files of any size that has been met. What is beyond is not noted.
constexpr uintptr_t kSlots = 8192;

} // namespace

extern "C" coverme_comparison __coverme_comparisons[kSlots];
coverme_comparison __coverme_comparisons[kSlots];

namespace {

void note(const void *returnAddress, bool isEqual) {
  const auto offset =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(returnAddress) -
                           reinterpret_cast<uintptr_t>(__coverme_comparisons));
  uintptr_t at = static_cast<uintptr_t>(offset) * 0x9e3779b97f4a7c15 >> 40;
  for (uintptr_t tried = 0; tried < kSlots; ++tried, ++at) {
    coverme_comparison &slot = __coverme_comparisons[at % kSlots];
    if (slot.offset == 0)
      slot.offset = offset;
    if (slot.offset != offset)
      continue;
    if (isEqual)
      slot.wasEqual = 1;
    return;
  }
}

// The compiler may write x > c - 1 for x >= c, and the like.
template <class T> bool isNextTo(T a, T b) {
  return a == b || static_cast<T>(a - b) == 1 || static_cast<T>(b - a) == 1;
}

// The same as numbers; a NaN is no number.
template <class Bits, class T> bool isSameNumber(T a, T b) {
  Bits left, right;
  __builtin_memcpy(&left, &a, sizeof a);
  __builtin_memcpy(&right, &b, sizeof b);
  constexpr int kMantissa = sizeof(T) == 4 ? 23 : 52;
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  constexpr Bits kInfinity = kSign - (Bits{1} << kMantissa);
  return left == right ? (left & ~kSign) <= kInfinity
                       : ((left | right) & ~kSign) == 0;
}

} // namespace

#define COVERME_TRACE(Name, Type, IsEqual)                                     \
  extern "C" void __sanitizer_cov_trace_##Name(Type a, Type b);                \
  void __sanitizer_cov_trace_##Name(Type a, Type b) {                          \
    note(__builtin_return_address(0), IsEqual);                                \
  }
COVERME_TRACE(cmp1, uint8_t, a == b)
COVERME_TRACE(cmp2, uint16_t, a == b)
COVERME_TRACE(cmp4, uint32_t, a == b)
COVERME_TRACE(cmp8, uint64_t, a == b)
COVERME_TRACE(const_cmp1, uint8_t, isNextTo(a, b))
COVERME_TRACE(const_cmp2, uint16_t, isNextTo(a, b))
COVERME_TRACE(const_cmp4, uint32_t, isNextTo(a, b))
COVERME_TRACE(const_cmp8, uint64_t, isNextTo(a, b))
COVERME_TRACE(cmpf, float, isSameNumber<uint32_t>(a, b))
COVERME_TRACE(cmpd, double, isSameNumber<uint64_t>(a, b))
#undef COVERME_TRACE

// A switch compares nothing.
extern "C" void __sanitizer_cov_trace_switch(uint64_t value, void *labels);
void __sanitizer_cov_trace_switch(uint64_t, void *) {}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For clang: what C11 has in this header, and glibc defines for gcc since
 * version 4.7 alone. clang says that it is gcc 4.2. */
#include_next <complex.h>

#if !defined __cplusplus && __STDC_VERSION__ >= 201112L
#undef CMPLX
#undef CMPLXF
#undef CMPLXL
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))
#endif

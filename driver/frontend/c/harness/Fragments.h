// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C text that harnesses take as it is; each knows nothing of the entry.
#ifndef COVERME_DRIVER_FRONTEND_C_HARNESS_FRAGMENTS_H
#define COVERME_DRIVER_FRONTEND_C_HARNESS_FRAGMENTS_H

#include "coverme/runtime.h"

namespace coverme {

constexpr const char *kHelpers = R"(
#ifndef COVERME_RESULT
#define COVERME_RESULT(place) ((void)(place))
#endif
#ifdef __cplusplus
typedef bool coverme_bool;
#else
typedef _Bool coverme_bool;
#endif

__attribute__((unused)) static void *coverme_unless(unsigned long long isNull,
                                                    void *pointer) {
  return isNull != 0 ? 0 : pointer;
}
)";

constexpr const char *kPutBits = R"(
/* A bit-field of `width` bits, `shift` bits behind the start of its byte. */
static void coverme_put_bits(unsigned char *to, int shift, int width,
                             unsigned long long value) {
  int i = 0;
  for (; i < width; ++i) {
    const int at = shift + i;
    const unsigned char bit = (unsigned char)(1u << at % 8);
    to[at / 8] = (unsigned char)((to[at / 8] & ~bit) |
                                 ((value >> i & 1) != 0 ? bit : 0));
  }
}
)";

constexpr const char *kPutExtended = R"(
/* A long double of its fraction, and its sign and exponent. */
static void coverme_put_extended(unsigned char *to, unsigned long long fraction,
                                 unsigned long long exponent) {
  if ((exponent & 0x7fff) != 0)
    fraction |= 1ULL << 63;
  __builtin_memcpy(to, &fraction, 8);
  __builtin_memcpy(to + 8, &exponent, 2);
}
)";

// What assumptions may use, and harnesses do.
constexpr const char *kHeaders = "#include <float.h>\n"
                                 "#include <limits.h>\n"
                                 "#include <math.h>\n"
                                 "#include <stdbool.h>\n"
                                 "#include <stddef.h>\n"
                                 "#include <stdint.h>\n"
                                 "extern void __coverme_reject(void);\n"
                                 "#define COVERME_REJECT() "
                                 "__coverme_reject()\n";

constexpr const char *kAlias = R"(
/* Where a pointer leads; a choice of what does not fit is rejected. */
static unsigned char *coverme_alias(unsigned long long choice,
                                   void *const *places, const int *fits) {
  if (!fits[choice])
    COVERME_REJECT();
  return (unsigned char *)places[choice];
}

/* Bytes of an object, as many as there are, to where its pointer leads. */
__attribute__((unused)) static void
coverme_merge(int isChosen, unsigned char *to, const unsigned char *from,
              unsigned long long begin, unsigned long long end,
              unsigned long long size) {
  if (end > size)
    end = size;
  if (isChosen && to != 0 && begin < end)
    __builtin_memcpy(to + begin, from + begin, end - begin);
}

__attribute__((unused)) static const unsigned char *
coverme_either(const unsigned char *place, const unsigned char *own) {
  return place != 0 ? place : own;
}
)";

// A virtual function that returns zero.
constexpr const char *kVirtual = R"(
static long coverme_virtual(void) {
#ifdef __x86_64__
  __asm__ volatile("xorps %%xmm0, %%xmm0" : : : "xmm0");
#endif
  return 0;
}
)";

// Numbers that a stub gives when there are no more inputs.
constexpr const char *kMadeUp = R"(
__attribute__((unused)) static unsigned long long
coverme_mix(unsigned long long draw) {
  draw = (draw + 1) * 0x9e3779b97f4a7c15ULL;
  draw = (draw ^ draw >> 30) * 0xbf58476d1ce4e5b9ULL;
  draw = (draw ^ draw >> 27) * 0x94d049bb133111ebULL;
  return draw ^ draw >> 31;
}

__attribute__((unused)) static double
coverme_between(double low, double high, unsigned long long bits) {
  const double part = (double)(bits >> 11) / 9007199254740992.0;
  const double value = low * (1 - part) + high * part;
  return value < low ? low : value > high ? high : value;
}

/* Of any magnitude. */
__attribute__((unused)) static unsigned long long
coverme_integer(unsigned long long bits, int width, int isSigned) {
  const int digits = width - isSigned;
  const unsigned long long value =
      bits >> (64 - digits) >> (int)(bits % (unsigned)digits);
  return isSigned && (bits & 64) != 0 ? 0 - value : value;
}
)";

// One that a call leaves open as it is ended is given up: its state is unknown.
constexpr const char *kStreams = R"(
/* A stream over a text, which takes what is written to it. */
struct coverme_text {
  const unsigned char *begin, *at, *end;
  void *stream; /* null: closed */
};

struct coverme_cookie {
  long (*read)(void *, char *, unsigned long);
  long (*write)(void *, const char *, unsigned long);
  int (*seek)(void *, long *, int);
  int (*close)(void *);
};

#ifdef __cplusplus
extern "C" {
#endif
extern void *coverme_fopencookie(void *, const char *, struct coverme_cookie)
    __asm__("fopencookie");
extern int coverme_fclose(void *) __asm__("fclose");
#ifdef __cplusplus
}
#endif

static long coverme_read_text(void *of, char *to, unsigned long bytes) {
  struct coverme_text *text = (struct coverme_text *)of;
  if (bytes > (unsigned long)(text->end - text->at))
    bytes = (unsigned long)(text->end - text->at);
  __builtin_memcpy(to, text->at, bytes);
  text->at += bytes;
  return (long)bytes;
}

static long coverme_write_text(void *of, const char *from,
                               unsigned long bytes) {
  (void)of;
  (void)from;
  return (long)bytes;
}

static int coverme_seek_text(void *of, long *offset, int whence) {
  struct coverme_text *text = (struct coverme_text *)of;
  const long size = text->end - text->begin;
  const long from = whence == 0   ? 0
                    : whence == 1 ? text->at - text->begin
                                  : size;
  if (*offset < -from || *offset > size - from)
    return -1;
  *offset += from;
  text->at = text->begin + *offset;
  return 0;
}

static int coverme_close_text(void *of) {
  ((struct coverme_text *)of)->stream = 0;
  return 0;
}

static void coverme_open_text(struct coverme_text *text,
                              const unsigned char *begin,
                              const unsigned char *end) {
  struct coverme_cookie cookie;
  cookie.read = coverme_read_text;
  cookie.write = coverme_write_text;
  cookie.seek = coverme_seek_text;
  cookie.close = coverme_close_text;
  text->begin = text->at = text->end = begin;
  while (text->end < end && *text->end != 0)
    ++text->end;
  text->stream = coverme_fopencookie(text, "r+", cookie);
}
)";

// What objects of the C++ library keep their elements in.
constexpr const char *kOwned = R"(
__attribute__((unused)) static void *coverme_load(const void *place) {
  void *pointer;
  __builtin_memcpy(&pointer, place, sizeof pointer);
  return pointer;
}
)";

constexpr const char *kStart = R"(
#ifndef COVERME_START
#define COVERME_START 0 /* each byte of what is only written */
#endif
)";

constexpr const char *kRounding = R"(
#include <fenv.h>

static const int coverme_modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD,
                                    FE_TOWARDZERO};

static void coverme_set_rounding(unsigned long long mode) {
  fesetround(coverme_modes[mode]);
}

/* Another mode than the one that was set is the code's own doing. */
static void coverme_reset_rounding(unsigned long long mode) {
  if (fegetround() == coverme_modes[mode])
    fesetround(FE_TONEAREST);
}
)";

} // namespace coverme

#endif

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

// Of stubs that pass on bytes. Where there are no more inputs, all that they
// are asked for, and at times the end.
constexpr const char *kTransfers = R"(
__attribute__((unused)) static long long
coverme_passed_on(long long asked, int isSigned,
                  const unsigned long long *missing, unsigned count, int width,
                  unsigned *drawn) {
  const unsigned draw = (*drawn)++;
  if (draw >= count)
    return (coverme_mix(draw) & 3) == 0 ? 0 : asked;
  if (!isSigned)
    return asked >= 0 && missing[draw] > (unsigned long long)asked
               ? 0
               : (long long)((unsigned long long)asked - missing[draw]);
  const long long less =
      (long long)(missing[draw] << (64 - width)) >> (64 - width);
  return less < 0 ? asked
                  : (long long)((unsigned long long)asked -
                                (unsigned long long)less);
}

__attribute__((unused)) static void
coverme_give(unsigned char *to, long long bytes,
             const unsigned long long *values, unsigned count, unsigned *drawn,
             const void *frame) {
  const long long left = (long long)coverme_left(to, frame);
  const long long all = bytes < left ? bytes : left;
  long long i = 0;
  for (; i < all && i < 256; ++i) {
    const unsigned draw = (*drawn)++;
    const unsigned long long bits = coverme_mix(draw);
    to[i] = (unsigned char)(draw < count       ? values[draw]
                            : (bits & 1) != 0 ? bits >> 8
                                              : values[(bits >> 8) % count]);
  }
  if (i < all)
    __builtin_memset(to + i, 0, (unsigned long)(all - i));
}
)";

// Of stubs that allocate memory.
constexpr const char *kMemory = R"(
COVERME_EXTERN_C void *coverme_calloc(unsigned long, unsigned long)
    __asm__("calloc");

static void *coverme_memory(unsigned long long count, unsigned long long size) {
  const unsigned long long most = 1 << 24;
  if (count > most || size > most || count * size > most)
    return 0;
  return coverme_calloc(1, count * size < 256 ? 256 : count * size);
}
)";

// One that a call leaves open as it is ended is given up: its state is unknown.
constexpr const char *kStreams = R"(
/* A stream over a text, which takes what is written to it. The zeros at its
   end are none of it: a file of bytes may have others. */
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
  text->begin = text->at = begin;
  for (text->end = end; text->end > begin && text->end[-1] == 0;)
    --text->end;
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

// Classes of libstdc++: what they hold is in order.
constexpr const char *kLinks = R"(
typedef int coverme_compare(const unsigned char *, const unsigned char *);
typedef void coverme_drop(unsigned char *);
#define COVERME_UNORDERED 2

#ifdef __cplusplus
extern "C" {
#endif
extern void coverme_insert_node(coverme_bool isLeft, void *node, void *parent,
                                void *header)
    __asm__("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_");
extern unsigned long coverme_hash(const void *, unsigned long, unsigned long)
    __asm__("_ZSt11_Hash_bytesPKvmm");
#ifdef __cplusplus
}
#endif

__attribute__((unused)) static void coverme_store(void *place,
                                                  const void *pointer) {
  __builtin_memcpy(place, &pointer, sizeof pointer);
}

static unsigned long coverme_length(const unsigned char *text) {
  unsigned long length;
  __builtin_memcpy(&length, text + 8, sizeof length);
  return length;
}

__attribute__((unused)) static int
coverme_compare_texts(const unsigned char *first, const unsigned char *second) {
  const unsigned long a = coverme_length(first), b = coverme_length(second);
  const int order = __builtin_memcmp(coverme_load(first), coverme_load(second),
                                     a < b ? a : b);
  return order != 0 ? order < 0 ? -1 : 1 : a < b ? -1 : a > b;
}

__attribute__((unused)) static void
coverme_sort(unsigned char *elements, unsigned long count, unsigned long size,
             coverme_compare *compare, int isReversed) {
  unsigned long i = 1;
  for (; i < count; ++i) {
    unsigned char *at = elements + i * size, moved[16];
    for (; at != elements; at -= size) {
      const int order = compare(at, at - size);
      if (order != (isReversed ? -1 : 1))
        break;
      __builtin_memcpy(moved, at, size);
      __builtin_memcpy(at, at - size, size);
      __builtin_memcpy(at - size, moved, size);
    }
  }
}

/* The container is built at `place`, and moved to `home` afterwards. */
__attribute__((unused)) static void
coverme_link_list(unsigned char *place, unsigned char *home,
                  unsigned char **nodes, unsigned long count) {
  unsigned char *last = home;
  unsigned long i = 0;
  for (; i < count; ++i) {
    coverme_store(i == 0 ? place : last, nodes[i]);
    coverme_store(nodes[i] + 8, last);
    last = nodes[i];
  }
  coverme_store(count == 0 ? place : last, home);
  coverme_store(place + 8, last);
  __builtin_memcpy(place + 16, &count, sizeof count);
}

__attribute__((unused)) static void
coverme_link_tree(unsigned char *place, unsigned char *home,
                  unsigned char **nodes, unsigned long count, int key,
                  coverme_compare *compare, coverme_drop *drop, int isReversed,
                  int isUnique) {
  void *header[4] = {0, 0, header, header};
  unsigned long i = 0, size = 0;
  for (; i < count; ++i) {
    unsigned char *at = (unsigned char *)header[1];
    unsigned char *parent = (unsigned char *)header;
    int order = compare(nodes[i] + key, nodes[i] + key);
    coverme_bool isLeft = 1, isNew = order != COVERME_UNORDERED;
    while (at != 0 && isNew) {
      order = compare(nodes[i] + key, at + key);
      isNew = order != 0 || !isUnique;
      isLeft = isReversed ? order > 0 : order < 0;
      parent = at;
      at = (unsigned char *)coverme_load(at + (isLeft ? 16 : 24));
    }
    if (isNew)
      coverme_insert_node(isLeft, nodes[i], parent, header);
    else
      drop(nodes[i]);
    size += isNew;
  }
  if (size == 0)
    header[2] = header[3] = home + 8;
  else
    coverme_store((unsigned char *)header[1] + 8, home + 8);
  __builtin_memcpy(place + 8, header, sizeof header);
  __builtin_memcpy(place + 40, &size, sizeof size);
}

/* A table of one chain: all that it holds has a place there, whatever its hash. */
__attribute__((unused)) static void
coverme_link_table(unsigned char *place, unsigned char *home,
                   unsigned char **nodes, unsigned long count, int key,
                   coverme_compare *compare, coverme_drop *drop, int hash,
                   int isUnique) {
  unsigned long i = 0, size = 0;
  coverme_store(place + 16, 0);
  for (; i < count; ++i) {
    unsigned char *before = place + 16;
    unsigned char *at = (unsigned char *)coverme_load(before);
    int order = compare(nodes[i] + key, nodes[i] + key);
    coverme_bool isNew = order != COVERME_UNORDERED;
    for (; at != 0; at = (unsigned char *)coverme_load(at))
      if (compare(nodes[i] + key, at + key) == 0) {
        before = at;
        isNew = isNew && !isUnique;
        break;
      }
    if (!isNew) {
      drop(nodes[i]);
      continue;
    }
    if (hash != 0) {
      const unsigned long value =
          coverme_hash(coverme_load(nodes[i] + key),
                       coverme_length(nodes[i] + key), 0xc70f6907UL);
      __builtin_memcpy(nodes[i] + hash, &value, sizeof value);
    }
    coverme_store(nodes[i], coverme_load(before));
    coverme_store(before, nodes[i]);
    ++size;
  }
  coverme_store(place + 48, size != 0 ? home + 16 : 0);
  __builtin_memcpy(place + 24, &size, sizeof size);
}

__attribute__((unused)) static void coverme_free_list(unsigned char *list,
                                                      coverme_drop *drop) {
  unsigned char *at = (unsigned char *)coverme_load(list);
  while (at != 0 && at != list) {
    unsigned char *const next = (unsigned char *)coverme_load(at);
    drop(at);
    at = next;
  }
}

static void coverme_free_below(unsigned char *node, coverme_drop *drop) {
  if (node == 0)
    return;
  coverme_free_below((unsigned char *)coverme_load(node + 16), drop);
  coverme_free_below((unsigned char *)coverme_load(node + 24), drop);
  drop(node);
}

__attribute__((unused)) static void coverme_free_tree(unsigned char *tree,
                                                      coverme_drop *drop) {
  coverme_free_below((unsigned char *)coverme_load(tree + 16), drop);
}

__attribute__((unused)) static void coverme_free_table(unsigned char *table,
                                                       coverme_drop *drop) {
  unsigned char *at = (unsigned char *)coverme_load(table + 16);
  while (at != 0) {
    unsigned char *const next = (unsigned char *)coverme_load(at);
    drop(at);
    at = next;
  }
  if (coverme_load(table) != 0 && coverme_load(table) != table + 48)
    COVERME_DELETE(coverme_load(table));
}
)";

// Of a std::function whose target has nothing to copy.
constexpr const char *kManage = R"(
static coverme_bool coverme_manage(void *to, const void *from, int what) {
  (void)to;
  (void)from;
  (void)what;
  return 0;
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

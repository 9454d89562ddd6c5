// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an instrumented object carries, and how it is laid out. C11 and C++.
//
// The pass puts three sections into every object; the linker concatenates
// them, in the same order of objects for each:
//
//   coverme_tables  read-only. Per module one blob: a coverme_module header,
//                   then its arrays in the order of the header's counts, then
//                   its strings; padded to 8 bytes. Nothing in it needs a
//                   relocation, so a reader can take it from the file without
//                   loading (and so without running) anything.
//   coverme_states  writable, one byte per site, align 1. The byte's address
//                   is the site's identity: its offset from
//                   __start_coverme_states is the site's index in the whole
//                   object.
//   coverme_tramps  one pointer per function of the tables, null where the
//                   signature is not supported.
//
// and, when the pass runs with COVERME_EMBED_IR=1 in its environment:
//
//   coverme_ir      read-only. Per module, in the order of the tables, one
//                   coverme_ir header with LLVM bitcode behind it, padded to 8
//                   bytes: the code ahead of instrumentation, with one
//                   conditional branch or select per site.
//
// Hosts and targets are little-endian and share this layout; the pass writes
// these very structs.
#ifndef COVERME_ABI_H
#define COVERME_ABI_H

#include <stdint.h>

#define COVERME_ABI_VERSION 1

// A stale pair of module and runtime fails at link: each instrumented module
// references this symbol, and the runtime defines just its own version of it.
#define COVERME_ABI_SYMBOL __coverme_abi_version_1
#define COVERME_ABI_SYMBOL_NAME "__coverme_abi_version_1"

#define COVERME_TABLES_SECTION "coverme_tables"
#define COVERME_STATES_SECTION "coverme_states"
#define COVERME_TRAMPS_SECTION "coverme_tramps"
#define COVERME_IR_SECTION "coverme_ir"

// In that bitcode: metadata of functions and of the instructions that decide
// at sites; one 64-bit integer, the index in this module's tables.
#define COVERME_FUNCTION_METADATA "coverme.function"
#define COVERME_SITE_METADATA "coverme.site"

// A comparison is the set of the relations under which it is true, so that the
// negation of `op` is `op ^ COVERME_REL_ALL`, with NaN handled for free:
// C's `a < b` is {less}, its negation {equal, greater, unordered}.
#define COVERME_REL_EQUAL 1u
#define COVERME_REL_GREATER 2u
#define COVERME_REL_LESS 4u
#define COVERME_REL_UNORDERED 8u
#define COVERME_REL_ALL 15u

// State byte of a site. Zero: the inlined check skips the hook.
#define COVERME_STATE_TRUE_OPEN 1u  // the true branch counts, not saturated
#define COVERME_STATE_FALSE_OPEN 2u // the same for the false branch
#define COVERME_STATE_RECORD 4u     // report hits even if both are saturated
#define COVERME_STATE_HITS_ONLY 8u  // ignore visits that take no open branch

// "COVERME1" read as a little-endian integer.
#define COVERME_MODULE_MAGIC UINT64_C(0x31454d5245564f43)

// "COVERMEJ" read as a little-endian integer. (I had no checksum.)
#define COVERME_IR_MAGIC UINT64_C(0x4a454d5245564f43)

// An edge leads to a site of the same module (its index), or, with this bit,
// into a function of the same module (its index in the low bits).
#define COVERME_EDGE_CALL UINT32_C(0x80000000)

// A reference to a string: byte offset into the module's strings, where it
// ends in a NUL. Offset 0 is the empty string.
typedef uint32_t coverme_string;

enum coverme_operand_kind {
#define COVERME_OPERAND_KIND(Name, Code, Text) COVERME_OPERAND_##Name = Code,
#include "coverme/abi.def"
};

enum coverme_site_kind {
#define COVERME_SITE_KIND(Name, Code, Text) COVERME_SITE_##Name = Code,
#include "coverme/abi.def"
};

enum coverme_scalar_kind {
#define COVERME_SCALAR_KIND(Name, Code, Text) COVERME_SCALAR_##Name = Code,
#include "coverme/abi.def"
};

enum coverme_function_flag {
#define COVERME_FUNCTION_FLAG(Name, Bit) COVERME_FUNCTION_##Name = 1u << Bit,
#include "coverme/abi.def"
};

typedef struct coverme_module {
  uint64_t magic;
  uint32_t abiVersion;
  uint32_t byteSize; // of the whole blob with this header, a multiple of 8
  // Arrays, in this order behind the header:
  uint32_t constantCount;  // coverme_constant
  uint32_t functionCount;  // coverme_function
  uint32_t parameterCount; // coverme_parameter
  uint32_t siteCount;      // coverme_site
  uint32_t edgeCount;      // uint32_t, see COVERME_EDGE_CALL
  uint32_t stringBytes;    // char
} coverme_module;

typedef struct coverme_ir {
  uint64_t magic;
  uint64_t byteSize; // of the bitcode, without header and padding
  uint64_t checksum; // of the bitcode: coverme_checksum
} coverme_ir;

// FNV-1a. LLVM's reader of bitcode may end the process over bytes that no
// writer has written.
static inline uint64_t coverme_checksum(const void *bytes, uint64_t size) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (uint64_t i = 0; i < size; ++i)
    hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
  return hash;
}

// A constant of the code, for starting points.
typedef struct coverme_constant {
  uint64_t bits; // of the value; integers sign-extended to 64 bits
  uint8_t kind;  // coverme_scalar_kind: Float, Signed
  uint8_t width; // in bits: 32 or 64 for Float; 8 to 64 for Signed
  uint8_t reserved[6];
} coverme_constant;

typedef struct coverme_function {
  coverme_string name;        // as in the source
  coverme_string linkageName; // as in the object
  coverme_string file;        // as the compiler was given it; may be relative
  coverme_string directory;   // the compiler's, for a relative file
  coverme_string resultType;  // as in C
  uint32_t line;              // of the definition; 0 without debug info
  uint32_t flags;             // coverme_function_flag
  uint32_t firstParameter, parameterCount;
  uint32_t firstSite, siteCount;
  uint32_t firstEntryEdge, entryEdgeCount; // what is reached before any branch
  uint32_t firstConstant, constantCount;
  uint8_t resultKind;  // coverme_scalar_kind; Unsupported results are dropped
  uint8_t resultWidth; // in bits
  uint8_t reserved[2];
} coverme_function;

typedef struct coverme_parameter {
  coverme_string name; // as in the source; "argN" (from 0) without debug info
  coverme_string type; // as in C
  uint8_t kind;        // coverme_scalar_kind; of the pointee for a pointer
  uint8_t width;       // in bits; of the pointee for a pointer
  uint8_t isPointer;   // 1: a pointer to one element
  uint8_t isConst;     // 1: the pointee is const, so it is an input only
  uint32_t firstEnumerator, enumeratorCount; // into the constants
} coverme_parameter;

typedef struct coverme_site {
  uint32_t function; // index in this module
  coverme_string file;
  uint32_t line, column; // 0 without debug info
  uint8_t kind;          // coverme_site_kind
  uint8_t operandKind;   // coverme_operand_kind
  uint8_t op;            // COVERME_REL_* set of the true outcome
  uint8_t constantSide;  // 0 none, 1 the left operand, 2 the right one
  uint32_t firstEdge[2]; // where [0] false, [1] true lead next
  uint32_t edgeCount[2];
  uint32_t reserved;
  uint64_t constantBits; // as the hook gets it (f32: in the low half; u64:
                         // zero-extended); 0 without a side
} coverme_site;

// Elements behind a pointer parameter: the input, then zeros.
#define COVERME_POINTEE_ROOM 16

// A trampoline reads one 8-byte slot per parameter in their order (a pointer
// contributes its pointee; a narrow value sits in the low bits), calls the
// function, and writes out[0] = the result's bits, zero-extended (0 for void),
// then one slot per pointer parameter with the pointee after the call.
typedef void (*coverme_trampoline)(const uint64_t *in, uint64_t *out);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an instrumented object carries, and how it is laid out. C11 and C++.
//
// The pass puts these sections into every object; the linker concatenates
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
//   coverme_tramps  one pointer per function of the tables, null where one of
//                   the parameters is no plain number.
//   coverme_functions, coverme_globals
//                   one pointer per function and per global of the tables.
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

#define COVERME_ABI_VERSION 23

// A stale pair of module and runtime fails at link: each instrumented module
// references this symbol, and the runtime defines just its own version of it.
#define COVERME_ABI_SYMBOL __coverme_abi_version_23
#define COVERME_ABI_SYMBOL_NAME "__coverme_abi_version_23"

#define COVERME_TABLES_SECTION "coverme_tables"
#define COVERME_STATES_SECTION "coverme_states"
#define COVERME_TRAMPS_SECTION "coverme_tramps"
#define COVERME_FUNCTIONS_SECTION "coverme_functions"
#define COVERME_GLOBALS_SECTION "coverme_globals"
#define COVERME_IR_SECTION "coverme_ir"

// The function of a generated harness that gets the inputs. It has a
// trampoline's type and is its own trampoline. In the harness's module, only
// functions are instrumented whose names begin with this.
#define COVERME_HARNESS "__coverme_harness"
// One of these, called when the inputs are accepted, just ahead of the entry.
#define COVERME_HARNESS_ENTER COVERME_HARNESS "_enter"
// Its functions for assumptions, with a number behind, before they are renamed
// to begin with the above.
#define COVERME_ASSUMPTION "coverme_assume_"

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

// "COVERMEJ" read as a little-endian integer.
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

enum coverme_type_kind {
#define COVERME_TYPE_KIND(Name, Code) COVERME_TYPE_##Name = Code,
#include "coverme/abi.def"
};

enum coverme_type_flag {
#define COVERME_TYPE_FLAG(Name, Bit) COVERME_TYPE_IS_##Name = 1u << Bit,
#include "coverme/abi.def"
};

enum coverme_global_flag {
#define COVERME_GLOBAL_FLAG(Name, Bit) COVERME_GLOBAL_##Name = 1u << Bit,
#include "coverme/abi.def"
};

enum coverme_parameter_flag {
#define COVERME_PARAMETER_FLAG(Name, Bit) COVERME_PARAMETER_##Name = 1u << Bit,
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
  uint32_t typeCount;      // coverme_type
  uint32_t memberCount;    // coverme_member
  uint32_t globalCount;    // coverme_global
  uint32_t rangeCount;     // coverme_range
  uint32_t useCount;       // coverme_use
  uint32_t memberUseCount; // coverme_member_use
  uint32_t edgeCount;      // uint32_t, see COVERME_EDGE_CALL
  uint32_t textCount;      // coverme_string, the literals of functions
  uint32_t stringBytes;    // char
  uint32_t textLength;     // of the longest of these, but at most 32
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
  coverme_string resultName;  // the type of the result, as in C
  uint32_t resultType;        // coverme_type
  uint32_t line;              // of the definition; 0 without debug info
  uint32_t flags;             // coverme_function_flag
  uint32_t source; // the number of the source that defines it: sources.h
  uint32_t firstParameter, parameterCount;
  uint32_t firstSite, siteCount;
  uint32_t firstEntryEdge, entryEdgeCount; // what is reached before any branch
  uint32_t firstConstant, constantCount;
  uint32_t firstText, textCount; // literals that it may compare texts with
  uint32_t firstUse, useCount;   // what it and its callees do with variables
  uint32_t firstMemberUse, memberUseCount; // and with pointers in objects
  uint32_t alignment; // that code of its module asks of addresses, in bytes: a
                      // power of two; 0: none
} coverme_function;

// What an object in memory may be. Types refer to each other by their indices
// in this module; a struct may refer to itself through a pointer.
typedef struct coverme_type {
  coverme_string name; // as in C; of a struct, with its keyword
  uint8_t kind;        // coverme_type_kind
  uint8_t scalarKind;  // Scalar: coverme_scalar_kind
  uint16_t width;      // Scalar: in bits; 80 for x87's long double
  uint32_t byteSize;
  uint32_t flags;   // coverme_type_flag
  uint32_t element; // Pointer: what it points to; Array, Complex: of which;
                    // Function: what it returns; Struct: what a container of
                    // the C++ library holds, or a union of the structs that
                    // code of C has objects of this one for, too, or 0
  uint32_t count;   // Array: elements; 0: unknown; Struct: 1: a cast's target
  uint32_t first;   // Struct, Union: into the members;
                    // Function: the same, its parameters, if known;
                    // Scalar: into the constants, the enumerators
  uint32_t memberCount;
} coverme_type;

typedef struct coverme_member {
  coverme_string name; // "" for an anonymous struct or union
  uint32_t type;
  uint32_t byteOffset; // of a bit-field: of the byte that its first bit is in;
                       // of a function's parameter: the bytes behind it in
                       // the local variables that are passed, or 0: the fewest,
                       // but of bytes ahead of an integer the most
  uint8_t bitOffset, bitWidth; // of a bit-field; else 0
  uint8_t reserved[2];
} coverme_member;

// Bytes from `begin` up to and without `end`.
typedef struct coverme_range {
  uint32_t begin, end;
} coverme_range;

typedef struct coverme_parameter {
  coverme_string name; // as in the source; "argN" (from 0) without debug info
  coverme_string typeName; // as in C
  uint32_t type;
  // What the declaration says of an array: so many elements, or as many as the
  // parameter of this index plus one says; 0 where it says nothing.
  uint32_t extent, extentParameter;
  // What the code does with the memory that a pointer points to:
  uint32_t reach; // bytes, up to the last one at a constant offset
  uint32_t flags; // coverme_parameter_flag
  uint32_t firstRange, rangeCount;
} coverme_parameter;

// A variable of the module, or a function that it only declares.
typedef struct coverme_global {
  coverme_string name;        // as in the source
  coverme_string linkageName; // as in the module
  uint32_t type;
  uint32_t flags;  // coverme_global_flag
  uint32_t source; // as of functions
} coverme_global;

// What a function, or one that it calls in this module, does with a variable.
typedef struct coverme_use {
  uint32_t global; // index in this module
  uint32_t flags;  // coverme_parameter_flag: Loads, Stores, Compares
} coverme_use;

// What a function, or one that it calls in this module, does with a pointer
// that is a member of a struct, or an element of a member; with all zeros in
// place of size and offset, the variable of the name or an element of it, or,
// without a name, an element of what is no struct.
typedef struct coverme_member_use {
  coverme_string name;  // of the struct, as LLVM has it, without its kind and
                        // the number of a copy: "node", "ns::Node"; or empty;
                        // or of the variable, as in the object
  uint32_t structBytes; // the size of the struct
  uint32_t byteOffset;  // of the member
  uint32_t flags;       // coverme_parameter_flag: ComparesNull
} coverme_member_use;

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
  uint32_t outcomes;     // coverme/outcome_lines.h
  uint64_t constantBits; // as the hook gets it (f32: in the low half; u64:
                         // zero-extended); 0 without a side; of a mark, its
                         // place (coverme_string)
} coverme_site;

// A trampoline reads one 8-byte slot per parameter in their order (a narrow
// value sits in the low bits), calls the function, and writes to *out the
// result's bits, zero-extended; 0 for what is no number.
typedef void (*coverme_trampoline)(const uint64_t *in, uint64_t *out);

#endif

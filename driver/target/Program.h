// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of an instrumented object without running it: its functions,
// parameters and sites, read from its tables (runtime/include/coverme/abi.h).
#ifndef COVERME_DRIVER_TARGET_PROGRAM_H
#define COVERME_DRIVER_TARGET_PROGRAM_H

#include "coverme/abi.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

enum class OperandKind : uint8_t {
#define COVERME_OPERAND_KIND(Name, Code, Text) Name = Code,
#include "coverme/abi.def"
};

enum class SiteKind : uint8_t {
#define COVERME_SITE_KIND(Name, Code, Text) Name = Code,
#include "coverme/abi.def"
};

enum class ScalarKind : uint8_t {
#define COVERME_SCALAR_KIND(Name, Code, Text) Name = Code,
#include "coverme/abi.def"
};

// The abi.def texts: "double", "branch".
const char *text(OperandKind kind);
const char *text(SiteKind kind);

// A branch is one outcome of one site. Its number is 2 * site + outcome, over
// all sites of the object.
using BranchId = uint32_t;
constexpr BranchId branchOf(uint32_t site, bool outcome) {
  return 2 * site + (outcome ? 1 : 0);
}
constexpr uint32_t siteOf(BranchId branch) { return branch / 2; }
constexpr bool outcomeOf(BranchId branch) { return branch % 2 != 0; }

// A number that a function takes or returns. Its value is held in a 64-bit
// slot: the IEEE bits of a float, the zero-extended bits of an integer.
struct Scalar {
  ScalarKind kind = ScalarKind::Unsupported;
  unsigned width = 0;                // in bits
  std::vector<uint64_t> enumerators; // slots; empty unless an enum

  bool isFloat() const { return kind == ScalarKind::Float; }
  bool operator==(const Scalar &) const = default;
};

// The bits of `value` that a scalar of this width keeps.
constexpr uint64_t truncateToWidth(uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((uint64_t{1} << width) - 1);
}

struct Parameter {
  std::string name;
  std::string type; // as in C
  Scalar scalar;    // of the pointee for a pointer
  bool isPointer = false;
  bool isConst = false; // the pointee is const
};

struct Constant {
  ScalarKind kind;
  unsigned width;
  uint64_t bits; // integers sign-extended to 64 bits
};

// Where control goes: the sites reached next, and the functions of the object
// called on the way.
struct Successors {
  std::vector<uint32_t> sites;
  std::vector<uint32_t> functions;
};

struct Function {
  std::string name; // as in the source
  std::filesystem::path file;
  unsigned line = 0;
  uint32_t flags = 0; // coverme_function_flag
  std::string resultType;
  Scalar result;
  std::vector<Parameter> parameters;
  std::vector<Constant> constants;
  uint32_t firstSite = 0, siteCount = 0;
  Successors entry; // what is reached before any branch

  bool isStatic() const { return (flags & COVERME_FUNCTION_Static) != 0; }
  bool isVariadic() const { return (flags & COVERME_FUNCTION_Variadic) != 0; }
  // May a call leave something behind that a later call can see?
  bool mayKeepState() const {
    return (flags & (COVERME_FUNCTION_WritesGlobal |
                     COVERME_FUNCTION_CallsUnknown)) != 0;
  }
  // Does all that a call does follow from its inputs?
  bool isSelfContained() const {
    return !mayKeepState() && (flags & COVERME_FUNCTION_ReadsGlobal) == 0;
  }
  // "double hypot(double x, double y)".
  std::string signature() const;
};

struct Site {
  uint32_t function = 0;
  std::filesystem::path file;
  unsigned line = 0, column = 0; // 0: unknown
  SiteKind kind = SiteKind::Branch;
  OperandKind operandKind = OperandKind::bit;
  Successors next[2]; // after the outcome [0] false, [1] true

  // Is there a branch distance with a slope? Pointers and plain conditions are
  // only recorded as hit.
  bool isMeasurable() const {
    return operandKind != OperandKind::ptr && operandKind != OperandKind::bit;
  }
};

// Where a module's part of the tables starts.
struct Module {
  uint32_t firstFunction = 0, firstSite = 0;
};

struct Program {
  std::vector<Module> modules;
  std::vector<Function> functions;
  std::vector<Site> sites;
};

// The bytes of a section of an ELF file; empty if there is none. Throws
// Error(BadInput) naming the file and what is wrong with it.
std::string readSection(const std::filesystem::path &file, const char *name);

// Reads the tables of an object, be it linked or not, without loading it;
// checks each count, index and string before use. Throws Error(BadInput) naming
// the file and what is wrong with it.
Program readProgram(const std::filesystem::path &object);

// The same from the bytes of the section; `origin` names them in errors.
Program parseTables(const std::string &bytes, const std::string &origin);

} // namespace coverme

#endif

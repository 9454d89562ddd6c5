// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of an instrumented object without running it: its functions,
// parameters and sites, read from its tables (runtime/include/coverme/abi.h).
#ifndef COVERME_DRIVER_CORE_PROGRAM_H
#define COVERME_DRIVER_CORE_PROGRAM_H

#include "core/InputPlan.h"
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

enum class CTypeKind : uint8_t {
#define COVERME_TYPE_KIND(Name, Code) Name = Code,
#include "coverme/abi.def"
};

// The texts in abi.def, such as "double" and "branch".
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

struct Member {
  std::string name; // empty for an anonymous struct or union
  uint32_t type = 0;
  uint32_t byteOffset = 0; // of a function's parameter: as in coverme_member
  unsigned bitOffset = 0, bitWidth = 0; // of a bit-field
};

// Types are referred to by their indices in Program::types.
struct CType {
  std::string name; // as in C; of a struct, with its keyword
  CTypeKind kind = CTypeKind::Unsupported;
  Scalar scalar; // of a Scalar; also one of 80 bits or more
  uint32_t byteSize = 0;
  uint32_t flags = 0; // coverme_type_flag
  // The element of a Pointer, Array, Complex or container; the result of a
  // function.
  uint32_t element = 0;
  uint32_t count = 0; // of an Array; 0: unknown
  std::vector<Member> members;

  bool isReference() const { return (flags & COVERME_TYPE_IS_REFERENCE) != 0; }
  bool isVector() const { return (flags & COVERME_TYPE_IS_VECTOR) != 0; }
  // FILE, as glibc and musl call it.
  bool isStream() const { return name == "struct _IO_FILE"; }
};

struct Parameter {
  std::string name;
  std::string typeName; // as in C
  uint32_t type = 0;
  // See coverme_parameter.
  uint32_t extent = 0, extentParameter = 0;
  uint32_t reach = 0;
  uint32_t flags = 0; // coverme_parameter_flag
  bool readsAny = true;
  std::vector<ByteRange> reads;
};

// A variable, or a function that is only declared.
struct Global {
  std::string name;        // as in the source
  std::string linkageName; // as in the object that defines it
  uint32_t type = 0;
  uint32_t flags = 0;  // coverme_global_flag
  uint32_t source = 0; // as of functions
};

// Has the source with this number a name for the variable, or could it be
// declared there? A static one of another source has none, nor has one that is
// in a namespace a name that C can declare.
inline bool isReachable(const Global &global, uint32_t source) {
  return global.source == source ||
         ((global.flags & COVERME_GLOBAL_Static) == 0 &&
          (global.flags & (COVERME_GLOBAL_Given | COVERME_GLOBAL_Declared)) !=
              0);
}

// What a function does with a variable.
struct GlobalUse {
  uint32_t global = 0; // in Program::globals
  uint32_t flags = 0;  // Loads, Stores, Compares of coverme_parameter_flag
};

// What is done with a pointer in objects; as in coverme_member_use.
struct MemberUse {
  std::string structName;
  uint32_t structBytes = 0, byteOffset = 0;
  uint32_t flags = 0;
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
  std::string name;        // as in the source
  std::string linkageName; // as in the object
  // Empty, unless another function of the program has the same name. Then it is
  // the name with scopes and parameters, with the file ahead of it ("a.c:f"),
  // or else the object's.
  std::string fullName;
  std::filesystem::path file;
  unsigned line = 0;
  uint32_t flags = 0;  // coverme_function_flag
  uint32_t source = 0; // the number of the source that defines it
  // The alignment that code of its module asks of addresses, in bytes: a power
  // of two; 0: none.
  uint32_t alignment = 0;
  std::string resultName; // its type, as in C
  uint32_t resultType = 0;
  Scalar result; // if the result is a number that fits into a slot
  std::vector<Parameter> parameters;
  std::vector<Constant> constants;
  std::vector<std::string> literals; // that it may compare texts with
  std::vector<GlobalUse> uses;       // also in functions that it calls
  std::vector<MemberUse> memberUses; // also in functions that it calls
  uint32_t firstSite = 0, siteCount = 0;
  Successors entry; // what is reached before any branch
  // The plan of its inputs, if these are numbers alone; otherwise
  // frontend/c/Inputs.h makes the plan.
  InputPlan plan;
  // The function to call, by its trampoline: the function itself, or a harness.
  uint32_t caller = 0;

  const std::vector<InputVariable> &inputs() const { return plan.inputs; }

  // Its name in reports, which no other function of the program has.
  const std::string &label() const {
    return fullName.empty() ? name : fullName;
  }
  // Its linkage name in an object of its source alone. In ours, a static
  // function that shares its name with one of another source gets a number.
  std::string sourceLinkageName() const;
  // The label as a file's name, or the object's name for it, in at most 200
  // bytes. No other function of the program has it.
  std::string fileName() const;

  bool isStatic() const { return (flags & COVERME_FUNCTION_Static) != 0; }
  // Is it an inline function of C99, of which another definition may be called
  // elsewhere?
  bool isInlineCopy() const {
    return (flags & COVERME_FUNCTION_InlineCopy) != 0;
  }
  // Has the compiler written it? `auto operator<=>(const T &) const = default;`
  bool isUnwritten() const { return (flags & COVERME_FUNCTION_Unwritten) != 0; }
  bool isVariadic() const { return (flags & COVERME_FUNCTION_Variadic) != 0; }
  bool hasTrampoline() const {
    return (flags & COVERME_FUNCTION_HasTrampoline) != 0;
  }
  // May a call end without a `return`, so that its result is undefined?
  bool mayLackResult() const {
    return (flags & COVERME_FUNCTION_MayLackResult) != 0;
  }
  // May a call leave something behind that a later call can see?
  bool mayKeepState() const {
    return (flags & (COVERME_FUNCTION_WritesGlobal |
                     COVERME_FUNCTION_CallsUnknown)) != 0 ||
           plan.aliasesGlobals || !plan.setupCalls.empty();
  }
  // Does all that a call does follow from its inputs alone?
  bool isSelfContained() const {
    return !mayKeepState() && (flags & COVERME_FUNCTION_ReadsGlobal) == 0;
  }
  // "double hypot(double x, double y)".
  std::string signature() const;
};

// "node" of "struct node".
std::string_view withoutKind(std::string_view typeName);

// Can code of the source with this number call the function?
inline bool isReachable(const Function &function, uint32_t source) {
  return function.source == source || !function.isStatic();
}

struct Site {
  uint32_t function = 0;
  std::filesystem::path file;
  unsigned line = 0, column = 0; // 0: unknown
  SiteKind kind = SiteKind::Branch;
  OperandKind operandKind = OperandKind::bit;
  Successors next[2]; // after outcome [0] false, [1] true
  std::string place;  // of a mark, in the words of coverme/marks.h
  std::string label;  // of a case, its value as a decimal number

  // Is it a mark? It stands at a place that is to be reached and decides
  // nothing: its true outcome is taken whenever the place is reached, its false
  // one never.
  bool isMark() const { return kind == SiteKind::Mark; }

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
  std::vector<CType> types;
  std::vector<Global> globals;
  std::vector<Function> functions;
  std::vector<Site> sites;
  // The length of the longest literal that the code compares text with, or the
  // longest that counts.
  uint32_t textLength = 0;
  // The first site of the harness, which comes last in the link: its sites
  // decide the user's assumptions. UINT32_MAX without one.
  uint32_t firstAssumption = UINT32_MAX;

  bool isAssumption(uint32_t site) const { return site >= firstAssumption; }
};

// Does an object of the type have a pointer in it?
bool holdsPointer(const Program &program, uint32_t type);

// Does it have a function with a mangled name of C++?
bool hasCxxNames(const Program &program);

// The bytes of a section of an ELF file; empty if there is none. Throws
// Error(BadInput) naming the file and what is wrong with it.
std::string readSection(const std::filesystem::path &file, const char *name);

// Reads the tables of an object, be it linked or not, without loading it;
// checks each count, index and string before use. Throws Error(BadInput) naming
// the file and what is wrong with it.
Program readProgram(const std::filesystem::path &object);

// The same from the bytes of the section coverme_tables; `origin` names them in
// errors.
Program parseTables(const std::string &bytes, const std::string &origin);

// Makes calls of the entry take the plan's inputs: through the entry's
// trampoline, or through the harness of the program, whose sites then lead to
// those of the entry.
void usePlan(Program &program, uint32_t entry, InputPlan plan);

} // namespace coverme

#endif

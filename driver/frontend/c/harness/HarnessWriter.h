// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the harness of one entry (frontend/c/Harness.h). The definitions are
// in the files of this folder, by what they write.
#ifndef COVERME_DRIVER_FRONTEND_C_HARNESS_HARNESSWRITER_H
#define COVERME_DRIVER_FRONTEND_C_HARNESS_HARNESSWRITER_H

#include "core/Program.h"
#include "frontend/c/Declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coverme {

// Writes the C text for one entry. Members named ...Text return text and change
// nothing but the tables and declarations that it needs.
class HarnessWriter {
public:
  HarnessWriter(const Program &program, const Function &entry)
      : program(program), entry(entry), plan(entry.plan),
        declarations(program) {}

  std::string text();
  std::string assumptionsText();

private:
  const CType &type(uint32_t index) const { return program.types[index]; }

  // The bytes of an object; none of an object that is made only when a call
  // gets there.
  static uint32_t roomSize(const Buffer &buffer);
  std::string shiftText(uint32_t index) const;
  static bool isPassedByReference(const CType &own) {
    return (own.flags & COVERME_TYPE_IS_BY_REFERENCE) != 0;
  }

  // --- filling --------------------------------------------------------------

  // The number of cells from `first` on that are copied at once: whole slots
  // whose places follow each other as the slots do.
  size_t runLength(const std::vector<Cell> &cells, size_t first) const;

  // Statements that build an object at `place`; it is moved to `home`
  // afterwards.
  std::string fill(const Image &image, const std::string &place,
                   std::string home = "");
  std::string conditionText(const Condition &condition) const;

  // A loop over a table, each row of which has a slot and an offset.
  std::string copyByTable(const std::string &table, const std::string &place,
                          uint32_t bytes);

  // May any pointer lead to another object than its own?
  bool hasAliases() const;

  // The value of a pointer; `home` is where the object is that holds it.
  std::string pointerText(const Address &address, const std::string &home = "");

  // The address of a variable, in Program::globals.
  std::string variableText(uint32_t index) const;

  // A table of virtual functions. Objects point behind the offset and the type
  // information that it begins with (Itanium C++ ABI, section 2.5.2). A class
  // whose functions are not at hand is one that a caller may derive, with made-
  // up functions.
  std::string tableText(uint32_t index);

  // Behind the offset and the type information that a table begins with.
  static std::string behindHead(const std::string &table) {
    return fmt::format("(void *)((char *){} + 2 * sizeof(void *))", table);
  }

  // Of classes that a caller may derive.
  std::string madeUpTables() const;

  // Puts tables into `coverme_result`, the object that a stub returns.
  std::string tablesOf(const Stub &stub);
  std::string stubPointerText(uint32_t index) const;
  std::string streamText(uint32_t index) const;

  // The name of the variable that holds the address of the buffer's own object.
  std::string ownText(uint32_t index) const;

  // Allocates memory that the code may free; it is there for one call.
  std::string takeText(uint32_t index);

  // The condition under which the buffer has a place; empty if it always has
  // one.
  std::string conditionText(uint32_t index);
  std::string fillBuffer(uint32_t index);

  // --- what objects of the library own --------------------------------------

  // Links the elements of a container to each other, and the container to them.
  std::string linkText(const Linked &linked, const std::string &place,
                       const std::string &home);

  // The function that compares two keys of a type, which this declares.
  std::string compareName(uint32_t key);

  // The function that frees a node of a container of this type, and what its
  // element owns.
  std::string dropName(uint32_t container);

  // Frees what the object at `place` owns, as its destructor would.
  std::string releaseText(uint32_t index, const std::string &place,
                          unsigned depth = 0);

  // The function that does so for an object of this class.
  std::string releaseName(uint32_t index);
  std::string releaseOwned(uint32_t index, const std::string &place,
                           unsigned depth);
  std::string releaseOne(const std::string &pointer) {
    releases = true;
    return fmt::format("  COVERME_DELETE({});\n", pointer);
  }

  // Frees what the pointers from `first` up to `last` lead to.
  std::string releasePieces(const std::string &first, const std::string &last,
                            unsigned depth);
  std::string releaseEach(uint32_t element, const std::string &begin,
                          const std::string &end, unsigned depth);

  // After the call: frees what all objects own that it was given, and what its
  // result owns. After a call of a destructor nothing is left to free.
  std::string releaseAll();

  // --- pointers that may lead elsewhere -------------------------------------

  std::string bytesText(uint32_t index) const;
  std::string placeText(const Alias &alias) const;

  // The condition under which a pointer may lead to the other object: that is
  // large enough, and the pointer to it leads to its own.
  std::string fitText(uint32_t index, const Alias &alias) const;
  std::string leadText(uint32_t index) const;

  // Copies the numbers that the code reads through this pointer alone into the
  // shared object.
  std::string mergeText(uint32_t index) const;

  // Where the object is after the call, of which results are read.
  std::string afterText(uint32_t index) const;

  // The number of elements that a slot gives, limited to those that there are.
  std::string countText(const Buffer &buffer) const;
  std::string countText(uint32_t slot, uint32_t most) const;

  // --- stubs ----------------------------------------------------------------

  // The counters of what stubs return. Constructors of the code under test may
  // call stubs before the first test: then each number is zero, or the least of
  // its range.
  std::string drawsText() const;

  // The body of such a function (see below) where there are no more inputs.
  std::string laterText(const DrawnValues &values) const;

  // The functions that return the successive numbers of a stub,
  // `coverme_next_7` for instance, which runs the statements `whenUsedUp` when
  // there are no more.
  std::string valuesText(const DrawnValues &values, bool endsRun,
                         uint32_t &index, const std::string &whenUsedUp = "");

  // A number within its bounds, made of `coverme_bits`; empty for types of two
  // slots and enumerations.
  static std::string madeUpText(const InputVariable &input);
  std::string stubText(uint32_t index);

  // A counter that is zero ahead of each call of the entry; its name.
  static std::string resultText(uint32_t buffer);
  std::string addCounter();

  // The statements by which a stub passes on bytes, and says how many; those by
  // which it returns memory that it has filled by `results`.
  std::string transferText(const Stub &stub);
  std::string pointersText(const Stub &stub, bool ofResult);
  std::string memoryText(const Stub &stub, const std::string &results);

  // Definition of a made-up variable. It is declared first: an initializer
  // beside `extern` is a warning.
  std::string madeUpVariable(size_t index) const;

  // A table of virtual functions that return zero, or the information on a type
  // of which no base classes are known.
  std::string partOfClass(size_t index) const;

  // The function that says how many numbers a stub may write behind a pointer.
  std::string spaceText() const;

  // Of C++'s streams: the object, and what the library makes it by. More bytes
  // than any of them has.
  static constexpr unsigned kStreamBytes = 512;
  std::string streamDeclaration(uint32_t index) const;

  // Its text is passed as a std::string, which is only read.
  std::string openLibraryStream(uint32_t index);

  // Opens the text of a FILE *; objects that hold the pointer are filled
  // afterwards.
  std::string openStream(uint32_t index);

  // --- the call -------------------------------------------------------------

  std::string callFunction();

  // Declares the i-th argument, and appends its name and its type.
  std::string argumentText(uint32_t i, std::vector<std::string> &names,
                           std::vector<std::string> &types);
  std::string declaredText(const Argument &argument, const std::string &name);

  // --- set-up calls ---------------------------------------------------------

  std::string setupText();
  static std::string madeName(uint32_t i) {
    return fmt::format("coverme_made_{}", i);
  }

  // Space for a result that is not returned in registers, whose address the
  // caller passes ahead of the arguments.
  std::string placeOfResult(const Function &called,
                            std::vector<std::string> &values,
                            std::vector<std::string> &types) const;
  std::string setupCall(uint32_t index);

  // The types by which functions are declared that take or return it.
  std::string passedType(uint32_t index);
  std::string resultType(uint32_t index);

  // --- assumptions ----------------------------------------------------------

  // A parameter that an assumption may name, or the object of a reference, and
  // the value that is passed for it.
  struct Nameable {
    std::string declaration, value;
  };

  std::vector<Nameable> nameables();

  // Nothing of the text but these functions is around an assumption, so that
  // what it means does not hang on where they stand. The blank line is for one
  // that ends in a backslash.
  std::string assumptionFunctions();
  std::string assumptionCalls();

  // --- the entry ------------------------------------------------------------

  std::string invocation(const std::vector<std::string> &names,
                         const std::vector<std::string> &types);

  const Program &program;
  const Function &entry;
  const InputPlan &plan;
  Declarations declarations;
  std::string counters, resets; // of the numbers that stubs give
  std::string tableDeclarations;
  std::string links; // functions that link elements
  // Types that these are for.
  std::set<uint32_t> compared, dropped, released;
  std::vector<uint32_t> releasing;   // classes that releaseText() is in
  std::set<uint32_t> virtualTables;  // types that are declared there
  std::set<uint32_t> returnedTables; // of InputPlan::tables, by stubs
  unsigned tableCount = 0, valuesCount = 0;
  bool usesBits = false, usesExtended = false, usesStart = false;
  bool writes = false; // some stub does
  bool releases = false;
  bool transfers = false, allocates = false; // some stub does
};

} // namespace coverme

#endif

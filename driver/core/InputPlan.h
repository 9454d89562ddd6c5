// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which numbers the inputs of a function are, and where each of them goes in
// memory ahead of a call: in arguments, in what pointers point to, in global
// variables.
#ifndef COVERME_DRIVER_CORE_INPUTPLAN_H
#define COVERME_DRIVER_CORE_INPUTPLAN_H

#include "core/Scalar.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace coverme {

// What a slot is of a number that does not fit into one.
enum class Part : uint8_t {
  Whole,
  Fraction80, // of an x87 long double: the 63 bits below the leading one
  Exponent80, // its sign and exponent; the slot behind the fraction
  Low128,     // of a 128-bit integer
  High128,    // the slot behind
};

// One slot.
struct InputVariable {
  std::string name;     // as one would write it in C: "x", "*p", "p->a[2]"
  std::string typeName; // as in C
  Scalar scalar;
  Part part = Part::Whole;
  // The least and the greatest value, where the user has set them.
  std::optional<uint64_t> least = {}, greatest = {};
  // Of the scalar's enumerators, if any.
  std::vector<std::string> valueNames = {};
  // The greatest value keeps a count within the elements that there are, of
  // which the user has not said how many there may be.
  bool isCapped = false;
  // The bounds are the search's own: of what objects are made from.
  bool isSize = false;

  // The first slot of a number.
  bool startsNumber() const {
    return part != Part::Exponent80 && part != Part::High128;
  }
};

// Of what is there for one value of a choice only: a member of a union.
struct Condition {
  uint8_t choice = 0; // from one on (InputPlan::choiceSlot); 0: none
  uint8_t value = 0;

  bool operator==(const Condition &) const = default;
};

// Where a slot goes in an object.
struct Cell {
  uint32_t slot = 0;
  uint32_t offset = 0; // in bytes
  uint8_t bytes = 0;
  Condition condition = {};
  unsigned bitOffset = 0, bitWidth = 0; // of a bit-field
};

// What a pointer in an object, or a parameter, points to.
struct Address {
  enum class Kind : uint8_t {
    Null,
    Buffer,
    Stub,
    Manager,      // by which a std::function copies what it calls
    Stream,       // which reads the buffer's text
    VirtualTable, // of a class
    MadeUpTable,  // one of InputPlan::tables
    End,          // behind the last element of a buffer
    Itself,       // into the object that holds it
    Variable,
  };
  uint32_t offset = 0; // in the object that holds it
  Kind kind = Kind::Null;
  Condition condition = {};
  // Of the buffer, the stub or the made-up table; of the table's type; an
  // offset in the object; in Program::globals.
  uint32_t index = 0;
  std::optional<uint32_t> nullSlot; // whether it is null instead
};

// A number that is no input.
struct FixedNumber {
  uint32_t offset = 0; // in the object that holds it
  uint32_t bytes = 0;
  uint64_t bits = 0;
};

// Characters in an object, of which a slot says how many there are; zeros
// follow.
struct TextEnd {
  uint32_t offset = 0; // of the first one
  uint32_t bytes = 0;  // of each
  uint32_t most = 0;   // without the last zero
  uint32_t slot = 0;
};

// Elements of a container that a harness puts in the order that the library's
// own functions would.
struct Linked {
  enum class Kind : uint8_t {
    List,  // nodes, each behind the one before it
    Tree,  // nodes by their keys
    Table, // nodes in one chain
    Heap,  // elements, the greatest first
    Deque, // elements from the begin of a piece of memory on
  };
  Kind kind = Kind::List;
  uint32_t container = 0; // in Program::types
  uint32_t offset = 0;    // of the container, in the object that holds it
  uint32_t buffer = 0;    // of the pointers to nodes, or of the elements
  uint32_t most = 0;      // elements
  std::optional<uint32_t> countSlot; // says how many; none: the most
};

// The bytes of an object: what is in none of these is zero.
struct Image {
  uint32_t byteSize = 0;
  uint32_t tailBytes = 0; // of these, in the flexible array at the end
  std::vector<Cell> cells;
  std::vector<Address> addresses; // of two at one place, the later one counts
  std::vector<FixedNumber> fixed;
  std::vector<TextEnd> textEnds;
  std::vector<Linked> linked;
};

// From `begin` up to and without `end`.
struct ByteRange {
  uint32_t begin = 0, end = 0;
};

// Where a pointer may lead other than to its own object.
struct Alias {
  enum class Kind { Buffer, Global, Null };
  std::string name; // as one would write it in C: "p", "&a->x", "&g", "NULL"
  Kind kind = Kind::Buffer;
  uint32_t index = 0;  // of the buffer, or in Program::globals
  uint32_t offset = 0; // in there
  uint32_t bytes =
      0; // that there have to be; 0: as the own object's count says
  // Of the own object, what the other one has no inputs for.
  std::vector<ByteRange> lacking;
};

// Memory of its own, with a guard page behind it.
struct Buffer {
  std::string name; // of the pointer to it
  Image image;
  uint32_t elementSize = 0;
  // The slot that tells how many elements there are; the image has the most.
  std::optional<uint32_t> countSlot;
  // The user has not said how much there is: a caller's object may be larger.
  bool isOpen = false;
  // Neither has the code: it is what there has to be, nothing where no call has
  // got yet.
  bool isGuessed = false;
  bool isString = false; // whose end is a zero
  bool isStream = false; // what a stream gives, and no pointer leads to
  // Of C++'s streams: which one (LibraryTypes.h), from one on.
  uint32_t streamClass = 0;
  uint32_t elementType = 0; // in Program::types
  // The elements of an object of the C++ library, which is counted by its own
  // slot.
  bool isContained = false;
  // Memory that the code may give back: of `operator new`, in C of malloc, ...
  bool isOwned = false;
  // ... and not a room in its stead, as it is libraries that give it back.
  bool isFromHeap = false;
  // An element of a counted buffer that has it; without the element it is not
  // made.
  struct Holder {
    uint32_t buffer = 0, element = 0;
  };
  std::optional<Holder> holder;
  // The pointer to it may lead elsewhere: the slot says where, 0 is here, and n
  // the n-th of `aliases`.
  std::optional<uint32_t> leadSlot;
  std::vector<Alias> aliases;
  std::optional<uint32_t> nullSlot; // that of the pointer to it
};

// A number in a buffer that is read after the call.
struct Output {
  InputVariable variable;
  uint32_t buffer = 0, offset = 0, bytes = 0;
};

struct Argument {
  uint32_t type = 0; // in Program::types
  bool isPointer = false;
  Image value;                           // of what is no pointer
  Address address;                       // of a pointer
  uint32_t firstSlot = 0, slotCount = 0; // of all that it leads to
};

// A variable that is an input.
struct GlobalInput {
  uint32_t global = 0; // in Program::globals
  Image image;
};

// Numbers that are inputs one after the other.
struct DrawnValues {
  uint32_t type = 0; // in Program::types
  uint32_t firstSlot = 0, count = 0;
  uint32_t slotsPerValue = 1;
};

// A function that coverme makes up. Its results, and what it writes, are
// inputs, in the order of its calls.
struct Stub {
  enum class Kind {
    Draws,   // ends the run when there are no more (__VERIFIER_nondet_)
    GoesOn,  // with those that there were, and numbers made up
    Ends,    // has no result, and ends the run (reach_error)
    Exits,   // does not come back (noreturn)
    Assumes, // ends the run when its argument is zero (__VERIFIER_assume)
  };
  // What is written where a pointer leads that it is given: a number to each
  // element, or one of a struct's to its only one.
  struct Write {
    static constexpr uint32_t kResult = UINT32_MAX;
    uint32_t parameter = 0; // or what it returns
    bool isMember = false;
    uint32_t offset = 0;     // of the member
    uint32_t objectSize = 0; // of an element, or of the struct
    DrawnValues values;
  };
  Kind kind = Kind::GoesOn;
  std::string linkageName; // empty if it is only pointed to
  uint32_t resultType = 0; // in Program::types
  DrawnValues results;
  std::vector<uint32_t> parameters; // types; none where they do not matter
  std::vector<Write> writes;
  // It passes on as many bytes as it is asked to, like read() and write(), and
  // says how many these were. Its results say how many are missing.
  struct Transfer {
    uint32_t memory = 0, count = 0; // parameters
    std::optional<uint32_t> size;   // of a piece: a parameter, too
    DrawnValues bytes;              // that it writes; none where it reads
  };
  std::optional<Transfer> transfer;
  // It returns memory, of so many bytes as a parameter says (times the other
  // one), or an object of its own.
  struct Memory {
    std::optional<uint32_t> count, size; // parameters
    uint32_t objectBytes = 0;            // where no parameter says
    DrawnValues nulls;                   // whether it returns null instead
  };
  std::optional<Memory> memory;
  // The slot that tells whether the pointer to it is null instead.
  std::optional<uint32_t> nullSlot;
};

// The table of a class whose virtual functions are not at hand. Those that are
// not among these return zero.
struct MadeUpTable {
  struct Function {
    uint32_t place = 0; // in the table
    uint32_t stub = 0;  // in InputPlan::stubs
  };
  uint32_t type = 0; // in Program::types
  std::vector<Function> functions;
};

// What a call ahead of the entry's is passed.
struct SetupArgument {
  enum class Kind {
    Given,    // an argument of the entry
    Made,     // one of InputPlan::setupArguments
    Constant, // `text`, as C has it
  };
  Kind kind = Kind::Given;
  uint32_t index = 0;
  std::string text; // as one writes it: "g", "geod_init.a", "NULL"
};

// A call of a function of the file ahead of the entry's.
struct SetupCall {
  uint32_t function = 0; // in Program::functions
  std::vector<SetupArgument> arguments;
  // The argument of the entry that its result takes the place of.
  std::optional<uint32_t> target;
  std::optional<uint32_t> choiceSlot; // whether it is made; none: always
};

// An argument of such calls that the entry has none of.
struct MadeArgument {
  std::string name;
  Argument argument;
};

// A variable that the code has from elsewhere and that nobody defines: memory
// of ours, zero unless it is one of `InputPlan::globals`, too.
struct MadeUpVariable {
  std::string linkageName;
  uint32_t byteSize = 0;
};

struct InputPlan {
  std::vector<InputVariable> inputs; // by slot
  // So many of them, ahead of those of set-up calls, are choices: they say what
  // there is (Condition), then where pointers lead.
  uint32_t aliasCount = 0;
  // So many of them, the last ones, say which set-up calls are made.
  uint32_t setupChoices = 0;
  bool aliasesGlobals = false; // some of them
  // Whose virtual functions are made up, since they are not at hand.
  std::set<std::string> madeUpClasses;
  // Numbers and objects that are read and zero all the same, since there are so
  // many, or since nobody knows what they are.
  uint32_t leftOut = 0;
  std::vector<Argument> arguments; // none of a main, which gets ("main")
  std::vector<Buffer> buffers;
  std::vector<GlobalInput> globals;
  std::vector<Stub> stubs;
  std::vector<MadeUpTable> tables;
  std::vector<MadeUpVariable> madeUpVariables;
  std::vector<Output> outputs;       // of pointer parameters
  std::vector<SetupCall> setupCalls; // in their order
  std::vector<MadeArgument> setupArguments;
  std::optional<uint32_t> roundingSlot;
  // Which of the allocations that the entry's call makes fails, from one on; 0:
  // none.
  std::optional<uint32_t> failingSlot;
  bool isFailureAsked = false; // by the user: what comes of it is a finding

  // Code that checks no allocation crashes where one fails, which is no finding
  // unless asked for.
  bool failsUnasked(std::span<const uint64_t> input) const {
    return failingSlot && !isFailureAsked && input[*failingSlot] != 0;
  }
  std::vector<std::string> assumptions; // C expressions, which all hold
  // The caller's pointers lead to different objects, and to no variable.
  bool isDistinct = false;
  // A main that takes arguments.
  bool isMain = false;
  // A whole program: exit and abort end a run normally.
  bool isProgram = false;
  // Is there more to do than to pass a number per parameter?
  bool needsHarness = false;

  // "(x > 0) && (n < 3)", as messages have it.
  std::string allAssumptions() const {
    std::string text;
    for (const std::string &one : assumptions)
      text += (text.empty() ? "(" : " && (") + one + ")";
    return text;
  }

  // Has the user set bounds of numbers, or said how large objects are?
  bool boundsInputs() const {
    return std::any_of(
        inputs.begin(), inputs.end(), [](const InputVariable &input) {
          return !input.isSize &&
                 (input.least || (input.greatest && !input.isCapped));
        });
  }
  bool boundsObjects() const {
    return std::any_of(buffers.begin(), buffers.end(),
                       [](const Buffer &buffer) { return !buffer.isOpen; });
  }

  // How many inputs are numbers, ahead of those that say where pointers lead,
  // which members unions have, and which set-up calls are made.
  size_t numberCount() const {
    return inputs.size() - aliasCount - setupChoices;
  }

  // Of a choice by its number, from one on.
  uint32_t choiceSlot(uint8_t choice) const {
    return static_cast<uint32_t>(numberCount()) + choice - 1;
  }
  bool isThere(const Condition &condition,
               const std::vector<uint64_t> &inputs) const {
    return condition.choice == 0 ||
           inputs[choiceSlot(condition.choice)] == condition.value;
  }

  // Has the user said more of calls than the code's types do? What provers have
  // shown then need not hold for what set-up calls do with the entry's code.
  bool boundsCalls() const {
    return isDistinct || !assumptions.empty() || boundsInputs() ||
           boundsObjects();
  }
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which numbers the inputs of a function are, and where each of them goes in
// memory ahead of a call: in arguments, in what pointers point to, in global
// variables.
#ifndef COVERME_DRIVER_CORE_INPUTPLAN_H
#define COVERME_DRIVER_CORE_INPUTPLAN_H

#include "core/Scalar.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace coverme {

// Which part of a number a slot holds: the whole, or one of two parts.
enum class Part : uint8_t {
  Whole,
  Fraction80, // of an x87 long double: the 63 bits below the leading one
  Exponent80, // its sign and exponent; the slot behind the fraction
  Low128,     // of a 128-bit integer
  High128,    // the slot behind
};

// The type's name of what a FILE gives.
constexpr const char *kByteOfFile = "byte of a FILE";

// An input of a search: one slot, with its name, type and bounds.
struct InputVariable {
  std::string name;     // as one would write it in C: "x", "*p", "p->a[2]"
  std::string typeName; // as in C, or kByteOfFile
  Scalar scalar;
  Part part = Part::Whole;
  // The least and the greatest value, where the user has set them.
  std::optional<uint64_t> least = {}, greatest = {};
  // The names of the scalar's enumerators, if any.
  std::vector<std::string> valueNames = {};
  // The greatest value is there only to keep a count or a place within the
  // memory of its object; the user has not limited it.
  bool isCapped = false;
  // The input is a size that an object is made from, and its bounds are the
  // search's own.
  bool isSize = false;

  // Is this the first slot of its number?
  bool startsNumber() const {
    return part != Part::Exponent80 && part != Part::High128;
  }
};

// Says when something is there: for one value of a choice only, as a member of
// a union is.
struct Condition {
  uint8_t choice = 0; // from 1 on (InputPlan::choiceSlot); 0: always
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
  // Depends on the kind: an index in InputPlan::buffers (Buffer, Stream, End),
  // in InputPlan::stubs (Stub) or in InputPlan::tables (MadeUpTable); the
  // class, in Program::types (VirtualTable); an offset in the object itself
  // (Itself); an index in Program::globals (Variable).
  uint32_t index = 0;
  std::optional<uint32_t> nullSlot; // the slot that says whether it is null
};

// A constant in an object: the same in each call, and so no input.
struct FixedNumber {
  uint32_t offset = 0; // in the object that holds it
  uint32_t bytes = 0;
  uint64_t bits = 0;
};

// Characters in an object, of which a slot says how many there are; zeros
// follow.
struct TextEnd {
  uint32_t offset = 0; // of the first character
  uint32_t bytes = 0;  // of each character
  uint32_t most = 0;   // characters, without the last zero
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
  std::optional<uint32_t> countSlot; // of the number of elements; none: `most`
};

// The bytes of an object: what is in none of these is zero.
struct Image {
  uint32_t byteSize = 0;
  uint32_t tailBytes = 0; // of byteSize, in the flexible array at the end
  std::vector<Cell> cells;
  std::vector<Address> addresses; // of two at one offset, the later counts
  std::vector<FixedNumber> fixed;
  std::vector<TextEnd> textEnds;
  std::vector<Linked> linked;
};

// The bytes from `begin` up to and without `end`.
struct ByteRange {
  uint32_t begin = 0, end = 0;
};

// Another place that a pointer may lead to than its own object.
struct Alias {
  enum class Kind { Buffer, Global, Null };
  // As one would write it in C: "p", "&a->x", "&g", "g", "NULL".
  std::string name;
  Kind kind = Kind::Buffer;
  bool isValue = false; // where the variable, a pointer, leads, not its address
  uint32_t index = 0;   // of the buffer, or in Program::globals
  uint32_t offset = 0;  // in it, in bytes
  uint32_t bytes =
      0; // that there have to be; 0: as the own object's count says
  // The bytes of the pointer's own object that the other place has no inputs
  // for.
  std::vector<ByteRange> lacking;
};

// An object that a pointer leads to: memory of its own, with a guard page
// behind it.
struct Buffer {
  std::string name; // of the pointer to it
  Image image;      // from where the pointer leads on
  Image ahead;      // numbers that lie ahead of there
  uint32_t elementSize = 0;
  // The slot with the number of elements; the image has the most that there may
  // be.
  std::optional<uint32_t> countSlot;
  // The user has not said how much there is: a caller's object may be larger.
  bool isOpen = false;
  // Nor does the code say it: the size is a guess, the least that there has to
  // be, or zero for an object that no call has reached yet. It grows with what
  // calls want.
  bool isGuessed = false;
  // So may what lies ahead of where the pointer leads.
  bool growsAhead = false;
  bool isString = false; // ends with a zero
  bool isStream = false; // the text of a stream, which no pointer leads to
  // Which of C++'s streams it is (LibraryTypes.h), from 1 on; 0: none of them.
  uint32_t streamClass = 0;
  uint32_t elementType = 0; // in Program::types
  // Its elements have pointers in them, so that each leads to more objects.
  bool holdsPointers = false;
  // It holds the elements of an object of the C++ library, whose number is in
  // that object's own slot.
  bool isContained = false;
  // The code may give the memory back: it is from `operator new`, in C from
  // malloc, ...
  bool isOwned = false;
  // ... even in the search, which has memory between guard pages instead where
  // it can: functions of libraries give this back.
  bool isFromHeap = false;
  // The element of a counted buffer that holds the pointer to this one; without
  // the element, this buffer is not made.
  struct Holder {
    uint32_t buffer = 0, element = 0;
  };
  std::optional<Holder> holder;
  // The slot that says where the pointer to it leads: 0 is here, and n the n-th
  // of `aliases`. None: always here.
  std::optional<uint32_t> leadSlot;
  std::vector<Alias> aliases;
  std::optional<uint32_t> nullSlot; // says whether the pointer to it is null
  // The slot that says by how many times `shiftStep` bytes the object begins
  // behind a multiple of the alignment that the code asks for
  // (Function::alignment). None: at such a multiple.
  std::optional<uint32_t> shiftSlot;
  uint32_t shiftStep = 0;

  // The size in bytes, with what lies ahead.
  uint32_t byteSize() const { return ahead.byteSize + image.byteSize; }
};

// The most results in the object of one parameter.
constexpr size_t kMaxOutputs = 32;

// A result: a number in a buffer, read after the call.
struct Output {
  InputVariable variable;
  uint32_t buffer = 0, offset = 0, bytes = 0;
};

struct Argument {
  uint32_t type = 0; // in Program::types
  bool isPointer = false;
  Image value;     // unless it is a pointer
  Address address; // if it is a pointer
  uint32_t firstSlot = 0,
           slotCount = 0; // its slots, with those of all that it leads to
};

// A variable that is an input.
struct GlobalInput {
  uint32_t global = 0; // in Program::globals
  Image image;
};

// A sequence of `count` values that are inputs, such as the successive results
// of a stub.
struct DrawnValues {
  uint32_t type = 0; // in Program::types
  uint32_t firstSlot = 0, count = 0;
  uint32_t slotsPerValue = 1;
};

// A function that coverme makes up. Its results, and what it writes, are
// inputs, in the order of its calls.
struct Stub {
  enum class Kind {
    Draws, // ends the run when there are no more (__VERIFIER_nondet_)
    // Goes on with the same results and with made-up numbers when there are no
    // more.
    GoesOn,
    Ends,    // has no result, and ends the run (reach_error)
    Exits,   // does not come back (noreturn)
    Assumes, // ends the run when its argument is zero (__VERIFIER_assume)
  };
  // What the stub writes through a pointer that it is given: a number to each
  // element, or a member of the struct there.
  struct Write {
    static constexpr uint32_t kResult = UINT32_MAX;
    uint32_t parameter = 0; // whose pointer it is; kResult: the result
    bool isMember = false;
    uint32_t offset = 0;     // of the member
    uint32_t objectSize = 0; // of an element, or of the struct
    // The bytes that there are in a variable of the functions that call it, and
    // if it is there, the parameter that says how many of them to write.
    uint32_t localBytes = 0;
    std::optional<uint32_t> localCount;
    DrawnValues values;
  };
  // A pointer that it writes, as Write says: to an object that is an input.
  struct WrittenPointer {
    uint32_t parameter = 0;
    uint32_t offset = 0, objectSize = 0, localBytes = 0;
    uint32_t buffer = 0; // in InputPlan::buffers
  };
  Kind kind = Kind::GoesOn;
  std::string linkageName; // empty if it is only pointed to
  // A call of the entry may call it, and nobody knows what the real one does
  // beside: it may not come back, or fill an object.
  bool isGuess = false;
  // Its results' name in options: "h->read()". Empty: it has none that can be
  // named.
  std::string called;
  uint32_t resultType = 0; // in Program::types
  DrawnValues results;
  // Nobody has said how many results are inputs: more of them are where calls
  // use them up.
  bool isCountGuessed = false;
  std::vector<uint32_t> parameters; // types; none where they do not matter
  std::vector<Write> writes;
  std::vector<WrittenPointer> pointers;
  // Tables of virtual functions in the object that it returns, or that what it
  // returns leads to.
  std::vector<Address> tables;
  // It transfers as many bytes as it is asked to, like read() and write(), and
  // returns how many these were. Its drawn results say how many are missing.
  struct Transfer {
    uint32_t memory = 0, count = 0; // parameters
    std::optional<uint32_t> size;   // the parameter with the bytes of a piece
    DrawnValues bytes;              // that it writes; none if it only reads
  };
  std::optional<Transfer> transfer;
  // It returns memory: `count` times `size` bytes, as parameters say, an object
  // that is an input, or one of its own.
  struct Memory {
    std::optional<uint32_t> count, size; // parameters
    std::optional<uint32_t> buffer;      // in InputPlan::buffers
    uint32_t objectBytes = 0;            // of its own
    DrawnValues nulls;                   // whether it returns null
  };
  std::optional<Memory> memory;
  // The slot that says whether the pointer to it is null instead.
  std::optional<uint32_t> nullSlot;

  // Pointers to objects that are inputs, which it returns or writes.
  std::vector<Address> madeObjects() const {
    std::vector<Address> all;
    const auto add = [&](uint32_t buffer) {
      all.emplace_back().kind = Address::Kind::Buffer;
      all.back().index = buffer;
    };
    if (memory && memory->buffer)
      add(*memory->buffer);
    for (const WrittenPointer &each : pointers)
      add(each.buffer);
    return all;
  }
};

// A table of virtual functions that are made up, as the class's own are not
// known. Entries that are not listed here return zero.
struct MadeUpTable {
  struct Function {
    uint32_t place = 0; // in the table
    uint32_t stub = 0;  // in InputPlan::stubs
  };
  uint32_t type = 0; // in Program::types
  std::vector<Function> functions;
};

// An argument of a set-up call.
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

// A set-up call: a call of a function of the file ahead of the entry's.
struct SetupCall {
  uint32_t function = 0; // in Program::functions
  std::vector<SetupArgument> arguments;
  // The argument of the entry that its result replaces.
  std::optional<uint32_t> target;
  std::optional<uint32_t> choiceSlot; // whether it is made; none: always
};

// An argument of set-up calls that is none of the entry's.
struct MadeArgument {
  std::string name;
  Argument argument;
};

// A variable that the code declares and nobody defines: it gets memory of ours,
// which is zero unless it is one of `InputPlan::globals`, too.
struct MadeUpVariable {
  std::string linkageName;
  uint32_t byteSize = 0;
};

struct InputPlan {
  std::vector<InputVariable> inputs; // by slot
  // How many of `inputs` are choices: first which parts of objects there are
  // (Condition), then where pointers lead. They follow the numbers, and the
  // choices of set-up calls follow them.
  uint32_t aliasCount = 0;
  // How many of `inputs`, the last ones, say which set-up calls are made.
  uint32_t setupChoices = 0;
  bool aliasesGlobals = false; // do some aliases lead to variables?
  // The classes whose virtual functions are made up, as their own are not
  // known.
  std::set<std::string> madeUpClasses;
  // By the type of structures that lead to others of their type: the most in a
  // row that are made where the code goes on.
  std::map<std::string, uint32_t> nodeBounds;
  // How many numbers and objects are zero although the code reads them: there
  // are too many, or it is not known what they are.
  uint32_t leftOut = 0;
  std::vector<Argument> arguments; // none for main, which gets its name alone
  std::vector<Buffer> buffers;
  std::vector<GlobalInput> globals;
  std::vector<Stub> stubs;
  std::vector<MadeUpTable> tables;
  std::vector<MadeUpVariable> madeUpVariables;
  std::vector<Output> outputs;       // of pointer parameters
  std::vector<SetupCall> setupCalls; // in the order in which they are made
  std::vector<MadeArgument> setupArguments;
  std::optional<uint32_t> roundingSlot;
  // The slot with the number, from 1 on, of the allocation in the entry's call
  // that fails; 0: none fails.
  std::optional<uint32_t> failingSlot;
  bool isFailureAsked = false; // by the user, so that its effects are findings

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
  // Its words behind the program's name, in `buffers`, and the slot with the
  // number of all words, of which the first ones are given.
  std::vector<uint32_t> words;
  uint32_t wordCountSlot = 0;
  // A whole program: exit and abort end a run normally.
  bool isProgram = false;
  // Does a call take more than passing one number per parameter?
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

  // The slot of a choice. require: 1 <= choice <= aliasCount
  uint32_t choiceSlot(uint8_t choice) const {
    assert(1 <= choice && choice <= aliasCount);
    return static_cast<uint32_t>(numberCount()) + choice - 1;
  }
  bool isThere(const Condition &condition,
               const std::vector<uint64_t> &inputs) const {
    return condition.choice == 0 ||
           inputs[choiceSlot(condition.choice)] == condition.value;
  }

  // Does the place lie behind all of an object, or at the end of a text? Then
  // the pointer is taken for the end of a range.
  bool isEnd(const Alias &place) const {
    if (place.kind != Alias::Kind::Buffer || place.offset == 0)
      return false;
    const Buffer &buffer = buffers[place.index];
    return place.offset ==
           buffer.image.byteSize - (buffer.isString ? buffer.elementSize : 0);
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

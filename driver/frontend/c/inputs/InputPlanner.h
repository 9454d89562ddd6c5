// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans the inputs of one entry (frontend/c/Inputs.h), piece by piece. The
// definitions are in the files of this folder, by what they plan.
#ifndef COVERME_DRIVER_FRONTEND_C_INPUTS_INPUTPLANNER_H
#define COVERME_DRIVER_FRONTEND_C_INPUTS_INPUTPLANNER_H

#include "frontend/c/Aliases.h"
#include "frontend/c/Inputs.h"
#include "frontend/c/LibraryTypes.h"
#include "frontend/c/StructOverlay.h"
#include "support/Error.h"

#include <fmt/format.h>

#include <climits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace coverme {

// The most unions of which an input says what they hold, and the most far
// pointers of which one says that they are not null.
constexpr size_t kMaxUnions = 16;
constexpr size_t kMaxEnds = 24;

// The largest object in bytes.
constexpr uint64_t kMaxObjectBytes = uint64_t{1} << 20;

// The size of what a void * leads to, if the code does not say.
constexpr uint32_t kVoidBytes = 8;

// Which numbers may be inputs: of each array those of so many first elements,
// and those of objects that so many pointers lead to. What lies beyond is zero.
struct Limits {
  uint32_t elements = kMaxInputs;
  unsigned depth = UINT_MAX;
  // Results of functions in an object that other code is given, and that the
  // entry and what it calls do not read?
  bool unreadFunctions = true;
};

// Builds one InputPlan. planInputs makes a planner for each limit that it
// tries.
class InputPlanner {
public:
  InputPlanner(const Program &program, const Function &entry,
               const InputOptions &options,
               const std::set<std::string> &undefined,
               const std::vector<AssumedBound> &assumed, const Limits &limits)
      : program(program), entry(entry), options(options), undefined(undefined),
        bounds(options, assumed), assumed(assumed), limits(limits) {
    for (const MemberUse &use : entry.memberUses)
      memberUses.push_back(
          {{use.structBytes, use.byteOffset, structNameOf(use)}, use.flags});
  }

  // Were numbers left out that are within the limits?
  bool lacksSlots() const { return isLacking; }
  InputPlan take() { return std::move(result); }
  void makePlan();

private:
  const CType &type(uint32_t index) const { return program.types[index]; }
  [[noreturn]] void refuse(const std::string &what, const std::string &why) {
    fail(ExitCode::BadInput, "'{}' cannot be called: {} {}", entry.label(),
         what, why);
  }

  // --- slots ----------------------------------------------------------------

  uint32_t addSlot(InputVariable input);
  std::string assumable(const std::string &name,
                        const std::string &condition) const;

  // The object of a parameter that is being planned.
  struct Pointee {
    const Image *image = nullptr;
    const Parameter *parameter = nullptr;
    bool isOutput = false; // what it holds after the call is told
    std::vector<Output> outputs;
  };

  // May the code read these bytes of the object before it writes them?
  bool isRead(const Image &image, uint32_t offset, uint32_t bytes) const;
  // The same without what other code does that is given the object.
  bool isReadHere(const Image &image, uint32_t offset, uint32_t bytes) const;

  // Does an option speak of what the unread pointer `name` leads to, or may a
  // set-up call look at it?
  bool isWanted(const std::string &name) const;

  // Is this number of the object an input? It is not if the code does not read
  // it, if it is far behind in a large array, or if there are too many.
  bool isInput(const Image &image, uint32_t offset, uint32_t bytes);
  bool isFar();

  // Runs `add` for the i-th element of an array.
  template <class Add> void addElement(uint32_t i, const Add &add) {
    const bool isBeyond = i >= limits.elements;
    farElements += isBeyond;
    add();
    farElements -= isBeyond;
  }

  // Adds the cells of one number, `offset` bytes behind the start of its
  // object.
  void addNumber(const std::string &name, const CType &number, uint32_t offset,
                 Image &image);
  void addBitField(const std::string &name, const Member &field,
                   uint32_t offset, Image &image);
  // What is of a type that is not supported is zero behind a pointer. Throws
  // Error(BadInput) elsewhere, where the call would pass it.
  void leaveZero(const std::string &name, const CType &object, uint32_t offset,
                 const Image &image);

  // How many elements there are, and how that is known.
  struct Extent {
    uint32_t elements = 1;
    uint32_t ahead = 0; // more, ahead of where the pointer leads
    std::optional<uint32_t> countSlot;
    bool isOpen = false;
    bool isGuessed = false;
    bool isString = false;
  };

  // --- objects --------------------------------------------------------------

  // Pointers are followed so often on the way to an object that is always
  // there.
  static constexpr unsigned kMaxDepth = 2;

  // The same for objects that the search asks for; a pointer at that depth is
  // null by default. Lists are longer than trees are high.
  static constexpr unsigned kMaxAskedDepth = 4;
  static constexpr unsigned kMaxAskedInList = 8;

  // A member of a struct.
  struct MemberPlace {
    uint32_t structBytes = 0, byteOffset = 0;
    // Without "struct"; empty in a use: of any. Without bytes, a variable's.
    std::string_view structName;
  };

  // The name of the use's struct; empty where no type is called so: compilers
  // have other names for some.
  std::string_view structNameOf(const MemberUse &use) const;

  // What the entry does with the pointer there: the flags, and one more than
  // where its range begins (COVERME_MEMBER_BEGIN_BIT).
  uint32_t usesOf(const MemberPlace &member) const;
  uint32_t beginOf(const MemberPlace &member) const;

  // The members of the object that are pointers to objects of its type.
  size_t pointersToOwnType(uint32_t object) const;

  // How far away the search may ask for objects of this type.
  unsigned askedDepth(uint32_t pointee) const;

  // The most objects that are made only when a call gets there, and the most
  // nearer ones that hold zeros only; each takes address space.
  static constexpr unsigned kMaxAwaited = 256;
  static constexpr unsigned kMaxZeros = 256;
  void addObject(const std::string &name, uint32_t index, uint32_t offset,
                 Image &image, unsigned depth);

  // A class and a base class at offset zero share the table of the class.
  void addVirtualTable(const std::string &name, const std::string &className,
                       uint32_t table, uint32_t offset, Image &image);

  // Those of the object at `offset`, and of what it holds.
  void addVirtualTables(const std::string &name, uint32_t index,
                        uint32_t offset, Image &image);

  // All objects of a class have the same one, whose functions have names of the
  // first.
  uint32_t madeUpTable(const std::string &name, uint32_t index, bool isRead);

  // The number of elements of a member array; of a flexible one, as many as the
  // object has room for.
  uint32_t elementCount(const CType &array, const Image &image) const {
    const uint32_t size = type(array.element).byteSize;
    return array.count != 0 || size == 0 ? array.count : image.tailBytes / size;
  }

  // The size in bytes of an element of the struct's flexible array; 0 if it has
  // none.
  uint32_t flexibleElementSize(const CType &object) const;
  void addMember(const std::string &name, const Member &member, uint32_t offset,
                 Image &image, unsigned depth);

  // Where one member is a pointer and another is not, an input says which one
  // the union holds. A union within another, or one too many, stays zero, which
  // is also a null pointer.
  void addUnion(const std::string &name, const CType &object, uint32_t offset,
                Image &image, unsigned depth);
  // Of several, the first that has most bits that mean something.
  const Member *largestOf(const std::vector<Member> &members) const;
  std::vector<bool> bitsOf(const Member &member) const;
  bool canChooseMember();

  // Where the members are structs, and others that all of these begin with:
  // what they share, and by a choice the rest. Adds nothing and says false
  // elsewhere.
  bool addStructsOfUnion(const std::string &name, const CType &object,
                         uint32_t offset, Image &image, unsigned depth);
  const std::string &nameOf(const Member &member) const;

  // The choices are the members that hold a pointer, one of each type, then the
  // largest of the others: code that takes a pointer for a number goes on, the
  // other way round it crashes.
  void addMixedUnion(const std::string &name, const CType &object,
                     uint32_t offset, Image &image, unsigned depth);

  // A choice that is not where a pointer leads: which member a union holds, or
  // that a far pointer is not null.
  struct Choice {
    std::string name, typeName;
    std::vector<std::string> values;
  };

  uint8_t addOwnChoice(Choice choice) {
    choices.push_back(std::move(choice));
    return static_cast<uint8_t>(choices.size());
  }

  // Where pointers lead that the code compares with null, and for which there
  // are no inputs any more. Unions and set-up calls have no such choice.
  bool hasChoiceOfOthers() const {
    return hasChoices && !isOfUnion && (others != 0 || ends != kMaxEnds);
  }
  uint8_t choiceOfOthers();

  // Classes derived from this one, at their start, that the code asks for by
  // `dynamic_cast`.
  std::vector<uint32_t> castTargets(uint32_t index) const;
  bool isDerived(uint32_t index, uint32_t base) const;

  // In C, this struct and those that the code takes its objects for; nothing if
  // there are none.
  std::vector<uint32_t> structsOf(uint32_t index) const;

  // Adds an object that is one of these structs; where they differ, an input
  // says which.
  void addCastStructs(const std::string &name,
                      const std::vector<uint32_t> &structs, Image &image,
                      unsigned depth);

  // Adds what some structs share and, by a choice with these names for the
  // alternatives, what they do not. `names`: of an object that is each of them.
  void addOverlay(const std::vector<std::string> &names, Choice own,
                  const StructOverlay &overlay, uint32_t offset, Image &image,
                  unsigned depth);

  // Is an object of the C++ library in it that has memory of its own?
  bool ownsMemory(uint32_t index) const;

  // Adds an object that is of the class itself or of one of these; an input
  // says of which.
  void addObjectOfClass(const std::string &name, uint32_t index,
                        const std::vector<uint32_t> &derived, Image &image,
                        unsigned depth);

  // --- classes of the C++ library -------------------------------------------

  const LibraryType &libraryOf(uint32_t index);

  // Can an object of this type be made for the code?
  bool canBeMade(uint32_t index);

  // Elements have containers of their own kind; those in these are empty.
  static constexpr ptrdiff_t kMaxOfOwnKind = 2;

  // Does a container there have elements of this type?
  bool canContain(uint32_t element, unsigned depth);

  // Adds the elements of a container, and to the buffers that come with one of
  // a counted number that it holds them. Returns the number of the buffer that
  // comes next: the container's own.
  template <class Add>
  uint32_t addContained(const Extent &extent, uint32_t element, const Add &add);

  // Adds an object whose members hold what only the library's functions know.
  // Returns false if the type is none of the library's.
  bool addLibraryObject(const std::string &name, uint32_t index,
                        uint32_t offset, Image &image, unsigned depth);

  // Does the code have a function of the class that compares a pointer with
  // null? It need not be a particular pointer.
  bool isAskedForNull(uint32_t index) const;

  // Is it this type, or has a base class of it at its start?
  bool beginsWith(uint32_t index, uint32_t base) const;
  static Address itself(uint32_t offset, uint32_t target);

  // Adds the object as its default constructor makes it.
  void addEmpty(LibraryType::Kind kind, uint32_t offset, Image &image);

  // Adds the elements of a list, a tree or a table, each in a node of its own;
  // keys that are already there are left out by the harness.
  void addNodes(const std::string &name, uint32_t index, uint32_t offset,
                Image &image, unsigned depth);
  void addHeap(const std::string &name, uint32_t index, uint32_t offset,
               Image &image, unsigned depth);
  void addBits(const std::string &name, uint32_t offset, Image &image);

  // Adds a std::function that calls a stub.
  void addCallable(const std::string &name, uint32_t index, uint32_t offset,
                   Image &image);

  // Numbers, and structs and arrays of these.
  bool isOfNumbers(uint32_t index) const;

  // Adds a deque: a map of eight places, of which the first is used, for blocks
  // of up to 512 bytes. The first block has all elements.
  void addDeque(const std::string &name, uint32_t index, uint32_t offset,
                Image &image);
  static std::string elementName(const std::string &name, uint32_t i) {
    return name.starts_with('*') ? fmt::format("({})[{}]", name, i)
                                 : fmt::format("{}[{}]", name, i);
  }

  // How many elements a container has: a slot says so, unless the user does.
  Extent containedExtent(const std::string &name, uint32_t most,
                         bool takesParameter);

  // Stores the number of elements in a member of the object.
  void addSize(const Extent &extent, uint32_t offset, Image &image);

  // The most elements of a container; fewer if each has many numbers.
  uint32_t mostContained(const LibraryType &library) const;
  uint32_t mostCharacters() const {
    return std::max({kStringLength, program.textLength, mostComparedSize()});
  }

  // One more than the largest constant that the entry may compare a size with;
  // only constants of a size's type, and small ones, count.
  uint32_t mostComparedSize() const;
  bool isCharacter(uint32_t index) const {
    return type(index).kind == CTypeKind::Scalar && type(index).name == "char";
  }

  void addElements(const std::string &name, const LibraryType &library,
                   uint32_t offset, Image &image, unsigned depth);

  // Adds a std::string; short text is in the object itself.
  void addText(const std::string &name, const LibraryType &library,
               uint32_t offset, Image &image);

  // --- pointers -------------------------------------------------------------

  // The extent that numbers give; nullopt: there are other words.
  static std::optional<Extent> wholeExtent(const std::string &text);
  const NamedText *arrayOption(const std::string &name);

  // The slot of the integer parameter of this name, which counts elements.
  std::optional<uint32_t> countSlotOf(const std::string &name);

  // The slot of a parameter, which is added now if its turn has not come.
  uint32_t slotOfParameter(uint32_t index);

  // As many elements as a slot says. Bounds the slot by `most`.
  Extent countedBy(uint32_t slot, uint32_t most = kCountedElements);

  // The extent that --array gives.
  std::optional<Extent> givenExtent(const std::string &name);
  Extent extentOf(const std::string &name, const CType &pointee,
                  const Parameter *parameter);

  // Does a later parameter say where the elements end that this one leads to?
  bool beginsRange(const Parameter &begin) const;
  uint32_t addStub(Stub stub);

  // What the code may do through a pointer in an object, whose memory counts
  // neither as the object's nor as a parameter's.
  uint32_t usesThroughObjects() const;

  // The variable that marks the end of lists of such objects, if the code
  // compares pointers with its address.
  std::optional<uint32_t> endOf(uint32_t pointee) const;
  Address variableAt(uint32_t offset, uint32_t global);
  static void checkSize(const std::string &name, uint32_t elements,
                        uint32_t elementSize);

  // Throws if --array says that something lies ahead.
  static void refuseAhead(const std::string &name, const Extent &extent);

  // Where the code asks how a pointer is aligned, an input says it.
  void addShift(const std::string &name, uint32_t element, Buffer &buffer);

  // Adds the numbers that lie ahead of where a pointer leads.
  void addAhead(const std::string &name, const CType &pointer,
                const Extent &extent, Buffer &buffer);

  // `ofLibrary`: a class of C++'s streams, or 0.
  // The words that a main is given behind the program's name.
  void addWords();
  Address addStream(const std::string &name, uint32_t ofLibrary,
                    uint32_t offset, uint32_t flags);

  // The offset in its struct of the pointer to where the range begins that the
  // pointer at `place` ends.
  std::optional<uint32_t> rangeBegin() const;

  // Does a range begin where the pointer at `place` leads, which another one of
  // the struct ends?
  bool beginsMemberRange() const;

  // Has the pointer that ends a range lead behind, or to, the first element of
  // what the begin leads to. Returns false if there is no such object.
  bool addRangeEnd(const std::string &name, const CType &pointer,
                   uint32_t offset, Image &image, unsigned depth);

  // Adds the object that the pointer `name` leads to. `parameter`: the
  // parameter whose value the pointer is, if any. `flags`: what the code does
  // with the pointer (coverme_parameter_flag). `owns`: nothing else leads to
  // the object, and the code may free it.
  Address addPointee(const std::string &name, const CType &pointer,
                     uint32_t offset, unsigned depth,
                     const Parameter *parameter, uint32_t flags,
                     bool owns = false);

  // --- parameters -----------------------------------------------------------

  void addParameter(uint32_t index);
  void checkResult();

  // --- beyond the parameters ------------------------------------------------

  void addGlobals();
  void addGlobal(uint32_t index);

  // Makes undefined variables that the entry loads inputs, if they are numbers
  // or arrays of numbers. Constants are not made up, as only their names are
  // known; nor is what C++ alone has names for, but for tables of virtual
  // functions, which return zero, and information on types.
  void addMadeUpVariables();
  void addLoaded(uint32_t global);

  // A made-up function writes structs of at most so many numbers through its
  // pointers; it leaves larger ones alone.
  static constexpr size_t kMostWrittenMembers = 16;
  static constexpr size_t kMostWrittenPointers = 4;
  // Numbers behind a pointer to one that it returns.
  static constexpr uint32_t kElementsReturned = 4;

  // Adds slots for `count` values of the type; none if it is no number.
  DrawnValues addValues(const CType &own, uint32_t index,
                        const std::string &name, uint32_t count);

  // Adds slots for the results of the function made up `name`, as many as
  // --array says, or as calls have wanted. `values`: what they are called.
  void addResults(const std::string &name, const std::string &values,
                  const CType &own, Stub &stub);

  // Adds a function to the object that returns zero.
  void addUnreadFunction(const CType &function, uint32_t offset, Image &image);

  // Adds the function that the pointer `name` leads to.
  uint32_t addPointedStub(const std::string &name, const CType &function,
                          bool isMethod = false);

  // Adds what a function made up returns and writes. `isOfEntry`: the entry
  // calls it, by its name.
  void addEffects(const std::string &name, const CType &function, bool isMethod,
                  bool isOfEntry, Stub &stub);

  // Adds what it writes through its pointer of this number; `name`: what that
  // leads to.
  void addWrites(const std::string &name, const CType &function,
                 uint32_t parameter, Stub &stub);

  // And the pointers there: of an object of the type `index`, a struct or a
  // pointer, behind the parameter, or of the result (Stub::Write::kResult).
  void addWrittenPointers(const std::string &name, uint32_t index,
                          uint32_t parameter, uint32_t localBytes, Stub &stub);

  // May it say how many of something there are?
  bool isIntegerType(uint32_t index) const;

  // Slots for numbers that are in no object, as many as there is room for.
  DrawnValues addDrawn(const std::string &name, const CType &number,
                       uint32_t count);

  // Parameters of a function that is like read() or write(): memory, how many
  // bytes or pieces, and, where that is another one, of what.
  std::optional<Stub::Transfer> transferOf(const CType &function) const;

  // Of a function that returns a pointer: memory of the size that it is passed,
  // or an object.
  void addResultMemory(const std::string &name, const CType &function,
                       Stub &stub);

  // Has a function that returns a pointer to a struct with pointers in it
  // return an object that is an input, with all that it leads to.
  void addResultPointers(const std::string &name, const CType &pointer,
                         Stub &stub);

  // Of a struct that a function made up returns, or a pointer or reference to
  // one: its numbers, and its tables of virtual functions.
  void addResultObject(const std::string &name, Stub &stub);

  // A number of an object.
  struct NamedNumber {
    std::string name;
    uint32_t type, offset;
  };

  // Collects the numbers of structs and of arrays in them; leaves out
  // everything else.
  void addNumbers(const std::string &name, uint32_t index, uint32_t offset,
                  std::vector<NamedNumber> &numbers) const;
  bool isNumber(uint32_t index) const {
    return type(index).kind == CTypeKind::Scalar &&
           type(index).scalar.kind > ScalarKind::Void;
  }

  static bool isCount(const Scalar &scalar) {
    return (scalar.kind == ScalarKind::Signed ||
            scalar.kind == ScalarKind::Unsigned) &&
           scalar.width >= 16 && scalar.width <= 64 &&
           scalar.enumerators.empty();
  }

  // Can a made-up function take and return a value of this type as C does?
  static bool isPassed(const CType &own);

  // The type of a function's result. IR alone does not tell whether an integer
  // has a sign; the name of a __VERIFIER_nondet_ function does.
  static CType nondetType(CType own, std::string_view suffix);
  void addStubs();
  bool isToBeMadeUp(const std::string &name) const {
    return std::find(options.stubs.begin(), options.stubs.end(), name) !=
           options.stubs.end();
  }

  // Of the program's globals, the functions that a call of the entry may call,
  // `aheadOfCall` also in what is called ahead; all of them where that is
  // something, or the entry calls what pointers lead to.
  std::set<uint32_t> functionsCalled(bool aheadOfCall) const;

  void checkStubNames() const;
  void addRoundingMode();
  void addFailingAllocation();

  // --- set-up calls ---------------------------------------------------------

  // Adds a call ahead of the entry's. Its arguments are the entry's own,
  // constants, or new inputs; the latter are planned like parameters of a
  // function that has no others.
  void addSetup(const std::string &text);

  // Keeps integers small in calls that make objects: they are sizes, counts and
  // rates. Large ones are tried in a run of that function itself; here they
  // would fail, use up memory, or hang.
  static void boundSizes(InputPlan &plan);

  // Does a set-up call that is always made return the value of this parameter?
  bool isReplaced(const std::string &name) const;
  bool isPointer(uint32_t index) const {
    return type(index).kind == CTypeKind::Pointer;
  }

  std::optional<uint32_t> parameterNamed(const std::string &name) const;
  std::optional<uint32_t> madeNamed(const std::string &name) const;

  // Throws if an argument of the one type cannot be passed as the other.
  void requireAlike(const std::string &text, const std::string &name,
                    bool wantsPointer, uint32_t from, uint32_t to) const;

  // Adds an input for each set-up call that says whether it is made.
  void addSetupChoices();

  // --- options --------------------------------------------------------------

  void checkPointerNames();

  const Program &program;
  const Function &entry;
  const InputOptions &options;
  const std::set<std::string> &undefined;
  InputBounds bounds;
  const std::vector<AssumedBound> &assumed;
  const Limits limits;
  uint32_t farElements = 0; // what lies beyond them that the planner is in
  bool isLacking = false;
  unsigned awaited = 0; // objects that no call has got to
  unsigned zeros = 0;   // near objects without inputs

  // Objects up to this depth are made, because calls have got to the pointer
  // that leads there.
  unsigned nearDepth = 0;
  InputPlan result;
  std::map<uint32_t, uint32_t> parameterSlots;
  Pointee pointee;

  MemberPlace place; // that the planner is in, or zeros

  // What the entry does with pointers in such members.
  struct UseOfPlace {
    MemberPlace place;
    uint32_t flags = 0;

    bool isOf(const MemberPlace &other) const {
      return place.structBytes == other.structBytes &&
             (place.structName.empty() || place.structName == other.structName);
    }
  };
  std::vector<UseOfPlace> memberUses;
  std::vector<std::string> pointerNames;
  std::map<uint32_t, LibraryType> libraryTypes;
  std::set<uint32_t> filledTables;  // types of InputPlan::tables with functions
  bool isOfLibrary = false;         // the object that is being planned
  std::vector<uint32_t> containing; // types of the elements that it is in
  std::vector<PlannedPointer> pointers;
  std::vector<Choice> choices;
  size_t unions = 0, ends = 0;
  uint8_t others = 0;         // the choice for other pointers, or 0
  uint8_t farRanges = 0;      // that for ranges in objects far off, or 0
  unsigned otherPointers = 0; // that depend on it
  Condition condition;        // of the union's member that the planner is in
  bool isOfUnion = false;     // so is the pointer
  bool hasChoices = false;    // not in arguments of set-up calls

  // Pointers to functions that may be null.
  struct NullableStub {
    std::string name, typeName;
    uint32_t stub;
  };

  std::vector<NullableStub> nullableStubs;
};

} // namespace coverme

#endif

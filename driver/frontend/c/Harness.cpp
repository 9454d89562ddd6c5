// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Harness.h"

#include "coverme/allocations.h"
#include "coverme/runtime.h"
#include "frontend/c/Declarations.h"
#include "frontend/c/Inputs.h"
#include "frontend/c/LibraryTypes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace coverme {
namespace {

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

// Through one pointer, in one call of a stub.
constexpr unsigned kMostWritten = 16;

// A statement per number would keep the compiler busy for minutes where there
// are thousands; more numbers than this are copied in loops over tables.
constexpr size_t kMostStatements = 256;

class HarnessWriter {
public:
  HarnessWriter(const Program &program, const Function &entry)
      : program(program), entry(entry), plan(entry.plan),
        declarations(program) {}

  std::string text() {
    // These declare what they need.
    std::string stubs;
    for (uint32_t i = 0; i < plan.stubs.size(); ++i)
      stubs += stubText(i);
    std::string variables;
    for (size_t i = 0; i < plan.madeUpVariables.size(); ++i)
      variables += madeUpVariable(i);
    const std::string call = callFunction();
    const std::string assumptions = assumptionFunctions();
    std::string rooms;
    bool hasStreams = false;
    for (uint32_t i = 0; i < plan.buffers.size(); ++i) {
      const Buffer &buffer = plan.buffers[i];
      hasStreams |= buffer.isStream && buffer.streamClass == 0;
      if (buffer.streamClass != 0)
        rooms += streamDeclaration(i);
      else if (buffer.isStream)
        rooms +=
            fmt::format("static struct coverme_text coverme_text_{};\n", i);
      if (buffer.isOwned)
        rooms += fmt::format("COVERME_OWN_ROOM({0}, {1})\n"
                             "static unsigned char *coverme_own_{0};\n"
                             "static unsigned long coverme_bytes_{0};\n",
                             i, buffer.isFromHeap ? 0 : roomSize(buffer));
      else
        rooms += fmt::format("COVERME_ROOM({}, {})\n", i, roomSize(buffer));
      if (buffer.countSlot)
        rooms += fmt::format("static unsigned char coverme_image_{}[{}];\n", i,
                             roomSize(buffer));
    }
    return kHelpers + (usesStart ? std::string(kStart) : "") +
           (usesBits ? kPutBits : "") + (usesExtended ? kPutExtended : "") +
           (hasAliases() ? kAlias : "") + (hasStreams ? kStreams : "") +
           (releases ? kOwned : "") + declarations.structs() +
           tableDeclarations + counters + "\n" + rooms + drawsText() +
           (plan.stubs.empty() ? "" : kMadeUp) + (writes ? spaceText() : "") +
           stubs + madeUpTables() + variables + assumptions + call;
  }

  std::string assumptionsText() {
    const std::string functions = assumptionFunctions();
    return kHelpers + declarations.structs() + functions;
  }

private:
  const CType &type(uint32_t index) const { return program.types[index]; }

  // Nothing at all of what is made only when a call gets there.
  static uint32_t roomSize(const Buffer &buffer) {
    if (buffer.isGuessed && buffer.image.byteSize == 0)
      return 0;
    return std::max<uint32_t>(buffer.image.byteSize, 1);
  }

  static bool isPassedByReference(const CType &own) {
    return (own.flags & COVERME_TYPE_IS_BY_REFERENCE) != 0;
  }

  // --- filling --------------------------------------------------------------

  // How many cells from this one on are copied at once: whole slots whose
  // places follow each other as the slots do.
  size_t runLength(const std::vector<Cell> &cells, size_t first) const {
    const auto isSlot = [&](const Cell &cell) {
      const Part part = plan.inputs[cell.slot].part;
      return cell.bitWidth == 0 && cell.bytes == 8 && part != Part::Fraction80;
    };
    size_t length = 1;
    for (; first + length < cells.size(); ++length) {
      const Cell &next = cells[first + length];
      if (!isSlot(cells[first]) || !isSlot(next) ||
          next.condition != cells[first].condition ||
          next.slot != cells[first].slot + length ||
          next.offset != cells[first].offset + 8 * length)
        break;
    }
    return length;
  }

  // Statements that make the bytes of an object at `place`, which is moved to
  // `home` then.
  std::string fill(const Image &image, const std::string &place,
                   std::string home = "") {
    if (home.empty())
      home = place;
    if (image.byteSize == 0)
      return "";
    std::string code;
    uint64_t covered = 0;
    for (const Cell &cell : image.cells)
      covered += cell.condition.choice == 0 ? cell.bytes : 0;
    const bool isOnlyWritten = plan.leftOut == 0 && image.cells.empty() &&
                               image.addresses.empty() && image.fixed.empty() &&
                               image.textEnds.empty();
    usesStart |= isOnlyWritten;
    if (covered != image.byteSize)
      code +=
          fmt::format("  __builtin_memset({}, {}, {});\n", place,
                      isOnlyWritten ? "COVERME_START" : "0", image.byteSize);
    std::map<uint32_t, std::string> tables; // by the size of their numbers
    for (size_t i = 0; i < image.cells.size();) {
      const Cell &cell = image.cells[i];
      const size_t length = runLength(image.cells, i);
      i += length;
      const Part part = plan.inputs[cell.slot].part;
      const std::string to =
          fmt::format("(unsigned char *){} + {}", place, cell.offset);
      if (part != Part::Exponent80)
        code += conditionText(cell.condition);
      if (length > 1) {
        code += fmt::format("  __builtin_memcpy({}, &coverme_in[{}], {});\n",
                            to, cell.slot, 8 * length);
      } else if (cell.bitWidth != 0) {
        usesBits = true;
        code += fmt::format("  coverme_put_bits({}, {}, {}, coverme_in[{}]);\n",
                            to, cell.bitOffset, cell.bitWidth, cell.slot);
      } else if (part == Part::Fraction80) {
        usesExtended = true;
        code += fmt::format(
            "  coverme_put_extended({}, coverme_in[{}], coverme_in[{}]);\n", to,
            cell.slot, cell.slot + 1);
      } else if (part == Part::Exponent80) {
        continue; // its fraction comes with it
      } else if (image.cells.size() > kMostStatements &&
                 cell.condition.choice == 0) {
        tables[cell.bytes] +=
            fmt::format("    {{{}, {}}},\n", cell.slot, cell.offset);
      } else {
        code += fmt::format("  __builtin_memcpy({}, &coverme_in[{}], {});\n",
                            to, cell.slot, cell.bytes);
      }
    }
    for (const auto &[bytes, table] : tables)
      code += copyByTable(table, place, bytes);
    for (const FixedNumber &number : image.fixed)
      code += fmt::format("  {{\n"
                          "    const unsigned long long coverme_number = {};\n"
                          "    __builtin_memcpy((unsigned char *){} + {}, "
                          "&coverme_number, {});\n"
                          "  }}\n",
                          number.bits, place, number.offset, number.bytes);
    for (const TextEnd &end : image.textEnds)
      code += fmt::format("  __builtin_memset((unsigned char *){0} + {1} + {2} "
                          "* {3}, 0, ({4} - {2}) * {3});\n",
                          place, end.offset, countText(end.slot, end.most),
                          end.bytes, end.most + 1);
    for (const Address &address : image.addresses)
      if (const std::string pointer = pointerText(address, home);
          pointer != "0")
        code += fmt::format("  coverme_pointer = {};\n"
                            "{}"
                            "  __builtin_memcpy((unsigned char *){} + {}, "
                            "&coverme_pointer, sizeof coverme_pointer);\n",
                            pointer, conditionText(address.condition), place,
                            address.offset);
    return code;
  }

  std::string conditionText(const Condition &condition) const {
    return condition.choice == 0
               ? ""
               : fmt::format("  if (coverme_in[{}] == {})\n  ",
                             plan.choiceSlot(condition.choice),
                             condition.value);
  }

  // Of rows of a slot and an offset.
  std::string copyByTable(const std::string &table, const std::string &place,
                          uint32_t bytes) {
    return fmt::format(
        "  static const unsigned coverme_rows_{0}[][2] = {{\n{1}"
        "  }};\n"
        "  unsigned long coverme_i_{0} = 0;\n"
        "  for (; coverme_i_{0} < sizeof coverme_rows_{0} "
        "/ sizeof *coverme_rows_{0}; ++coverme_i_{0}) {{\n"
        "    const unsigned *coverme_row = coverme_rows_{0}[coverme_i_{0}];\n"
        "    __builtin_memcpy((unsigned char *){2} + coverme_row[1], "
        "&coverme_in[coverme_row[0]], {3});\n"
        "  }}\n",
        tableCount++, table, place, bytes);
  }

  // May a pointer lead elsewhere?
  bool hasAliases() const {
    return std::any_of(
        plan.buffers.begin(), plan.buffers.end(),
        [](const Buffer &buffer) { return buffer.leadSlot.has_value(); });
  }

  // `home`: where the object is that holds it.
  std::string pointerText(const Address &address,
                          const std::string &home = "") {
    std::string text = "0";
    if (address.kind == Address::Kind::Buffer)
      text = plan.buffers[address.index].leadSlot
                 ? fmt::format("coverme_alias_{}", address.index)
                 : ownText(address.index);
    else if (address.kind == Address::Kind::Stub)
      text = stubPointerText(address.index);
    else if (address.kind == Address::Kind::Stream)
      text = streamText(address.index);
    else if (address.kind == Address::Kind::VirtualTable)
      text = tableText(address.index);
    else if (address.kind == Address::Kind::MadeUpTable)
      text = behindHead(fmt::format("coverme_made_{}", address.index));
    else if (address.kind == Address::Kind::End)
      text = fmt::format("{} + {}", ownText(address.index),
                         bytesText(address.index));
    else if (address.kind == Address::Kind::Itself)
      text = fmt::format("(unsigned char *){} + {}", home, address.index);
    else if (address.kind == Address::Kind::Variable)
      text = "(void *)" + variableText(address.index);
    return address.nullSlot ? fmt::format("coverme_unless(coverme_in[{}], {})",
                                          *address.nullSlot, text)
                            : text;
  }

  // The address of a variable, in Program::globals.
  std::string variableText(uint32_t index) const {
    const Global &global = program.globals[index];
    return fmt::format(
        "COVERME_{}GLOBAL({}, {})",
        (global.flags & COVERME_GLOBAL_ThreadLocal) != 0 ? "THREAD_" : "",
        index, global.name);
  }

  // Where objects of a class point to (Itanium C++ ABI, section 2.5.2).
  std::string tableText(uint32_t index) {
    if (virtualTables.insert(index).second)
      tableDeclarations +=
          fmt::format("extern const unsigned char coverme_table_{}[] "
                      "__asm__(\"{}\") __attribute__((weak));\n",
                      index, type(index).name);
    const std::string table = fmt::format("coverme_table_{}", index);
    const uint32_t offset = type(index).count;
    return offset == 0
               ? behindHead(table)
               : fmt::format("(void *)((char *){} + {})", table, offset);
  }

  // Behind the offset and the type information that a table begins with.
  static std::string behindHead(const std::string &table) {
    return fmt::format("(void *)((char *){} + 2 * sizeof(void *))", table);
  }

  // Of classes that a caller may derive.
  std::string madeUpTables() const {
    std::string text = plan.tables.empty() ? "" : kVirtual;
    for (size_t i = 0; i < plan.tables.size(); ++i) {
      const MadeUpTable &table = plan.tables[i];
      const std::string &symbol = type(table.type).name; // of the type's name
      std::string own = "0";
      if (!symbol.empty()) {
        own = fmt::format("coverme_class_{}", i);
        text += fmt::format("extern const unsigned char {}[] __asm__(\"{}\") "
                            "__attribute__((weak));\n",
                            own, symbol);
      }
      std::vector<std::string> functions(kMaxVirtualFunctions,
                                         "(const void *)coverme_virtual");
      for (const MadeUpTable::Function &function : table.functions)
        functions[function.place] =
            fmt::format("(const void *)coverme_stub_{}", function.stub);
      text += fmt::format("static const void *const coverme_made_{}[] = {{\n"
                          "    0, {},\n    {}}};\n",
                          i, own, fmt::join(functions, ",\n    "));
    }
    return text;
  }

  std::string stubPointerText(uint32_t index) const {
    const std::string text = fmt::format("(void *)coverme_stub_{}", index);
    const std::optional<uint32_t> null = plan.stubs[index].nullSlot;
    return null ? fmt::format("coverme_unless(coverme_in[{}], {})", *null, text)
                : text;
  }

  std::string streamText(uint32_t index) const {
    const uint32_t ofLibrary = plan.buffers[index].streamClass;
    return ofLibrary == 0 ? fmt::format("coverme_text_{}.stream", index)
                          : fmt::format("(void *)(coverme_cxx_{} + {})", index,
                                        streamClass(ofLibrary).offset);
  }

  // The object of a buffer's own.
  std::string ownText(uint32_t index) const {
    const Buffer &buffer = plan.buffers[index];
    return fmt::format("coverme_{}_{}",
                       buffer.isOwned     ? "own"
                       : buffer.countSlot ? "tail"
                                          : "room",
                       index);
  }

  // Memory that the code may give back is there for one call.
  std::string takeText(uint32_t index) {
    const Buffer &buffer = plan.buffers[index];
    const std::string text =
        buffer.isFromHeap
            ? fmt::format("(unsigned char *)COVERME_NEW({})", bytesText(index))
            : fmt::format("COVERME_OWNED({}, {}, {})", index,
                          buffer.image.byteSize, bytesText(index));
    const std::string condition = conditionText(index);
    return fmt::format(
        "  coverme_bytes_{0} = {1};\n"
        "  coverme_own_{0} = {2};\n",
        index, bytesText(index),
        condition.empty() ? text : fmt::format("{} ? {} : 0", condition, text));
  }

  // Whether there is what has it; empty: always.
  std::string conditionText(uint32_t index) {
    std::vector<std::string> conditions;
    if (const Buffer &buffer = plan.buffers[index];
        buffer.nullSlot && buffer.isOwned)
      conditions.push_back(
          fmt::format("coverme_in[{}] == 0", *buffer.nullSlot));
    for (const Buffer *at = &plan.buffers[index]; at->holder;
         at = &plan.buffers[at->holder->buffer])
      conditions.push_back(
          fmt::format("{} < {}", at->holder->element,
                      countText(plan.buffers[at->holder->buffer])));
    return fmt::format("{}", fmt::join(conditions, " && "));
  }

  std::string fillBuffer(uint32_t index) {
    const Buffer &buffer = plan.buffers[index];
    const std::string own = ownText(index);
    std::string code;
    if (!buffer.countSlot) {
      code = fill(buffer.image, own);
    } else {
      code = fill(buffer.image, fmt::format("coverme_image_{}", index), own);
      code += fmt::format("  __builtin_memcpy({}, coverme_image_{}, {});\n",
                          own, index, bytesText(index));
    }
    const std::string condition =
        buffer.isOwned ? conditionText(index) : std::string();
    return condition.empty() || code.empty()
               ? code
               : fmt::format("  if ({}) {{\n{}  }}\n", condition, code);
  }

  // --- what objects of the library own --------------------------------------

  // Gives back what the object at `place` owns, as its destructor would.
  std::string releaseText(uint32_t index, const std::string &place,
                          unsigned depth = 0) {
    const CType &own = type(index);
    if (own.kind == CTypeKind::Array)
      return releaseEach(own.element, place,
                         fmt::format("{} + {}", place, own.byteSize), depth);
    if (own.kind != CTypeKind::Struct)
      return "";
    using Kind = LibraryType::Kind;
    const LibraryType library = libraryType(program, index);
    const auto at = [&](uint32_t offset) {
      return fmt::format("(unsigned char *)coverme_load({} + {})", place,
                         offset);
    };
    switch (library.kind) {
    case Kind::None:
    case Kind::Members: {
      std::string code;
      for (const Member &member : own.members)
        code += releaseText(member.type,
                            fmt::format("{} + {}", place, member.byteOffset),
                            depth);
      return code;
    }
    case Kind::Vector:
      return releaseEach(library.element, at(0), at(8), depth) +
             releaseOne(at(0));
    case Kind::Sized:
    case Kind::Owner:
      return releaseOne(at(library.pointerOffset));
    case Kind::Text:
      return fmt::format("  if ({} != {} + 16)\n  {}", at(0), place,
                         releaseOne(at(0)));
    case Kind::Deque:
      return releasePieces(at(40), at(72), depth) + releaseOne(at(0));
    default:
      return "";
    }
  }

  std::string releaseOne(const std::string &pointer) {
    releases = true;
    return fmt::format("  COVERME_DELETE({});\n", pointer);
  }

  // What the pointers point to from the one at `first` to the one at `last`.
  std::string releasePieces(const std::string &first, const std::string &last,
                            unsigned depth) {
    const std::string at = fmt::format("coverme_at_{}", depth);
    return fmt::format(
        "  {{\n"
        "  unsigned char *{0} = {1};\n"
        "  unsigned char *{0}_last = {2};\n"
        "  for (; {0} && {0} <= {0}_last; {0} += 8)\n"
        "  {3}"
        "  }}\n",
        at, first, last,
        releaseOne(fmt::format("(unsigned char *)coverme_load({})", at)));
  }

  std::string releaseEach(uint32_t element, const std::string &begin,
                          const std::string &end, unsigned depth) {
    const std::string at = fmt::format("coverme_at_{}", depth);
    const std::string code = releaseText(element, at, depth + 1);
    return code.empty()
               ? ""
               : fmt::format("  {{\n"
                             "  unsigned char *{0} = {1};\n"
                             "  unsigned char *{0}_end = {2};\n"
                             "  for (; {0} < {0}_end; {0} += {3}) "
                             "{{\n{4}  }}\n"
                             "  }}\n",
                             at, begin, end, type(element).byteSize, code);
  }

  // After the call: of all objects that it was given, and of its result. A
  // destructor has done so itself.
  std::string releaseAll() {
    const std::string &name = entry.linkageName;
    if (name.ends_with("D0Ev") || name.ends_with("D1Ev") ||
        name.ends_with("D2Ev"))
      return "";
    std::string code;
    const auto addArgument = [&](const Argument &argument,
                                 const std::string &place) {
      if (isPassedByReference(type(argument.type)))
        code += releaseText(argument.type,
                            fmt::format("(unsigned char *){}", place));
    };
    for (uint32_t i = 0; i < plan.arguments.size(); ++i)
      addArgument(plan.arguments[i], fmt::format("coverme_{}", i));
    for (uint32_t i = 0; i < plan.setupArguments.size(); ++i)
      addArgument(plan.setupArguments[i].argument, madeName(i));
    for (uint32_t i = 0; i < plan.buffers.size(); ++i)
      if (!plan.buffers[i].isOwned && !plan.buffers[i].isStream &&
          plan.buffers[i].image.byteSize >= plan.buffers[i].elementSize)
        code += releaseEach(
            plan.buffers[i].elementType, ownText(i),
            fmt::format("{} + {}", ownText(i),
                        plan.buffers[i].image.tailBytes != 0
                            ? std::to_string(plan.buffers[i].elementSize)
                            : bytesText(i)),
            0);
    if (isPassedByReference(type(entry.resultType)))
      code += releaseText(entry.resultType, "coverme_result");
    return code;
  }

  // --- pointers that may lead elsewhere -------------------------------------

  std::string bytesText(uint32_t index) const {
    const Buffer &buffer = plan.buffers[index];
    return buffer.countSlot
               ? fmt::format("{} * {}", countText(buffer), buffer.elementSize)
               : std::to_string(buffer.image.byteSize);
  }

  std::string placeText(const Alias &alias) const {
    if (alias.kind == Alias::Kind::Null)
      return "0";
    if (alias.kind == Alias::Kind::Global)
      return fmt::format("(unsigned char *){} + {}", variableText(alias.index),
                         alias.offset);
    const std::string place =
        fmt::format("{} + {}", ownText(alias.index), alias.offset);
    const Buffer &other = plan.buffers[alias.index];
    return other.nullSlot ? fmt::format("coverme_unless(coverme_in[{}], {})",
                                        *other.nullSlot, place)
                          : place;
  }

  // Whether the other object is as large as it has to be, and the pointer to it
  // leads there.
  std::string fitText(uint32_t index, const Alias &alias) const {
    std::string text = "1";
    if (alias.kind != Alias::Kind::Buffer)
      return text;
    const Buffer &other = plan.buffers[alias.index];
    if (other.leadSlot)
      text += fmt::format(" & (coverme_in[{}] == 0)", *other.leadSlot);
    if (plan.buffers[index].countSlot || other.countSlot)
      text += fmt::format(" & ({} + {} <= {})",
                          alias.bytes != 0 ? std::to_string(alias.bytes)
                                           : bytesText(index),
                          alias.offset, bytesText(alias.index));
    return text;
  }

  std::string leadText(uint32_t index) const {
    const Buffer &buffer = plan.buffers[index];
    std::string places = ownText(index), fits = "1";
    for (const Alias &alias : buffer.aliases) {
      places += ",\n      " + placeText(alias);
      fits += ", " + fitText(index, alias);
    }
    return fmt::format("  void *const coverme_places_{0}[] = {{{1}}};\n"
                       "  const int coverme_fits_{0}[] = {{{2}}};\n"
                       "  unsigned char *coverme_alias_{0} = coverme_alias("
                       "coverme_in[{3}], coverme_places_{0}, "
                       "coverme_fits_{0});\n",
                       index, places, fits, *buffer.leadSlot);
  }

  // Numbers that the code reads through this pointer alone.
  std::string mergeText(uint32_t index) const {
    const Buffer &buffer = plan.buffers[index];
    std::string code;
    for (size_t i = 0; i < buffer.aliases.size(); ++i)
      for (const ByteRange &range : buffer.aliases[i].lacking)
        code += fmt::format(
            "  coverme_merge(coverme_in[{}] == {}, coverme_alias_{}, {}, {}, "
            "{}, {});\n",
            *buffer.leadSlot, i + 1, index, ownText(index), range.begin,
            range.end, bytesText(index));
    return code;
  }

  // What is left of its object after the call.
  std::string afterText(uint32_t index) const {
    const Buffer &buffer = plan.buffers[index];
    const bool isWhole =
        buffer.leadSlot &&
        std::all_of(buffer.aliases.begin(), buffer.aliases.end(),
                    [&](const Alias &alias) {
                      return alias.kind == Alias::Kind::Null ||
                             alias.bytes >= buffer.image.byteSize;
                    });
    return isWhole ? fmt::format("coverme_either(coverme_alias_{0}, {1})",
                                 index, ownText(index))
                   : fmt::format("coverme_room_{}", index);
  }

  // The number of elements that a slot says, within what there is.
  std::string countText(const Buffer &buffer) const {
    return countText(*buffer.countSlot,
                     buffer.elementSize == 0
                         ? 0
                         : buffer.image.byteSize / buffer.elementSize);
  }

  std::string countText(uint32_t slot, uint32_t most) const {
    CType number;
    number.kind = CTypeKind::Scalar;
    number.scalar = plan.inputs[slot].scalar;
    return fmt::format("coverme_elements(({})coverme_in[{}], {})",
                       scalarText(number), slot, most);
  }

  // --- stubs ----------------------------------------------------------------

  // Where stubs draw from. Constructors of the code under test call them ahead
  // of the first call: for them, each number is zero or its least.
  std::string drawsText() const {
    std::string least;
    for (const InputVariable &input : plan.inputs)
      least += fmt::format("{}ULL, ", input.least.value_or(0));
    const char *const now = "static const unsigned long long *coverme_now";
    if (plan.stubs.empty())
      return fmt::format("\n{};\n", now);
    return fmt::format("\nstatic const unsigned long long "
                       "coverme_at_load[] = {{{}}};\n{} = coverme_at_load;\n",
                       least.empty() ? "0" : least, now);
  }

  // Functions that give the numbers of a stub: `coverme_next_7`.
  std::string valuesText(const DrawnValues &values, bool endsRun,
                         uint32_t &index) {
    index = valuesCount++;
    counters += fmt::format("static unsigned coverme_drawn_{};\n", index);
    resets += fmt::format("  coverme_drawn_{} = 0;\n", index);
    const InputVariable &first = plan.inputs[values.firstSlot];
    std::string text = fmt::format(
        "\nstatic {} {{\n"
        "  unsigned coverme_draw = coverme_drawn_{}++;\n"
        "  {};\n"
        "  if (coverme_draw >= {}) {{\n",
        declarations.declare(values.type,
                             fmt::format("coverme_next_{}(void)", index)),
        index, declarations.declare(values.type, "coverme_value"),
        values.count);
    const std::string madeUp = madeUpText(first);
    if (endsRun)
      text += "    COVERME_END();\n";
    else if (madeUp.empty())
      text += fmt::format("    coverme_draw %= {};\n", values.count);
    else
      text += fmt::format(
          "    unsigned long long coverme_bits = coverme_mix(coverme_draw);\n"
          "    if ((coverme_bits & 1) != 0) {{\n"
          "      coverme_bits = coverme_mix(coverme_bits);\n"
          "      coverme_value = ({1}){2};\n"
          "      return coverme_value;\n"
          "    }}\n"
          "    coverme_draw = (unsigned)(coverme_bits >> 1) % {0};\n",
          values.count, scalarText(type(values.type)), madeUp);
    text += fmt::format("  }}\n"
                        "  const unsigned long long *coverme_in = coverme_now "
                        "+ {} + coverme_draw * {};\n",
                        values.firstSlot, values.slotsPerValue);
    if (first.part == Part::Fraction80) {
      usesExtended = true;
      text += "  __builtin_memset(&coverme_value, 0, sizeof coverme_value);\n"
              "  coverme_put_extended((unsigned char *)&coverme_value, "
              "coverme_in[0], coverme_in[1]);\n";
    } else {
      text +=
          fmt::format("  __builtin_memcpy(&coverme_value, coverme_in, {});\n",
                      type(values.type).byteSize);
    }
    return text + "  return coverme_value;\n}\n";
  }

  // A number of the bounds, made of `coverme_bits`; none of a type that takes
  // two slots, nor of an enumeration.
  static std::string madeUpText(const InputVariable &input) {
    const Scalar &scalar = input.scalar;
    if (input.part != Part::Whole || !scalar.enumerators.empty())
      return "";
    if (scalar.kind == ScalarKind::Bool)
      return "(coverme_bits & 1)";
    if (scalar.isFloat()) {
      const auto end = [&](const std::optional<uint64_t> &bits) {
        const double value = bits ? floatValue(scalar.width, *bits) : HUGE_VAL;
        return std::isfinite(value) ? std::optional(value) : std::nullopt;
      };
      const std::optional<double> low = end(input.least),
                                  high = end(input.greatest);
      return fmt::format("coverme_between({:.17g}, {:.17g}, coverme_bits)",
                         low    ? *low
                         : high ? *high - 1
                                : 0,
                         high  ? *high
                         : low ? *low + 1
                               : 1);
    }
    const bool isSigned = scalar.kind == ScalarKind::Signed;
    if (!input.least || !input.greatest)
      return fmt::format("coverme_integer(coverme_bits, {}, {:d})",
                         scalar.width, isSigned);
    const unsigned shift = isSigned ? 64 - scalar.width : 0;
    const auto low = static_cast<uint64_t>(
        static_cast<int64_t>(*input.least << shift) >> shift);
    const uint64_t span =
        truncateToWidth(*input.greatest - *input.least, scalar.width) + 1;
    return span == 0 ? "coverme_bits"
                     : fmt::format("({}ULL + coverme_bits % {}ULL)", low, span);
  }

  std::string stubText(uint32_t index) {
    const Stub &stub = plan.stubs[index];
    const CType &own = type(stub.resultType);
    const std::string name = fmt::format("coverme_stub_{}", index);
    const std::string label =
        stub.linkageName.empty()
            ? ""
            : fmt::format(" __asm__(\"{}\")", stub.linkageName);
    const std::string linkage =
        stub.linkageName.empty() ? "static " : "COVERME_EXTERN_C ";
    std::string before, body, results;
    std::vector<std::string> parameters;
    // What the caller provides the memory of has a pointer to that ahead of
    // others, and which is returned.
    const bool isInMemory =
        own.kind == CTypeKind::Struct && isPassedByReference(own);
    const bool isReference =
        own.isReference() && type(own.element).byteSize != 0;
    if (isInMemory)
      parameters.push_back("void *coverme_result");
    for (size_t i = 0; !stub.writes.empty() && i < stub.parameters.size(); ++i)
      parameters.push_back(
          type(stub.parameters[i]).kind == CTypeKind::Pointer
              ? fmt::format("void *coverme_{}", i)
              : declarations.declare(stub.parameters[i],
                                     fmt::format("coverme_{}", i)) +
                    " __attribute__((unused))");
    if (stub.kind == Stub::Kind::Assumes)
      parameters = {"int holds"};
    else if (parameters.empty())
      parameters = {"void"};
    const std::string called =
        fmt::format("{}({})", name, fmt::join(parameters, ", "));
    const std::string head =
        isInMemory || isReference
            ? "void *" + called
            : declarations.declare(stub.resultType, called);
    uint32_t values = 0;
    for (const Stub::Write &write : stub.writes) {
      before += valuesText(write.values, false, values);
      if (write.parameter == Stub::Write::kResult) {
        results += fmt::format(
            "  {{\n"
            "    const {} = coverme_next_{}();\n"
            "    __builtin_memcpy((unsigned char *)coverme_result + {}, "
            "&coverme_value, {});\n"
            "  }}\n",
            declarations.declare(write.values.type, "coverme_value"), values,
            write.offset, type(write.values.type).byteSize);
        continue;
      }
      body += fmt::format(
          "  {{\n"
          "    unsigned long i = 0;\n"
          "    const unsigned long coverme_most = coverme_space(coverme_{0}, "
          "{1}, __builtin_frame_address(0));\n"
          "    for (; i < {2}; ++i) {{\n"
          "      const {3} = coverme_next_{4}();\n"
          "      __builtin_memcpy((unsigned char *)coverme_{0} + i * {1} + "
          "{5}, &coverme_value, {6});\n"
          "    }}\n"
          "  }}\n",
          write.parameter, write.objectSize,
          write.isMember ? "(coverme_most != 0)" : "coverme_most",
          declarations.declare(write.values.type, "coverme_value"), values,
          write.offset, type(write.values.type).byteSize);
      writes = true;
    }
    if (stub.kind == Stub::Kind::Assumes) {
      body = "  if (!holds)\n    COVERME_END();\n";
    } else if (stub.kind == Stub::Kind::Ends) {
      body = "  COVERME_END();\n";
    } else if (stub.kind == Stub::Kind::Exits) {
      before += "COVERME_EXTERN_C void coverme_exit(int) __asm__(\"exit\");\n";
      body = "  coverme_exit(1);\n";
    } else if (stub.results.count != 0) {
      before +=
          valuesText(stub.results, stub.kind == Stub::Kind::Draws, values);
      body += fmt::format("  return coverme_next_{}();\n", values);
    } else if (isInMemory) {
      body += fmt::format("  __builtin_memset(coverme_result, 0, {});\n{}"
                          "  return coverme_result;\n",
                          own.byteSize, results);
    } else if (isReference) {
      body += fmt::format("  static unsigned char coverme_object[{}] "
                          "__attribute__((aligned(16)));\n"
                          "  void *const coverme_result = coverme_object;\n{}"
                          "  return coverme_result;\n",
                          type(own.element).byteSize, results);
    } else if (!results.empty()) {
      body +=
          fmt::format("  {};\n"
                      "  void *const coverme_result = &coverme_given;\n"
                      "  __builtin_memset(coverme_result, 0, {});\n{}"
                      "  return coverme_given;\n",
                      declarations.declare(stub.resultType, "coverme_given"),
                      own.byteSize, results);
    } else if (own.kind != CTypeKind::Void) {
      body +=
          fmt::format("  static {};\n  return coverme_value;\n",
                      declarations.declare(stub.resultType, "coverme_value"));
    }
    // A pointer to a member function that is odd is one to a virtual function.
    return fmt::format("{}\n{}{}{} __attribute__((aligned(2)));\n{} {{\n{}}}\n",
                       before, linkage, head, label, head, body);
  }

  // Declared ahead: an initializer beside `extern` is a warning.
  std::string madeUpVariable(size_t index) const {
    const MadeUpVariable &variable = plan.madeUpVariables[index];
    const std::string declaration =
        fmt::format("unsigned char coverme_variable_of_nobody_{}[{}]", index,
                    variable.byteSize);
    return fmt::format("COVERME_EXTERN_C {0} __asm__(\"{1}\");\n"
                       "{0} __attribute__((aligned(16))) = {{0}};\n",
                       declaration, variable.linkageName);
  }

  // How much of the memory that a stub is given may be written to.
  std::string spaceText() const {
    std::string rooms;
    for (uint32_t i = 0; i < plan.buffers.size(); ++i)
      rooms += fmt::format(
          "  if (to >= {0} && to < {0} + {1})\n"
          "    room = (unsigned long)({0} + {1} - to);\n",
          plan.buffers[i].isOwned ? ownText(i)
                                  : fmt::format("coverme_room_{}", i),
          plan.buffers[i].isOwned ? fmt::format("coverme_bytes_{}", i)
                                  : std::to_string(roomSize(plan.buffers[i])));
    return fmt::format(
        "\n/* So many numbers may be written there: in an object of ours, up "
        "to {0}; in a\n   variable of the functions that called us, one. */\n"
        "static const void *coverme_frame;\n"
        "static unsigned long coverme_space(const void *place, unsigned long "
        "bytes,\n"
        "                                   const void *frame) {{\n"
        "  const unsigned char *to = (const unsigned char *)place;\n"
        "  unsigned long room = 0;\n"
        "  if (to > (const unsigned char *)frame &&\n"
        "      to < (const unsigned char *)coverme_frame)\n"
        "    room = bytes;\n"
        "{1}"
        "  return room / bytes < {0} ? room / bytes : {0};\n"
        "}}\n",
        kMostWritten, rooms);
  }

  // Of C++'s streams: the object, and what the library makes it by. More bytes
  // than any of them has.
  static constexpr unsigned kStreamBytes = 512;
  std::string streamDeclaration(uint32_t index) const {
    const auto function = [&](const std::string &name,
                              const std::string &parameters,
                              const std::string &symbol) {
      return fmt::format(
          "extern void coverme_{}_{}({}) "
          "__asm__(\"_ZNSt7__cxx11{}IcSt11char_traitsIcESaIcEE{}\");\n",
          name, index, parameters,
          streamClass(plan.buffers[index].streamClass).made, symbol);
    };
    return fmt::format("static unsigned char coverme_cxx_{}[{}] "
                       "__attribute__((aligned(16)));\n"
                       "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n"
                       "{}{}{}"
                       "#ifdef __cplusplus\n}}\n#endif\n",
                       index, kStreamBytes, function("open", "void *", "C1Ev"),
                       function("close", "void *", "D1Ev"),
                       function("give", "void *, const void *",
                                "3strERKNS_12basic_stringIcS2_S3_EE"));
  }

  // Its text is passed as a std::string, which is only read.
  std::string openLibraryStream(uint32_t index) {
    const Buffer &buffer = plan.buffers[index];
    std::string code =
        fmt::format("  coverme_open_{0}(coverme_cxx_{0});\n", index);
    if (!streamClass(buffer.streamClass).isRead)
      return code;
    return fill(buffer.image, fmt::format("coverme_room_{}", index)) + code +
           fmt::format(
               "  {{\n"
               "    struct {{\n"
               "      const void *begin;\n"
               "      unsigned long length, room[2];\n"
               "    }} coverme_string = {{coverme_room_{0}, 0, {{{1}, 0}}}};\n"
               "    while (coverme_string.length < {1} &&\n"
               "           coverme_room_{0}[coverme_string.length] != 0)\n"
               "      ++coverme_string.length;\n"
               "    coverme_give_{0}(coverme_cxx_{0}, &coverme_string);\n"
               "  }}\n",
               index, buffer.image.byteSize);
  }

  // Ahead of objects that have a pointer to it.
  std::string openStream(uint32_t index) {
    const Buffer &buffer = plan.buffers[index];
    if (buffer.streamClass != 0)
      return openLibraryStream(index);
    return fill(buffer.image, fmt::format("coverme_room_{}", index)) +
           fmt::format("  coverme_open_text(&coverme_text_{0}, "
                       "coverme_room_{0}, coverme_room_{0} + {1});\n",
                       index, buffer.image.byteSize);
  }

  // --- the call -------------------------------------------------------------

  std::string callFunction() {
    std::string body;
    for (uint32_t i = 0; i < plan.buffers.size(); ++i)
      if (plan.buffers[i].isOwned)
        body += takeText(i);
      else if (plan.buffers[i].countSlot)
        body += fmt::format(
            "  unsigned char *coverme_tail_{0} = coverme_room_{0} + {1} - {2} "
            "* {3};\n",
            i, plan.buffers[i].image.byteSize, countText(plan.buffers[i]),
            plan.buffers[i].elementSize);
    for (uint32_t i = 0; i < plan.buffers.size(); ++i)
      if (plan.buffers[i].leadSlot)
        body += leadText(i);
    for (uint32_t i = 0; i < plan.buffers.size(); ++i)
      if (plan.buffers[i].isStream)
        body += openStream(i);
    for (uint32_t i = 0; i < plan.buffers.size(); ++i)
      if (!plan.buffers[i].isStream)
        body += fillBuffer(i);
    for (uint32_t i = 0; i < plan.buffers.size(); ++i)
      body += mergeText(i);
    for (uint32_t i = 0; i < plan.globals.size(); ++i) {
      const GlobalInput &global = plan.globals[i];
      body += fmt::format(
          "  unsigned char *coverme_global_{} = (unsigned char *){};\n", i,
          variableText(global.global));
      body += fill(global.image, fmt::format("coverme_global_{}", i));
    }
    std::vector<std::string> names, types;
    if (plan.isMain) {
      names = {"1", "coverme_arguments", "coverme_arguments + 1"};
      types = {"int", "void *", "void *"};
      names.resize(entry.parameters.size());
      types.resize(entry.parameters.size());
    }
    body += placeOfResult(entry, names, types);
    for (uint32_t i = 0; i < plan.arguments.size(); ++i)
      body += argumentText(i, names, types);
    body += setupText();
    body += assumptionCalls();
    if (plan.roundingSlot)
      body += fmt::format("  coverme_set_rounding(coverme_in[{}]);\n",
                          *plan.roundingSlot);
    body += invocation(names, types);
    if (plan.failingSlot)
      body += "  COVERME_FAIL_ALLOCATION(0);\n";
    for (uint32_t i = 0; i < plan.buffers.size(); ++i)
      if (plan.buffers[i].streamClass != 0)
        body += fmt::format("  coverme_close_{0}(coverme_cxx_{0});\n", i);
      else if (plan.buffers[i].isStream)
        body += fmt::format("  if (coverme_text_{0}.stream != 0)\n"
                            "    coverme_fclose(coverme_text_{0}.stream);\n",
                            i);
    if (plan.roundingSlot)
      body += fmt::format("  coverme_reset_rounding(coverme_in[{}]);\n",
                          *plan.roundingSlot);
    std::string text;
    if (body.find("coverme_elements(") != body.npos)
      text +=
          "\nstatic unsigned long long coverme_elements(long long count, long "
          "long most) {\n"
          "  return (unsigned long long)(count < 0 ? 0 : count > most ? "
          "most : count);\n"
          "}\n";
    if (plan.roundingSlot)
      text += kRounding;
    text += "\nstatic void coverme_call(const unsigned long long *coverme_in,\n"
            "                         unsigned long long *coverme_out) {\n"
            "  void *coverme_pointer = 0;\n"
            "  (void)coverme_in;\n"
            "  (void)coverme_pointer;\n"
            "  coverme_now = coverme_in;\n"
            "  *coverme_out = 0;\n";
    text += resets;
    if (writes)
      text += "  coverme_frame = __builtin_frame_address(0);\n";
    if (plan.isMain)
      text += "  static char coverme_name[] = \"main\";\n"
              "  char *coverme_arguments[] = {coverme_name, 0, 0};\n";
    for (size_t i = 0; i < plan.outputs.size();) {
      const Output &output = plan.outputs[i];
      size_t length = 1; // of whole slots that follow each other
      while (output.bytes == 8 && i + length < plan.outputs.size() &&
             plan.outputs[i + length].buffer == output.buffer &&
             plan.outputs[i + length].bytes == 8 &&
             plan.outputs[i + length].offset == output.offset + 8 * length)
        ++length;
      if (output.bytes != 8)
        body += fmt::format("  coverme_out[{}] = 0;\n", i + 1);
      body += fmt::format(
          "  __builtin_memcpy(&coverme_out[{}], {} + {}, {});\n", i + 1,
          afterText(output.buffer), output.offset, output.bytes * length);
      i += length;
    }
    return text + body + releaseAll() + "}\n";
  }

  static constexpr const char *kRounding = R"(
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

  // Declares the argument.
  std::string argumentText(uint32_t i, std::vector<std::string> &names,
                           std::vector<std::string> &types) {
    names.push_back(fmt::format("coverme_{}", i));
    types.push_back(passedType(plan.arguments[i].type));
    return declaredText(plan.arguments[i], names.back());
  }

  std::string declaredText(const Argument &argument, const std::string &name) {
    const CType &own = type(argument.type);
    if (argument.isPointer)
      return fmt::format("  void *{} = {};\n", name,
                         pointerText(argument.address));
    std::string code;
    if (isPassedByReference(own)) {
      code += fmt::format(
          "  {};\n", declarations.declare(argument.type, name + "_object"));
      code += fill(argument.value, "&" + name + "_object");
      return code + fmt::format("  void *{0} = &{0}_object;\n", name);
    }
    code += fmt::format("  {};\n", declarations.declare(argument.type, name));
    return code + fill(argument.value, "&" + name);
  }

  // --- set-up calls ---------------------------------------------------------

  std::string setupText() {
    if (plan.setupCalls.empty())
      return "";
    std::string code;
    for (uint32_t i = 0; i < plan.setupArguments.size(); ++i)
      code += declaredText(plan.setupArguments[i].argument, madeName(i));
    code += "  COVERME_SET_UP(1);\n";
    for (uint32_t i = 0; i < plan.setupCalls.size(); ++i)
      code += setupCall(i);
    return code + "  COVERME_SET_UP(0);\n";
  }

  static std::string madeName(uint32_t i) {
    return fmt::format("coverme_made_{}", i);
  }

  // The caller has a place for a result that is not copied bit for bit, and
  // passes its address ahead of the arguments.
  std::string placeOfResult(const Function &called,
                            std::vector<std::string> &values,
                            std::vector<std::string> &types) const {
    const CType &result = type(called.resultType);
    if (!isPassedByReference(result))
      return "";
    values.emplace_back("coverme_result");
    types.emplace_back("void *");
    return fmt::format("  static unsigned char coverme_result[{}] "
                       "__attribute__((aligned(64)));\n",
                       std::max<uint32_t>(result.byteSize, 1));
  }

  std::string setupCall(uint32_t index) {
    const SetupCall &call = plan.setupCalls[index];
    const Function &called = program.functions[call.function];
    const CType &result = type(called.resultType);
    std::vector<std::string> values, types;
    std::string code = "  {\n";
    if (call.choiceSlot)
      code = fmt::format("  if (coverme_in[{}] != 0) {{\n", *call.choiceSlot);
    code += placeOfResult(called, values, types);
    for (uint32_t i = 0; i < call.arguments.size(); ++i) {
      const SetupArgument &argument = call.arguments[i];
      types.push_back(passedType(called.parameters[i].type));
      values.push_back(
          argument.kind == SetupArgument::Kind::Given
              ? fmt::format("coverme_{}", argument.index)
          : argument.kind == SetupArgument::Kind::Made
              ? madeName(argument.index)
              : fmt::format("({})({})", types.back(), argument.text));
    }
    const bool isOldStyle = (called.flags & COVERME_FUNCTION_OldStyle) != 0;
    const std::string list = isOldStyle ? ""
                             : types.empty()
                                 ? "void"
                                 : fmt::format("{}", fmt::join(types, ", "));
    const bool isVoid =
        result.kind == CTypeKind::Void || isPassedByReference(result);
    const std::string resultText =
        isVoid ? "void" : resultType(called.resultType);
    code += fmt::format("  {0} (*volatile coverme_setup)({1}) = ({0} (*)({1}))"
                        "COVERME_SETUP_{2};\n"
                        "  {3}coverme_setup({4});\n",
                        resultText, list, index,
                        call.target ? fmt::format("coverme_{} = ", *call.target)
                                    : "(void)",
                        fmt::join(values, ", "));
    if (call.target)
      code += fmt::format("  if (coverme_{} == 0)\n    COVERME_REJECT();\n",
                          *call.target);
    return code + "  }\n";
  }

  // As functions are declared that take or return it.
  std::string passedType(uint32_t index) {
    const CType &own = type(index);
    return own.kind == CTypeKind::Pointer || isPassedByReference(own)
               ? "void *"
               : declarations.declare(index, "");
  }

  std::string resultType(uint32_t index) {
    const CTypeKind kind = type(index).kind;
    return kind == CTypeKind::Pointer || kind == CTypeKind::Function
               ? "void *"
               : declarations.declare(index, "");
  }

  // --- assumptions ----------------------------------------------------------

  // What an assumption may name: a parameter of its function, or a reference's
  // object, and what is passed for it.
  struct Nameable {
    std::string declaration, value;
  };

  std::vector<Nameable> nameables() {
    std::vector<Nameable> list;
    const auto add = [&](uint32_t index, const std::string &name,
                         const std::string &value) {
      if (!name.empty())
        list.push_back({declarations.declare(index, name), value});
    };
    const auto object = [&](uint32_t index, const std::string &place) {
      return fmt::format("*(__typeof__({}) *){}",
                         declarations.declare(index, ""), place);
    };
    for (uint32_t i = 0; i < plan.arguments.size(); ++i) {
      const Argument &argument = plan.arguments[i];
      const CType &own = type(argument.type);
      const std::string &name = entry.parameters[i].name;
      const std::string value = fmt::format("coverme_{}", i);
      if (own.isReference() && type(own.element).byteSize != 0)
        add(own.element, name, object(own.element, value));
      else if (argument.isPointer)
        add(argument.type, name,
            fmt::format("(__typeof__({})){}",
                        declarations.declare(argument.type, ""), value));
      else if (!isPassedByReference(own))
        add(argument.type, name, value);
    }
    // One that has a parameter's name does not compile: who is meant?
    for (uint32_t i = 0; i < plan.globals.size(); ++i) {
      const Global &global = program.globals[plan.globals[i].global];
      add(global.type, global.name,
          object(global.type, fmt::format("coverme_global_{}", i)));
    }
    return list;
  }

  // Nothing of the text but these functions is around an assumption, so that
  // what it means does not hang on where they stand. The blank line is for one
  // that ends in a backslash.
  std::string assumptionFunctions() {
    if (plan.assumptions.empty())
      return "";
    std::vector<std::string> parameters;
    for (const Nameable &each : nameables())
      parameters.push_back(each.declaration + " __attribute__((unused))");
    if (parameters.empty())
      parameters.emplace_back("void");
    std::string text;
    for (size_t i = 0; i < plan.assumptions.size(); ++i)
      text += fmt::format("\nstatic void " COVERME_ASSUMPTION "{}({}) {{\n"
                          "  if (!(\n"
                          "#line 1 \"--assume\"\n"
                          "{}\n"
                          "\n"
                          "#line 1 \"harness\"\n"
                          "  ))\n"
                          "    COVERME_REJECT();\n"
                          "}}\n",
                          i, fmt::join(parameters, ", "), plan.assumptions[i]);
    return text;
  }

  std::string assumptionCalls() {
    std::string text;
    std::vector<std::string> values;
    if (!plan.assumptions.empty())
      for (const Nameable &each : nameables())
        values.push_back(each.value);
    for (size_t i = 0; i < plan.assumptions.size(); ++i)
      text += fmt::format("  " COVERME_ASSUMPTION "{}({});\n", i,
                          fmt::join(values, ", "));
    return text;
  }

  // --- the entry ------------------------------------------------------------

  std::string invocation(const std::vector<std::string> &names,
                         const std::vector<std::string> &types) {
    const CType &result = type(entry.resultType);
    const bool isVoid =
        result.kind == CTypeKind::Void || isPassedByReference(result);
    const std::string resultText =
        isVoid ? "void" : resultType(entry.resultType);
    // Without a prototype, C promotes the arguments as the function expects.
    const bool isOldStyle = (entry.flags & COVERME_FUNCTION_OldStyle) != 0;
    const std::string list =
        types.empty() ? "void" : fmt::format("{}", fmt::join(types, ", "));
    // Volatile: a compiler computes what it has a builtin for by itself, fmax
    // say, when it sees who is called.
    std::string code = fmt::format(
        "  {} (*volatile coverme_entry)({}) = ({} (*)({}))COVERME_ENTRY;\n",
        resultText, isOldStyle ? "" : list, resultText, isOldStyle ? "" : list);
    const std::string call =
        fmt::format("coverme_entry({})", fmt::join(names, ", "));
    const size_t bytes = (entry.result.width + 7) / 8;
    if (plan.failingSlot)
      code += fmt::format("  COVERME_FAIL_ALLOCATION(coverme_in[{}]);\n",
                          *plan.failingSlot);
    code += "  COVERME_ENTER();\n";
    if (isVoid)
      return code + fmt::format("  {};\n", call);
    if (entry.result.kind <= ScalarKind::Void)
      return code + fmt::format("  {} coverme_value = {};\n"
                                "  COVERME_RESULT(&coverme_value);\n",
                                resultText, call);
    return code + fmt::format("  {} coverme_value = {};\n"
                              "  __builtin_memcpy(coverme_out, &coverme_value, "
                              "{});\n",
                              resultText, call, bytes);
  }

  const Program &program;
  const Function &entry;
  const InputPlan &plan;
  Declarations declarations;
  std::string counters, resets; // of the numbers that stubs give
  std::string tableDeclarations;
  std::set<uint32_t> virtualTables; // types that are declared there
  unsigned tableCount = 0, valuesCount = 0;
  bool usesBits = false, usesExtended = false, usesStart = false;
  bool writes = false; // some stub does
  bool releases = false;
};

} // namespace

std::string callText(const Program &program, const Function &entry) {
  return HarnessWriter(program, entry).text();
}

std::string assumptionsText(const Program &program, const Function &entry) {
  return kHeaders + HarnessWriter(program, entry).assumptionsText();
}

std::string harnessText(const Program &program, uint32_t entry) {
  // The pass knows them by the names that they have then.
  std::string renamings;
  const Function &function = program.functions[entry];
  for (size_t i = 0; i < function.plan.assumptions.size(); ++i)
    renamings += fmt::format("#define " COVERME_ASSUMPTION
                             "{0} " COVERME_HARNESS "_assume_{0}\n",
                             i);
  for (size_t i = 0; i < function.plan.setupCalls.size(); ++i)
    renamings += fmt::format("#define COVERME_SETUP_{} "
                             "__start_" COVERME_FUNCTIONS_SECTION "[{}]\n",
                             i, function.plan.setupCalls[i].function);
  return fmt::format(
      "{}{}"
      "extern void *__coverme_guarded(unsigned long);\n"
      "extern void __coverme_end(void);\n"
      "struct coverme_room {{ unsigned char *begin; unsigned long size, "
      "isOwned, givenBack; }};\n"
      "struct coverme_room coverme_rooms[{}];\n"
      "unsigned long coverme_room_count = {};\n"
      "int " COVERME_SETTING_UP ";\n"
      "#define COVERME_SET_UP(on) (" COVERME_SETTING_UP " = on)\n"
      "extern void *__start_" COVERME_FUNCTIONS_SECTION
      "[] __attribute__((visibility(\"hidden\")));\n"
      "extern void *__start_" COVERME_GLOBALS_SECTION
      "[] __attribute__((visibility(\"hidden\"), weak));\n"
      "#define COVERME_EXTERN_C __attribute__((visibility(\"hidden\")))\n"
      "#define COVERME_ROOM(k, size) COVERME_ANY_ROOM(k, size, 0)\n"
      "#define COVERME_OWN_ROOM(k, size) COVERME_ANY_ROOM(k, size, 1)\n"
      "#define COVERME_ANY_ROOM(k, size, isOwned) \\\n"
      "  static unsigned char *coverme_room_##k; \\\n"
      "  __attribute__((constructor)) static void coverme_make_##k(void) {{ "
      "\\\n"
      "    coverme_room_##k = __coverme_guarded(size); \\\n"
      "    coverme_rooms[k] = (struct coverme_room){{coverme_room_##k, size, "
      "isOwned, 0}}; \\\n"
      "  }}\n"
      "#define COVERME_OWNED(k, most, bytes) (coverme_room_##k + (most) - "
      "(bytes))\n"
      "extern void *coverme_new(unsigned long) __asm__(\"_Znwm\");\n"
      "#define COVERME_NEW(bytes) coverme_new(bytes)\n"
      "extern void coverme_delete(void *) __asm__(\"_ZdlPv\");\n"
      "#define COVERME_DELETE(pointer) coverme_delete(pointer)\n"
      "#define COVERME_ENTRY __start_" COVERME_FUNCTIONS_SECTION "[{}]\n"
      "#define COVERME_GLOBAL(k, name) __start_" COVERME_GLOBALS_SECTION "[k]\n"
      "#define COVERME_THREAD_GLOBAL(k, name) \\\n"
      "  ((void *(*)(void))__start_" COVERME_GLOBALS_SECTION "[k])()\n"
      "#define coverme_call " COVERME_HARNESS "_call\n"
      "#define COVERME_ENTER() " COVERME_HARNESS_ENTER "()\n"
      "__attribute__((noinline)) static void " COVERME_HARNESS_ENTER
      "(void) {{\n"
      "  __asm__ volatile(\"\");\n"
      "}}\n"
      "#define COVERME_END() __coverme_end()\n"
      "extern void " COVERME_COUNT_ALLOCATIONS "(unsigned long);\n"
      "#define COVERME_FAIL_ALLOCATION(which) " COVERME_COUNT_ALLOCATIONS
      "(which)\n"
      "{}\n"
      "void " COVERME_HARNESS
      "(const unsigned long long *in, unsigned long long *out) {{\n"
      "  coverme_call(in, out);\n"
      "}}\n",
      kHeaders, renamings, std::max<size_t>(function.plan.buffers.size(), 1),
      function.plan.buffers.size(), entry, callText(program, function));
}

} // namespace coverme

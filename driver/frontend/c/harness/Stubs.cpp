// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions and variables that nobody defines.
#include "frontend/c/harness/HarnessWriter.h"

#include "frontend/c/Allocators.h"
#include "frontend/c/Inputs.h"

#include <fmt/ranges.h>

namespace coverme {
namespace {

// Through one pointer, in one call of a stub.
constexpr unsigned kMostWritten = 16;
// Bytes, where a stub says how many it passes on.
constexpr unsigned kMostPassedOn = 65536;
// Draws of a function up to which a value that came twice comes again.
constexpr unsigned kSteadyDraws = 64;

} // namespace

std::string HarnessWriter::drawsText() const {
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

// What a function draws when there are no more inputs for it. A value that came
// twice comes again: loops may want the same status each time. Others may not
// end then, so that it varies at last: it is one of the inputs, or a new one.
std::string HarnessWriter::laterText(const DrawnValues &values) const {
  const std::string madeUp = madeUpText(plan.inputs[values.firstSlot]);
  if (madeUp.empty())
    return fmt::format("    coverme_draw %= {};\n", values.count);
  std::string text;
  if (values.count >= 2)
    text = fmt::format(
        "    const unsigned long long *coverme_last = coverme_now + {};\n"
        "    if (coverme_draw < {} && *coverme_last == coverme_last[-1]) {{\n"
        "      __builtin_memcpy(&coverme_value, coverme_last, {});\n"
        "      return coverme_value;\n"
        "    }}\n",
        values.firstSlot + values.count - 1, kSteadyDraws,
        type(values.type).byteSize);
  return text + fmt::format(
                    "    unsigned long long coverme_bits = "
                    "coverme_mix(coverme_draw);\n"
                    "    if ((coverme_bits & 1) != 0) {{\n"
                    "      coverme_bits = coverme_mix(coverme_bits);\n"
                    "      coverme_value = ({1}){2};\n"
                    "      return coverme_value;\n"
                    "    }}\n"
                    "    coverme_draw = (unsigned)(coverme_bits >> 1) % {0};\n",
                    values.count, scalarText(type(values.type)), madeUp);
}

std::string HarnessWriter::valuesText(const DrawnValues &values, bool endsRun,
                                      uint32_t &index,
                                      const std::string &whenUsedUp) {
  index = valuesCount;
  addCounter();
  const InputVariable &first = plan.inputs[values.firstSlot];
  std::string text = fmt::format(
      "\nstatic {} {{\n"
      "  unsigned coverme_draw = coverme_drawn_{}++;\n"
      "  {};\n"
      "  if (coverme_draw >= {}) {{\n",
      declarations.declare(values.type,
                           fmt::format("coverme_next_{}(void)", index)),
      index, declarations.declare(values.type, "coverme_value"), values.count);
  text += endsRun ? "    COVERME_END();\n" : whenUsedUp + laterText(values);
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
    text += fmt::format("  __builtin_memcpy(&coverme_value, coverme_in, {});\n",
                        type(values.type).byteSize);
  }
  return text + "  return coverme_value;\n}\n";
}

// Where the object is that functions return or write a pointer to, once a call
// has begun.
std::string HarnessWriter::resultText(uint32_t buffer) {
  return fmt::format("coverme_result_{}", buffer);
}

std::string HarnessWriter::addCounter() {
  const std::string name = fmt::format("coverme_drawn_{}", valuesCount++);
  counters += fmt::format("static unsigned {};\n", name);
  resets += fmt::format("  {} = 0;\n", name);
  return name;
}

std::string HarnessWriter::transferText(const Stub &stub) {
  const Stub::Transfer &transfer = *stub.transfer;
  const InputVariable &result = plan.inputs[stub.results.firstSlot];
  writes = transfers = true;
  std::string text = fmt::format(
      "  const long long coverme_passed = coverme_passed_on(\n"
      "      (long long)coverme_{}, {:d}, coverme_now + {}, {}, {}, &{});\n",
      transfer.count, result.scalar.kind == ScalarKind::Signed,
      stub.results.firstSlot, stub.results.count, result.scalar.width,
      addCounter());
  if (transfer.bytes.count != 0)
    text += fmt::format(
        "  coverme_give((unsigned char *)coverme_{}, coverme_passed{},\n"
        "               coverme_now + {}, {}, &{}, "
        "__builtin_frame_address(0));\n",
        transfer.memory,
        transfer.size ? fmt::format(" * (long long)coverme_{}", *transfer.size)
                      : "",
        transfer.bytes.firstSlot, transfer.bytes.count, addCounter());
  return text + fmt::format("  return ({})coverme_passed;\n",
                            scalarText(type(stub.resultType)));
}

std::string HarnessWriter::memoryText(const Stub &stub,
                                      const std::string &results) {
  const Stub::Memory &memory = *stub.memory;
  if (memory.count) {
    allocates = true;
    return fmt::format(
        "  return coverme_memory((unsigned long long)coverme_{}, {});\n",
        *memory.count,
        memory.size
            ? fmt::format("(unsigned long long)coverme_{}", *memory.size)
            : "1");
  }
  std::string text;
  if (memory.nulls.count != 0) {
    const std::string counter = addCounter();
    text = fmt::format("  const unsigned coverme_draw = {}++;\n"
                       "  if (coverme_draw < {} && coverme_now[{} + "
                       "coverme_draw] != 0)\n"
                       "    return 0;\n",
                       counter, memory.nulls.count, memory.nulls.firstSlot);
  }
  if (memory.buffer)
    return text + fmt::format("  return {};\n", resultText(*memory.buffer));
  // A few, as makers return another one each time; zero again for each call of
  // the entry, as the code may have written to them.
  constexpr uint32_t kObjects = 4, kMostBytesOfSeveral = 1 << 16;
  const uint32_t bytes = (memory.objectBytes + 15) / 16 * 16;
  return text + fmt::format("  static unsigned char coverme_objects[{0}][{1}] "
                            "__attribute__((aligned(16)));\n"
                            "  const unsigned coverme_turn = {2}++;\n"
                            "  void *const coverme_result = "
                            "coverme_objects[coverme_turn % {0}];\n"
                            "  if (coverme_turn < {0})\n"
                            "    __builtin_memset(coverme_result, 0, {1});\n"
                            "{3}"
                            "  return coverme_result;\n",
                            bytes <= kMostBytesOfSeveral ? kObjects : 1, bytes,
                            addCounter(), results);
}

std::string HarnessWriter::madeUpText(const InputVariable &input) {
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
    return fmt::format("coverme_integer(coverme_bits, {}, {:d})", scalar.width,
                       isSigned);
  const unsigned shift = isSigned ? 64 - scalar.width : 0;
  const auto low = static_cast<uint64_t>(
      static_cast<int64_t>(*input.least << shift) >> shift);
  const uint64_t span =
      truncateToWidth(*input.greatest - *input.least, scalar.width) + 1;
  return span == 0 ? "coverme_bits"
                   : fmt::format("({}ULL + coverme_bits % {}ULL)", low, span);
}

std::string HarnessWriter::pointersText(const Stub &stub, bool ofResult) {
  std::string text;
  for (const Stub::WrittenPointer &each : stub.pointers) {
    const bool isResult = each.parameter == Stub::Write::kResult;
    if (isResult != ofResult)
      continue;
    const std::string object =
        isResult ? "coverme_result" : fmt::format("coverme_{}", each.parameter);
    if (!isResult)
      text += fmt::format("  if (coverme_space({}, {}, {}, "
                          "__builtin_frame_address(0)) != 0)\n  ",
                          object, each.objectSize, each.localBytes);
    text += fmt::format("  __builtin_memcpy((unsigned char *){} + {}, &{}, "
                        "sizeof(void *));\n",
                        object, each.offset, resultText(each.buffer));
    writes |= !isResult;
  }
  return text;
}

// In a variable of the functions that call the stub, so many bytes.
static std::string localBytes(const Stub::Write &write) {
  return write.localCount ? fmt::format("((unsigned long)coverme_{0} < {1} ? "
                                        "(unsigned long)coverme_{0} : {1})",
                                        *write.localCount, write.localBytes)
                          : std::to_string(write.localBytes);
}

std::string HarnessWriter::stubText(uint32_t index) {
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
  const bool isReference = own.isReference() && type(own.element).byteSize != 0;
  if (isInMemory)
    parameters.push_back("void *coverme_result");
  for (const Address &made : stub.madeObjects())
    counters += fmt::format("static void *{};\n", resultText(made.index));
  const bool needsParameters = !stub.writes.empty() || !stub.pointers.empty() ||
                               stub.transfer ||
                               (stub.memory && stub.memory->count);
  for (size_t i = 0; needsParameters && i < stub.parameters.size(); ++i)
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
  const std::string head = isInMemory || isReference || stub.memory
                               ? "void *" + called
                               : declarations.declare(stub.resultType, called);
  results += tablesOf(stub);
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
        "{1}, {7}, __builtin_frame_address(0));\n"
        "    for (; i < {2}; ++i) {{\n"
        "      const {3} = coverme_next_{4}();\n"
        "      __builtin_memcpy((unsigned char *)coverme_{0} + i * {1} + "
        "{5}, &coverme_value, {6});\n"
        "    }}\n"
        "  }}\n",
        write.parameter, write.objectSize,
        write.isMember ? "(coverme_most != 0)" : "coverme_most",
        declarations.declare(write.values.type, "coverme_value"), values,
        write.offset, type(write.values.type).byteSize, localBytes(write));
    writes = true;
  }
  results += pointersText(stub, true);
  body += pointersText(stub, false);
  if (stub.kind == Stub::Kind::Assumes) {
    body = "  if (!holds)\n    COVERME_END();\n";
  } else if (stub.kind == Stub::Kind::Ends) {
    body = "  COVERME_END();\n";
  } else if (stub.kind == Stub::Kind::Exits) {
    before += "COVERME_EXTERN_C void coverme_exit(int) __asm__(\"exit\");\n";
    body = "  coverme_exit(1);\n";
  } else if (stub.transfer && stub.results.count != 0) {
    body += transferText(stub);
  } else if (stub.memory) {
    body += memoryText(stub, results);
  } else if (stub.results.count != 0) {
    before += valuesText(stub.results, stub.kind == Stub::Kind::Draws, values,
                         stub.isCountGuessed && index < 64
                             ? fmt::format("    COVERME_USED_UP({});\n", index)
                             : "");
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
    body += fmt::format("  {};\n"
                        "  void *const coverme_result = &coverme_given;\n"
                        "  __builtin_memset(coverme_result, 0, {});\n{}"
                        "  return coverme_given;\n",
                        declarations.declare(stub.resultType, "coverme_given"),
                        own.byteSize, results);
  } else if (own.kind != CTypeKind::Void) {
    body += fmt::format("  static {};\n  return coverme_value;\n",
                        declarations.declare(stub.resultType, "coverme_value"));
  }
  // A pointer to a member function that is odd is one to a virtual function.
  return fmt::format("{}\n{}{}{} __attribute__((aligned(2)));\n{} {{\n{}}}\n",
                     before, linkage, head, label, head, body);
}

std::string HarnessWriter::partOfClass(size_t index) const {
  const std::string &name = plan.madeUpVariables[index].linkageName;
  const std::string own = name.substr(4); // of the class
  const std::string info = fmt::format("coverme_information_{}", index);
  const bool isTable = name.starts_with("_ZTV");
  std::vector<std::string> entries = {fmt::format("{} + 16", info),
                                      fmt::format("(const void *)\"{}\"", own)};
  if (isTable) {
    entries.assign(kMaxVirtualFunctions + 2, "(const void *)coverme_virtual");
    entries[0] = "0";
    entries[1] = info;
  }
  return fmt::format(
      "extern const unsigned char {0}[] __asm__(\"{1}\"){2};\n"
      "COVERME_EXTERN_C const void *const coverme_of_class_{3}[{4}] "
      "__asm__(\"coverme_of_class_{3}\");\n"
      "const void *const coverme_of_class_{3}[{4}] = {{\n    {6}}};\n"
      // A compiler that has declared it by itself takes no definition of ours.
      "__asm__(\".globl {5}\\n.set {5}, coverme_of_class_{3}\");\n",
      info, isTable ? "_ZTI" + own : "_ZTVN10__cxxabiv117__class_type_infoE",
      isTable ? " __attribute__((weak))" : "", index, entries.size(), name,
      fmt::join(entries, ",\n    "));
}

std::string HarnessWriter::madeUpVariable(size_t index) const {
  const MadeUpVariable &variable = plan.madeUpVariables[index];
  if (isOfClass(variable.linkageName))
    return partOfClass(index);
  const std::string declaration =
      fmt::format("unsigned char coverme_variable_of_nobody_{}[{}]", index,
                  variable.byteSize);
  return fmt::format("COVERME_EXTERN_C {0} __asm__(\"{1}\");\n"
                     "{0} __attribute__((aligned(16))) = {{0}};\n",
                     declaration, variable.linkageName);
}

std::string HarnessWriter::spaceText() const {
  std::string rooms;
  for (uint32_t i = 0; i < plan.buffers.size(); ++i)
    rooms += fmt::format("  if (to >= {0} && to < {0} + {1})\n"
                         "    room = (unsigned long)({0} + {1} - to);\n",
                         plan.buffers[i].isOwned || plan.buffers[i].shiftSlot
                             ? ownText(i)
                             : fmt::format("coverme_room_{}", i),
                         plan.buffers[i].isOwned
                             ? fmt::format("coverme_bytes_{}", i)
                             : std::to_string(roomSize(plan.buffers[i])));
  return fmt::format(
      "\n/* So many bytes may be written there: in an object of ours what is "
      "left of it,\n   in a variable of the functions that called us up to our "
      "own, and elsewhere\n   what they ask for. */\n"
      "static const void *coverme_frame;\n"
      "__attribute__((unused)) static unsigned long\n"
      "coverme_left(const void *place, const void *frame) {{\n"
      "  const unsigned char *to = (const unsigned char *)place;\n"
      "  unsigned long room = {1};\n"
      "  if (to > (const unsigned char *)frame &&\n"
      "      to < (const unsigned char *)coverme_frame)\n"
      "    room = (unsigned long)((const unsigned char *)coverme_frame - "
      "to);\n"
      "{2}"
      "  return room < {1} ? room : {1};\n"
      "}}\n"
      "\n/* So many numbers may be written there: in an object of ours or in "
      "a block that\n   the code has allocated, up to {0}; in a variable of "
      "the functions that called\n   us, as many as are there in `local` "
      "bytes. */\n"
      "__attribute__((unused)) static unsigned long\n"
      "coverme_space(const void *place, unsigned long bytes, unsigned long "
      "local,\n"
      "              const void *frame) {{\n"
      "  const unsigned char *to = (const unsigned char *)place;\n"
      "  unsigned long room = 0;\n"
      "  if (to > (const unsigned char *)frame &&\n"
      "      to < (const unsigned char *)coverme_frame)\n"
      "    room = local;\n"
      "{2}{3}"
      "  return room / bytes < {0} ? room / bytes : {0};\n"
      "}}\n",
      kMostWritten, kMostPassedOn, rooms,
      // What was given back may be where the block is now.
      asksForBlocks(program, plan) ? "  if (COVERME_BLOCK_LEFT(place) != 0)\n"
                                     "    room = COVERME_BLOCK_LEFT(place);\n"
                                   : "");
}

} // namespace coverme

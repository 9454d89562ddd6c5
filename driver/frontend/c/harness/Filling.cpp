// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts inputs into objects, and makes what they point to.
#include "frontend/c/harness/HarnessWriter.h"

#include "frontend/c/Inputs.h"
#include "frontend/c/LibraryTypes.h"
#include "frontend/c/harness/Fragments.h"

#include <fmt/ranges.h>

namespace coverme {
namespace {

// A statement per number would keep the compiler busy for minutes where there
// are thousands; more numbers than this are copied in loops over tables.
constexpr size_t kMostStatements = 256;

} // namespace

size_t HarnessWriter::runLength(const std::vector<Cell> &cells,
                                size_t first) const {
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

std::string HarnessWriter::fill(const Image &image, const std::string &place,
                                std::string home) {
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
                             image.textEnds.empty() && image.linked.empty();
  usesStart |= isOnlyWritten;
  if (covered != image.byteSize)
    code += fmt::format("  __builtin_memset({}, {}, {});\n", place,
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
      code += fmt::format("  __builtin_memcpy({}, &coverme_in[{}], {});\n", to,
                          cell.slot, 8 * length);
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
      code += fmt::format("  __builtin_memcpy({}, &coverme_in[{}], {});\n", to,
                          cell.slot, cell.bytes);
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
    if (const std::string pointer = pointerText(address, home); pointer != "0")
      code += fmt::format("  coverme_pointer = {};\n"
                          "{}"
                          "  __builtin_memcpy((unsigned char *){} + {}, "
                          "&coverme_pointer, sizeof coverme_pointer);\n",
                          pointer, conditionText(address.condition), place,
                          address.offset);
  for (const Linked &each : image.linked)
    code += linkText(each, place, home);
  return code;
}

std::string HarnessWriter::conditionText(const Condition &condition) const {
  return condition.choice == 0
             ? ""
             : fmt::format("  if (coverme_in[{}] == {})\n  ",
                           plan.choiceSlot(condition.choice), condition.value);
}

std::string HarnessWriter::copyByTable(const std::string &table,
                                       const std::string &place,
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

bool HarnessWriter::hasAliases() const {
  return std::any_of(
      plan.buffers.begin(), plan.buffers.end(),
      [](const Buffer &buffer) { return buffer.leadSlot.has_value(); });
}

std::string HarnessWriter::pointerText(const Address &address,
                                       const std::string &home) {
  std::string text = "0";
  if (address.kind == Address::Kind::Buffer)
    text = plan.buffers[address.index].leadSlot
               ? fmt::format("coverme_alias_{}", address.index)
               : ownText(address.index);
  else if (address.kind == Address::Kind::Stub)
    text = stubPointerText(address.index);
  else if (address.kind == Address::Kind::Manager)
    text = "(void *)coverme_manage";
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

std::string HarnessWriter::variableText(uint32_t index) const {
  const Global &global = program.globals[index];
  return fmt::format(
      "COVERME_{}GLOBAL({}, {})",
      (global.flags & COVERME_GLOBAL_ThreadLocal) != 0 ? "THREAD_" : "", index,
      global.name);
}

std::string HarnessWriter::tableText(uint32_t index) {
  if (virtualTables.insert(index).second)
    tableDeclarations +=
        fmt::format("extern const unsigned char coverme_table_{}[] "
                    "__asm__(\"{}\") __attribute__((weak));\n",
                    index, type(index).name);
  const std::string table = fmt::format("coverme_table_{}", index);
  const uint32_t offset = type(index).count;
  return offset == 0 ? behindHead(table)
                     : fmt::format("(void *)((char *){} + {})", table, offset);
}

// Where nobody defines it, there is a name, and no base class.
static std::string informationOnType(size_t table, const std::string &symbol) {
  return fmt::format(
      "extern const unsigned char coverme_class_{0}[] __asm__(\"{1}\") "
      "__attribute__((weak));\n"
      "extern const unsigned char coverme_kind_{0}[] "
      "__asm__(\"_ZTVN10__cxxabiv117__class_type_infoE\") "
      "__attribute__((weak));\n"
      "static const void *const coverme_type_{0}[] = {{coverme_kind_{0} + 16, "
      "\"{2}\"}};\n",
      table, symbol, symbol.substr(std::string_view("_ZTI").size()));
}

std::string HarnessWriter::madeUpTables() const {
  const bool isUsed =
      !plan.tables.empty() ||
      std::any_of(plan.madeUpVariables.begin(), plan.madeUpVariables.end(),
                  [](const MadeUpVariable &each) {
                    return isOfClass(each.linkageName);
                  });
  std::string text = isUsed ? kVirtual : "";
  for (size_t i = 0; i < plan.tables.size(); ++i) {
    const MadeUpTable &table = plan.tables[i];
    const std::string &symbol = type(table.type).name; // of the type's name
    if (!symbol.empty())
      text += informationOnType(i, symbol);
    std::vector<std::string> functions(kMaxVirtualFunctions,
                                       "(const void *)coverme_virtual");
    for (const MadeUpTable::Function &function : table.functions)
      functions[function.place] =
          fmt::format("(const void *)coverme_stub_{}", function.stub);
    text += fmt::format("static const void *coverme_made_{}[] = {{\n"
                        "    0, 0,\n    {}}};\n",
                        i, fmt::join(functions, ",\n    "));
    if (!symbol.empty())
      text +=
          fmt::format("__attribute__((constructor)) static void "
                      "coverme_complete_{0}(void) {{\n"
                      "  coverme_made_{0}[1] = coverme_class_{0} ? "
                      "coverme_class_{0} : (const void *)coverme_type_{0};\n"
                      "}}\n",
                      i);
    if (returnedTables.contains(static_cast<uint32_t>(i)))
      text += fmt::format("static void *coverme_table_made_{}(void) {{\n"
                          "  return {};\n}}\n",
                          i, behindHead(fmt::format("coverme_made_{}", i)));
  }
  return text;
}

std::string HarnessWriter::tablesOf(const Stub &stub) {
  std::string text;
  for (const Address &table : stub.tables) {
    std::string address;
    if (table.kind == Address::Kind::MadeUpTable) {
      // The table has stubs in it, and stands behind them.
      if (returnedTables.insert(table.index).second)
        tableDeclarations += fmt::format(
            "static void *coverme_table_made_{}(void);\n", table.index);
      address = fmt::format("coverme_table_made_{}()", table.index);
    } else {
      address = tableText(table.index);
    }
    text += fmt::format(
        "  {{\n"
        "    void *const coverme_table = {};\n"
        "    __builtin_memcpy((unsigned char *)coverme_result + {}, "
        "&coverme_table, sizeof coverme_table);\n"
        "  }}\n",
        address, table.offset);
  }
  return text;
}

std::string HarnessWriter::stubPointerText(uint32_t index) const {
  const std::string text = fmt::format("(void *)coverme_stub_{}", index);
  const std::optional<uint32_t> null = plan.stubs[index].nullSlot;
  return null ? fmt::format("coverme_unless(coverme_in[{}], {})", *null, text)
              : text;
}

std::string HarnessWriter::streamText(uint32_t index) const {
  const uint32_t ofLibrary = plan.buffers[index].streamClass;
  return ofLibrary == 0 ? fmt::format("coverme_text_{}.stream", index)
                        : fmt::format("(void *)(coverme_cxx_{} + {})", index,
                                      streamClass(ofLibrary).offset);
}

std::string HarnessWriter::ownText(uint32_t index) const {
  const Buffer &buffer = plan.buffers[index];
  const std::string text = fmt::format("coverme_{}_{}",
                                       buffer.isOwned     ? "own"
                                       : buffer.countSlot ? "tail"
                                       : buffer.shiftSlot ? "shifted"
                                                          : "room",
                                       index);
  return buffer.ahead.byteSize == 0
             ? text
             : fmt::format("({} + {})", text, buffer.ahead.byteSize);
}

std::string HarnessWriter::takeText(uint32_t index) {
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

std::string HarnessWriter::conditionText(uint32_t index) {
  std::vector<std::string> conditions;
  if (const Buffer &buffer = plan.buffers[index];
      buffer.nullSlot && buffer.isOwned)
    conditions.push_back(fmt::format("coverme_in[{}] == 0", *buffer.nullSlot));
  for (const Buffer *at = &plan.buffers[index]; at->holder;
       at = &plan.buffers[at->holder->buffer])
    conditions.push_back(
        fmt::format("{} < {}", at->holder->element,
                    countText(plan.buffers[at->holder->buffer])));
  return fmt::format("{}", fmt::join(conditions, " && "));
}

std::string HarnessWriter::fillBuffer(uint32_t index) {
  const Buffer &buffer = plan.buffers[index];
  const std::string own = ownText(index);
  std::string code;
  if (!buffer.countSlot) {
    code = fill(buffer.ahead, fmt::format("coverme_room_{}", index)) +
           fill(buffer.image, own);
  } else {
    code = fill(buffer.image, fmt::format("coverme_image_{}", index), own);
    code += fmt::format("  __builtin_memcpy({}, coverme_image_{}, {});\n", own,
                        index, bytesText(index));
  }
  const std::string condition =
      buffer.isOwned ? conditionText(index) : std::string();
  return condition.empty() || code.empty()
             ? code
             : fmt::format("  if ({}) {{\n{}  }}\n", condition, code);
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole text, the call, and what comes back.
#include "frontend/c/harness/HarnessWriter.h"

#include "coverme/allocations.h"
#include "frontend/c/Allocators.h"
#include "frontend/c/harness/Fragments.h"

#include <fmt/ranges.h>

namespace coverme {

std::string HarnessWriter::text() {
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
      rooms += fmt::format("static struct coverme_text coverme_text_{};\n", i);
    if (buffer.isOwned)
      rooms += fmt::format("COVERME_OWN_ROOM({0}, {1})\n"
                           "static unsigned char *coverme_own_{0};\n"
                           "static unsigned long coverme_bytes_{0};\n",
                           i, buffer.isFromHeap ? 0 : roomSize(buffer));
    else if (buffer.shiftSlot)
      rooms += fmt::format("COVERME_ROOM_BEHIND({0}, {1}, {2})\n"
                           "static unsigned char *coverme_shifted_{0};\n",
                           i, roomSize(buffer), entry.alignment);
    else
      rooms += fmt::format("COVERME_ROOM({}, {})\n", i, roomSize(buffer));
    if (buffer.countSlot)
      rooms += fmt::format("static unsigned char coverme_image_{}[{}];\n", i,
                           roomSize(buffer));
  }
  return kHelpers + (usesStart ? std::string(kStart) : "") +
         (usesBits ? kPutBits : "") + (usesExtended ? kPutExtended : "") +
         (hasAliases() ? kAlias : "") + (hasStreams ? kStreams : "") +
         (releases ? kOwned : "") +
         (call.find("coverme_manage") != call.npos ? kManage : "") +
         (links.empty() ? "" : kLinks + links) + declarations.structs() +
         tableDeclarations + counters + "\n" + rooms + drawsText() +
         (plan.stubs.empty() ? "" : kMadeUp) + (writes ? spaceText() : "") +
         (transfers ? kTransfers : "") + (allocates ? kMemory : "") + stubs +
         madeUpTables() + variables + assumptions + call;
}

std::string HarnessWriter::assumptionsText() {
  const std::string functions = assumptionFunctions();
  return kHelpers + declarations.structs() + functions;
}

uint32_t HarnessWriter::roomSize(const Buffer &buffer) {
  if (buffer.isGuessed && buffer.byteSize() == 0)
    return 0;
  return std::max<uint32_t>(buffer.byteSize(), 1);
}

// The other places are ahead of its own, whose end is its memory's. What calls
// have left between them is zero again.
std::string HarnessWriter::shiftText(uint32_t index) const {
  const Buffer &buffer = plan.buffers[index];
  return fmt::format(
      "  coverme_shifted_{0} = COVERME_SHIFTED({0}, "
      "coverme_in[{1}] == 0 ? 0 : {2} - coverme_in[{1}] * {3});\n"
      "  __builtin_memset(COVERME_SHIFTED({0}, {2}), 0, {2} + {4});\n",
      index, *buffer.shiftSlot, entry.alignment, buffer.shiftStep,
      roomSize(buffer));
}

std::string HarnessWriter::callFunction() {
  std::string body;
  for (uint32_t i = 0; i < plan.buffers.size(); ++i)
    if (plan.buffers[i].isOwned)
      body += takeText(i);
    else if (plan.buffers[i].countSlot)
      body += fmt::format(
          "  unsigned char *coverme_tail_{0} = COVERME_TAIL({0}, {1}, {2} * "
          "{3});\n",
          i, plan.buffers[i].image.byteSize, countText(plan.buffers[i]),
          plan.buffers[i].elementSize);
    else if (plan.buffers[i].shiftSlot)
      body += shiftText(i);
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
  for (const Stub &stub : plan.stubs)
    for (const Address &made : stub.madeObjects())
      body += fmt::format("  {} = {};\n", resultText(made.index),
                          pointerText(made, ""));
  std::vector<std::string> names, types;
  if (plan.isMain) {
    for (size_t i = 0; i < plan.words.size(); ++i)
      body += fmt::format("  if (coverme_in[{}] > {})\n"
                          "    coverme_words[coverme_count++] = (char *){};\n",
                          plan.wordCountSlot, i + 1, ownText(plan.words[i]));
    names = {"coverme_count", "coverme_words", "coverme_words + coverme_count"};
    types = {"int", "void *", "void *"};
    names.resize(entry.parameters.size());
    types.resize(entry.parameters.size());
  }
  body += placeOfResult(entry, names, types);
  for (uint32_t i = 0; i < plan.arguments.size(); ++i)
    body += argumentText(i, names, types);
  if (asksForBlocks(program, plan))
    body += "  COVERME_FORGET_BLOCKS();\n";
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
            "  int coverme_count = 1;\n" +
            fmt::format("  char *coverme_words[{}] = {{coverme_name}};\n",
                        plan.words.size() + 2);
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
    body += fmt::format("  __builtin_memcpy(&coverme_out[{}], {} + {}, {});\n",
                        i + 1, afterText(output.buffer), output.offset,
                        output.bytes * length);
    i += length;
  }
  return text + body + releaseAll() + "}\n";
}

std::string HarnessWriter::argumentText(uint32_t i,
                                        std::vector<std::string> &names,
                                        std::vector<std::string> &types) {
  names.push_back(fmt::format("coverme_{}", i));
  types.push_back(passedType(plan.arguments[i].type));
  return declaredText(plan.arguments[i], names.back());
}

std::string HarnessWriter::declaredText(const Argument &argument,
                                        const std::string &name) {
  const CType &own = type(argument.type);
  if (argument.isPointer)
    return fmt::format("  void *{} = {};\n", name,
                       pointerText(argument.address));
  std::string code;
  if (isPassedByReference(own)) {
    code += fmt::format("  {};\n",
                        declarations.declare(argument.type, name + "_object"));
    code += fill(argument.value, "&" + name + "_object");
    return code + fmt::format("  void *{0} = &{0}_object;\n", name);
  }
  code += fmt::format("  {};\n", declarations.declare(argument.type, name));
  return code + fill(argument.value, "&" + name);
}

std::string HarnessWriter::invocation(const std::vector<std::string> &names,
                                      const std::vector<std::string> &types) {
  const CType &result = type(entry.resultType);
  const bool isVoid =
      result.kind == CTypeKind::Void || isPassedByReference(result);
  const std::string resultText = isVoid ? "void" : resultType(entry.resultType);
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

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Harness.h"

#include "coverme/allocations.h"
#include "coverme/heap.h"
#include "coverme/runtime.h"
#include "frontend/c/harness/Fragments.h"
#include "frontend/c/harness/HarnessWriter.h"

#include <fmt/format.h>

namespace coverme {

std::string alignmentText(const Function &entry) {
  const bool isNeeded = (entry.flags & COVERME_FUNCTION_NeedsAlignment) != 0;
  return fmt::format("#define COVERME_ALIGNMENT {}\n"
                     "#define COVERME_TAIL_ALIGNMENT {}\n",
                     std::max(entry.alignment, 1U),
                     isNeeded ? entry.alignment : 1);
}

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
      "extern void *__coverme_guarded(unsigned long, unsigned long);\n"
      "{}"
      "extern void __coverme_end(void);\n"
      "struct coverme_room {{ unsigned char *begin; unsigned long size, "
      "isOwned, givenBack; unsigned char **place; }};\n"
      "struct coverme_room coverme_rooms[{}];\n"
      "unsigned long coverme_room_count = {};\n"
      "int " COVERME_SETTING_UP ", " COVERME_ROOMS_AHEAD ";\n"
      "#define COVERME_SET_UP(on) (" COVERME_SETTING_UP " = on)\n"
      "unsigned long " COVERME_USED_UP_STUBS ";\n"
      "#define COVERME_USED_UP(stub) (" COVERME_USED_UP_STUBS
      " |= 1UL << stub)\n"
      "extern void *__start_" COVERME_FUNCTIONS_SECTION
      "[] __attribute__((visibility(\"hidden\")));\n"
      "extern void *__start_" COVERME_GLOBALS_SECTION
      "[] __attribute__((visibility(\"hidden\"), weak));\n"
      "#define COVERME_EXTERN_C __attribute__((visibility(\"hidden\")))\n"
      "#define COVERME_ROOM(k, size) COVERME_ANY_ROOM(k, size, 0, 0)\n"
      "#define COVERME_ROOM_BEHIND(k, size, bytes) \\\n"
      "  COVERME_ANY_ROOM(k, size, bytes, 0)\n"
      "#define COVERME_OWN_ROOM(k, size) COVERME_ANY_ROOM(k, size, 0, 1)\n"
      "#define COVERME_ANY_ROOM(k, size, bytes, isOwned) \\\n"
      "  static unsigned char *coverme_room_##k; \\\n"
      "  __attribute__((constructor)) static void coverme_make_##k(void) {{ "
      "\\\n"
      "    coverme_room_##k = (unsigned char *)__coverme_guarded( \\\n"
      "        size + bytes, COVERME_ALIGNMENT) + bytes; \\\n"
      "    coverme_rooms[k] = (struct coverme_room){{coverme_room_##k, size, "
      "isOwned, 0, &coverme_room_##k}}; \\\n"
      "  }}\n"
      "#define COVERME_SHIFTED(k, bytes) \\\n"
      "  (coverme_room_##k - (" COVERME_ROOMS_AHEAD " ? 0 : (bytes)))\n"
      "#define COVERME_OWNED(k, most, bytes) \\\n"
      "  (coverme_room_##k + \\\n"
      "   ((most) - (bytes)) / COVERME_ALIGNMENT * COVERME_ALIGNMENT)\n"
      "#define COVERME_TAIL(k, most, bytes) \\\n"
      "  (coverme_room_##k + \\\n"
      "   (" COVERME_ROOMS_AHEAD " ? 0 : ((most) - (bytes)) / "
      "COVERME_TAIL_ALIGNMENT * COVERME_TAIL_ALIGNMENT))\n"
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
      "extern unsigned long " COVERME_BLOCK_LEFT_FUNCTION "(const void *);\n"
      "#define COVERME_BLOCK_LEFT " COVERME_BLOCK_LEFT_FUNCTION "\n"
      "#define COVERME_FORGET_BLOCKS()\n"
      "extern void " COVERME_COUNT_ALLOCATIONS "(unsigned long);\n"
      "#define COVERME_FAIL_ALLOCATION(which) " COVERME_COUNT_ALLOCATIONS
      "(which)\n"
      "{}\n"
      "void " COVERME_HARNESS
      "(const unsigned long long *in, unsigned long long *out) {{\n"
      "  coverme_call(in, out);\n"
      "}}\n",
      kHeaders, renamings, alignmentText(function),
      std::max<size_t>(function.plan.buffers.size(), 1),
      function.plan.buffers.size(), entry, callText(program, function));
}

} // namespace coverme

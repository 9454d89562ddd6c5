// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instrumented object in this process. Loading runs foreign constructors:
// only for forked workers, never for the process that the user started.
#ifndef COVERME_DRIVER_EXECUTE_LOADEDOBJECT_H
#define COVERME_DRIVER_EXECUTE_LOADEDOBJECT_H

#include "core/Program.h"
#include "coverme/runtime.h"
#include "coverme/start_blocks.h"
#include "coverme/texts.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace coverme {

struct CodeRange {
  uintptr_t begin, end;
  bool contains(uintptr_t address) const {
    return address >= begin && address < end;
  }
};

struct LoadedObject {
  decltype(&coverme_attach) attach;
  decltype(&coverme_call) call;
  decltype(&coverme_leave_call) leaveCall;
  uint8_t *states; // one byte per site
  // Of Program::globals; null: there are none.
  void *const *globals = nullptr;
  // The objects that its harness makes; none without one.
  std::span<coverme_room> rooms = {};
  uint64_t gap = 0; // bytes on each side of a room that nobody may touch
  int *roomsAhead = nullptr;      // COVERME_ROOMS_AHEAD, of a harness
  const int *settingUp = nullptr; // COVERME_SETTING_UP, of a harness
  // COVERME_USED_UP_STUBS, of a harness.
  const unsigned long *usedUpStubs = nullptr;
  // COVERME_ALLOCATIONS, where they may fail.
  const unsigned long *allocations = nullptr;
  // The interposers' functions that count what operators new and delete do;
  // null without interposers.
  decltype(&coverme_may_take) mayTake = nullptr;
  decltype(&coverme_count_memory) countMemory = nullptr;
  const uint64_t *fuel = nullptr; // what the running call has left
  // Of the libraries that it brought, and of the objects and archives in it
  // that are linked as they are.
  std::vector<CodeRange> notInstrumented = {};
  // Null without interposers.
  decltype(&coverme_note_texts) noteTexts = nullptr;
};

// Loads the object for the rest of this process's life and checks that its
// code matches the tables in `program`.
// Throws Error(BadInput) with dlerror's text or both values.
LoadedObject loadObject(const std::filesystem::path &sharedObject,
                        const Program &program);

} // namespace coverme

#endif

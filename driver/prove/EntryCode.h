// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry's code for all provers of a run, lowered when the first one asks.
#ifndef COVERME_DRIVER_PROVE_ENTRYCODE_H
#define COVERME_DRIVER_PROVE_ENTRYCODE_H

#include "ir/Lower.h"

#include <filesystem>
#include <optional>
#include <utility>
#include <variant>

namespace coverme {

class EntryCode {
public:
  // `object` is an instrumented object that holds its code.
  EntryCode(std::filesystem::path object, const Program &program,
            uint32_t entry)
      : program(program), entry(entry), object(std::move(object)) {}

  // The lowered code; null if it cannot be lowered.
  const LoweredEntry *get() {
    if (!result)
      result = lowerEntry(object, program, entry);
    return std::get_if<LoweredEntry>(&*result);
  }

  // Do runs of each input, with the objects that the plan makes, show what
  // calls of any caller do? They do not if something depends on what is no
  // input, or on what C leaves open; nor if there are several objects, or if
  // something depends on where one lies or on what is beside it.
  bool isToldByRuns();

  const Program &program;
  const uint32_t entry;

private:
  bool areRunsTelling();

  const std::filesystem::path object;
  std::optional<std::variant<LoweredEntry, NotLowered>> result;
  std::optional<bool> toldByRuns;
};

} // namespace coverme

#endif

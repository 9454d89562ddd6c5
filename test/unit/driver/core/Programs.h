// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs made by hand.
#ifndef COVERME_TEST_UNIT_DRIVER_CORE_PROGRAMS_H
#define COVERME_TEST_UNIT_DRIVER_CORE_PROGRAMS_H

#include "core/Program.h"

#include <string>
#include <utility>

namespace coverme::test {

// Adds a function without a result, with sites of its own; `entry` is what is
// reached before any of them. Returns its index.
inline uint32_t addFunction(Program &program, uint32_t siteCount,
                            Successors entry) {
  const auto index = static_cast<uint32_t>(program.functions.size());
  if (program.types.empty()) {
    program.types.emplace_back();
    program.types[0].kind = CTypeKind::Void;
  }
  Function function;
  function.name = "f" + std::to_string(index);
  function.caller = index;
  function.firstSite = static_cast<uint32_t>(program.sites.size());
  function.siteCount = siteCount;
  function.entry = std::move(entry);
  program.functions.push_back(std::move(function));
  for (uint32_t i = 0; i < siteCount; ++i) {
    Site site;
    site.function = index;
    site.operandKind = OperandKind::f64;
    program.sites.push_back(std::move(site));
  }
  return index;
}

// A number that fills a slot.
inline InputVariable input(const std::string &name, const std::string &typeName,
                           const Scalar &scalar) {
  return {name, typeName, scalar, Part::Whole, {}, {}, {}};
}

// Lets a branch lead to sites and call functions.
inline void connect(Program &program, uint32_t site, bool outcome,
                    Successors next) {
  program.sites[site].next[outcome] = std::move(next);
}

} // namespace coverme::test

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the symbol table of an ELF file says.
#ifndef COVERME_DRIVER_FRONTEND_C_SYMBOLS_H
#define COVERME_DRIVER_FRONTEND_C_SYMBOLS_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct Symbol {
  std::string name;
  uint64_t address = 0, bytes = 0; // address as linked, size
  bool isDefined = false;
  bool isGlobal = false, isWeak = false; // what is weak is global, too
  bool isThreadLocal = false;
  bool isFile = false; // names the source of the local ones that follow
  // A variable's value at first, if that is zero or one.
  std::optional<uint64_t> first;
};

// The symbols in the order of the table; for a library whose symbol table was
// stripped, the dynamic ones. Throws Error(BadInput) for what is no ELF file.
std::vector<Symbol> readSymbols(const std::filesystem::path &file);

} // namespace coverme

#endif

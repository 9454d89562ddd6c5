// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ObjectSymbols.h"

#include "coverme/abi.h"
#include "frontend/c/Symbols.h"
#include "support/Error.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <vector>

namespace coverme {

namespace fs = std::filesystem;

ObjectSymbols symbolsOf(const fs::path &object) {
  static constexpr std::array kForeign = {
      "__gcov_",        "llvm_gcda_",    "llvm_gcov_", "__asan_",
      "__ubsan_",       "__tsan_",       "__msan_",    "__sanitizer_",
      "__llvm_profile", "__cyg_profile", "__coverme",  "__gnu_lto",
      "__fentry__",     "mcount"};
  ObjectSymbols symbols;
  const std::vector<Symbol> all = readSymbols(object);
  symbols.isInstrumented = std::ranges::any_of(all, [](const Symbol &each) {
    return each.name == COVERME_ABI_SYMBOL_NAME;
  });
  for (const Symbol &symbol : all) {
    if (symbols.isInstrumented && symbol.name.starts_with("__coverme_"))
      continue;
    if (std::any_of(kForeign.begin(), kForeign.end(), [&](const char *start) {
          return symbol.name.starts_with(start);
        }))
      symbols.isPlain = false;
    if (!symbol.isGlobal || symbol.name.empty())
      continue;
    if (!symbol.isDefined)
      symbols.undefined.insert(symbol.name);
    else if (symbol.isWeak)
      symbols.weak.insert(symbol.name);
    else
      symbols.strong.insert(symbol.name);
    if (symbol.isDefined && symbol.name == "main")
      symbols.isPlain = false;
  }
  return symbols;
}

std::optional<ObjectSymbols> builtSymbols(const CompileCommand &command) {
  std::error_code error;
  if (command.output.empty() || !fs::is_regular_file(command.output, error))
    return std::nullopt;
  try {
    ObjectSymbols symbols = symbolsOf(command.output);
    symbols.isPlain &= fs::last_write_time(command.output, error) >=
                           fs::last_write_time(command.file, error) &&
                       !error;
    return symbols;
  } catch (const Error &) {
    return std::nullopt; // no ELF file: bitcode, maybe
  }
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/OpenVariables.h"

#include "frontend/c/Symbols.h"
#include "support/Error.h"

#include <map>
#include <optional>

namespace coverme {
namespace {

constexpr size_t kMostVariables = 8;

bool isOpen(const Program &program, const Global &global) {
  constexpr uint32_t kShared = COVERME_GLOBAL_Given | COVERME_GLOBAL_Declared;
  constexpr uint32_t kOwn = COVERME_GLOBAL_Static | COVERME_GLOBAL_Local;
  const CType &type = program.types[global.type];
  return (global.flags & kShared) != 0 && (global.flags & kOwn) == 0 &&
         type.kind == CTypeKind::Scalar && type.scalar.width <= 64 &&
         type.scalar.kind != ScalarKind::Unsupported;
}

// By name; nullopt: another value than zero or one. The first definition
// counts, as for a linker.
using ValuesByName = std::map<std::string, std::optional<uint64_t>>;

void addValuesByName(const std::filesystem::path &file, ValuesByName &values) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    return;
  try {
    for (const Symbol &symbol : readSymbols(file))
      if (symbol.isDefined && symbol.isGlobal)
        values.emplace(symbol.name, symbol.first);
  } catch (const Error &) {
    // An archive, or no object at all.
  }
}

} // namespace

std::vector<OpenVariable>
openVariables(const Program &program, uint32_t entry,
              const std::vector<std::filesystem::path> &files) {
  std::vector<std::string> names;
  for (const bool isWritten : {false, true})
    for (const GlobalUse &use : program.functions[entry].uses)
      if (const Global &global = program.globals[use.global];
          (use.flags & COVERME_PARAMETER_Loads) != 0 &&
          ((use.flags & COVERME_PARAMETER_Stores) != 0) == isWritten &&
          isOpen(program, global))
        names.push_back(global.name);
  if (names.empty())
    return {};
  ValuesByName values;
  for (const std::filesystem::path &file : files)
    addValuesByName(file, values);
  std::vector<OpenVariable> variables;
  for (const std::string &name : names)
    if (const auto first = values.find(name); first != values.end() &&
                                              first->second &&
                                              variables.size() < kMostVariables)
      variables.push_back({name, *first->second});
  return variables;
}

} // namespace coverme

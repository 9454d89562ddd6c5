// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/OpenVariables.h"

#include "frontend/c/Symbols.h"
#include "support/Error.h"

#include <algorithm>
#include <map>
#include <optional>

namespace coverme {
namespace {

constexpr size_t kMostVariables = 8;

constexpr uint32_t kMostBytes = 4096; // of one variable
constexpr unsigned kMostNested = 16;  // debug information may be anything

// Is it of numbers, pointers, and structs and arrays of these?
bool isPlain(const Program &program, uint32_t index, unsigned depth = 0) {
  const CType &type = program.types[index];
  if (depth == kMostNested)
    return false;
  switch (type.kind) {
  case CTypeKind::Scalar:
    return type.scalar.width <= 64 &&
           type.scalar.kind != ScalarKind::Unsupported;
  case CTypeKind::Pointer:
    return true;
  case CTypeKind::Array:
    return isPlain(program, type.element, depth + 1);
  case CTypeKind::Struct:
    return (type.flags & COVERME_TYPE_IS_OF_LIBRARY) == 0 &&
           std::ranges::all_of(type.members, [&](const Member &member) {
             return isPlain(program, member.type, depth + 1);
           });
  default:
    return false;
  }
}

bool isOpen(const Program &program, const Global &global) {
  constexpr uint32_t kShared = COVERME_GLOBAL_Given | COVERME_GLOBAL_Declared;
  constexpr uint32_t kOwn =
      COVERME_GLOBAL_Static | COVERME_GLOBAL_Local | COVERME_GLOBAL_Constant;
  const CType &type = program.types[global.type];
  return (global.flags & kShared) != 0 && (global.flags & kOwn) == 0 &&
         type.byteSize <= kMostBytes && isPlain(program, global.type);
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
  std::vector<const Global *> open;
  for (const bool isWritten : {false, true})
    for (const GlobalUse &use : program.functions[entry].uses)
      if (const Global &global = program.globals[use.global];
          (use.flags & COVERME_PARAMETER_Loads) != 0 &&
          ((use.flags & COVERME_PARAMETER_Stores) != 0) == isWritten &&
          isOpen(program, global))
        open.push_back(&global);
  if (open.empty())
    return {};
  ValuesByName values;
  for (const std::filesystem::path &file : files)
    addValuesByName(file, values);
  std::vector<OpenVariable> variables;
  for (const Global *global : open) {
    const auto first = values.find(global->name);
    if (first == values.end() || !first->second ||
        variables.size() == kMostVariables)
      continue;
    if (*first->second == 0 ||
        program.types[global->type].kind == CTypeKind::Scalar)
      variables.push_back({global->name, *first->second});
  }
  return variables;
}

} // namespace coverme

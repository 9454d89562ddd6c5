// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/StateNumbers.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string_view>

namespace coverme {
namespace {

// Tables are compared by their first numbers, as far as these are within so
// many bytes.
constexpr size_t kMostPerVariable = 64;
constexpr uint32_t kMostBytes = 16384;
constexpr size_t kMostVariables = 64;

uint32_t bytesTo(const ObjectNumber &number) {
  return number.offset + (number.scalar.width + 7) / 8;
}

// gcc's name for a static variable of a function in C: "count.0".
bool isNumbered(std::string_view symbol, std::string_view name) {
  if (!symbol.starts_with(name))
    return false;
  symbol.remove_prefix(name.size());
  return symbol.size() > 1 && symbol[0] == '.' &&
         std::all_of(symbol.begin() + 1, symbol.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

} // namespace

std::vector<StateVariable> stateVariables(const Program &program,
                                          const Function &entry) {
  std::vector<StateVariable> variables;
  for (const GlobalUse &use : entry.uses) {
    const Global &global = program.globals[use.global];
    if ((use.flags & COVERME_PARAMETER_Stores) == 0 ||
        (global.flags & COVERME_GLOBAL_ThreadLocal) != 0 ||
        variables.size() == kMostVariables)
      continue;
    StateVariable variable{
        use.global,
        numbersOf(program, global.type, global.name, kMostPerVariable)};
    std::erase_if(variable.numbers, [](const ObjectNumber &number) {
      return bytesTo(number) > kMostBytes;
    });
    if (!variable.numbers.empty())
      variables.push_back(std::move(variable));
  }
  return variables;
}

size_t numberCount(const std::vector<StateVariable> &variables) {
  size_t count = 0;
  for (const StateVariable &variable : variables)
    count += variable.numbers.size();
  return count;
}

uint64_t bitsIn(const char *variable, const ObjectNumber &number) {
  uint64_t bits = 0; // the machine has the lowest byte first
  std::memcpy(&bits, variable + number.offset, (number.scalar.width + 7) / 8);
  return bits;
}

std::vector<CodeVariable>
codeVariables(const Program &program,
              const std::vector<StateVariable> &variables) {
  std::vector<CodeVariable> all;
  for (const StateVariable &each : variables) {
    const Global &global = program.globals[each.global];
    uint32_t noted = 0;
    for (const ObjectNumber &number : each.numbers)
      noted = std::max(noted, bytesTo(number));
    all.push_back({global.name, global.linkageName,
                   (global.flags & COVERME_GLOBAL_Local) != 0,
                   program.types[global.type].byteSize, noted});
  }
  return all;
}

std::vector<Symbol> symbolsOf(const std::vector<Symbol> &symbols,
                              const CodeVariable &variable) {
  const auto all = [&](const auto &isIt) {
    std::vector<Symbol> found;
    for (const Symbol &symbol : symbols)
      if (symbol.isDefined && !symbol.isThreadLocal &&
          symbol.bytes == variable.bytes && isIt(symbol))
        found.push_back(symbol);
    return found;
  };
  std::vector<Symbol> found = all([&](const Symbol &symbol) {
    return symbol.name == variable.linkageName;
  });
  if (found.empty() && variable.isLocal)
    found = all([&](const Symbol &symbol) {
      return isNumbered(symbol.name, variable.name);
    });
  return found;
}

} // namespace coverme

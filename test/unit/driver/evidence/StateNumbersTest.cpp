// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/StateNumbers.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

Symbol symbolAt(const std::string &name, uint64_t address, uint64_t bytes = 4) {
  Symbol symbol;
  symbol.name = name;
  symbol.address = address;
  symbol.bytes = bytes;
  symbol.isDefined = true;
  return symbol;
}

std::vector<uint64_t> placesOf(const std::vector<Symbol> &symbols,
                               const CodeVariable &variable) {
  std::vector<uint64_t> places;
  for (const Symbol &symbol : symbolsOf(symbols, variable))
    places.push_back(symbol.address);
  return places;
}

using Places = std::vector<uint64_t>;

TEST(StateNumbers, FindsAVariableByItsName) {
  std::vector<Symbol> symbols = {symbolAt("count", 1), symbolAt("counts", 2),
                                 symbolAt("count.0", 3)};
  const CodeVariable variable{"count", "count", false, 4, 4};
  EXPECT_EQ(placesOf(symbols, variable), Places{1});
  symbols[0].bytes = 8;
  EXPECT_EQ(placesOf(symbols, variable), Places{}) << "of another type";
  symbols[0] = symbolAt("count", 1);
  symbols[0].isThreadLocal = true;
  EXPECT_EQ(placesOf(symbols, variable), Places{});
  symbols[0] = symbolAt("count", 1);
  symbols[0].isDefined = false;
  EXPECT_EQ(placesOf(symbols, variable), Places{});
}

TEST(StateNumbers, FindsAFunctionsVariableByANumber) {
  const std::vector<Symbol> byGcc = {
      symbolAt("count", 1),    symbolAt("count.0", 2),
      symbolAt("count.12", 3), symbolAt("count.x", 4),
      symbolAt("count.", 5),   symbolAt("count.3", 6, 8)};
  const CodeVariable variable{"count", "f.count", true, 4, 4};
  EXPECT_EQ(placesOf(byGcc, variable), (Places{2, 3}));
  EXPECT_EQ(
      placesOf({symbolAt("f.count", 1), symbolAt("count.0", 2)}, variable),
      Places{1})
      << "by clang";
}

TEST(StateNumbers, ReadsBitsOfTheNumbersWidth) {
  const char bytes[] = {1, 2, 3, 4, 5};
  EXPECT_EQ(bitsIn(bytes, {"", {ScalarKind::Unsigned, 16, {}}, 1}), 0x0302u);
  EXPECT_EQ(bitsIn(bytes, {"", {ScalarKind::Bool, 1, {}}, 4}), 5u);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Soundness: whatever random code does on random inputs of a box, the abstract
// interpreter has foreseen for the box. COVERME_FUZZ_FUNCTIONS and
// COVERME_FUZZ_SEED in the environment make it longer, and another.

#include "prove/interval/AbstractInterpreter.h"

#include "driver/ir/Interpreter.h"
#include "driver/ir/RandomCode.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace coverme {
namespace {

uint64_t fromEnvironment(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

bool contains(const Abstract &range, const Interpreter::Value &value) {
  switch (range.kind) {
  case Abstract::Kind::Unset:
    return false;
  case Abstract::Kind::Top:
    return true;
  case Abstract::Kind::Int:
    return contains(range.width, range.ints, value.bits);
  case Abstract::Kind::Pointer:
    return range.pointer.object == value.object &&
           contains(64, range.pointer.offset, value.bits);
  case Abstract::Kind::Float: {
    const FloatRange one =
        floatsOfBits(range.width, singleInt(range.width, value.bits));
    return one.nan ? range.floats.nan : range.floats.contains(one.low);
  }
  }
  return false;
}

std::string describe(const Abstract &range) {
  if (range.isInt())
    return fmt::format("[{:x}, {:x}] zeros {:x} ones {:x}", range.ints.low,
                       range.ints.high, range.ints.zeros, range.ints.ones);
  if (range.isFloat())
    return fmt::format("[{}, {}]{}", range.floats.low, range.floats.high,
                       range.floats.nan ? " or NaN" : "");
  return fmt::format("kind {}", static_cast<int>(range.kind));
}

// A position of the side: an end, near zero, or anywhere.
int64_t drawPosition(const OrdinalInterval &side, Random &random) {
  switch (random.below(5)) {
  case 0:
    return side.low +
           static_cast<int64_t>(std::min(side.gap(), random.below(3)));
  case 1:
    return side.high -
           static_cast<int64_t>(std::min(side.gap(), random.below(3)));
  case 2:
    return std::clamp<int64_t>(static_cast<int64_t>(random.below(7)) - 3,
                               side.low, side.high);
  default:
    return side.gap() == UINT64_MAX
               ? static_cast<int64_t>(random.bits())
               : side.low + static_cast<int64_t>(random.below(side.gap() + 1));
  }
}

Box drawBox(const InputSpace &inputs, Random &random) {
  Box box;
  for (size_t i = 0; i < inputs.size(); ++i) {
    OrdinalInterval side{inputs.lowest(i), inputs.highest(i)};
    if (random.below(3) != 0) {
      const int64_t a = drawPosition(side, random);
      // Often a small one.
      const uint64_t length = random.bits() >> random.below(64);
      const uint64_t room =
          static_cast<uint64_t>(side.high) - static_cast<uint64_t>(a);
      side = {a, a + static_cast<int64_t>(std::min(length, room))};
    }
    box.push_back(side);
  }
  return box;
}

struct Taken {
  std::vector<int64_t> positions;
  uint32_t site;
  bool outcome;
};

void checkFunction(uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  const code::Code code = RandomCode(seed).make();
  if (code.isIrreducible)
    return;
  const InputSpace inputs(code.inputs);
  Random random(seed ^ 0x5eed);
  AbstractInterpreter interpreter(code, inputs,
                                  {.unrolling = 4, .keepsRanges = true});
  for (int boxes = 0; boxes < 6; ++boxes) {
    const Box box = drawBox(inputs, random);
    if (!interpreter.run(box, {}, 100'000))
      continue; // nothing is claimed
    std::vector<Taken> all;
    for (int runs = 0; runs < 40; ++runs) {
      std::vector<int64_t> positions;
      std::vector<uint64_t> bits;
      for (size_t i = 0; i < inputs.size(); ++i) {
        positions.push_back(drawPosition(box[i], random));
        bits.push_back(inputs.fromOrdinal(i, positions[i]));
      }
      Interpreter::Hooks hooks;
      bool isInside = true;
      hooks.computed = [&](code::ValueId id, const Interpreter::Value &value) {
        if (!contains(interpreter.range(id), value) && isInside) {
          isInside = false;
          ADD_FAILURE() << "value " << id << " of operation "
                        << static_cast<int>(code.values[id].op) << " is "
                        << std::hex << value.bits << ", not in "
                        << describe(interpreter.range(id));
        }
      };
      hooks.decided = [&](uint32_t site, bool outcome) {
        EXPECT_TRUE(interpreter.isPossible({site, outcome}))
            << "site " << site << " " << outcome;
        all.push_back({positions, site, outcome});
      };
      Interpreter(code, hooks, random.bits()).run(bits, 2000);
      if (testing::Test::HasFailure())
        return;
    }
    // What takes a branch is in the box that is left of it.
    for (int i = 0; i < 6 && !all.empty(); ++i) {
      const Taken &taken = all[random.below(all.size())];
      if (!interpreter.runTo(box, {taken.site, taken.outcome}, 100'000))
        continue;
      const auto &reaching = interpreter.reaching();
      ASSERT_TRUE(reaching) << "site " << taken.site << " " << taken.outcome;
      for (size_t k = 0; k < inputs.size(); ++k) {
        EXPECT_LE((*reaching)[k].low, taken.positions[k]);
        EXPECT_GE((*reaching)[k].high, taken.positions[k]);
      }
      if (testing::Test::HasFailure())
        return;
    }
  }
}

TEST(AbstractInterpreterFuzz, EveryConcreteRunIsWithinTheAbstractOne) {
  const uint64_t functions = fromEnvironment("COVERME_FUZZ_FUNCTIONS", 150);
  const uint64_t first = fromEnvironment("COVERME_FUZZ_SEED", 1);
  for (uint64_t i = 0; i < functions && !HasFailure(); ++i)
    checkFunction(first + i);
}

} // namespace
} // namespace coverme

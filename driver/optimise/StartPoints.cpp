// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/StartPoints.h"

#include "optimise/RandomSearch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>
#include <set>

namespace coverme {
namespace {

// A list without repetitions, in order of first appearance.
class ValueList {
public:
  void add(uint64_t bits) {
    if (seen.insert(bits).second)
      values.push_back(bits);
  }
  std::vector<uint64_t> take() { return std::move(values); }

  // Puts what was added since the last call in random order.
  void shuffleNewest(Random &random) {
    for (size_t i = values.size(); i > settled + 1; --i)
      std::swap(values[i - 1], values[settled + random.below(i - settled)]);
    settled = values.size();
  }

private:
  std::set<uint64_t> seen;
  std::vector<uint64_t> values;
  size_t settled = 0;
};

void addFloatSpecials(const InputSpace &space, size_t i, ValueList &list) {
  const FloatLayout format(space[i].width);
  for (const double plain : {0.0, 1.0, 2.0, 0.5, 3.0, 10.0, 1.5})
    for (const uint64_t sign : {uint64_t{0}, format.sign()})
      list.add(space.fromReal(i, plain) | sign);
  const uint64_t infinity = format.infinity();
  for (const uint64_t special : {
           infinity, format.quietNan(),
           infinity + 1,              // signalling NaN, payload in the low word
           uint64_t{1},               // smallest subnormal
           format.mantissaMask(),     // largest subnormal
           format.mantissaMask() + 1, // smallest normal
           infinity - 1,              // largest
       })
    for (const uint64_t sign : {uint64_t{0}, format.sign()})
      list.add(special | sign);
}

// Exact and one to either side, with both signs.
void addFloatAround(const InputSpace &space, size_t i, double value,
                    ValueList &list) {
  const uint64_t sign = FloatLayout(space[i].width).sign();
  const int64_t center = space.ordinal(i, space.fromReal(i, std::fabs(value)));
  for (const int64_t offset : {0, 1, -1}) {
    if (offset > space.highest(i) - center)
      continue; // the last NaN
    const uint64_t bits = space.fromOrdinal(i, center + offset);
    list.add(bits);
    list.add(bits ^ sign);
  }
}

// Where integers of common widths, and fractions, end: 2^k and its neighbours.
void addPowersOfTwo(const InputSpace &space, size_t i, ValueList &list) {
  for (const int exponent : {23, 24, 31, 32, 52, 53, 63, 64})
    addFloatAround(space, i, std::ldexp(1.0, exponent), list);
}

// An integer constant that a float meets is a value, a high word (of a double,
// or the whole of a float), or a low word.
void addFloatFromInteger(const InputSpace &space, size_t i, int64_t value,
                         ValueList &list) {
  const FloatLayout format(space[i].width);
  if (value >= -(int64_t{1} << 32) && value <= (int64_t{1} << 32)) {
    const auto word = static_cast<uint32_t>(value);
    for (const uint64_t sign : {uint64_t{0}, format.sign()})
      if (format.width == 32) {
        for (const uint32_t near : {word, word - 1, word + 1})
          list.add(near ^ sign);
      } else {
        const uint64_t high = uint64_t{word} << 32;
        for (const uint64_t near : {high, high - 1, high + 1, high | UINT32_MAX,
                                    high + (uint64_t{1} << 32)})
          list.add(near ^ sign);
        list.add(word ^ sign);
        list.add((format.infinity() | word) ^ sign);
      }
  }
  if (value >= -(int64_t{1} << 20) && value <= int64_t{1} << 20)
    addFloatAround(space, i, static_cast<double>(value), list);
}

// Sign and exponent of a long double: of one, its neighbours, zero, infinities
// and NaNs, and where doubles end.
void addExponents(ValueList &list) {
  constexpr uint64_t kSign = 0x8000;
  for (const uint64_t exponent :
       {0x3fff, 0x4000, 0x3ffe, 0, 0x7fff, 1, 0x7ffe, 0x43fe, 0x43ff, 0x3c01,
        0x3c00, 0x403e, 0x3f8b})
    for (const uint64_t sign : {uint64_t{0}, kSign})
      list.add(exponent | sign);
}

void addIntegerSpecials(const InputSpace &space, size_t i, ValueList &list) {
  for (int small = 0; small <= 4; ++small)
    for (const int value : {small, -small})
      list.add(space.fromReal(i, value)); // the end where it has no sign
  for (const int64_t edge : {space.lowest(i), space.lowest(i) + 1,
                             space.highest(i), space.highest(i) - 1})
    list.add(space.fromOrdinal(i, edge));
}

std::vector<uint64_t> valuesOf(const InputSpace &space, size_t i,
                               const std::vector<Constant> &constants,
                               const SearchComponents &components,
                               Random &random) {
  ValueList list;
  list.add(space.fromReal(i, 0)); // there is always something
  for (const uint64_t enumerator : space[i].enumerators)
    list.add(enumerator);
  if (components.specials && space[i].isFloat())
    addFloatSpecials(space, i, list);
  else if (space[i].kind == ScalarKind::Exponent)
    addExponents(list);
  else if (components.specials)
    addIntegerSpecials(space, i, list);
  list.shuffleNewest(random);
  for (const Constant &constant :
       components.constants ? constants : std::vector<Constant>()) {
    const auto integer = static_cast<int64_t>(constant.bits);
    if (constant.kind == ScalarKind::Float) {
      const double value = floatValue(constant.width, constant.bits);
      if (space[i].isFloat())
        addFloatAround(space, i, value, list);
      else
        list.add(space.fromReal(i, value));
    } else if (space[i].isFloat()) {
      addFloatFromInteger(space, i, integer, list);
    } else {
      for (const uint64_t near :
           {constant.bits, constant.bits - 1, constant.bits + 1})
        if (const auto ordinal = static_cast<int64_t>(near);
            space[i].kind != ScalarKind::Bool &&
            (space[i].enumerators.empty() || space[i].takesOthers))
          list.add(
              truncateToWidth(static_cast<uint64_t>(ordinal), space[i].width));
    }
  }
  list.shuffleNewest(random);
  if (components.specials && space[i].isFloat())
    addPowersOfTwo(space, i, list);
  list.shuffleNewest(random);
  std::vector<uint64_t> values = list.take();
  if (space.isRestricted()) {
    std::erase_if(values,
                  [&](uint64_t bits) { return space.within(i, bits) != bits; });
    for (const int64_t end : {space.lowest(i), space.highest(i)})
      if (const uint64_t bits = space.fromOrdinal(i, end);
          std::find(values.begin(), values.end(), bits) == values.end())
        values.push_back(bits);
  }
  return values;
}

} // namespace

StartPoints::StartPoints(const InputSpace &space,
                         const std::vector<Constant> &constants,
                         const SearchComponents &components, Random &random)
    : space(space), hasShapes(components.shapes) {
  for (size_t i = 0; i < space.size(); ++i) {
    // Scalars of one type share their list, order and all: on the diagonal of
    // the cross product they are equal.
    size_t twin = 0;
    while (twin < i && !(space[twin] == space[i]))
      ++twin;
    values.push_back(twin < i
                         ? values[twin]
                         : valuesOf(space, i, constants, components, random));
  }
}

std::optional<Input> StartPoints::Fixed::next() {
  const std::vector<std::vector<uint64_t>> &values = starts.values;
  if (values.empty())
    return std::nullopt;
  const size_t firstCount = values[0].size();
  const size_t secondCount = values.size() == 1 ? 1 : values[1].size();
  for (; sum < firstCount + secondCount - 1; ++sum, first = 0) {
    // The second index is within its list too.
    if (sum >= secondCount)
      first = std::max(first, sum - secondCount + 1);
    if (first > std::min(sum, firstCount - 1))
      continue;
    Input input(values.size());
    for (size_t i = 0; i < values.size(); ++i)
      input[i] =
          values[i][(i % 2 == 0 ? first : sum - first) % values[i].size()];
    ++first;
    return input;
  }
  return std::nullopt;
}

uint64_t StartPoints::drawFloat(size_t i, Random &random) const {
  const FloatLayout format(space[i].width);
  const uint64_t uniform = truncateToWidth(random.bits(), format.width);
  switch (random.below(5)) {
  case 0:
    return uniform;
  case 4: { // a power of two, or a small multiple of one
    const auto exponent = static_cast<int>(random.below(41)) - 20;
    const double odd = 1.0 + 2.0 * static_cast<double>(random.below(3));
    return space.fromReal(i, std::ldexp(odd, exponent)) |
           (random.below(2) != 0 ? format.sign() : 0);
  }
  case 1: { // any exponent as likely as any other, few mantissa bits
    const uint64_t kept = random.below(format.mantissaBits + 1);
    const uint64_t cut = format.mantissaBits - kept;
    return uniform >> cut << cut;
  }
  case 2: { // near one: the exponents that arithmetic meets most
    const auto scale = static_cast<int>(random.below(13)) - 6;
    return space.fromReal(i, random.normal() * std::pow(10.0, scale));
  }
  default: { // halves of small integers, and their neighbours
    const double half =
        std::nearbyint(random.normal() * std::exp2(random.below(12)));
    const int64_t ordinal = space.ordinal(i, space.fromReal(i, half / 2));
    return space.fromOrdinal(i, ordinal +
                                    static_cast<int64_t>(random.below(7)) - 3);
  }
  }
}

uint64_t StartPoints::drawScalar(size_t i, Random &random) const {
  if (random.below(2) == 0)
    return values[i][random.below(values[i].size())];
  if (space[i].isFloat())
    return space.within(i, drawFloat(i, random));
  if (space[i].kind == ScalarKind::Exponent)
    return truncateToWidth(0x3fff + random.below(129) - 64, 15) |
           random.below(2) << 15;
  const auto low = static_cast<uint64_t>(space.lowest(i));
  const uint64_t range = static_cast<uint64_t>(space.highest(i)) - low;
  // Small numbers as often as large ones.
  const uint64_t drawn = random.bits() >> random.below(64);
  const uint64_t offset = range == UINT64_MAX ? drawn : drawn % (range + 1);
  if (space[i].kind != ScalarKind::Signed || !space[i].enumerators.empty())
    return space.fromOrdinal(i, static_cast<int64_t>(low + offset));
  return space.within(
      i, truncateToWidth(random.below(2) != 0 ? 0 - offset : offset,
                         space[i].width));
}

Input StartPoints::drawPlain(Random &random) const {
  constexpr std::array kFloats{0.0, 1.0, -1.0, 2.0, 0.5, -0.25, 3.0, 10.0};
  constexpr uint64_t kIntegers = 5;
  // Where numbers are indices of what others count, nearly all of them have to
  // be small for one input to fit.
  const uint64_t integers =
      random.below(2) != 0 ? kIntegers : 2 + random.below(2);
  Input input;
  for (size_t i = 0; i < space.size(); ++i) {
    const Scalar &scalar = space[i];
    uint64_t bits = 0;
    if (!scalar.enumerators.empty())
      bits = scalar.enumerators[random.below(scalar.enumerators.size())];
    else if (scalar.kind == ScalarKind::Exponent)
      bits = drawScalar(i, random);
    else if (scalar.isFloat())
      bits = space.fromReal(i, kFloats[random.below(kFloats.size())]);
    else
      bits = space.fromReal(i, static_cast<double>(random.below(integers)));
    input.push_back(space.within(i, bits));
  }
  return input;
}

Input StartPoints::drawOfOneMagnitude(Random &random) const {
  const double most = std::exp2(2 + random.below(11));
  const bool isWhole = random.below(2) != 0, isSigned = random.below(2) != 0;
  Input input;
  for (size_t i = 0; i < space.size(); ++i) {
    const Scalar &scalar = space[i];
    const double drawn =
        most * (isSigned ? 2 * random.unit() - 1 : random.unit());
    input.push_back(
        !scalar.enumerators.empty() || scalar.kind == ScalarKind::Exponent
            ? drawScalar(i, random)
            : space.within(
                  i, space.fromReal(i, isWhole ? std::round(drawn) : drawn)));
  }
  return input;
}

Input StartPoints::draw(Random &random) const {
  if (!hasShapes)
    return uniformInput(space, random);
  Input input(space.size());
  for (size_t i = 0; i < input.size(); ++i) {
    input[i] = drawScalar(i, random);
    if (i == 0 || random.below(4) != 0)
      continue;
    const size_t j = random.below(i);
    if (space[j].kind != space[i].kind || space[j].width != space[i].width ||
        !space[i].isFloat())
      continue;
    const FloatLayout format(space[i].width);
    switch (random.below(3)) {
    case 0:
      input[i] = input[j];
      break;
    case 1:
      input[i] = input[j] ^ format.sign();
      break;
    default: // the same exponent
      input[i] =
          (input[j] & format.infinity()) | (input[i] & ~format.infinity());
    }
    input[i] = space.within(i, input[i]);
  }
  return input;
}

} // namespace coverme

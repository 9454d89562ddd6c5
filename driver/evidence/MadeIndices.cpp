// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/MadeIndices.h"

#include <algorithm>
#include <array>

namespace coverme {
namespace {

// Of one crash. Each costs a process.
constexpr size_t kMaxTries = 150;

bool mayBeIndex(const InputVariable &input) {
  constexpr unsigned kLeastWidth = 16;
  const Scalar &scalar = input.scalar;
  const bool isBounded = input.least || (input.greatest && !input.isCapped);
  return (scalar.kind == ScalarKind::Signed ||
          scalar.kind == ScalarKind::Unsigned) &&
         scalar.width >= kLeastWidth && scalar.enumerators.empty() &&
         input.part == Part::Whole && !isBounded && !input.isSize;
}

// Those that are not zero come first: simple inputs have no others without a
// reason.
std::vector<uint32_t> indices(const InputPlan &plan, const Input &input) {
  std::vector<uint32_t> slots;
  for (const Buffer &buffer : plan.buffers)
    for (const Image *image : {&buffer.image, &buffer.ahead})
      for (const Cell &cell : image->cells)
        if (mayBeIndex(plan.inputs[cell.slot]))
          slots.push_back(cell.slot);
  std::ranges::stable_partition(
      slots, [&](uint32_t slot) { return input[slot] != 0; });
  return slots;
}

// Where the code goes less far: the other way, or a part of the way.
std::array<uint64_t, 4> nearer(const Scalar &scalar, uint64_t value) {
  const uint64_t opposite = truncateToWidth(-value, scalar.width);
  const uint64_t magnitude =
      scalar.kind == ScalarKind::Signed && (value >> (scalar.width - 1)) != 0
          ? opposite
          : value;
  return {opposite, magnitude >> 4, magnitude >> 8, magnitude >> 24};
}

} // namespace

bool crashesByMadeIndex(
    const InputPlan &plan, const Input &input, const Fault &fault,
    const std::function<std::optional<Fault>(const Input &)> &again) {
  // A null pointer is the mistake itself, whatever is added to it.
  if (fault.place == Fault::Place::NearNull)
    return false;
  size_t tries = 0;
  const auto faultOf = [&](const Input &other) -> std::optional<Fault> {
    return ++tries > kMaxTries ? std::nullopt : again(other);
  };
  // Addresses may be others from run to run, and then tell nothing.
  if (const std::optional<Fault> second = faultOf(input);
      !second || second->address != fault.address)
    return false;
  const auto addressFor = [&](uint32_t slot, uint64_t value) -> uint64_t {
    Input other = input;
    other[slot] = truncateToWidth(value, plan.inputs[slot].scalar.width);
    const std::optional<Fault> moved = faultOf(other);
    return moved ? moved->address : 0;
  };
  const auto moves = [&](uint32_t slot, uint64_t value, uint64_t address) {
    return std::ranges::any_of(std::array{value + 1, value - 1},
                               [&](uint64_t next) {
                                 const uint64_t moved = addressFor(slot, next);
                                 return moved != 0 && moved != address;
                               });
  };
  return std::ranges::any_of(indices(plan, input), [&](uint32_t slot) {
    if (fault.address != 0)
      return moves(slot, input[slot], fault.address);
    return input[slot] != 0 &&
           std::ranges::any_of(
               nearer(plan.inputs[slot].scalar, input[slot]),
               [&](uint64_t value) {
                 const uint64_t address = addressFor(slot, value);
                 return address != 0 && moves(slot, value, address);
               });
  });
}

} // namespace coverme

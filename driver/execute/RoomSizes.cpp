// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/RoomSizes.h"

#include "core/ElementNames.h"

#include <algorithm>

namespace coverme {
namespace {

// Plain inputs have small counts, so what they want is what the code asks for:
// a constant, such as the samples of a frame, or a product of counts. Larger
// objects would be too much of anything.
constexpr uint64_t kMostBytes = 65536;
// Other inputs may have any count. Where they take what no call has covered:
constexpr uint64_t kOpenBytes = 2048;
constexpr uint64_t kOpenElements = 8;
// Elsewhere:
constexpr uint64_t kBytes = 128;
// Ahead of where a pointer leads. A call ends where it first goes further, so
// that each growth but the first is eightfold.
constexpr uint64_t kMostAhead = 16384;
// Places that are further away say no more.
constexpr int64_t kFarthest = int64_t{1} << 40;
// Where the elements lead to more objects.
constexpr uint64_t kLeadingBytes = 64;
constexpr uint64_t kElements = 2;

} // namespace

void limitRooms(const InputPlan &plan, bool canGrow, const CallLog &log) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer &buffer = plan.buffers[i];
    RoomRecord &record = log.rooms[i];
    record = {};
    record.mayBeOwned = canGrow && !buffer.isOwned && !buffer.isStream;
    if (!buffer.isGuessed)
      continue;
    const uint64_t element = std::max<uint32_t>(buffer.elementSize, 1);
    record.plainLimit = record.openLimit = record.limit = RoomRecord::kStays;
    if (!canGrow)
      continue;
    if (buffer.growsAhead && buffer.ahead.byteSize < kMostAhead)
      record.aheadLimit = kMostAhead - buffer.ahead.byteSize;
    const uint64_t ahead = buffer.ahead.byteSize;
    record.plainLimit = ahead + kMostBytes;
    record.openLimit =
        ahead +
        std::min(std::max(kOpenBytes, kOpenElements * element), kMostBytes);
    const uint64_t bytes =
        buffer.image.addresses.empty() ? kBytes : kLeadingBytes;
    record.limit =
        ahead + std::min(std::max(bytes, kElements * element), kMostBytes);
  }
}

std::set<std::string> givenBack(const InputPlan &plan, const CallLog &log) {
  std::set<std::string> names;
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    if (log.rooms[i].isGivenBack)
      names.insert(plan.buffers[i].name);
  return names;
}

std::vector<GuessedSize>
guessedSizes(const InputPlan &plan, const CallLog &log,
             const std::map<std::string, uint32_t> &learnt) {
  std::vector<GuessedSize> sizes;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer &buffer = plan.buffers[i];
    const int64_t element = std::max<uint32_t>(buffer.elementSize, 1);
    // What the code under test may have written over.
    const int64_t met = std::clamp(log.rooms[i].beyond, -kFarthest, kFarthest);
    if (met == 0 && buffer.ahead.byteSize == 0 &&
        !learnt.contains(siblingsOf(buffer.name)))
      continue;
    const auto elements = [&](uint32_t bytes) {
      return static_cast<uint32_t>(bytes / element);
    };
    sizes.push_back({buffer.name, elements(buffer.image.byteSize),
                     elements(buffer.ahead.byteSize), std::nullopt});
    const int64_t beyond = met - int64_t{buffer.ahead.byteSize};
    if (met != 0)
      sizes.back().met = beyond / element - (beyond % element < 0);
  }
  return sizes;
}

std::map<std::string, uint32_t>
wantedElements(const InputPlan &plan, const CallLog &log,
               const std::map<std::string, uint32_t> &learnt) {
  std::map<std::string, uint32_t> elements;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer &buffer = plan.buffers[i];
    const uint64_t element = std::max<uint32_t>(buffer.elementSize, 1);
    // What the code under test may have written over.
    uint64_t wanted =
        std::min(log.rooms[i].wanted, kMostBytes + buffer.ahead.byteSize);
    const uint64_t size = buffer.image.byteSize;
    if (!buffer.isGuessed || wanted <= buffer.byteSize())
      continue;
    wanted -= buffer.ahead.byteSize;
    const std::string siblings = siblingsOf(buffer.name);
    if (learnt.contains(siblings))
      wanted = std::max(wanted, std::min(2 * size, kOpenBytes));
    uint32_t &most = elements[siblings];
    most =
        std::max(most, static_cast<uint32_t>((wanted + element - 1) / element));
  }
  return elements;
}

std::map<std::string, uint32_t>
wantedAhead(const InputPlan &plan, const CallLog &log,
            const std::map<std::string, uint32_t> &learnt) {
  std::map<std::string, uint32_t> elements;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer &buffer = plan.buffers[i];
    const uint64_t more = std::min(log.rooms[i].wantedAhead, kMostBytes);
    if (!buffer.growsAhead || more == 0)
      continue;
    const uint64_t element = std::max<uint32_t>(buffer.elementSize, 1);
    const uint64_t size = buffer.ahead.byteSize;
    const std::string siblings = siblingsOf(buffer.name);
    uint64_t wanted = std::min(size + more, kMostAhead);
    if (learnt.contains(siblings))
      wanted = std::max(wanted, std::min(8 * size, kMostAhead));
    if (wanted <= size)
      continue;
    uint32_t &most = elements[siblings];
    most =
        std::max(most, static_cast<uint32_t>((wanted + element - 1) / element));
  }
  return elements;
}

} // namespace coverme

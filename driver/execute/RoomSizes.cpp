// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/RoomSizes.h"

#include "core/ElementNames.h"

#include <algorithm>
#include <cassert>

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
constexpr uint64_t kElements = 2;
// Where the elements lead to more objects, each of which has inputs of its own
// and takes its time to compile.
constexpr uint64_t kOpenLeadingBytes = 256;
constexpr uint64_t kLeadingBytes = 64;

uint32_t sizeOfElement(const Buffer &buffer) {
  return std::max<uint32_t>(buffer.elementSize, 1);
}

// The bytes that calls may have which take what no call has covered.
uint64_t openBytes(const Buffer &buffer) {
  return std::min(
      std::max(buffer.holdsPointers ? kOpenLeadingBytes : kOpenBytes,
               kOpenElements * sizeOfElement(buffer)),
      kMostBytes);
}

// As many elements as hold so many bytes are wanted.
void want(const Buffer &buffer, uint64_t bytes,
          std::map<std::string, uint32_t> &elements) {
  const uint64_t size = sizeOfElement(buffer);
  uint32_t &most = elements[siblingsOf(buffer.name)];
  most = std::max(most, static_cast<uint32_t>((bytes + size - 1) / size));
}

} // namespace

int64_t elementAt(const Buffer &buffer, int64_t offset) {
  constexpr int64_t kFarthest = int64_t{1} << 40;
  const int64_t size = sizeOfElement(buffer);
  const int64_t bytes = std::clamp(offset, -kFarthest, kFarthest) -
                        int64_t{buffer.ahead.byteSize};
  return bytes / size - (bytes % size < 0);
}

void limitRooms(const InputPlan &plan, bool canGrow, const CallLog &log) {
  assert(log.rooms.size() == plan.buffers.size());
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer &buffer = plan.buffers[i];
    RoomRecord &record = log.rooms[i];
    record = {};
    record.mayBeOwned = canGrow && !buffer.isOwned && !buffer.isStream;
    record.isGiven = !buffer.isGuessed;
    if (record.isGiven)
      continue;
    const uint64_t element = sizeOfElement(buffer);
    record.plainLimit = record.openLimit = record.limit = RoomRecord::kStays;
    if (!canGrow)
      continue;
    const uint64_t ahead = buffer.ahead.byteSize;
    if (buffer.growsAhead && ahead < kMostAhead)
      record.aheadLimit = kMostAhead - ahead;
    record.plainLimit = ahead + kMostBytes;
    record.openLimit = ahead + openBytes(buffer);
    const uint64_t bytes = buffer.holdsPointers ? kLeadingBytes : kBytes;
    record.limit =
        ahead + std::min(std::max(bytes, kElements * element), kMostBytes);
  }
}

std::set<std::string> givenBack(const InputPlan &plan, const CallLog &log) {
  std::set<std::string> names;
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    if (log.rooms[i].isGivenBack)
      names.insert(siblingsOf(plan.buffers[i].name));
  return names;
}

std::vector<GuessedSize>
guessedSizes(const InputPlan &plan, const CallLog &log,
             const std::map<std::string, uint32_t> &learnt) {
  std::vector<GuessedSize> sizes;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer &buffer = plan.buffers[i];
    const int64_t beyond = log.rooms[i].beyond;
    const bool isGrown =
        buffer.ahead.byteSize != 0 || learnt.contains(siblingsOf(buffer.name));
    if (beyond == 0 && !isGrown)
      continue;
    sizes.push_back({buffer.name, buffer.image.byteSize / sizeOfElement(buffer),
                     buffer.ahead.byteSize / sizeOfElement(buffer),
                     std::nullopt, isGrown && buffer.isGuessed});
    if (beyond != 0)
      sizes.back().met = elementAt(buffer, beyond);
  }
  for (const Stub &stub : plan.stubs)
    if (learnt.contains(siblingsOf(stub.called)))
      sizes.push_back({stub.called, stub.results.count, 0, std::nullopt, true});
  return sizes;
}

std::map<std::string, uint32_t>
wantedElements(const InputPlan &plan, const CallLog &log,
               const std::map<std::string, uint32_t> &learnt) {
  std::map<std::string, uint32_t> elements;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer &buffer = plan.buffers[i];
    // What the code under test may have written over.
    uint64_t wanted =
        std::min(log.rooms[i].wanted, kMostBytes + buffer.ahead.byteSize);
    if (!buffer.isGuessed || wanted <= buffer.byteSize())
      continue;
    wanted -= buffer.ahead.byteSize;
    if (learnt.contains(siblingsOf(buffer.name)))
      wanted = std::max<uint64_t>(
          wanted, std::min<uint64_t>(uint64_t(2) * buffer.image.byteSize,
                                     openBytes(buffer)));
    want(buffer, wanted, elements);
  }
  return elements;
}

std::map<std::string, uint32_t> wantedAhead(const InputPlan &plan,
                                            const CallLog &log) {
  std::map<std::string, uint32_t> elements;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer &buffer = plan.buffers[i];
    // What the code under test may have written over.
    const uint64_t more = std::min(log.rooms[i].wantedAhead, kMostAhead);
    const uint64_t size = buffer.ahead.byteSize;
    if (buffer.growsAhead && more != 0 && size < kMostAhead)
      want(buffer, std::min(std::max(size + more, 8 * size), kMostAhead),
           elements);
  }
  return elements;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function does by itself with what its parameters point to, and which
// functions it passes such addresses to.
#ifndef COVERME_PASS_POINTEEEVENTS_H
#define COVERME_PASS_POINTEEEVENTS_H

#include "Places.h"

#include "coverme/abi.h"

#include "llvm/ADT/BitVector.h"

#include <optional>
#include <vector>

namespace coverme::pass {

// The farthest offset in bytes that is followed. What is further away has no
// influence on reach, and makes a read one of any bytes. As large as objects
// become whose size nobody says (driver/execute/RoomSizes.cpp).
inline constexpr unsigned kFarthest = 65536;

/// All that code may do that is given an address.
inline constexpr uint32_t kAnything =
    COVERME_PARAMETER_Loads | COVERME_PARAMETER_Stores |
    COVERME_PARAMETER_Compares | COVERME_PARAMETER_Afar;

/// The bytes of an access of `size` at `place`; none if they are not all known
/// and close enough.
std::optional<coverme_range> rangeOf(const Place &place, uint64_t size);

/// What a function does with one pointee.
struct PointeeSummary {
  uint32_t reach = 0;
  bool readsAny = false;
  uint32_t flags = 0;                // coverme_parameter_flag, but ReadsAny
  bool isReturned = false;           // the address
  llvm::BitVector read;              // up to the last one, or kFarthest
  llvm::BitVector written;           // the same; whenever the function returns
  llvm::Type *elementType = nullptr; // of all elements that have one
  bool isMixed = false;              // there are elements of several types

  bool operator==(const PointeeSummary &) const = default;

  /// Adds the type of an element; null: of several types.
  void addElement(llvm::Type *type) {
    isMixed |= !type || (elementType && type != elementType);
    elementType = isMixed ? nullptr : type;
  }
};

struct PointeeNode;

/// What happens to a pointee, in the order of the dominator tree: all between
/// Enter and Leave is dominated by what is ahead of it.
struct PointeeEvent {
  // Back: from a call, a second event for each Call. An address may be passed
  // twice, so what is written is told once all that is read has been.
  enum Kind { Read, Write, Call, Back, Return, Enter, Leave } kind;
  Place place = {};
  uint64_t size = 0;             // Read, Write
  PointeeNode *callee = nullptr; // Call, Back
  unsigned parameter = 0;        // Call, Back: the callee's
  bool isResultUsed = false;     // Call
};

/// A function, in the graph of calls that pass such addresses.
struct PointeeNode {
  llvm::Function *function = nullptr;
  // What the function does itself, by parameter; without `read` and `written`.
  std::vector<PointeeSummary> own;
  // The same with its callees; preliminary within a cycle of calls.
  std::vector<PointeeSummary> full;
  std::vector<PointeeEvent> events;
  std::vector<PointeeNode *> callees;
  unsigned component = 0; // of the graph of calls, from 1 on once known
};

/// For look-up only.
using PointeeNodes = llvm::DenseMap<const llvm::Function *, PointeeNode *>;

/// Fills in the `own`, `events` and `callees` of a node with a function.
void collectEvents(PointeeNode &node, const PointeeNodes &nodes);

} // namespace coverme::pass

#endif

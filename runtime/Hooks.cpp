// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hooks that instrumented code calls: three-line shells around one inline
// function. They never allocate, print, throw or exit.

#include "Session.h"
#include "coverme/Distance.h"

#include <type_traits>

namespace coverme {
namespace {

// Notes a visit of the site: the outcome taken, and the distance to the other.
void recordVisit(coverme_session &session, uint32_t site, bool taken,
                 Rank distanceToOther) {
  coverme_visit &visit = session.visits[site];
  if (visit.epoch != session.epoch) {
    visit.epoch = session.epoch;
    visit.distance[!taken] = distanceToOther;
    session.touched[session.touchedCount++] = site;
  } else if (distanceToOther < visit.distance[!taken]) {
    visit.distance[!taken] = distanceToOther;
  }
  visit.distance[taken] = 0;
}

constexpr uint8_t kOpen = COVERME_STATE_TRUE_OPEN | COVERME_STATE_FALSE_OPEN;

// Def. 4.2 of PLDI'17 where a branch is open: zero if both are, else the
// distance to the one. (Where none is, r stays as it is.)
Rank penalty(uint8_t state, bool taken, Rank distanceToOther) {
  if ((state & kOpen) == kOpen)
    return 0;
  const bool openOutcome = (state & COVERME_STATE_TRUE_OPEN) != 0;
  return taken == openOutcome ? 0 : distanceToOther;
}

void measuredVisit(uint8_t *state, bool taken, Rank distanceToOther) {
  coverme_session &session = *currentSession;
  const auto site = static_cast<uint32_t>(state - __start_coverme_states);
  recordVisit(session, site, taken, distanceToOther);
  if ((*state & kOpen) != 0) {
    session.r = penalty(*state, taken, distanceToOther);
    session.rSite = site;
  }
}

// Where only hits count and this is none, a hook ends here: with what remains,
// a call through one open site takes half as long again.
bool isIgnored(uint8_t state, bool taken) {
  const uint8_t open =
      taken ? COVERME_STATE_TRUE_OPEN : COVERME_STATE_FALSE_OPEN;
  return (state & (COVERME_STATE_HITS_ONLY | open)) == COVERME_STATE_HITS_ONLY;
}

// A condition without a measure is one unit from its other outcome.
void unitVisit(uint8_t *state, bool taken) {
  if (!isIgnored(*state, taken))
    measuredVisit(state, taken, unitRank(currentSession->distanceMode));
}

// What a number is for its distance from zero. In place of the result of a
// comparison of texts, it is as far as they are apart. The code that the pass
// writes for texts of C++ (pass/TextComparisons) adds 256 for each character
// that one has more than the other.
int64_t apart(int64_t number) {
  constexpr int64_t kOfCharacter = 256;
  constexpr int64_t kMost = INT64_MAX / 2; // neither is as large
  if (number < -kMost || number > kMost)
    return number;
  const int64_t magnitude = number < 0 ? -number : number;
  for (const TextComparison &last : lastComparisons) {
    if (last.epoch != currentSession->epoch)
      break; // so are those behind
    const int64_t result = last.result < 0 ? -last.result : last.result;
    if (magnitude % kOfCharacter != result)
      continue;
    const int64_t far = magnitude - result + last.apart;
    return number < 0 ? -far : far;
  }
  return number;
}

template <class T> void pen(uint8_t *state, uint32_t op, T a, T b) {
  const bool taken = (op & relation(a, b)) != 0;
  if (isIgnored(*state, taken))
    return;
  const uint32_t other = taken ? op ^ COVERME_REL_ALL : op;
  if constexpr (std::is_same_v<T, int64_t>) {
    if (b == 0)
      a = apart(a);
    else if (a == 0)
      b = apart(b);
  }
  measuredVisit(state, taken,
                distance(other, a, b, currentSession->distanceMode));
}

} // namespace
} // namespace coverme

using namespace coverme;

extern "C" {

void __coverme_pen_f32(uint8_t *state, uint32_t op, float a, float b) {
  pen(state, op, a, b);
}

void __coverme_pen_f64(uint8_t *state, uint32_t op, double a, double b) {
  pen(state, op, a, b);
}

void __coverme_pen_f80(uint8_t *state, uint32_t op, long double a,
                       long double b) {
  pen(state, op, a, b);
}

void __coverme_pen_s64(uint8_t *state, uint32_t op, int64_t a, int64_t b) {
  pen(state, op, a, b);
}

void __coverme_pen_u64(uint8_t *state, uint32_t op, uint64_t a, uint64_t b) {
  pen(state, op, a, b);
}

// Addresses of unrelated objects have no meaningful distance: one unit.
void __coverme_pen_ptr(uint8_t *state, uint32_t op, const void *a,
                       const void *b) {
  const auto addressA = reinterpret_cast<uintptr_t>(a);
  const auto addressB = reinterpret_cast<uintptr_t>(b);
  unitVisit(state, (op & relation(addressA, addressB)) != 0);
}

void __coverme_pen_bit(uint8_t *state, uint32_t op, uint32_t a, uint32_t b) {
  unitVisit(state, (op & relation(a, b)) != 0);
}

} // extern "C"

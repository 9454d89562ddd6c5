// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The test program as an instrumented object: FakeObject.cpp puts state bytes
// and one trampoline into the sections that the runtime looks at, so that
// coverme_call runs in process.
#ifndef COVERME_TEST_UNIT_RUNTIME_FAKEOBJECT_H
#define COVERME_TEST_UNIT_RUNTIME_FAKEOBJECT_H

#include "coverme/runtime.h"

#include <array>
#include <functional>

namespace coverme::test {

constexpr uint32_t kFakeSites = 40;
extern uint8_t fakeStates[kFakeSites];

// What function 0 of the fake object does. Calls may leave it by longjmp, so
// no object with a destructor should live across a hook.
using FakeBody = std::function<void(const uint64_t *in, uint64_t *out)>;
extern FakeBody fakeBody;

constexpr uint8_t kBothOpen =
    COVERME_STATE_TRUE_OPEN | COVERME_STATE_FALSE_OPEN;

// `if (a op b)` at a site, as the pass instruments it: the hook is skipped at
// a zero state. Returns the outcome.
bool fakeBranch(uint32_t site, uint32_t op, double a, double b);

// A session of its own for one test, attached; all states are zero before and
// after.
class FakeSession {
public:
  FakeSession();
  ~FakeSession();

  // Runs the body as function 0 and returns the outcome.
  int call(FakeBody body);

  coverme_session session{};
  std::array<coverme_visit, kFakeSites> visits{};
  std::array<uint32_t, kFakeSites> touched{};
  std::array<uint64_t, 4> in{}, out{};
};

} // namespace coverme::test

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/FakeObject.h"

#include "coverme/Distance.h"

namespace coverme::test {

__attribute__((section(COVERME_STATES_SECTION),
               used)) uint8_t fakeStates[kFakeSites] = {};

FakeBody fakeBody;

namespace {
void runBody(const uint64_t *in, uint64_t *out) { fakeBody(in, out); }

__attribute__((section(COVERME_TRAMPS_SECTION),
               used)) coverme_trampoline fakeTrampolines[] = {runBody};
} // namespace

bool fakeBranch(uint32_t site, uint32_t op, double a, double b) {
  if (fakeStates[site] != 0)
    __coverme_pen_f64(&fakeStates[site], op, a, b);
  return (op & relation(a, b)) != 0;
}

FakeSession::FakeSession() {
  std::fill_n(fakeStates, kFakeSites, uint8_t{0});
  session.visits = visits.data();
  session.touched = touched.data();
  session.fuel = 1000;
  coverme_attach(&session);
}

FakeSession::~FakeSession() {
  std::fill_n(fakeStates, kFakeSites, uint8_t{0});
  coverme_attach(nullptr);
  fakeBody = nullptr;
}

int FakeSession::call(FakeBody body) {
  fakeBody = std::move(body);
  return coverme_call(0, in.data(), out.data());
}

} // namespace coverme::test

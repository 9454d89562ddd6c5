// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs inputs through the compiled code, in this process.
#ifndef COVERME_DRIVER_EXECUTE_NATIVEEVALUATOR_H
#define COVERME_DRIVER_EXECUTE_NATIVEEVALUATOR_H

#include "core/Scope.h"
#include "execute/CallLog.h"
#include "execute/Evaluator.h"
#include "execute/LoadedObject.h"
#include "execute/SharedArray.h"
#include "options/Options.h"

#include <set>

namespace coverme {

class NativeEvaluator final : public Evaluator {
public:
  // Makes the object's hooks write to `log`, and continues with what that holds
  // already, as after the death of a worker. Keeps all arguments by reference.
  NativeEvaluator(const LoadedObject &object, const Program &program,
                  const Scope &scope, const SearchOptions &options,
                  CallLog &log);

  using Evaluator::run;
  CallEnd run(const Input &input, uint64_t fuel) override;
  std::span<const uint64_t> outputs() const override {
    return {out.data(), out.size()};
  }
  std::span<const uint32_t> visitedSites() const override {
    return {session.touched, session.touchedCount};
  }
  const coverme_visit *visitOf(uint32_t site) const override {
    const coverme_visit &visit = session.visits[site];
    return visit.epoch == session.epoch ? &visit : nullptr;
  }
  Rank r() const override { return session.r; }
  uint32_t rSite() const override { return session.rSite; }
  bool keptToObjects() override;
  std::optional<AllRuns>
  runAll(const InputSpace &inputs, const std::function<bool()> &goesOn,
         const std::function<bool(const Input &)> &onHit) override;
  uint8_t *states() const override { return object.states; }
  uint32_t distanceMode() const override { return session.distanceMode; }

  // How the last call ended.
  const Ending &ending() const { return last; }

private:
  // A size that an optional set-up call makes an object from: the slot of the
  // choice (0: the call is not made), and that of the size.
  struct Size {
    uint32_t choiceSlot, slot;
    auto operator<=>(const Size &) const = default;
  };

  static std::vector<Size> sizesZeroIn(const InputPlan &plan,
                                       const Input &input);
  // Returns a coverme_outcome.
  int call(const uint64_t *input);
  int callAhead(int outcome);
  void setHitsOnly(bool on);
  void recordMisbehaviour(CallEnd end, const Input &input);
  void recordNotes(const Input &input);
  [[noreturn]] void endFullWorker(FullWorker reason);
  void addFinding(FindingKind kind, int32_t code, const Input &input);

  const LoadedObject &object;
  const Program &program;
  const Scope &scope;
  CallLog &log;
  coverme_session &session;
  const uint64_t fuel; // that a call may have
  const bool drawsRandom;
  // Not on the heap, whose layout the names of files decide: the code may find
  // the address where it reads beyond its frame.
  SharedArray<uint64_t> out;
  Ending last;
  int lastOutcome = COVERME_RETURNED; // of the same call
  std::set<Input> crashing;           // inputs that ended an earlier worker
  std::set<Size> crashingSizes;       // sizes that were zero in one of these
  uint64_t calls = 0;                 // by this evaluator, not in all
};

} // namespace coverme

#endif

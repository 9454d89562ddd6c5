// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/exhaust/Exhaustion.h"

#include "driver/engine/FakeTarget.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace coverme {
namespace {

using namespace test;

constexpr uint32_t kEqual = COVERME_REL_EQUAL;
constexpr uint32_t kGreater = COVERME_REL_GREATER;
constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();

double numberOf(uint64_t slot) { return static_cast<double>(slot); }

// if (x == 200) { if (x > 255) }, over a byte.
void byte(const uint64_t *in, uint64_t *) {
  if (fakeBranch(0, kEqual, numberOf(in[0]), 200))
    fakeBranch(1, kGreater, numberOf(in[0]), 255);
}

struct Exhausted : FakeTarget {
  explicit Exhausted(std::vector<Scalar> scalars = {unsignedInteger(8)})
      : FakeTarget(2, scalars) {}

  void run(FakeBody body, uint64_t soon = kNoLimit, uint64_t most = kNoLimit) {
    start(std::move(body));
    prover.emplace(program.functions[0], soon, most,
                   [this] { return isToldByRuns; });
    ask();
  }
  void ask() { objective->ask(*prover, objective->openTargets(), 1); }
  bool isProved(uint32_t site, bool outcome) const {
    return archive->targets[branchOf(site, outcome)].proved != 0;
  }
  size_t provedCount() const {
    size_t count = 0;
    for (const TargetRecord &record : archive->targets)
      count += record.proved;
    return count;
  }

  bool isToldByRuns = true;
  std::optional<Exhaustion> prover;
};

TEST(Exhaustion, ProvesWhatNoInputTakesAndKeepsWitnessesOfTheRest) {
  Exhausted target;
  target.run(byte);
  EXPECT_EQ(target.objective->reachedCount(), 3u);
  EXPECT_EQ(target.provedCount(), 1u);
  EXPECT_TRUE(target.isProved(1, true));
  EXPECT_TRUE(target.objective->isDone());
  const TargetRecord &found = target.archive->targets[branchOf(0, true)];
  EXPECT_EQ(target.archive->witnessInput(found.witness - 1)[0], 200u);
  const Proof proof = target.archive->proofs[branchOf(1, true)].proof();
  EXPECT_EQ(proof.engine, ProofEngine::Exhaustion);
  EXPECT_EQ(proof.boxes, 256u);
  EXPECT_EQ(proof.reason, "all 256 inputs were run");
}

TEST(Exhaustion, RunsEachInputOnceAndTheNewOnesAgain) {
  Exhausted target({unsignedInteger(8), boolean(), signedInteger(8)});
  std::multiset<std::vector<uint64_t>> seen;
  target.run([&](const uint64_t *in, uint64_t *) {
    seen.insert({in[0], in[1], in[2]});
    fakeBranch(0, kEqual, 1.0, 2.0);
  });
  EXPECT_EQ(seen.size(), 256u * 2 * 256 + 1);
  EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 256u * 2 * 256);
  EXPECT_EQ(*seen.rbegin(), (std::vector<uint64_t>{255, 1, 255}));
  EXPECT_EQ(target.objective->evaluations(), seen.size());
  EXPECT_EQ(target.objective->charged(), 1u);
}

TEST(Exhaustion, RunsAllValuesOfAnEnumsType) {
  Scalar colour = unsignedInteger(8);
  colour.enumerators = {0, 5};
  Exhausted target({colour});
  target.run(byte);
  EXPECT_TRUE(target.objective->isReached(branchOf(0, true)));
}

TEST(Exhaustion, CountsInputsUpTo32Bits) {
  const auto count = [](std::vector<Scalar> scalars) {
    return countInputs(InputSpace(std::move(scalars)));
  };
  EXPECT_EQ(count({}), 1u);
  EXPECT_EQ(count({boolean()}), 2u);
  EXPECT_EQ(count({boolean(), signedInteger(16)}), 1u << 17);
  EXPECT_EQ(count({floating(32)}), uint64_t{1} << 32);
  EXPECT_EQ(count({floating(32), boolean()}), std::nullopt);
  EXPECT_EQ(count({floating(64)}), std::nullopt);
}

TEST(Exhaustion, LeavesWhatIsNonReturningCallsTakeOpenAndTriesItNoMore) {
  Exhausted target;
  target.run([](const uint64_t *in, uint64_t *) {
    if (fakeBranch(0, kEqual, numberOf(in[0]), 200))
      coverme_leave_call(COVERME_SIGNALLED, 0);
    fakeBranch(1, kGreater, numberOf(in[0]), 255);
  });
  EXPECT_EQ(target.provedCount(), 1u);
  EXPECT_TRUE(target.isProved(1, true));
  EXPECT_NE(target.archive->targets[branchOf(0, true)].nonReturning, 0u);
  EXPECT_TRUE(target.objective->isReached(branchOf(0, true)));
  EXPECT_TRUE(target.objective->isDone());
  EXPECT_EQ(target.archive->proofs[branchOf(1, true)].proof().reason,
            "all 256 inputs were run; 1 of them did not return");
}

TEST(Exhaustion, ProvesNothingWhereACallLoops) {
  Exhausted target;
  target.options.fuel = 1000;
  target.run([](const uint64_t *in, uint64_t *) {
    fakeBranch(0, kGreater, numberOf(in[0]), 255);
    if (in[0] == 200)
      __coverme_out_of_fuel();
  });
  EXPECT_EQ(target.provedCount(), 0u);
  EXPECT_EQ(target.archive->calls.count().findings, 1u);
}

TEST(Exhaustion, ProvesNothingWhereInputsDoNotDecideAll) {
  for (const uint32_t flag :
       {COVERME_FUNCTION_WritesGlobal, COVERME_FUNCTION_CallsUnknown,
        COVERME_FUNCTION_ReadsGlobal}) {
    Exhausted target;
    target.program.functions[0].flags = flag;
    target.run(byte);
    EXPECT_EQ(target.provedCount(), 0u);
    EXPECT_EQ(target.objective->evaluations(), 0u);
  }
}

TEST(Exhaustion, ProvesNothingAfterTheDeathOfAWorker) {
  Exhausted target;
  target.archive->calls.addCrashing();
  target.run(byte);
  EXPECT_EQ(target.provedCount(), 0u);
}

TEST(Exhaustion, ProvesNothingWhenStopped) {
  Exhausted target({unsignedInteger(32)});
  target.start(byte);
  target.archive->count().stopRequested = 1;
  target.run(byte);
  EXPECT_EQ(target.provedCount(), 0u);
  EXPECT_LT(target.objective->evaluations(), 100'000u);
}

TEST(Exhaustion, LeavesManyInputsToTheSecondTime) {
  Exhausted target;
  target.run(byte, 255, 256);
  EXPECT_EQ(target.objective->evaluations(), 0u);
  target.ask();
  EXPECT_EQ(target.provedCount(), 1u);

  Exhausted tooMany;
  tooMany.run(byte, 255, 255);
  tooMany.ask();
  EXPECT_EQ(tooMany.objective->evaluations(), 0u);
}

TEST(Exhaustion, NamesTheAssumptionAboutPointers) {
  Exhausted target;
  target.program.functions[0].plan.buffers.emplace_back();
  target.run(byte);
  EXPECT_EQ(target.archive->proofs[branchOf(1, true)].proof().reason,
            "all 256 inputs were run, with pointers to objects as given");
}

TEST(Exhaustion, ProvesNothingWhereObjectsOfOthersMayDoElse) {
  Exhausted target;
  target.program.functions[0].plan.buffers.emplace_back();
  target.isToldByRuns = false;
  target.run(byte);
  EXPECT_EQ(target.provedCount(), 0u);
  EXPECT_EQ(target.objective->evaluations(), 0u);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Archive.h"

#include <gtest/gtest.h>

#include <cstring>

namespace coverme {
namespace {

constexpr uint32_t kSites = 3, kTargets = 2 * kSites;

// What the code under test may do to memory that it shares with us.
void scribble(const Archive &archive, int byte) {
  std::memset(&archive.count(), byte, sizeof(ArchiveCounters));
  std::memset(&archive.calls.count(), byte, sizeof(CallCounters));
  std::memset(&archive.calls.sessionRecord(), byte, sizeof(coverme_session));
  std::memset(archive.targets.data(), byte,
              archive.targets.size() * sizeof(TargetRecord));
  std::memset(archive.calls.findings.data(), byte,
              archive.calls.findings.size() * sizeof(Finding));
}

TEST(Archive, IsWithinItsBoundsAfterRepair) {
  for (const int byte : {0xff, 0x41, 1, 0}) {
    const Archive archive(1, kSites, kTargets);
    scribble(archive, byte);
    archive.repair();
    EXPECT_LE(archive.count().witnesses, 2 * kTargets + 1);
    EXPECT_LE(archive.count().costToGain, archive.calls.count().cost());
    EXPECT_LE(archive.calls.count().findings, CallLog::kMaxFindings);
    EXPECT_LE(archive.calls.count().crashing, CallLog::kMaxCrashing);
    EXPECT_LE(archive.calls.sessionRecord().touchedCount, kSites);
    for (const TargetRecord &record : archive.targets) {
      EXPECT_LE(record.witness, archive.count().witnesses);
      EXPECT_LE(record.endingWitness, archive.count().witnesses);
      EXPECT_EQ(record.proved, 0);
      EXPECT_LE(record.spent, archive.calls.count().evaluations);
    }
    for (uint32_t i = 0; i < archive.calls.count().findings; ++i)
      EXPECT_LE(archive.calls.findings[i].kind, FindingKind::EndlessLoop);
    EXPECT_TRUE(archive.calls.lastSite() < kSites ||
                archive.calls.lastSite() == COVERME_NO_SITE);
  }
}

TEST(Archive, GoesOnWhereAnotherWasStopped) {
  const Archive plain(1, kSites, kTargets);
  plain.addProof(2, {ProofEngine::Smt, 7, 0.5, "because"});
  plain.targets[2].proved = 1;
  plain.count().lastGain = 5;
  plain.count().stopRequested = plain.count().searchDone = 1;
  plain.count().costToGain = 300;
  plain.calls.count().evaluations = 200;
  plain.calls.count().surcharge = 100;
  Archive next(1, kSites, kTargets);
  next.takeUp(plain, [](std::span<const uint64_t> input) {
    return std::vector<uint64_t>(input.begin(), input.end());
  });
  EXPECT_EQ(next.targets[2].proved, 1);
  EXPECT_EQ(next.count().lastGain, 5);
  EXPECT_EQ(next.count().stopRequested, 0);
  EXPECT_EQ(next.count().searchDone, 0);
  EXPECT_EQ(next.count().costToGain, 200);
}

TEST(Archive, KeepsItsProofsWhateverIsWrittenBesides) {
  const Archive archive(1, kSites, kTargets);
  archive.addProof(2, {ProofEngine::Smt, 7, 0.5, "because"});
  scribble(archive, 0);
  archive.repair();
  EXPECT_EQ(archive.targets[2].proved, 1);
  EXPECT_EQ(archive.proofs[2].proof().reason, "because");
  EXPECT_EQ(archive.targets[3].proved, 0);
}

TEST(ArchiveDeathTest, HasProofsThatNobodyElseWrites) {
  const Archive archive(1, kSites, kTargets);
  EXPECT_DEATH(archive.proofs[0].engine = ProofEngine::Interval, "");
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/SearchState.h"

#include <gtest/gtest.h>

#include <cstring>

namespace coverme {
namespace {

constexpr uint32_t kSites = 3;

// What the code under test may do to memory that it shares with us.
void scribble(const SearchState &state, int byte) {
  std::memset(&state.count(), byte, sizeof(SearchCounters));
  std::memset(&state.sessionRecord(), byte, sizeof(coverme_session));
  std::memset(state.branches.data(), byte,
              state.branches.size() * sizeof(BranchRecord));
  std::memset(state.findings.data(), byte,
              state.findings.size() * sizeof(Finding));
}

TEST(SearchState, IsWithinItsBoundsAfterRepair) {
  for (const int byte : {0xff, 0x41, 1, 0}) {
    const SearchState state(1, kSites);
    scribble(state, byte);
    state.repair();
    EXPECT_LE(state.count().witnesses, 2 * kSites + 1);
    EXPECT_LE(state.count().findings, SearchState::kMaxFindings);
    EXPECT_LE(state.count().deadly, SearchState::kMaxDeadly);
    EXPECT_LE(state.sessionRecord().touchedCount, kSites);
    for (const BranchRecord &record : state.branches) {
      EXPECT_LE(record.witness, state.count().witnesses);
      EXPECT_EQ(record.proved, 0);
    }
    for (uint32_t i = 0; i < state.count().findings; ++i)
      EXPECT_LE(state.findings[i].kind, FindingKind::EndlessLoop);
    state.noteVain(); // reads what the pointers lead to
    EXPECT_TRUE(state.lastSite() < kSites ||
                state.lastSite() == COVERME_NO_SITE);
  }
}

TEST(SearchState, KeepsItsProofsWhateverIsWrittenBesides) {
  const SearchState state(1, kSites);
  state.addProof(2, ProofEngine::Smt, 7, 0.5, "because");
  scribble(state, 0);
  state.repair();
  EXPECT_EQ(state.branches[2].proved, 1);
  EXPECT_EQ(state.proofs[2].proof().reason, "because");
  EXPECT_EQ(state.branches[3].proved, 0);
}

TEST(SearchStateDeathTest, HasProofsThatNobodyElseWrites) {
  const SearchState state(1, kSites);
  EXPECT_DEATH(state.proofs[0].engine = ProofEngine::Interval, "");
}

} // namespace
} // namespace coverme

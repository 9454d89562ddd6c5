// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A proof that no input takes a branch: who has it, and what it rests on.
#ifndef COVERME_DRIVER_PROVE_PROOF_H
#define COVERME_DRIVER_PROVE_PROOF_H

#include "core/Program.h"
#include "prove/Query.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coverme {

struct RunOptions;

enum class ProofEngine : uint8_t {
  None,       // not proved
  Exhaustion, // every input was run
  Interval,   // branch-and-prune over boxes of inputs
  Smt,        // a solver found the path conditions unsatisfiable
};

// The engine's name in reports.
const char *text(ProofEngine engine);

struct Proof {
  ProofEngine engine = ProofEngine::None;
  uint64_t boxes = 0; // the work: inputs run, boxes visited, or queries asked
  double seconds = 0;
  std::string reason; // one line for people

  bool operator==(const Proof &) const = default;
};

// A proof in memory that processes share. All zeros: there is none.
struct ProofRecord {
  ProofEngine engine;
  uint64_t boxes;
  double seconds;
  std::array<char, 200> reason; // ends in a NUL; a longer one is cut

  void setReason(std::string_view words) {
    reason.fill('\0');
    std::copy_n(words.begin(), std::min(words.size(), reason.size() - 1),
                reason.begin());
  }
  Proof proof() const { return {engine, boxes, seconds, reason.data()}; }
};

// What the proofs about the entry take for granted of its calls, a phrase each:
// all that the user has said of them, what no option changes, and what the
// user's compiler flags leave to the compiler.
std::vector<std::string> assumptionsOf(const Function &entry,
                                       const RunOptions &options);

// Names the branch: it is proved infeasible, yet a call took it.
std::string refutation(const Program &program, const Query &query,
                       ProofEngine engine);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/exhaust/Exhaustion.h"

#include "support/Grouped.h"
#include "support/Stopwatch.h"

#include <fmt/format.h>

#include <algorithm>

namespace coverme {
namespace {

constexpr unsigned kMaxBits = 32;

unsigned bitsOf(const Scalar &scalar) {
  return scalar.kind == ScalarKind::Bool ? 1 : scalar.width;
}

std::string reasonOf(uint64_t count, uint64_t unreturned,
                     const Function &entry) {
  return fmt::format(
      "{}{}{}",
      count == 1 ? "the only input was run"
                 : fmt::format("all {} inputs were run", grouped(count)),
      entry.plan.buffers.empty() ? "" : ", with pointers to objects as given",
      unreturned == 0
          ? ""
          : fmt::format("; {} of them did not return", grouped(unreturned)));
}

} // namespace

std::optional<uint64_t> countInputs(const InputSpace &inputs) {
  unsigned bits = 0;
  for (size_t i = 0; i < inputs.size(); ++i)
    bits += bitsOf(inputs[i]);
  if (bits > kMaxBits)
    return std::nullopt;
  return uint64_t{1} << bits;
}

void Exhaustion::prove(Asker &asker, std::span<const Query> queries, uint64_t) {
  const std::optional<uint64_t> count = countInputs(asker.inputs());
  const uint64_t limit = wasAsked ? most : std::min(soon, most);
  wasAsked = true;
  if (wasRun || !count || *count > limit || !entry.isSelfContained() ||
      !isToldByRuns())
    return;
  wasRun = true;
  const Stopwatch watch;
  const std::optional<AllRuns> all = asker.runAll();
  // A larger object might have been read in peace.
  if (!all || (all->unreturned != 0 && !entry.plan.buffers.empty()))
    return;
  const Proof proof{ProofEngine::Exhaustion, *count, watch.seconds(),
                    reasonOf(*count, all->unreturned, entry)};
  for (const Query &query : queries) {
    if (!asker.isOpen(query))
      continue;
    if (asker.isReachedWithoutReturn(query))
      asker.giveUp(query); // there is nothing left to try
    else
      asker.close(query, proof);
  }
}

} // namespace coverme

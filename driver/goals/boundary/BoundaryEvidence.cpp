// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/boundary/BoundaryEvidence.h"

#include "coverme/replay.h"
#include "evidence/LineTable.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Symbols.h"
#include "goals/reach/ReachEvidence.h"

#include <cstring>
#include <optional>

namespace coverme {
namespace {

constexpr const char *kTable = "__coverme_comparisons";

// What gcc's probes saw of the comparisons on a line.
enum class Seen { Nothing, Unequal, Equal };

class ComparisonTable {
public:
  explicit ComparisonTable(const std::filesystem::path &program)
      : lines(program) {
    for (const Symbol &symbol : readSymbols(program))
      if (symbol.name == kTable)
        address = symbol.address;
  }

  Seen seenAt(const Site &site, const TestTrace &trace) const {
    if (site.operandKind == OperandKind::f80)
      return Seen::Nothing; // what stands on its line are others
    const SourceLine wanted{site.file.filename(), site.line};
    Seen seen = Seen::Nothing;
    coverme_comparison each;
    for (size_t at = 0; at + sizeof each <= trace.recorded.size();
         at += sizeof each) {
      std::memcpy(&each, trace.recorded.data() + at, sizeof each);
      // A return address is behind the call.
      if (each.offset == 0 ||
          lines.lineOf(address + static_cast<uint64_t>(each.offset) - 1) !=
              wanted)
        continue;
      if (each.wasEqual != 0)
        return Seen::Equal;
      seen = Seen::Unequal;
    }
    return seen;
  }

private:
  LineTable lines;
  uint64_t address = 0; // of the table
};

} // namespace

Recording recordComparisons(const std::string &compiler) {
  if (isClang(compiler))
    return {};
  return {{"-fsanitize-coverage=trace-cmp", "-g1"}, kTable};
}

ReplayResult confirmBoundaries(const ReplayTask &task,
                               std::vector<Test> tests) {
  // Without a program, no test has run, and nothing is asked of the table.
  std::optional<ComparisonTable> comparisons;
  if (task.build.notes() != nullptr)
    comparisons.emplace(task.build.program());
  return confirmMarks(task, std::move(tests),
                      [&](const Site &mark, const TestTrace &trace) {
                        return comparisons->seenAt(mark, trace) == Seen::Unequal
                                   ? fmt::format("the sides differ in the code "
                                                 "compiled by {}",
                                                 task.build.compiler())
                                   : std::string();
                      });
}

} // namespace coverme

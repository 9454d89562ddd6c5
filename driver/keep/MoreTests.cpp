// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/MoreTests.h"

#include "core/InputSpace.h"
#include "evidence/Reproducer.h"
#include "support/Random.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace coverme {
namespace {

// Of each kind at most, so that the file stays one that people read.
constexpr size_t kMostUsual = 16;
constexpr size_t kMostNear = 16;
constexpr size_t kMostPairs = 16;

// Calls of a process each, some milliseconds.
constexpr unsigned kMostCalls = 1000;
constexpr double kHangSeconds = 1;

class Seeker {
public:
  Seeker(const Prepared &prepared, const RunResult &result,
         const SearchOptions &search)
      : result(result), entry(result.entry()), space(entry.inputs()),
        reproducer(prepared.sharedObject.path, *result.program,
                   result.scope.entry, search),
        random(search.seed) {}

  std::vector<MoreTest> seek() {
    std::vector<Input> points;
    for (const Test &test : result.suite)
      if (pathOf(test.inputs))
        points.push_back(test.inputs);
    if (points.empty() || entry.plan.numberCount() == 0)
      return {};
    const std::vector<Input> suite = points;
    for (size_t i = 0; i < kMostUsual; ++i) {
      const Input input = usual(suite[i % suite.size()]);
      if (add(input, "usual numbers"))
        points.push_back(input);
    }
    for (size_t i = 0; i < kMostNear; ++i)
      add(near(suite[i % suite.size()]), "near a test above");
    std::sort(points.begin(), points.end(),
              [this](const Input &one, const Input &other) {
                return ordinals(one) < ordinals(other);
              });
    size_t pairs = 0;
    for (size_t i = 1; i < points.size() && pairs < kMostPairs; ++i)
      pairs += addBoundary(points[i - 1], points[i]);
    return std::move(tests);
  }

private:
  using Path = std::vector<BranchId>;

  // What a call takes that returns and does nothing wrong.
  std::optional<Path> pathOf(const Input &input) {
    const auto known = paths.find(input);
    if (known != paths.end())
      return known->second;
    if (calls == kMostCalls || reproducer.isOver())
      return std::nullopt;
    ++calls;
    const Reproduction call = reproducer.run(input, kHangSeconds);
    std::optional<Path> path;
    if (call.end == CallEnd::Returned && call.findings.empty()) {
      path = call.path;
      std::sort(path->begin(), path->end());
    }
    return paths[input] = path;
  }

  bool add(const Input &input, const char *purpose) {
    const bool isKnown =
        std::any_of(tests.begin(), tests.end(),
                    [&](const MoreTest &known) {
                      return known.test.inputs == input;
                    }) ||
        std::any_of(result.suite.begin(), result.suite.end(),
                    [&](const Test &known) { return known.inputs == input; });
    if (isKnown || !pathOf(input))
      return false;
    tests.emplace_back().test.inputs = input;
    tests.back().purpose = purpose;
    return true;
  }

  std::vector<int64_t> ordinals(const Input &input) const {
    std::vector<int64_t> list;
    for (size_t i = 0; i < input.size(); ++i)
      list.push_back(space.ordinal(i, input[i]));
    return list;
  }

  // With all digits, of the magnitudes that people compute with.
  uint64_t usualNumber(size_t i) {
    constexpr double kMagnitudes[] = {0.3, 1, 3, 10, 100, 1000};
    const double magnitude = kMagnitudes[random.below(std::size(kMagnitudes))];
    const double sign = random.below(3) == 0 ? -1 : 1;
    return space.fromReal(i, sign * magnitude * (0.1 + random.unit()));
  }

  bool isNumber(size_t i) const {
    return i < entry.plan.numberCount() && space[i].isFloat() &&
           entry.inputs()[i].part == Part::Whole;
  }

  // Floats are new; where pointers lead, and how many there are, is as it was.
  Input usual(const Input &from) {
    Input input = from;
    for (size_t i = 0; i < input.size(); ++i)
      if (isNumber(i))
        input[i] = usualNumber(i);
      else if (i < entry.plan.numberCount() && space[i].enumerators.empty() &&
               random.below(2) == 0)
        input[i] = space.fromReal(i, static_cast<double>(random.below(12)));
    return space.within(input);
  }

  // The same magnitudes with other digits.
  Input near(const Input &from) {
    Input input = from;
    for (size_t i = 0; i < input.size(); ++i) {
      if (!isNumber(i))
        continue;
      const double value = space.toReal(i, input[i]);
      if (value == 0 || !std::isfinite(value))
        input[i] = random.below(2) == 0 ? usualNumber(i) : input[i];
      else
        input[i] = space.fromReal(i, value * (0.9 + 0.2 * random.unit()));
    }
    return space.within(input);
  }

  // The first numbers of one input, the others of another one.
  static Input joined(const Input &front, const Input &back, size_t count) {
    Input input = back;
    std::copy_n(front.begin(), count, input.begin());
    return input;
  }

  // Two neighbours that take other ways, on the way from one input to another:
  // first which number it hangs on, then where.
  bool addBoundary(const Input &from, const Input &to) {
    const std::optional<Path> before = pathOf(from), after = pathOf(to);
    if (!before || !after || *before == *after)
      return false;
    size_t low = 0, high = from.size(); // so many numbers of `to`
    while (high - low > 1) {
      const size_t middle = (low + high) / 2;
      const std::optional<Path> path = pathOf(joined(to, from, middle));
      if (!path)
        return false;
      (*path == *before ? low : high) = middle;
    }
    Input here = joined(to, from, low), there = joined(to, from, high);
    if (low >= entry.plan.numberCount() || !space[low].enumerators.empty())
      return false;
    int64_t inside = space.ordinal(low, here[low]),
            outside = space.ordinal(low, there[low]);
    for (;;) {
      // Their difference may be more than 63 bits.
      const auto distance =
          static_cast<uint64_t>(outside) - static_cast<uint64_t>(inside);
      const bool isUp = outside > inside;
      const uint64_t half = (isUp ? distance : 0 - distance) / 2;
      if (half == 0)
        break;
      const auto middle = static_cast<int64_t>(static_cast<uint64_t>(inside) +
                                               (isUp ? half : 0 - half));
      Input input = here;
      input[low] = space.fromOrdinal(low, middle);
      const std::optional<Path> path = pathOf(input);
      if (!path)
        return false;
      if (*path == *before) {
        inside = middle;
        here = input;
      } else {
        outside = middle;
        there = input;
      }
    }
    constexpr const char *kPurpose = "one of two neighbours that differ in a "
                                     "decision";
    const bool isNew = add(here, kPurpose);
    return add(there, kPurpose) || isNew;
  }

  const RunResult &result;
  const Function &entry;
  const InputSpace space;
  const Reproducer reproducer;
  Random random;
  std::map<Input, std::optional<Path>> paths;
  unsigned calls = 0;
  std::vector<MoreTest> tests;
};

} // namespace

std::vector<MoreTest> moreTests(const Prepared &prepared,
                                const RunResult &result,
                                const std::filesystem::path &folder) {
  SearchOptions search = result.options.search;
  search.deadline.reset();
  if (search.directory.empty()) {
    std::filesystem::create_directories(folder);
    search.directory = folder;
  }
  return Seeker(prepared, result, search).seek();
}

} // namespace coverme

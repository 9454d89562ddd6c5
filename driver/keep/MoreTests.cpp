// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/MoreTests.h"

#include "core/InputSpace.h"
#include "coverme/mutants.h"
#include "evidence/Reproducer.h"
#include "execute/CallIsolation.h"
#include "execute/NativeEvaluator.h"
#include "execute/RoomWatch.h"
#include "execute/Sandbox.h"
#include "execute/Worker.h"
#include "optimise/StartPoints.h"
#include "support/Random.h"
#include "support/WorkFolder.h"

#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <map>
#include <optional>
#include <set>

namespace coverme {
namespace {

// As many at most, so that the file stays one that people read.
constexpr size_t kMostTests = 64;
// A mutant is to be told by so many of them: the mistakes that people make are
// like it, and not the same.
constexpr uint8_t kTimes = 2;
// As many before those are left out that others make superfluous.
constexpr size_t kMostChosen = 256;

// How many inputs of each kind are tried.
constexpr size_t kUsual = 100;
constexpr size_t kNear = 100;
constexpr size_t kDrawn = 200;
constexpr size_t kPairs = 200;
constexpr size_t kMixed = 20'000;
// So many mixed ones in a row that tell nothing end it.
constexpr size_t kMostIdle = 3000;
// As many near misses are known of a mutant.
constexpr size_t kMostMisses = 4;

// Calls in all, mutants' included, and loop iterations of one of them.
constexpr uint64_t kMostCalls = 120'000;
constexpr uint64_t kFuel = 50'000;
// A safety net for code that takes long without loops of its own.
constexpr double kMostSeconds = 10;
constexpr double kHangSeconds = 1;
// A mutant may end its worker.
constexpr size_t kMostCrashing = 30;

// The words for each kind of input.
constexpr const char *kPurposes[] = {
    "",
    "usual numbers",
    "near a test above",
    "values and shapes that numerical code tells apart",
    "one of two neighbours that differ in a decision",
    "near a value where a decision changes",
    "parts of other tests"};
enum class Kind : uint8_t { Suite, Usual, Near, Drawn, Neighbour, Edge, Mixed };

struct Progress {
  uint64_t calls;
  uint32_t mutant; // in force now; 0: none
  uint32_t chosen, deaths;
  uint8_t isDone; // so that it is known which are needed
  uint8_t isCut;  // by the clock
};

// What survives a worker.
struct Memory {
  explicit Memory(size_t slots)
      : slots(slots), progress(1), words(1 + COVERME_MOST_MUTANTS),
        told(1 + COVERME_MOST_MUTANTS), chosen(kMostChosen * slots),
        kinds(kMostChosen), isNeeded(kMostChosen),
        crashing(kMostCrashing * slots) {}

  Input chosenInput(size_t i) const { return row(chosen, i); }
  Input crashingInput(size_t i) const { return row(crashing, i); }
  Input row(const SharedArray<uint64_t> &array, size_t i) const {
    return {array.data() + i * slots, array.data() + (i + 1) * slots};
  }

  size_t slots;
  SharedArray<Progress> progress;
  SharedArray<uint32_t> words; // the object's (coverme/mutants.h)
  SharedArray<uint8_t> told;   // how often each mutant is told
  SharedArray<uint64_t> chosen;
  SharedArray<Kind> kinds;
  SharedArray<uint8_t> isNeeded;  // of the chosen: when the worker has finished
  SharedArray<uint64_t> crashing; // inputs that ended a worker
};

// In a worker: tries inputs, and chooses those for which a mutant does
// something else that too few earlier ones have told. It begins anew when a
// worker has died, but what is told stays so.
class Seeker {
public:
  Seeker(const RunResult &result, const SearchOptions &options,
         const LoadedObject &object, NativeEvaluator &evaluator,
         uint32_t mutantCount, bool seesAll, Memory &memory)
      : result(result), entry(result.entry()), object(object),
        evaluator(evaluator), memory(memory), mutantCount(mutantCount),
        seesAll(seesAll), space(entry.inputs()), random(options.seed),
        starts(space, entry.constants, options.components, random) {
    for (size_t i = 0; i < memory.progress[0].deaths; ++i)
      crashing.insert(memory.crashingInput(i));
    for (size_t i = 0; i < memory.progress[0].chosen; ++i)
      chosenBefore.insert(memory.chosenInput(i));
  }

  void seek() {
    for (const Test &test : result.suite)
      if (test.ending.returns() && tryInput(test.inputs, Kind::Suite))
        suite.push_back(test.inputs);
    if (suite.empty())
      return;
    for (size_t i = 0; i < kUsual; ++i)
      tryInput(usual(suite[i % suite.size()]), Kind::Usual);
    for (size_t i = 0; i < kNear; ++i)
      tryInput(near(suite[i % suite.size()]), Kind::Near);
    for (size_t i = 0; i < kDrawn; ++i)
      tryInput(drawn(suite[i % suite.size()]), Kind::Drawn);
    tryBoundaries();
    size_t idle = 0;
    for (size_t i = 0; i < kMixed && idle < kMostIdle; ++i) {
      const size_t before = memory.progress[0].chosen;
      tryInput(mixed(), Kind::Mixed);
      idle = memory.progress[0].chosen == before ? idle + 1 : 0;
    }
    dropSuperfluous();
  }

private:
  using Path = std::vector<BranchId>;
  // What a call that returns leaves, and the mutants that changed a value.
  struct Call {
    Path path;
    std::vector<uint64_t> outs;
    std::vector<uint32_t> changed;
  };

  bool isOver() const { return memory.progress[0].calls >= kMostCalls; }

  // Runs the code as it is.
  std::optional<Call> call(const Input &input) {
    if (isOver() || crashing.contains(input))
      return std::nullopt;
    ++memory.progress[0].calls;
    std::fill_n(memory.words.begin(), 1 + mutantCount, 0);
    const size_t siteCount = result.program->sites.size();
    std::fill_n(object.states, siteCount, COVERME_STATE_RECORD);
    const CallEnd end = evaluator.run(input, kFuel);
    std::fill_n(object.states, siteCount, 0);
    if (end != CallEnd::Returned)
      return std::nullopt;
    Call done;
    for (const uint32_t site : evaluator.visitedSites())
      if (const coverme_visit *visit = evaluator.visitOf(site);
          visit != nullptr && !result.program->isAssumption(site))
        for (const bool taken : {false, true})
          if (visit->distance[taken] == 0)
            done.path.push_back(branchOf(site, taken));
    std::sort(done.path.begin(), done.path.end());
    done.outs.assign(evaluator.outputs().begin(), evaluator.outputs().end());
    for (uint32_t i = 1; i <= mutantCount; ++i)
      if (memory.words[i] != 0)
        done.changed.push_back(i);
    return done;
  }

  // Does the mutant do something else there?
  bool tells(const Call &done, const Input &input, uint32_t mutant) {
    if (!seesAll)
      return true;
    if (isOver())
      return false;
    Progress &progress = memory.progress[0];
    ++progress.calls;
    progress.mutant = memory.words[0] = mutant;
    const CallEnd end = evaluator.run(input, kFuel);
    progress.mutant = memory.words[0] = 0;
    return end != CallEnd::Returned || !areSame(done.outs, evaluator.outputs());
  }

  bool areSame(const std::vector<uint64_t> &some,
               std::span<const uint64_t> others) const {
    for (size_t i = 0; i < some.size(); ++i)
      if (some[i] != others[i] && !(isNan(i, some[i]) && isNan(i, others[i])))
        return false;
    return true;
  }

  bool isNan(size_t i, uint64_t bits) const {
    const Scalar &scalar =
        i == 0 ? entry.result : entry.plan.outputs[i - 1].variable.scalar;
    return scalar.isFloat() && scalar.width >= 16 && scalar.width <= 64 &&
           (i == 0 || entry.plan.outputs[i - 1].variable.part == Part::Whole) &&
           FloatLayout(scalar.width).isNan(bits);
  }

  // Says whether it is an input whose call returns.
  bool tryInput(const Input &input, Kind kind) {
    if (!tried.insert(input).second)
      return false;
    const std::optional<Call> done = call(input);
    if (!done)
      return false;
    paths[input] = done->path;
    Progress &progress = memory.progress[0];
    // What an earlier worker has counted.
    if (kind == Kind::Suite ? !chosenBefore.empty()
                            : chosenBefore.contains(input))
      return true;
    bool isOfUse = false;
    for (const uint32_t mutant : done->changed)
      if (memory.told[mutant] < kTimes && tells(*done, input, mutant)) {
        ++memory.told[mutant];
        isOfUse = true;
        nearMisses.erase(mutant);
      } else if (memory.told[mutant] == 0) {
        std::vector<Input> &misses = nearMisses[mutant];
        if (misses.size() < kMostMisses)
          misses.push_back(input);
        else
          misses[random.below(kMostMisses)] = input;
      }
    if (kind == Kind::Suite || !isOfUse || progress.chosen == kMostChosen)
      return true;
    std::copy(input.begin(), input.end(),
              memory.chosen.data() + progress.chosen * memory.slots);
    memory.kinds[progress.chosen++] = kind;
    return true;
  }

  // From the last one, which the hardest mutants want, to the first one: ahead
  // of all those that tell a mutant which no other one tells.
  void dropSuperfluous() {
    std::vector<uint8_t> told(1 + mutantCount);
    const auto take = [&](const Input &input, uint8_t times) {
      const std::optional<Call> done = call(input);
      size_t fresh = 0;
      if (done)
        for (const uint32_t mutant : done->changed)
          if (told[mutant] < std::min(times, memory.told[mutant]) &&
              tells(*done, input, mutant)) {
            ++told[mutant];
            ++fresh;
          }
      return fresh;
    };
    Progress &progress = memory.progress[0];
    progress.calls = 0;
    for (const Input &input : suite)
      take(input, kTimes);
    size_t room = kMostTests;
    for (uint8_t times = 1; times <= kTimes; ++times) {
      std::vector<std::pair<size_t, size_t>> order;
      for (size_t i = progress.chosen; i-- > 0;)
        if (memory.isNeeded[i] == 0)
          if (const size_t fresh = take(memory.chosenInput(i), times))
            order.emplace_back(fresh, i);
      std::stable_sort(order.begin(), order.end(), [](auto one, auto other) {
        return one.first > other.first;
      });
      order.resize(std::min(order.size(), room));
      room -= order.size();
      for (const auto &[fresh, i] : order)
        memory.isNeeded[i] = 1;
    }
    progress.isDone = 1;
  }

  std::vector<int64_t> ordinals(const Input &input) const {
    std::vector<int64_t> list;
    for (size_t i = 0; i < input.size(); ++i)
      list.push_back(space.ordinal(i, input[i]));
    return list;
  }

  // --- inputs
  // -------------------------------------------------------------

  // With all digits, of the magnitudes that people compute with.
  uint64_t usualNumber(size_t i) {
    constexpr double kMagnitudes[] = {0.3, 1, 3, 10, 100, 1000};
    const double magnitude = kMagnitudes[random.below(std::size(kMagnitudes))];
    const double sign = random.below(3) == 0 ? -1 : 1;
    return space.fromReal(i, sign * magnitude * (0.1 + random.unit()));
  }

  bool isPlain(size_t i) const {
    return i < entry.plan.numberCount() && space[i].enumerators.empty();
  }
  bool isFloat(size_t i) const {
    return i < entry.plan.numberCount() && space[i].isFloat() &&
           entry.inputs()[i].part == Part::Whole;
  }

  // Floats are new; where pointers lead, and how many there are, is as it was.
  Input usual(const Input &from) {
    Input input = from;
    for (size_t i = 0; i < input.size(); ++i)
      if (isFloat(i))
        input[i] = usualNumber(i);
      else if (isPlain(i) && random.below(2) == 0)
        input[i] = space.fromReal(i, static_cast<double>(random.below(12)));
    return space.within(input);
  }

  // The same magnitudes with other digits.
  Input near(const Input &from) {
    Input input = from;
    for (size_t i = 0; i < input.size(); ++i) {
      if (!isFloat(i))
        continue;
      const double value = space.toReal(i, input[i]);
      if (value == 0 || !std::isfinite(value))
        input[i] = random.below(2) == 0 ? usualNumber(i) : input[i];
      else
        input[i] = space.fromReal(i, value * (0.9 + 0.2 * random.unit()));
    }
    return space.within(input);
  }

  Input drawn(const Input &from) {
    Input input = starts.draw(random);
    std::copy(from.begin() + static_cast<ptrdiff_t>(entry.plan.numberCount()),
              from.end(),
              input.begin() + static_cast<ptrdiff_t>(entry.plan.numberCount()));
    return space.within(input);
  }

  // An input whose call returned, with a change, or numbers of another one. As
  // a rule it is one where a mutant that nothing has told changed a value.
  Input mixed() {
    const auto anyOf = [this](const auto &list) {
      auto at = list.begin();
      std::advance(at, static_cast<ptrdiff_t>(random.below(list.size())));
      return *at;
    };
    Input input = anyOf(paths).first;
    if (!nearMisses.empty() && random.below(4) != 0)
      input = anyOf(anyOf(nearMisses).second);
    const size_t count = entry.plan.numberCount();
    if (count == 0)
      return input;
    const Input other = anyOf(paths).first;
    for (size_t changes = 1 + random.below(2); changes > 0; --changes) {
      const size_t i = random.below(count);
      switch (random.below(5)) {
      case 0:
        input[i] = other[i];
        break;
      case 1:
        input[i] = starts.drawScalar(i, random);
        break;
      case 2: // far in ordinals, or not
        input[i] = shifted(input[i], i, random.below(space[i].width));
        break;
      case 3:
        if (isFloat(i)) {
          input[i] = space.fromReal(i, space.toReal(i, input[i]) *
                                           std::exp2(6 * random.unit() - 3));
          break;
        }
        [[fallthrough]];
      default:
        if (isFloat(i))
          input[i] = usualNumber(i);
        else
          input[i] = shifted(input[i], i, 2);
      }
    }
    return space.within(input);
  }

  // By less than so many powers of two, up or down.
  uint64_t shifted(uint64_t bits, size_t i, uint64_t powers) {
    const auto by =
        static_cast<int64_t>(random.below(uint64_t{1} << (powers % 63)));
    return moved(bits, i, random.below(2) == 0 ? -1 - by : 1 + by);
  }

  // By so many ordinals, as far as there are any.
  uint64_t moved(uint64_t bits, size_t i, int64_t by) const {
    const __int128 to = static_cast<__int128>(space.ordinal(i, bits)) + by;
    const __int128 low = space.lowest(i), high = space.highest(i);
    return space.fromOrdinal(i,
                             static_cast<int64_t>(std::clamp(to, low, high)));
  }

  // --- both sides of decisions
  // ---------------------------------------------

  std::optional<Path> pathOf(const Input &input) {
    if (const auto known = paths.find(input); known != paths.end())
      return known->second;
    std::optional<Call> done = call(input);
    if (!done)
      return std::nullopt;
    return std::move(done->path);
  }

  // The first numbers of one input, the others of another one.
  static Input joined(const Input &front, const Input &back, size_t count) {
    Input input = back;
    std::copy_n(front.begin(), count, input.begin());
    return input;
  }

  void tryBoundaries() {
    std::vector<Input> points;
    for (const auto &[input, path] : paths)
      points.push_back(input);
    std::sort(points.begin(), points.end(),
              [this](const Input &one, const Input &other) {
                return ordinals(one) < ordinals(other);
              });
    size_t pairs = 0;
    for (size_t i = 1; i < points.size() && pairs < kPairs; ++i)
      pairs += tryBoundary(points[i - 1], points[i]);
    for (size_t i = 0; i < kPairs && points.size() > 1; ++i)
      tryBoundary(points[random.below(points.size())],
                  points[random.below(points.size())]);
  }

  // Two neighbours that take other ways, on the way from one input to another:
  // first which number it hangs on, then where.
  bool tryBoundary(const Input &from, const Input &to) {
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
    if (!isPlain(low))
      return false;
    int64_t inside = space.ordinal(low, here[low]),
            outside = space.ordinal(low, there[low]);
    const bool isUp = outside > inside;
    for (;;) {
      // Their difference may be more than 63 bits.
      const auto distance =
          static_cast<uint64_t>(outside) - static_cast<uint64_t>(inside);
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
    tryInput(here, Kind::Neighbour);
    tryInput(there, Kind::Neighbour);
    // Many decisions look at a part of a number alone.
    for (unsigned bits = 4; bits < space[low].width && bits < 52; bits += 8)
      for (const Input &edge : {here, there}) {
        Input input = edge;
        const auto by =
            static_cast<int64_t>(1 + random.below(uint64_t{1} << bits));
        input[low] =
            moved(input[low], low, (&edge == &here) == isUp ? -by : by);
        tryInput(space.within(input), Kind::Edge);
      }
    return true;
  }

  const RunResult &result;
  const Function &entry;
  const LoadedObject &object;
  NativeEvaluator &evaluator;
  Memory &memory;
  const uint32_t mutantCount;
  const bool seesAll; // do the outputs show all that is compared?
  const InputSpace space;
  Random random;
  const StartPoints starts;
  std::set<Input> crashing, chosenBefore, tried;
  std::vector<Input> suite;
  std::map<Input, Path> paths; // of inputs that were tried
  // Inputs where a mutant changed a value, and nothing that is compared.
  std::map<uint32_t, std::vector<Input>> nearMisses;
};

// The object's mutants, whose words are ours from now on; how many there are.
uint32_t takeMutants(const std::filesystem::path &sharedObject,
                     Memory &memory) {
  void *handle = ::dlopen(sharedObject.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (handle == nullptr)
    return 0;
  auto *words = static_cast<uint32_t **>(::dlsym(handle, COVERME_MUTANT_WORDS));
  const auto *count =
      static_cast<const uint32_t *>(::dlsym(handle, COVERME_MUTANT_COUNT));
  if (words == nullptr || count == nullptr)
    return 0;
  *words = memory.words.data();
  return std::min<uint32_t>(*count, COVERME_MOST_MUTANTS);
}

// Says whether it came to its end.
bool seekInWorker(const RunResult &result, const SearchOptions &options,
                  const std::filesystem::path &sharedObject, bool seesAll,
                  Memory &memory, const Deadline &deadline) {
  const Program &program = *result.program;
  CallLog calls(memory.slots, program.sites.size(),
                result.entry().plan.buffers.size());
  WorkerWatch watch;
  watch.hangSeconds = kHangSeconds;
  watch.loadSeconds = kLoadSeconds;
  watch.heartbeat = [&] { return calls.count().evaluations; };
  watch.deadline = deadline;
  const WorkerEnd end = runInWorker(
      [&] {
        const LoadedObject object = loadInSandbox(sharedObject, program);
        const uint32_t mutants = takeMutants(sharedObject, memory);
        const CallIsolation isolation(
            object, calls.sessionRecord(), program.sites.size(),
            {result.entry().mayKeepState(), options.memory});
        watchRooms(object, calls);
        NativeEvaluator evaluator(object, program, result.scope, options,
                                  calls);
        Seeker(result, options, object, evaluator, mutants, seesAll, memory)
            .seek();
      },
      watch, options.directory);
  Progress &progress = memory.progress[0];
  progress.isCut = end.givenUp ? 1 : 0;
  if (end.finished || end.givenUp || !end.hasLoaded ||
      progress.deaths == kMostCrashing)
    return true;
  // A mutant that ends the process is told; code that does so is not called
  // again.
  if (progress.mutant != 0 && progress.mutant <= COVERME_MOST_MUTANTS)
    memory.told[progress.mutant] = kTimes;
  std::copy_n(calls.current.begin(), progress.mutant == 0 ? memory.slots : 0,
              memory.crashing.data() + progress.deaths * memory.slots);
  ++progress.deaths;
  progress.mutant = 0;
  return false;
}

} // namespace

MoreTests moreTests(const Prepared &prepared, const RunResult &result,
                    bool seesAll, const std::filesystem::path &folder) {
  SearchOptions search = result.options.search;
  search.deadline.reset();
  std::filesystem::create_directories(folder);
  if (search.directory.empty())
    search.directory = folder / "scratch" / kCodeFolder;
  Memory memory(result.entry().inputs().size());
  const std::filesystem::path mutants =
      buildWithMutants(prepared, result.options, folder / "mutants");
  const Deadline deadline(kMostSeconds);
  while (!seekInWorker(result, search, mutants, seesAll, memory, deadline)) {
  }
  // As the code is, each in a process where nothing was called before.
  const Reproducer reproducer(prepared.sharedObject.path, *result.program,
                              result.scope.entry, search);
  MoreTests more;
  more.wasCut = memory.progress[0].isCut != 0;
  std::vector<MoreTest> &tests = more.tests;
  const size_t count = std::min<size_t>(memory.progress[0].chosen, kMostChosen);
  const bool isDone = memory.progress[0].isDone != 0;
  for (size_t i = 0; i < count && tests.size() < kMostTests; ++i) {
    if (isDone && memory.isNeeded[i] == 0)
      continue;
    const Input input = memory.chosenInput(i);
    const Reproduction call = reproducer.run(input, kHangSeconds);
    if (call.end != CallEnd::Returned || !call.findings.empty())
      continue;
    tests.emplace_back().test.inputs = input;
    tests.back().purpose =
        kPurposes[static_cast<size_t>(memory.kinds[i]) % std::size(kPurposes)];
  }
  return more;
}

} // namespace coverme

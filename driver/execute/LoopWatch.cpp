// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/LoopWatch.h"

#include "support/AddressSanitizer.h"
#include "support/Stopwatch.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <link.h>
#include <string_view>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>
#include <xmmintrin.h>

namespace coverme {
namespace {

// Iterations that are looked at one by one, each time.
constexpr uint64_t kLookedAt = uint64_t{1} << 17;
// Between the two times, in portions.
constexpr uint64_t kPortion = 1'000'000;
constexpr uint64_t kPortions = 16;
// For iterations that take long. Others take as many on a busy machine.
constexpr double kMaxSeconds = 5;
// Looking at an iteration takes as long as so many.
constexpr uint64_t kLookingWork = 200;
// Of a stack that is compared, and of all memory: a process with
// AddressSanitizer keeps what it has freed.
constexpr size_t kMaxStack = size_t{1} << 16;
const size_t kMaxMemory = size_t{1}
                          << (__asan_get_shadow_mapping == nullptr ? 29 : 33);
// Machine instructions from a state to its return, and suspicions that have
// come to nothing.
constexpr uint64_t kMaxSteps = 2'000'000;
constexpr int kMaxSuspicions = 3;
constexpr greg_t kTrapFlag = 0x100;

struct Extent {
  const char *begin = nullptr, *end = nullptr;
  bool holds(const void *address) const {
    return begin <= address && address < end;
  }
  bool meets(const Extent &other) const {
    return begin < other.end && other.begin < end;
  }
};

enum class Stage { First, Between, Last };

struct Watch {
  const LoadedObject *object = nullptr;
  size_t siteCount = 0;
  const coverme_session *session = nullptr;
  LoopVerdict *verdict = nullptr;
  std::vector<Extent> pure; // code that does the same whenever it is run

  Stage stage = Stage::First;
  uint64_t count = 0; // in this stage
  double begin = 0;   // of the stage between, in the processor's seconds
  // Brent's algorithm: the state at the last power of two.
  const char *sp = nullptr;
  std::array<char, kMaxStack> stack;
  size_t stackSize = 0;
  uint64_t nextKept = 1;

  int suspicions = 0;
  bool isStepping = false, isReturning = false, isImpure = false;
  std::array<uint32_t, 2> floats{}; // what rounding and flags are
  uint64_t steps = 0;
  struct sigaction trapBefore{};
  std::vector<Extent> memory;
  char *copy = nullptr;
  size_t copySize = 0;
};

Watch watch;

uint64_t refuel(const void *sp);

// What takes long at one iteration shows that it goes on, so that nobody takes
// it for a hang on a busy machine.
void beat() { ++watch.verdict->refuels; }

// Does the instruction ask the kernel or the processor for what is not the
// same each time?
bool asksOutside(const unsigned char *code) {
  constexpr std::string_view kPrefixes = "\x66\xf2\xf3\x2e\x36\x3e\x26\x64\x65"
                                         "\x67\xf0";
  while (kPrefixes.find(static_cast<char>(*code)) != std::string_view::npos ||
         (*code & 0xf0) == 0x40)
    ++code;
  if (*code == 0xcd || *code == 0xcc) // int
    return true;
  if (*code != 0x0f)
    return false;
  switch (code[1]) {
  case 0x05: // syscall
  case 0x34: // sysenter
  case 0x31: // rdtsc
  case 0x33: // rdpmc
    return true;
  case 0x01:
    return code[2] == 0xf9; // rdtscp
  case 0xc7:
    return (code[2] & 0xf0) == 0xf0; // rdrand, rdseed, rdpid
  default:
    return false;
  }
}

// Ahead of each instruction from one iteration to the next.
void onStep(int, siginfo_t *, void *context) {
  greg_t *registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  const auto *pc = reinterpret_cast<const unsigned char *>(registers[REG_RIP]);
  const bool isPure =
      std::any_of(watch.pure.begin(), watch.pure.end(),
                  [&](const Extent &code) { return code.holds(pc); });
  if (watch.isReturning && !isPure)
    return; // still on our way back
  beat();
  watch.isReturning = false;
  const bool isBack = pc == reinterpret_cast<const unsigned char *>(&refuel);
  if (!isBack)
    watch.isImpure |= !isPure || asksOutside(pc) || ++watch.steps > kMaxSteps;
  if (isBack || watch.isImpure)
    registers[REG_EFL] &= ~kTrapFlag;
}

void setTrapFlag() {
  watch.isReturning = true;
  // The compiler may keep something in the 128 bytes below the stack pointer.
  asm volatile("leaq -128(%%rsp), %%rsp\n\t"
               "pushfq\n\t"
               "orq $0x100, (%%rsp)\n\t"
               "popfq\n\t"
               "leaq 128(%%rsp), %%rsp" ::
                   : "cc", "memory");
}

bool hasOtherThreads() {
  std::error_code error;
  const std::filesystem::directory_iterator threads("/proc/self/task", error);
  return error || std::distance(begin(threads), end(threads)) != 1;
}

// What AddressSanitizer notes of all other memory: terabytes, which our own
// functions write to.
Extent shadowMemory() {
  if (__asan_get_shadow_mapping == nullptr)
    return {};
  size_t scale = 0, offset = 0;
  __asan_get_shadow_mapping(&scale, &offset);
  constexpr uintptr_t kAddresses = uintptr_t{1} << 47;
  return {reinterpret_cast<const char *>(offset),
          reinterpret_cast<const char *>(offset + (kAddresses >> scale))};
}

// All memory that is ours alone and may be written, but the call's stack and
// what we write ourselves.
std::vector<Extent> writableMemory() {
  const Extent shadow = shadowMemory();
  std::vector<Extent> found;
  std::FILE *maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr)
    return found;
  std::array<char, 1024> line;
  while (std::fgets(line.data(), line.size(), maps) != nullptr) {
    unsigned long begin = 0, end = 0;
    std::array<char, 8> permissions{};
    if (std::sscanf(line.data(), "%lx-%lx %4s", &begin, &end,
                    permissions.data()) != 3 ||
        std::string_view(permissions.data()) != "rw-p")
      continue;
    const Extent extent{reinterpret_cast<const char *>(begin),
                        reinterpret_cast<const char *>(end)};
    const char *stack = static_cast<const char *>(watch.session->stack);
    if (!extent.holds(&watch) && !extent.holds(stack - 1) &&
        !extent.meets(shadow))
      found.push_back(extent);
  }
  std::fclose(maps);
  return found;
}

void dropMemory() {
  if (watch.copy != nullptr)
    ::munmap(watch.copy, watch.copySize);
  watch.copy = nullptr;
}

// Like memcpy and memcmp, which AddressSanitizer would not let read what is
// between variables.
// require: whole pages
constexpr size_t kPage = 4096;

void copyPages(char *to, const char *from, size_t size) {
  assert(size % kPage == 0);
  for (const char *const end = from + size; from != end;) {
    size_t left = kPage;
    asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(left)::"memory");
    beat();
  }
}

__attribute__((no_sanitize("address"))) bool
arePagesEqual(const char *one, const char *other, size_t size) {
  assert(size % kPage == 0);
  using Word [[gnu::may_alias]] = uint64_t;
  constexpr size_t kWordsOfPage = kPage / sizeof(Word);
  const auto *a = reinterpret_cast<const Word *>(one);
  const auto *b = reinterpret_cast<const Word *>(other);
  for (const Word *const end = a + size / sizeof *a; a != end;
       a += kWordsOfPage, b += kWordsOfPage) {
    Word difference = 0;
    for (size_t i = 0; i < kWordsOfPage; ++i)
      difference |= a[i] ^ b[i];
    if (difference != 0)
      return false;
    beat();
  }
  return true;
}

bool keepMemory() {
  watch.memory = writableMemory();
  watch.memory = writableMemory(); // with what the first look has allocated
  watch.copySize = 0;
  for (const Extent &extent : watch.memory)
    watch.copySize += static_cast<size_t>(extent.end - extent.begin);
  if (watch.memory.empty() || watch.copySize > kMaxMemory)
    return false;
  void *copy = ::mmap(nullptr, watch.copySize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (copy == MAP_FAILED)
    return false;
  watch.copy = static_cast<char *>(copy);
  char *to = watch.copy;
  for (const Extent &extent : watch.memory) {
    const auto size = static_cast<size_t>(extent.end - extent.begin);
    copyPages(to, extent.begin, size);
    to += size;
  }
  return true;
}

bool memoryIsTheSame() {
  const char *kept = watch.copy;
  for (const Extent &extent : watch.memory) {
    const auto size = static_cast<size_t>(extent.end - extent.begin);
    if (!arePagesEqual(kept, extent.begin, size))
      return false;
    kept += size;
  }
  return true;
}

std::array<uint32_t, 2> floatState() {
  uint16_t control = 0, status = 0;
  asm volatile("fnstcw %0\n\tfnstsw %1" : "=m"(control), "=m"(status));
  return {_mm_getcsr(), uint32_t{control} << 16 | status};
}

bool isKeptState(const char *sp) {
  return sp == watch.sp && watch.floats == floatState() &&
         std::memcmp(sp, watch.stack.data(), watch.stackSize) == 0;
}

bool keepState(const char *sp) {
  watch.sp = sp;
  watch.floats = floatState();
  watch.stackSize =
      static_cast<size_t>(static_cast<const char *>(watch.session->stack) - sp);
  if (watch.stackSize > watch.stack.size())
    return false;
  std::memcpy(watch.stack.data(), sp, watch.stackSize);
  return true;
}

// The stack is as it was: is all the rest, when it is so again?
void beginStepping() {
  ++watch.suspicions;
  if ((watch.session->notes & ~COVERME_NOTE_REFUSED) != 0 ||
      hasOtherThreads() || !keepMemory())
    return;
  watch.isStepping = true;
  watch.isImpure = false;
  watch.steps = 0;
  struct sigaction action{};
  action.sa_sigaction = onStep;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGTRAP, &action, &watch.trapBefore);
  setTrapFlag();
}

void endStepping() {
  ::sigaction(SIGTRAP, &watch.trapBefore, nullptr);
  watch.isStepping = false;
  dropMemory();
}

// At an iteration; 0: there is nothing more to see in this stage.
uint64_t look(const char *sp) {
  constexpr uint64_t kOneIteration = 1;
  if (watch.isStepping) {
    if (!watch.isImpure && !isKeptState(sp)) {
      setTrapFlag();
      return kOneIteration;
    }
    const bool isSame = !watch.isImpure && memoryIsTheSame();
    endStepping();
    watch.verdict->isEndless = isSame;
    return isSame || watch.isImpure ? 0 : kOneIteration;
  }
  if (++watch.count > kLookedAt || watch.suspicions == kMaxSuspicions)
    return 0;
  if (watch.sp != nullptr && isKeptState(sp)) {
    beginStepping();
    return kOneIteration;
  }
  if (watch.count == watch.nextKept) {
    watch.nextKept *= 2;
    if (!keepState(sp))
      return 0;
  }
  return kOneIteration;
}

void enter(Stage stage) {
  watch.stage = stage;
  watch.count = 0;
  watch.sp = nullptr;
  watch.nextKept = 1;
  watch.suspicions = 0;
}

// What is known of a site is not recorded again, which takes longer than most
// iterations.
void recordNewOnly() {
  for (size_t site = 0; site < watch.siteCount; ++site) {
    const coverme_visit &visit = watch.session->visits[site];
    if (visit.epoch != watch.session->epoch)
      continue;
    uint8_t open = 0;
    if (visit.distance[0] != 0)
      open |= COVERME_STATE_FALSE_OPEN;
    if (visit.distance[1] != 0)
      open |= COVERME_STATE_TRUE_OPEN;
    watch.object->states[site] =
        open == 0 ? open : open | COVERME_STATE_HITS_ONLY;
  }
}

// The fuel that a call goes on with; 0: it ends.
uint64_t refuel(const void *stackPointer) {
  const char *sp = static_cast<const char *>(stackPointer);
  ++watch.verdict->refuels;
  if (watch.stage != Stage::Between) {
    watch.verdict->work += kLookingWork;
    if (const uint64_t fuel = look(sp); fuel != 0)
      return fuel;
    if (watch.verdict->isEndless != 0 || watch.stage == Stage::Last)
      return 0;
    enter(Stage::Between);
    recordNewOnly();
    watch.begin = processorSeconds(CLOCK_PROCESS_CPUTIME_ID);
  }
  watch.verdict->isCut =
      processorSeconds(CLOCK_PROCESS_CPUTIME_ID) - watch.begin > kMaxSeconds;
  if (watch.count++ < kPortions && watch.verdict->isCut == 0) {
    watch.verdict->work += kPortion;
    return kPortion;
  }
  enter(Stage::Last);
  return look(sp);
}

int takeCode(dl_phdr_info *info, size_t, void *object) {
  std::vector<Extent> code;
  bool isWanted = std::string_view(info->dlpi_name).find("/libm.so") !=
                  std::string_view::npos;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0)
      continue;
    const auto *begin =
        reinterpret_cast<const char *>(info->dlpi_addr + segment.p_vaddr);
    code.push_back({begin, begin + segment.p_memsz});
    isWanted |= code.back().holds(object);
  }
  if (isWanted)
    watch.pure.insert(watch.pure.end(), code.begin(), code.end());
  return 0;
}

} // namespace

void watchLoops(const LoadedObject &object, size_t siteCount,
                coverme_session &session, LoopVerdict &verdict) {
  watch.object = &object;
  watch.siteCount = siteCount;
  watch.session = &session;
  watch.verdict = &verdict;
  watch.pure.clear();
  ::dl_iterate_phdr(takeCode, reinterpret_cast<void *>(object.call));
  enter(Stage::First);
  session.refuel = refuel;
}

} // namespace coverme

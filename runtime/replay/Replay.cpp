// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The main of the program that replays a suite: each test in a child of its
// own, whose counters lie in memory that we share with it. So they are there
// whatever ends it, and nothing that it does to files, limits, signals or the
// heap is in their way.
//
// The code under test may define functions of libc's names, and is not to meet
// anything of ours: kernel calls are made directly.

#include "coverme/replay.h"

#include <fcntl.h>
#include <initializer_list>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Where the linker puts variables that begin as zeroes, counters among them.
extern "C" char __bss_start[], _end[];

// glibc's fflush(NULL), by a name that no code under test has.
extern "C" int _IO_flush_all(void);

namespace {

constexpr uintptr_t kPage = 4096;

long kernel(long number, long a = 0, long b = 0, long c = 0, long d = 0,
            long e = 0, long f = 0) {
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result = number;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

bool isError(long result) { return result < 0 && result > -4096; }

[[noreturn]] void end(int code) {
  for (;;)
    kernel(SYS_exit_group, code);
}

void copy(void *to, const void *from, uintptr_t bytes) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes)::"memory");
}

void clear(void *to, uintptr_t bytes) {
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(0) : "memory");
}

void *map(uintptr_t bytes, int flags, long file = -1) {
  const long at = kernel(SYS_mmap, 0, static_cast<long>(bytes),
                         PROT_READ | PROT_WRITE, flags, file, 0);
  if (isError(at))
    end(2);
  return reinterpret_cast<void *>(at);
}

struct MappedFile {
  char *data;
  uintptr_t size;
};

MappedFile mapFile(const char *path) {
  const long file = kernel(SYS_open, reinterpret_cast<long>(path), O_RDWR);
  struct stat status;
  if (isError(file) ||
      isError(kernel(SYS_fstat, file, reinterpret_cast<long>(&status))) ||
      status.st_size == 0)
    end(2);
  const auto size = static_cast<uintptr_t>(status.st_size);
  const MappedFile mapped{static_cast<char *>(map(size, MAP_SHARED, file)),
                          size};
  kernel(SYS_close, file);
  return mapped;
}

// What a child writes beyond its counters; the slots follow, and what the call
// left in variables.
struct Answer {
  uint64_t hasReturned;
  uint64_t written;

  unsigned long long *slots() {
    return reinterpret_cast<unsigned long long *>(this + 1);
  }
};

// The variables of the program, as a child has them.
struct Image {
  char *begin = __bss_start - reinterpret_cast<uintptr_t>(__bss_start) % kPage;
  uintptr_t bytes = (reinterpret_cast<uintptr_t>(_end) -
                     reinterpret_cast<uintptr_t>(begin) + kPage - 1) /
                    kPage * kPage;

  // Into memory that is all zeroes, of which most stays so.
  void copyTo(char *to) const {
    for (uintptr_t page = 0; page < bytes; page += kPage) {
      const auto *words = reinterpret_cast<const uint64_t *>(begin + page);
      uint64_t any = 0;
      for (uintptr_t i = 0; i < kPage / sizeof *words; ++i)
        any |= words[i];
      if (any != 0)
        copy(to + page, begin + page, kPage);
    }
  }
};

// The part of the stack that the calls to come will use.
[[gnu::noinline]] void clearBelow() {
  constexpr uintptr_t kBytes = uintptr_t{64} * 1024;
  clear(__builtin_alloca(kBytes), kBytes);
}

// What is to be noted of the program after a call.
struct Variables {
  const coverme_replay_range *ranges;
  uint32_t count;

  void copyTo(char *to) const {
    for (uint32_t i = 0; i < count; ++i) {
      copy(to, __bss_start + ranges[i].offset, ranges[i].bytes);
      to += ranges[i].bytes;
    }
  }
};

// A file for what a call writes to standard output and error.
long makeWritten() {
  const long file = kernel(SYS_memfd_create, reinterpret_cast<long>("written"),
                           MFD_ALLOW_SEALING);
  const bool isMade =
      !isError(kernel(SYS_ftruncate, file, COVERME_MOST_WRITTEN)) &&
      !isError(
          kernel(SYS_fcntl, file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK));
  return isMade ? file : -1;
}

// What it holds, in short; 0: nothing.
uint64_t writtenTo(long file) {
  const long end = kernel(SYS_lseek, file, 0, SEEK_CUR);
  if (isError(end) || end == 0)
    return 0;
  const long at =
      kernel(SYS_mmap, 0, COVERME_MOST_WRITTEN, PROT_READ, MAP_SHARED, file, 0);
  return isError(at) ? 0
                     : coverme_written(reinterpret_cast<const char *>(at),
                                       static_cast<uint64_t>(end));
}

[[noreturn]] void runTest(const Image &image, char *shared,
                          const unsigned long long *row, Answer *answer,
                          const Variables &variables, uint32_t outCount) {
  kernel(SYS_setpgid, 0, 0);
  kernel(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  const long null =
      kernel(SYS_open, reinterpret_cast<long>("/dev/null"), O_RDWR);
  kernel(SYS_dup2, null, STDIN_FILENO);
  const long written = makeWritten();
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    kernel(SYS_dup2, isError(written) ? null : written, stream);
  kernel(SYS_close, null);
  if (isError(kernel(
          SYS_mremap, reinterpret_cast<long>(shared),
          static_cast<long>(image.bytes), static_cast<long>(image.bytes),
          MREMAP_MAYMOVE | MREMAP_FIXED, reinterpret_cast<long>(image.begin))))
    end(2);
  // Code that reads what is none of its own finds zeroes, not what differs from
  // run to run: random bytes of the process above, times and pids below.
  constexpr uintptr_t kAbove = 4096;
  clear(__builtin_alloca(kAbove), kAbove);
  clearBelow();
  __coverme_replay_call(row, answer->slots());
  variables.copyTo(reinterpret_cast<char *>(answer->slots() + outCount));
  answer->hasReturned = 1;
  _IO_flush_all();
  answer->written = writtenTo(written);
  end(0);
}

uint64_t nowMs() {
  timespec now{};
  kernel(SYS_clock_gettime, CLOCK_MONOTONIC, reinterpret_cast<long>(&now));
  return static_cast<uint64_t>(now.tv_sec) * 1000 +
         static_cast<uint64_t>(now.tv_nsec) / 1'000'000;
}

// False when it takes longer than the limit.
bool waitFor(long child, uint64_t limitMs) {
  const long life = kernel(SYS_pidfd_open, child, 0);
  if (isError(life))
    return true;
  pollfd ending{static_cast<int>(life), POLLIN, 0};
  const uint64_t deadline = nowMs() + limitMs;
  for (uint64_t now = nowMs(); ending.revents == 0 && now < deadline;
       now = nowMs())
    kernel(SYS_poll, reinterpret_cast<long>(&ending), 1,
           static_cast<long>(deadline - now));
  kernel(SYS_close, life);
  return ending.revents != 0;
}

} // namespace

extern "C" pid_t _Fork(void);

void __coverme_replay_end() { end(0); }

int main(int argc, char **argv) {
  if (argc != 3)
    end(2);
  const MappedFile input = mapFile(argv[1]);
  const MappedFile output = mapFile(argv[2]);
  // Children have no business there.
  kernel(SYS_madvise, reinterpret_cast<long>(output.data),
         static_cast<long>(output.size), MADV_DONTFORK);
  const rlimit none{0, 0};
  kernel(SYS_setrlimit, RLIMIT_CORE, reinterpret_cast<long>(&none));

  const auto &header =
      *reinterpret_cast<const coverme_replay_input *>(input.data);
  const auto *ranges =
      reinterpret_cast<const coverme_replay_range *>(&header + 1);
  const Variables variables{ranges + header.rangeCount, header.variableCount};
  const auto *rows = reinterpret_cast<const unsigned long long *>(
      variables.ranges + variables.count);
  const Image image;
  // As in the search; beside it there is what the program itself takes.
  constexpr uint64_t kOwn = uint64_t{64} << 20;
  const uint64_t most = header.memory + image.bytes + kOwn;
  const rlimit memory{most, most};
  kernel(SYS_setrlimit, RLIMIT_DATA, reinterpret_cast<long>(&memory));
  const uintptr_t outBytes =
      header.outCount * sizeof(unsigned long long) + header.variableBytes;
  char *out = output.data;
  for (uint32_t test = 0; test < header.testCount; ++test) {
    auto &record = *reinterpret_cast<coverme_replay_record *>(out);
    out += sizeof record;
    // New for each test: what an earlier one has left running keeps its own.
    char *shared =
        static_cast<char *>(map(image.bytes, MAP_SHARED | MAP_ANONYMOUS));
    auto *answer = static_cast<Answer *>(
        map(sizeof(Answer) + outBytes, MAP_SHARED | MAP_ANONYMOUS));
    image.copyTo(shared);
    char *const counters = shared + (__bss_start - image.begin);
    for (uint32_t i = 0; i < header.rangeCount; ++i)
      clear(counters + ranges[i].offset, ranges[i].bytes);
    record.state = COVERME_REPLAY_BEGUN;
    const pid_t child = _Fork();
    if (child < 0)
      end(2);
    if (child == 0)
      runTest(image, shared, rows + uintptr_t{test} * header.rowWidth, answer,
              variables, header.outCount);
    const bool isInTime = waitFor(child, header.limitMs);
    if (!isInTime) {
      kernel(SYS_kill, child, SIGKILL);
      kernel(SYS_kill, -child, SIGKILL);
    }
    while (kernel(SYS_wait4, child, reinterpret_cast<long>(&record.status), 0,
                  0) == -4) { // EINTR
    }
    copy(out, answer->slots(), outBytes);
    out += outBytes;
    for (uint32_t i = 0; i < header.rangeCount; ++i) {
      copy(out, counters + ranges[i].offset, ranges[i].bytes);
      out += ranges[i].bytes;
    }
    record.hasReturned = answer->hasReturned;
    record.written = answer->written;
    record.state =
        isInTime ? COVERME_REPLAY_ENDED : COVERME_REPLAY_TOOK_TOO_LONG;
    kernel(SYS_munmap, reinterpret_cast<long>(shared),
           static_cast<long>(image.bytes));
    kernel(SYS_munmap, reinterpret_cast<long>(answer),
           static_cast<long>(sizeof(Answer) + outBytes));
  }
  end(0);
}

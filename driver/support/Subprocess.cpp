// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Subprocess.h"

#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/TrustedCall.h"
#include "support/WriteLimits.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace coverme {
namespace {

constexpr int kTickMs = 100;

// For a killed process to vanish; one that left its group never closes our
// pipes.
constexpr std::chrono::seconds kGrace(1);

// Of a stream that is kept: more than any compiler or gcov has to say, and less
// than a program that never stops printing would fill memory with.
constexpr size_t kMaxOutput = size_t{64} << 20;

// Of WaitWatch; empty without one.
struct Tick {
  std::function<void()> call;
  RunClock::time_point next; // due

  void callIfDue() {
    const auto now = RunClock::now();
    if (!call || now < next)
      return;
    next = now + std::chrono::milliseconds(kTickMs);
    call();
  }
};

Tick &waitTick() {
  static Tick tick;
  return tick;
}

std::set<pid_t> &programs() {
  static std::set<pid_t> running;
  return running;
}

struct Pipe {
  FileDescriptor read, write;
};

Pipe makePipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    failBySystem("create a pipe");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// Where a program may be: itself if its name is a path, else in PATH.
std::vector<std::string> placesOf(const std::string &program) {
  if (program.find('/') != std::string::npos)
    return {program};
  const char *variable = std::getenv("PATH");
  const std::string_view path =
      variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  std::vector<std::string> places;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find(':', begin), path.size());
    const std::string folder(path.substr(begin, end - begin));
    places.push_back((folder.empty() ? "." : folder) + "/" + program);
    begin = end + 1;
  }
  return places;
}

void limit(int resource, uint64_t most) {
  const rlimit both{most, most};
  trustedCall(SYS_setrlimit, resource, reinterpret_cast<long>(&both));
}

// Tries each place; returns with errno when there is no program.
void execAny(const std::vector<char *> &places, const std::vector<char *> &argv,
             const std::vector<char *> &environment) {
  int error = ENOENT;
  for (char *const *place = places.data(); *place != nullptr; ++place) {
    trustedCall(SYS_execve, reinterpret_cast<long>(*place),
                reinterpret_cast<long>(argv.data()),
                reinterpret_cast<long>(environment.data()));
    if (errno != ENOENT && errno != ENOTDIR)
      error = errno;
  }
  errno = error;
}

// Has the kernel refuse signals to the process, to its group, and to all at
// once. Where it has no filters, nothing changes.
void keepSignalsFrom(pid_t process) {
  const auto group = static_cast<uint32_t>(-::getpgid(process));
  constexpr uint32_t kEveryone = -1;
  constexpr uint8_t kToCheck[] = {5, 4, 3, 2, 1};
  const auto call = [&](long number, int place) {
    return sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                static_cast<uint32_t>(number), kToCheck[place],
                                0);
  };
  const sock_filter allow BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      call(SYS_kill, 0),
      call(SYS_tkill, 1),
      call(SYS_tgkill, 2),
      call(SYS_rt_sigqueueinfo, 3),
      call(SYS_rt_tgsigqueueinfo, 4),
      allow,
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(process), 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, group, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kEveryone, 1, 0),
      allow,
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)};
  const sock_fprog whole{std::size(program), program};
  trustedCall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1);
  trustedCall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER,
              reinterpret_cast<long>(&whole));
}

// Between fork and exec only async-signal-safe calls are allowed, so all
// memory is made ready before. We may be in a sandbox.
[[noreturn]] void
execChild(const std::vector<char *> &places, const std::vector<char *> &argv,
          const std::vector<char *> &environment, const char *directory,
          const ProcessOptions &options, const WriteLimits *limits,
          const FileDescriptor &input, const Pipe &output, const Pipe &errors,
          const Pipe &status) {
  trustedCall(SYS_setpgid, 0, 0);
  restoreInterrupts();
  ::signal(SIGXFSZ, SIG_IGN); // so that it can say what is wrong
  trustedCall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (options.isForeign)
    keepSignalsFrom(::getppid());
  if (limits != nullptr)
    limits->enter();
  if (options.addressSpace != 0) {
    limit(RLIMIT_AS, options.addressSpace);
    limit(RLIMIT_CORE, 0); // when that ends it
  }
  ::dup2(input.get(), STDIN_FILENO);
  ::dup2(output.write.get(), STDOUT_FILENO);
  ::dup2(errors.write.get(), STDERR_FILENO);
  if (directory == nullptr || ::chdir(directory) == 0)
    execAny(places, argv, environment);
  const int reason = errno;
  [[maybe_unused]] const auto written =
      ::write(status.write.get(), &reason, sizeof reason);
  ::_exit(127);
}

std::vector<char *> pointersTo(std::vector<std::string> &strings) {
  std::vector<char *> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string &string : strings)
    pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Our environment with the additions; a later entry replaces an earlier one of
// its name.
std::vector<std::string>
mergedEnvironment(const std::vector<std::string> &additions) {
  std::vector<std::string> merged = additions;
  for (char **entry = environ; *entry != nullptr; ++entry) {
    const std::string name(*entry, std::strcspn(*entry, "="));
    bool replaced = false;
    for (const std::string &addition : additions)
      replaced |= addition.starts_with(name + "=");
    if (!replaced)
      merged.emplace_back(*entry);
  }
  return merged;
}

// Reads what is there; false at the end of the stream.
bool drain(const FileDescriptor &from, std::string &into) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count < 0 && errno == EINTR)
    return true;
  if (count <= 0)
    return false;
  into.append(buffer.data(),
              std::min(static_cast<size_t>(count), kMaxOutput - into.size()));
  return true;
}

} // namespace

Process::Process(const std::vector<std::string> &argv,
                 const ProcessOptions &options)
    : name(argv[0]), goesOn(options.goesOn) {
  std::vector<std::string> arguments = argv;
  std::vector<std::string> environment = mergedEnvironment(options.environment);
  std::vector<std::string> places = placesOf(name);
  const std::vector<char *> argumentPointers = pointersTo(arguments);
  const std::vector<char *> environmentPointers = pointersTo(environment);
  const std::vector<char *> placePointers = pointersTo(places);
  const std::string directory = options.directory.string();
  std::optional<WriteLimits> limits;
  if (options.isForeign && !directory.empty())
    limits.emplace(directory);
  const FileDescriptor input(
      ::open(options.input.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input)
    fail(ExitCode::BadInput, "cannot read '{}': {}", options.input.string(),
         std::strerror(errno));
  Pipe outputPipe = makePipe();
  Pipe errorPipe = makePipe();
  Pipe statusPipe = makePipe();
  const auto after = [](double seconds) {
    return seconds > 0
               ? Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(seconds))
               : Clock::time_point::max();
  };
  latest = after(options.mostSeconds);
  deadline = std::min(after(options.timeoutSeconds), latest);

  child = trustedFork();
  if (child < 0)
    failBySystem("fork");
  if (child == 0)
    execChild(placePointers, argumentPointers, environmentPointers,
              directory.empty() ? nullptr : directory.c_str(), options,
              limits ? &*limits : nullptr, input, outputPipe, errorPipe,
              statusPipe);
  programs().insert(child);
  // As the child does, whichever comes first.
  trustedCall(SYS_setpgid, child, child);
  life = openProcess(child);
  output = std::move(outputPipe.read);
  errors = std::move(errorPipe.read);
  startError = std::move(statusPipe.read);
}

Process::~Process() {
  ProcessResult ignored;
  if (child != 0)
    end(ignored, true);
}

ProcessResult Process::wait() {
  assert(child != 0);
  ProcessResult result;
  const bool hasEnded = follow(result, deadline, true);
  result.timedOut = !hasEnded && interruptSignal() == 0;
  const int status = end(result, !hasEnded);
  throwIfInterrupted();
  if (result.timedOut && Clock::now() >= latest)
    fail(ExitCode::CompileFailed, "'{}' does not come to its end", name);
  int reason = 0;
  if (::read(startError.get(), &reason, sizeof reason) == sizeof reason)
    fail(ExitCode::BadInput, "cannot run '{}': {}", name,
         std::strerror(reason));
  if (WIFEXITED(status))
    result.exitCode = WEXITSTATUS(status);
  else if (WIFSIGNALED(status))
    result.signal = WTERMSIG(status);
  return result;
}

// Reads both streams to their ends and sees the process to its own: either may
// outlive the other. False when the time is over before, or an interrupt came.
bool Process::follow(ProcessResult &result, Clock::time_point until,
                     bool heedInterrupts) const {
  std::array<pollfd, 3> streams{{{output.get(), POLLIN, 0},
                                 {errors.get(), POLLIN, 0},
                                 {life.get(), POLLIN, 0}}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0 || streams[2].fd >= 0) {
    if (Clock::now() >= until ||
        (heedInterrupts && (interruptSignal() != 0 || !goesOn())))
      return false;
    // A signal that comes just before does not wake it.
    const int ready = ::poll(streams.data(), streams.size(), kTickMs);
    if (heedInterrupts)
      waitTick().callIfDue();
    if (ready <= 0)
      continue;
    if (streams[0].revents != 0 && !drain(output, result.output))
      streams[0].fd = -1;
    if (streams[1].revents != 0 && !drain(errors, result.errors))
      streams[1].fd = -1;
    if (streams[2].revents != 0)
      streams[2].fd = -1;
  }
  return true;
}

// waitpid's status. A killed group is gone when nothing holds its streams.
int Process::end(ProcessResult &result, bool isKilled) {
  if (isKilled) {
    trustedCall(SYS_kill, -child, SIGKILL);
    follow(result, Clock::now() + kGrace, false);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  programs().erase(child);
  child = 0;
  return status;
}

ProcessResult runProcess(const std::vector<std::string> &argv,
                         const ProcessOptions &options) {
  return Process(argv, options).wait();
}

WaitWatch::WaitWatch(std::function<void()> tick) {
  assert(!waitTick().call);
  waitTick() = {std::move(tick), RunClock::now()};
}

WaitWatch::~WaitWatch() { forget(); }

void WaitWatch::forget() { waitTick() = {}; }

const std::set<pid_t> &runningPrograms() { return programs(); }

std::optional<std::filesystem::path> findProgram(const std::string &name) {
  for (const std::string &place : placesOf(name)) {
    std::error_code error;
    if (::access(place.c_str(), X_OK) == 0 &&
        std::filesystem::is_regular_file(place, error))
      return place;
  }
  return std::nullopt;
}

} // namespace coverme

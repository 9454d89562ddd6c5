// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/Worker.h"

#include "execute/SharedArray.h"
#include "support/Children.h"
#include "support/Error.h"
#include "support/FileDescriptor.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"
#include "support/WorkFolder.h"
#include "support/WriteLimits.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {
namespace {

constexpr int kTickMs = 100;
// The same where a worker is asked.
constexpr int kAskMs = 10;

// Seconds between ticks, by which we have been stopped.
constexpr double kStandstill = 1;

// What the child tells its parent beyond its exit status, in shared memory.
struct WorkerMessage {
  enum class Kind : uint8_t { None, Error, Failure };

  bool loaded;
  bool finished;
  Kind kind;
  ExitCode code;
  std::array<char, 1024> message;
};

// In a worker: of its own.
const SharedArray<WorkerMessage> *lastMessage;

void silenceStandardStreams() {
  const FileDescriptor null(::open("/dev/null", O_RDWR));
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::dup2(null.get(), stream);
}

void enterDirectory(const std::filesystem::path &directory) {
  std::error_code error;
  std::filesystem::current_path(directory, error);
  if (!error)
    return;
  // The code under test may have removed it.
  std::filesystem::create_directories(directory, error);
  std::filesystem::current_path(directory);
}

[[noreturn]] void runChild(const std::function<void()> &job,
                           const std::filesystem::path &directory,
                           const SharedArray<WorkerMessage> &words) {
  ::setpgid(0, 0);                        // what it forks dies with it
  ::prctl(PR_SET_NAME, "coverme-worker"); // for ps and top
  restoreInterrupts();
  const rlimit noCoreFiles{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCoreFiles);
  silenceStandardStreams();
  ::close_range(STDERR_FILENO + 1, UINT_MAX, 0); // the code could write to them
  lastMessage = &words;
  const auto note = [&](WorkerMessage::Kind kind, ExitCode code,
                        const char *message) {
    words.protect(PROT_READ | PROT_WRITE);
    words[0].kind = kind;
    words[0].code = code;
    std::strncpy(words[0].message.data(), message, words[0].message.size() - 1);
  };
  try {
    if (!directory.empty()) {
      enterDirectory(directory);
      WriteLimits(directory).enter();
    }
    job();
  } catch (const Error &error) {
    note(WorkerMessage::Kind::Error, error.code, error.what());
  } catch (const std::exception &error) {
    note(WorkerMessage::Kind::Failure, ExitCode::Internal, error.what());
  }
  words.protect(PROT_READ | PROT_WRITE);
  words[0].finished = true;
  ::_exit(0);
}

double busySecondsOf(pid_t process) {
  clockid_t clock;
  return ::clock_getcpuclockid(process, &clock) == 0 ? processorSeconds(clock)
                                                     : 0;
}

// Seconds for which its first thread could have run, had there been a processor
// for it; 0 where the kernel does not say so.
double waitedSecondsOf(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/schedstat");
  uint64_t ran = 0, waited = 0;
  return file >> ran >> waited ? static_cast<double>(waited) * 1e-9 : 0;
}

// Does each of its threads wait for what is no processor and no disk?
bool isWaiting(pid_t process) {
  std::error_code error; // it may end meanwhile
  std::filesystem::directory_iterator thread(
      fmt::format("/proc/{}/task", process), error);
  for (; !error && thread != std::filesystem::directory_iterator();
       thread.increment(error)) {
    std::ifstream file(thread->path() / "stat");
    std::string text;
    std::getline(file, text);
    // The state is behind the name, which may have parentheses in it.
    const size_t name = text.rfind(')');
    if (name == text.npos || text.substr(name, 3) != ") S")
      return false;
  }
  return !error;
}

struct ChildEnd {
  bool hung, slept, givenUp;
  int status; // waitpid's
};

ChildEnd watchChild(pid_t child, const WorkerWatch &watch,
                    const WorkerMessage &words) {
  const FileDescriptor life = openProcess(child);
  uint64_t lastBeat = 0;
  Stopwatch sinceBeat, sinceTick, sinceRunning;
  double busyAtBeat = 0, waitedAtBeat = 0;
  const int pollMs = watch.askSignal != 0 ? kAskMs : kTickMs;
  bool wasLoaded = false;
  int status = 0;
  for (;;) {
    pollfd poll{life.get(), POLLIN, 0};
    if (::poll(&poll, 1, pollMs) > 0 && ::waitpid(child, &status, 0) == child)
      return {false, false, false, status};
    // Where we stood still ourselves, the child may have done so, too.
    if (sinceTick.seconds() > kStandstill)
      sinceBeat.restart();
    sinceTick.restart();
    if (watch.tick)
      watch.tick();
    const uint64_t beat = watch.heartbeat ? watch.heartbeat() : 0;
    if (beat != lastBeat || words.loaded != wasLoaded) {
      lastBeat = beat;
      wasLoaded = words.loaded;
      sinceBeat.restart();
      sinceRunning.restart();
      busyAtBeat = busySecondsOf(child);
      waitedAtBeat = waitedSecondsOf(child);
    }
    const double busy = watch.isInCall && watch.isInCall()
                            ? busySecondsOf(child) - busyAtBeat
                            : 0;
    const bool isBusy = busy > watch.busySeconds;
    if (busy > 0 && watch.askSignal != 0)
      ::kill(child, watch.askSignal);
    const double patience =
        wasLoaded ? watch.hangSeconds
                  : std::max(watch.hangSeconds, watch.loadSeconds);
    const bool givenUp =
        watch.grace.isOver() || (watch.deadline && watch.deadline->isOver());
    const bool standsStill =
        sinceBeat.seconds() > patience &&
        sinceBeat.seconds() - (waitedSecondsOf(child) - waitedAtBeat) >
            patience;
    if (!std::isfinite(watch.sleepSeconds) || !watch.isInCall ||
        !watch.isInCall() || !isWaiting(child))
      sinceRunning.restart();
    const bool sleeps = sinceRunning.seconds() > watch.sleepSeconds;
    if (givenUp || isBusy || standsStill || sleeps) {
      ::kill(child, SIGKILL);
      while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
      return {!givenUp, sleeps && !isBusy && !standsStill, givenUp, status};
    }
  }
}

} // namespace

WorkerEnd runInWorker(const std::function<void()> &job,
                      const WorkerWatch &watch,
                      const std::filesystem::path &directory) {
  prepareWorkFolder(directory);
  const SharedArray<WorkerMessage> words(1);
  const pid_t child = forkChild();
  if (child == 0)
    runChild(job, directory, words);

  const auto [hung, slept, givenUp, status] =
      watchChild(child, watch, words[0]);
  ::kill(-child, SIGKILL); // children that the code under test left behind
  WorkerMessage &last = words[0];
  last.message.back() = '\0';
  if (last.kind == WorkerMessage::Kind::Error)
    throw Error(last.code, last.message.data());
  WorkerEnd end;
  if (last.kind == WorkerMessage::Kind::Failure)
    end.failure = last.message.data();
  end.finished = last.finished && !end.failure;
  end.hasLoaded = last.loaded;
  end.hung = hung;
  end.slept = hung && slept;
  end.givenUp = givenUp;
  if (WIFSIGNALED(status))
    end.signal = WTERMSIG(status);
  else
    end.exitCode = WEXITSTATUS(status);
  return end;
}

std::string signalName(int number) {
  const char *name = ::sigabbrev_np(number);
  return name != nullptr ? fmt::format("SIG{}", name)
                         : fmt::format("signal {}", number);
}

void noteLoaded() {
  if (lastMessage == nullptr)
    return;
  (*lastMessage)[0].loaded = true;
  lastMessage->protect(PROT_READ);
}

void failToLoad(const WorkerEnd &end) {
  assert(!end.hasLoaded && !end.finished);
  std::string how = fmt::format("ends with status {}", end.exitCode);
  if (end.hung || end.givenUp)
    how = "does not return";
  else if (end.signal != 0)
    how = "raises " + signalName(end.signal);
  fail(ExitCode::CompileFailed,
       "the code under test does not load: a constructor {}", how);
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "worker/Worker.h"

#include "support/Error.h"
#include "support/FileDescriptor.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"
#include "worker/SharedArray.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {
namespace {

constexpr int kTickMs = 100;

// What the child tells its parent beyond its exit status, in shared memory.
struct LastWords {
  bool finished;
  bool threw;
  ExitCode code;
  std::array<char, 1024> message;
};

void silenceStandardStreams() {
  const FileDescriptor null(::open("/dev/null", O_RDWR));
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::dup2(null.get(), stream);
}

[[noreturn]] void runChild(const std::function<void()> &job, LastWords &words) {
  ::setpgid(0, 0); // what it forks dies with it
  restoreInterrupts();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit noCoreFiles{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCoreFiles);
  silenceStandardStreams();
  const auto note = [&](ExitCode code, const char *message) {
    words.threw = true;
    words.code = code;
    std::strncpy(words.message.data(), message, words.message.size() - 1);
  };
  try {
    job();
  } catch (const Error &error) {
    note(error.code, error.what());
  } catch (const std::exception &error) {
    note(ExitCode::Internal, error.what());
  }
  words.finished = true;
  ::_exit(0);
}

struct ChildEnd {
  bool hung, givenUp;
  int status; // waitpid's
};

ChildEnd watchChild(pid_t child, const WorkerWatch &watch) {
  const FileDescriptor life = openProcess(child);
  uint64_t lastBeat = 0;
  Stopwatch sinceBeat;
  int status = 0;
  for (;;) {
    pollfd poll{life.get(), POLLIN, 0};
    if (::poll(&poll, 1, kTickMs) > 0 && ::waitpid(child, &status, 0) == child)
      return {false, false, status};
    if (watch.tick)
      watch.tick();
    const uint64_t beat = watch.heartbeat ? watch.heartbeat() : 0;
    if (beat != lastBeat) {
      lastBeat = beat;
      sinceBeat.restart();
    }
    const bool givenUp = watch.grace.isOver();
    if (givenUp || sinceBeat.seconds() > watch.hangSeconds) {
      ::kill(child, SIGKILL);
      while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
      return {!givenUp, givenUp, status};
    }
  }
}

volatile sig_atomic_t *signalSlot;
decltype(&coverme_abort_call) abortRunningCall;

void onFatalSignal(int number) {
  *signalSlot = number;
  abortRunningCall();
  // No call was running: the fault is ours or came too late.
  ::signal(number, SIG_DFL);
  ::raise(number);
}

} // namespace

WorkerEnd runInWorker(const std::function<void()> &job,
                      const WorkerWatch &watch) {
  const SharedArray<LastWords> words(1);
  const pid_t child = ::fork();
  if (child < 0)
    fail(ExitCode::Internal, "cannot fork: {}", std::strerror(errno));
  if (child == 0)
    runChild(job, words[0]);

  const auto [hung, givenUp, status] = watchChild(child, watch);
  ::kill(-child, SIGKILL); // children that the code under test left behind
  if (words[0].threw)
    throw Error(words[0].code, words[0].message.data());
  WorkerEnd end;
  end.finished = words[0].finished;
  end.hung = hung;
  end.givenUp = givenUp;
  if (WIFSIGNALED(status))
    end.signal = WTERMSIG(status);
  else
    end.exitCode = WEXITSTATUS(status);
  return end;
}

void catchSignalsOfCalls(const LoadedObject &object,
                         volatile sig_atomic_t *lastSignal) {
  signalSlot = lastSignal;
  abortRunningCall = object.abortCall;
  // A stack of its own, so that an overflow of the normal one is survived.
  static std::array<char, size_t{64} * 1024> alternateStack;
  stack_t stack{};
  stack.ss_sp = alternateStack.data();
  stack.ss_size = alternateStack.size();
  ::sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_handler = onFatalSignal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP})
    ::sigaction(number, &action, nullptr);
}

} // namespace coverme

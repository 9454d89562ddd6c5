// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "worker/Worker.h"

#include "support/Error.h"
#include "support/FileDescriptor.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"
#include "worker/SharedArray.h"

#include <array>
#include <cerrno>
#include <climits>
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

[[noreturn]] void runChild(const std::function<void()> &job,
                           const std::filesystem::path &directory, pid_t parent,
                           LastWords &words) {
  ::setpgid(0, 0); // what it forks dies with it
  restoreInterrupts();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent)
    ::_exit(0); // it died before that
  const rlimit noCoreFiles{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCoreFiles);
  silenceStandardStreams();
  ::close_range(STDERR_FILENO + 1, UINT_MAX, 0); // the code could write to them
  const auto note = [&](ExitCode code, const char *message) {
    words.threw = true;
    words.code = code;
    std::strncpy(words.message.data(), message, words.message.size() - 1);
  };
  try {
    if (!directory.empty())
      std::filesystem::current_path(directory);
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

} // namespace

WorkerEnd runInWorker(const std::function<void()> &job,
                      const WorkerWatch &watch,
                      const std::filesystem::path &directory) {
  const SharedArray<LastWords> words(1);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0)
    fail(ExitCode::Internal, "cannot fork: {}", std::strerror(errno));
  if (child == 0)
    runChild(job, directory, parent, words[0]);

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

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Subprocess.h"

#include "support/Error.h"
#include "support/FileDescriptor.h"
#include "support/Interrupt.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  FileDescriptor read, write;
};

Pipe makePipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    fail(ExitCode::Internal, "cannot create a pipe: {}", std::strerror(errno));
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// Between fork and exec only async-signal-safe calls are allowed, so all
// memory is made ready before.
[[noreturn]] void execChild(const std::vector<char *> &argv,
                            const std::vector<char *> &environment,
                            const char *directory, const Pipe &output,
                            const Pipe &errors, const Pipe &status) {
  ::setpgid(0, 0);
  restoreInterrupts();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = ::open("/dev/null", O_RDONLY);
  ::dup2(null, STDIN_FILENO);
  ::dup2(output.write.get(), STDOUT_FILENO);
  ::dup2(errors.write.get(), STDERR_FILENO);
  if (directory == nullptr || ::chdir(directory) == 0)
    ::execvpe(argv[0], argv.data(), environment.data());
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
  into.append(buffer.data(), static_cast<size_t>(count));
  return true;
}

int remainingMs(Clock::time_point deadline, bool hasDeadline) {
  if (!hasDeadline)
    return -1;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - Clock::now());
  return left.count() < 0 ? 0 : static_cast<int>(left.count()) + 1;
}

} // namespace

ProcessResult runProcess(const std::vector<std::string> &argv,
                         const ProcessOptions &options) {
  std::vector<std::string> arguments = argv;
  std::vector<std::string> environment = mergedEnvironment(options.environment);
  const std::vector<char *> argumentPointers = pointersTo(arguments);
  const std::vector<char *> environmentPointers = pointersTo(environment);
  const std::string directory = options.directory.string();
  Pipe output = makePipe();
  Pipe errors = makePipe();
  Pipe status = makePipe();

  const pid_t child = ::fork();
  if (child < 0)
    fail(ExitCode::Internal, "cannot fork: {}", std::strerror(errno));
  if (child == 0)
    execChild(argumentPointers, environmentPointers,
              directory.empty() ? nullptr : directory.c_str(), output, errors,
              status);
  output.write.reset();
  errors.write.reset();
  status.write.reset();

  ProcessResult result;
  const bool hasDeadline = options.timeoutSeconds > 0;
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(options.timeoutSeconds));
  // Both streams to their ends, and the process to its own: either may outlive
  // the other.
  const FileDescriptor life = openProcess(child);
  std::array<pollfd, 3> streams{{{output.read.get(), POLLIN, 0},
                                 {errors.read.get(), POLLIN, 0},
                                 {life.get(), POLLIN, 0}}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0 || streams[2].fd >= 0) {
    const int ready = ::poll(streams.data(), streams.size(),
                             remainingMs(deadline, hasDeadline));
    if (ready == 0 || interruptSignal() != 0) {
      result.timedOut = ready == 0;
      ::kill(-child, SIGKILL);
      break;
    }
    if (ready < 0)
      continue;
    if (streams[0].revents != 0 && !drain(output.read, result.output))
      streams[0].fd = -1;
    if (streams[1].revents != 0 && !drain(errors.read, result.errors))
      streams[1].fd = -1;
    if (streams[2].revents != 0)
      streams[2].fd = -1;
  }

  int reason = 0;
  const bool startFailed =
      ::read(status.read.get(), &reason, sizeof reason) == sizeof reason;
  int waitStatus = 0;
  while (::waitpid(child, &waitStatus, 0) < 0 && errno == EINTR) {
  }
  throwIfInterrupted();
  if (startFailed)
    fail(ExitCode::BadInput, "cannot run '{}': {}", argv[0],
         std::strerror(reason));
  if (WIFEXITED(waitStatus))
    result.exitCode = WEXITSTATUS(waitStatus);
  else if (WIFSIGNALED(waitStatus))
    result.signal = WTERMSIG(waitStatus);
  return result;
}

} // namespace coverme

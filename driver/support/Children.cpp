// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Children.h"

#include "support/Error.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/prctl.h>
#include <unistd.h>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// Calls `visit` with each entry of a folder, as far as it can be read: what
// /proc shows goes away at any time.
template <class Visit>
void forEachEntry(const fs::path &folder, const Visit &visit) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    visit(entry->path());
}

} // namespace

pid_t forkChild() {
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0)
    failBySystem("fork");
  if (child == 0)
    followParent(parent, SIGKILL);
  return child;
}

void followParent(pid_t parent, int signal) {
  ::prctl(PR_SET_PDEATHSIG, signal);
  if (::getppid() != parent) // it died before that
    ::_exit(128 + SIGKILL);
}

std::vector<pid_t> childrenOf(pid_t parent) {
  std::error_code error;
  static const bool areListed = fs::exists("/proc/thread-self/children", error);
  if (!areListed)
    return scanForChildren(parent);
  std::vector<pid_t> children;
  forEachEntry(fs::path("/proc") / std::to_string(parent) / "task",
               [&](const fs::path &thread) {
                 std::ifstream list(thread / "children");
                 for (pid_t child = 0; list >> child;)
                   children.push_back(child);
               });
  return children;
}

std::vector<pid_t> scanForChildren(pid_t parent) {
  std::vector<pid_t> children;
  forEachEntry("/proc", [&](const fs::path &process) {
    const std::string name = process.filename();
    pid_t child = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), child).ptr !=
        name.data() + name.size())
      return;
    std::ifstream file(process / "stat");
    const std::string stat(std::istreambuf_iterator<char>(file), {});
    // "PID (NAME) STATE PARENT ...", where NAME may hold anything.
    const size_t nameEnd = stat.rfind(") ");
    if (nameEnd == std::string::npos || stat.size() < nameEnd + 5)
      return;
    pid_t found = 0;
    std::from_chars(stat.data() + nameEnd + 4, stat.data() + stat.size(),
                    found);
    if (found == parent)
      children.push_back(child);
  });
  return children;
}

} // namespace coverme

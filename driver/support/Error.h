// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver's one exception type. Thrown inside, caught in tools/ only.
#ifndef COVERME_DRIVER_SUPPORT_ERROR_H
#define COVERME_DRIVER_SUPPORT_ERROR_H

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace coverme {

// The exit codes of the tool; documented in docs/options.md.
enum class ExitCode {
  Complete = 0,      // every branch covered or proved infeasible
  Incomplete = 1,    // something left deemed infeasible or open; a
                     // finding, with --fail-on-finding; misbehaviour in
                     // `coverme run`
  BadInput = 2,      // usage, files, names, types
  CompileFailed = 3, // the code under test did not compile or link
  Internal = 4,      // our own fault
  // 128 + N: ended by signal N, as a shell says it
};

// What went wrong, as one line (lower case, no final period, the thing and its
// values), and the exit code it ends the tool with. `detail` may hold another
// program's own words, shown after the line as they are.
class Error : public std::runtime_error {
public:
  Error(ExitCode code, const std::string &message, std::string detail = {})
      : std::runtime_error(message), code(code), detail(std::move(detail)) {}

  ExitCode code;
  std::string detail;
};

template <class... Args>
[[noreturn]] void fail(ExitCode code, fmt::format_string<Args...> format,
                       Args &&...args) {
  throw Error(code, fmt::format(format, std::forward<Args>(args)...));
}

// Throws an Error that the system refuses something, as errno says: "cannot
// WHAT: ...". It is BadInput where a limit that the user set is reached, else
// Internal.
[[noreturn]] void failBySystem(std::string_view what);

} // namespace coverme

#endif

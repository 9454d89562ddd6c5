// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtSolver.h"

#include "Config.h"
#include "frontend/c/Programs.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

namespace coverme {
namespace {

// The words of an s-expression without its parentheses; |a b| is one word.
class Words {
public:
  explicit Words(std::string_view text) : rest(text) {}

  // Empty at the end.
  std::string_view next() {
    const size_t start = rest.find_first_not_of("() \t\r\n");
    if (start == std::string_view::npos)
      return {};
    rest.remove_prefix(start);
    const bool isQuoted = rest.front() == '|';
    size_t end = isQuoted ? rest.find('|', 1) : rest.find_first_of("() \t\r\n");
    end =
        end == std::string_view::npos ? rest.size() : end + (isQuoted ? 1 : 0);
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end);
    return word;
  }

private:
  std::string_view rest;
};

// #x0f or #b01.
std::optional<uint64_t> bitsIn(std::string_view word) {
  if (!word.starts_with("#x") && !word.starts_with("#b"))
    return std::nullopt;
  uint64_t bits = 0;
  const char *end = word.data() + word.size();
  const auto [rest, error] =
      std::from_chars(word.data() + 2, end, bits, word[1] == 'x' ? 16 : 2);
  return error == std::errc() && rest == end ? std::optional(bits)
                                             : std::nullopt;
}

} // namespace

SmtAnswer parseAnswer(const std::string &output) {
  SmtAnswer answer;
  Words words(output);
  const std::string_view first = words.next();
  if (first == "unsat") {
    answer.kind = SmtAnswer::Kind::Unsat;
    return answer;
  }
  if (first != "sat") {
    answer.reason = first == "unknown" ? "the solver gave up"
                                       : "the solver failed: " + output;
    return answer;
  }
  answer.kind = SmtAnswer::Kind::Sat;
  for (std::string_view name = words.next(); !name.empty(); name = words.next())
    if (const auto bits = bitsIn(words.next()))
      answer.values[std::string(name)] = *bits;
  return answer;
}

bool hasSmtSolver() { return kHasSmt; }

SmtAnswer solve(const std::string &script, const SmtLimits &limits) {
  SmtAnswer answer;
  if (!hasSmtSolver()) {
    answer.reason = "built without SMT";
    return answer;
  }
  const Stopwatch watch;
  // Not a file: nobody would remove it if we were killed.
  const MemoryFile input(script);
  ProcessOptions options;
  options.input = input.path();
  options.timeoutSeconds = limits.seconds;
  options.goesOn = limits.goesOn;
  options.addressSpace = uint64_t{limits.megabytes} << 20;
  ProcessResult result;
  try {
    result = runProcess({(libraryFolder() / "coverme-smt").string(),
                         std::to_string(limits.steps)},
                        options);
  } catch (const Error &error) {
    // What the code under test holds may leave no memory to fork with.
    if (error.code != ExitCode::Internal)
      throw;
    answer.reason = fmt::format("the solver did not start: {}", error.what());
    return answer;
  }
  if (result.timedOut)
    answer.reason = fmt::format("no answer in {:.1f} s", watch.seconds());
  else if (result.signal != 0 || result.exitCode != 0)
    answer.reason = "the solver ran out of memory or failed";
  else
    answer = parseAnswer(result.output);
  answer.seconds = watch.seconds();
  return answer;
}

} // namespace coverme

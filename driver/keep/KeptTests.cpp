// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/KeptTests.h"

#include "Config.h"
#include "core/ScalarText.h"
#include "evidence/Replay.h"
#include "frontend/c/Toolchain.h"
#include "project/CompileCommands.h"
#include "report/Values.h"
#include "support/Error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cfenv>
#include <csignal>
#include <cstring>
#include <set>
#include <utility>

namespace coverme {
namespace {

namespace fs = std::filesystem;

constexpr size_t kColumns = 80;

// So many inputs are listed with their zeros.
constexpr size_t kMostWithZeros = 8;

// Of more numbers, those are compared that the call changed.
constexpr size_t kMostCompared = 64;

// The number of the line behind it is put in its place.
constexpr const char *kHereMark = "@here@";

// What a C compiler takes for a comment of one line, whatever the text.
std::string plainText(std::string text) {
  for (char &c : text)
    if (static_cast<unsigned char>(c) < ' ')
      c = ' ';
  while (!text.empty() && (text.back() == '\\' || text.back() == ' '))
    text.pop_back();
  return text;
}

// The words as comments of at most 80 columns.
std::string comment(const std::string &mark, const std::string &text,
                    const std::string &indent = "") {
  std::string lines, line = mark;
  size_t start = 0;
  const std::string words = plainText(text);
  while (start < words.size()) {
    const size_t end = std::min(words.find(' ', start), words.size());
    const std::string word = words.substr(start, end - start);
    if (line.size() > mark.size() + indent.size() + 1 &&
        line.size() + 1 + word.size() > kColumns) {
      lines += plainText(line) + "\n";
      line = mark + indent;
    }
    line += " " + word;
    start = end + 1;
  }
  return lines + plainText(line) + "\n";
}

std::string replaceAll(std::string text, const std::string &from,
                       const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// Puts into each mark of a line the number of the line behind it.
std::string numbered(const std::string &text) {
  std::string result;
  size_t line = 2; // the marker of the file comes first
  size_t start = 0;
  while (start < text.size()) {
    const size_t end = text.find('\n', start);
    ++line;
    result += replaceAll(text.substr(start, end + 1 - start), kHereMark,
                         fmt::format("{}", line));
    start = end + 1;
  }
  return result;
}

std::string identifier(std::string name) {
  for (char &c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0)
      c = '_';
  return name;
}

// Is it the first C, which has no // comments?
bool isStrictC90(const std::string &flag) {
  static const std::set<std::string> names = {"-ansi", "-std=c89", "-std=c90",
                                              "-std=iso9899:1990",
                                              "-std=iso9899:199409"};
  return names.contains(flag);
}

// Flags as they are seen from a folder: paths in them, and files that they are.
// Without warnings, which are for the source's own build, and with the dialect
// of C that takes both the source and the tests.
std::vector<std::string>
flagsFrom(const std::vector<std::string> &flags,
          const std::function<std::string(const fs::path &)> &seen) {
  static const std::vector<std::string> takers = {
      "-isystem", "-idirafter", "-iquote", "-include", "-imacros", "-I", "-L"};
  std::vector<std::string> result;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string &flag = flags[i];
    const auto taker =
        std::find_if(takers.begin(), takers.end(), [&](const std::string &one) {
          return flag.starts_with(one);
        });
    std::error_code error;
    if (taker != takers.end() && flag.size() > taker->size()) {
      result.push_back(*taker + seen(flag.substr(taker->size())));
    } else if (taker != takers.end() && i + 1 < flags.size()) {
      result.push_back(flag);
      // A header may be one that -I has.
      const std::string &path = flags[++i];
      result.push_back(fs::exists(path, error) ? seen(path) : path);
    } else if (!flag.starts_with('-') && fs::exists(flag, error)) {
      result.push_back(seen(flag));
    } else if (isStrictC90(flag)) {
      result.insert(result.end(),
                    {"-std=gnu89", "-trigraphs", "-D__STRICT_ANSI__"});
    } else if (!asksForWarnings(flag)) {
      result.push_back(flag);
    }
  }
  return result;
}

std::string cmakeWord(const std::string &word) {
  std::string quoted = "\"";
  for (const char c : word)
    quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return quoted + "\"";
}

// --- the part that compares --------------------------------------------------

// C and C++; how floats are compared. NaNs are equal to each other, zeros by
// their signs, and infinities to themselves alone.
constexpr const char *kNearFunctions = R"(#ifndef MAX_ULP
#define MAX_ULP @maxUlp@
#endif
#ifndef REL_TOL
#define REL_TOL @relTol@
#endif

// Are two floats of so many bits, `digits` of them of the fraction, equal, or
// near to each other? NaNs are equal, zeros are told by their signs.
static int coverme_is_near(unsigned long long got, unsigned long long want,
                           int bits, int digits, unsigned long long ulps) {
  const unsigned long long sign = 1ULL << (bits - 1);
  const unsigned long long infinity = sign - (1ULL << digits);
  const unsigned long long a = got & ~sign, b = want & ~sign;
  if (got == want || (a > infinity && b > infinity))
    return 1;
  if (a >= infinity || b >= infinity || (a == 0 && b == 0))
    return 0;
  const int isSameSign = (got & sign) == (want & sign);
  const unsigned long long distance = !isSameSign ? a + b
                                      : a < b     ? b - a
                                                  : a - b;
  if (distance <= ulps)
    return 1;
  if (bits == 64 && REL_TOL > 0) {
    double x, y;
    __builtin_memcpy(&x, &got, sizeof x);
    __builtin_memcpy(&y, &want, sizeof y);
    return __builtin_fabs(x - y) <= REL_TOL * __builtin_fabs(y);
  }
  if (bits == 32 && REL_TOL > 0) {
    const unsigned low = (unsigned)got, high = (unsigned)want;
    float x, y;
    __builtin_memcpy(&x, &low, sizeof x);
    __builtin_memcpy(&y, &high, sizeof y);
    return __builtin_fabs((double)x - y) <= REL_TOL * __builtin_fabs(y);
  }
  return 0;
}
)";

constexpr const char *kSanitized = R"(
// A sanitizer may end a process its own way, ahead of the signal.
static int coverme_ends_by(int status, int signal) {
#if defined(__SANITIZE_ADDRESS__)
  const int isSanitized = 1;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  const int isSanitized = 1;
#else
  const int isSanitized = 0;
#endif
#else
  const int isSanitized = 0;
#endif
  return status != -1 && ((status & 0x7f) == signal ||
                          (isSanitized && (status & 0x7f) == 0 && status != 0));
}
)";

constexpr const char *kChecks = R"(
static const char *coverme_name;
static int coverme_failures;

static void coverme_fail(const char *what) {
  ++coverme_failures;
  __builtin_printf("%s: %s", coverme_name, what);
}

static void coverme_float(const char *what, int bits, int digits,
                          unsigned long long got, unsigned long long want,
                          unsigned long long ulps) {
  if (coverme_is_near(got, want, bits, digits, ulps))
    return;
  coverme_fail(what);
  __builtin_printf(" is 0x%0*llx, not 0x%0*llx\n", bits / 4, got, bits / 4,
                   want);
}

__attribute__((unused)) static void coverme_double(const char *what,
                                                   unsigned long long got,
                                                   unsigned long long want,
                                                   unsigned long long ulps) {
  double x, y;
  __builtin_memcpy(&x, &got, sizeof x);
  __builtin_memcpy(&y, &want, sizeof y);
  const int before = coverme_failures;
  coverme_float(what, 64, 52, got, want, ulps);
  if (coverme_failures != before)
    __builtin_printf("    %.17g, not %.17g\n", x, y);
}

__attribute__((unused)) static void coverme_single(const char *what,
                                                   unsigned long long got,
                                                   unsigned long long want,
                                                   unsigned long long ulps) {
  coverme_float(what, 32, 23, got, want, ulps);
}

__attribute__((unused)) static void coverme_half(const char *what,
                                                 unsigned long long got,
                                                 unsigned long long want,
                                                 unsigned long long ulps) {
  coverme_float(what, 16, 10, got, want, ulps);
}

__attribute__((unused)) static void coverme_bits(const char *what,
                                                 unsigned long long got,
                                                 unsigned long long want) {
  if (got == want)
    return;
  coverme_fail(what);
  __builtin_printf(" is 0x%llx, not 0x%llx\n", got, want);
}

__attribute__((unused)) static int coverme_returns(const unsigned long long *in,
                                                   unsigned long long *out) {
  const int status = coverme_run(in, out);
  if (status == -1)
    return 1;
  coverme_fail("does not return");
  __builtin_printf(" (status 0x%x)\n", (unsigned)status);
  return 0;
}

__attribute__((unused)) static void coverme_exits(const unsigned long long *in,
                                                  int code) {
  unsigned long long out[COVERME_NUMBERS];
  if (coverme_run(in, out) == code << 8)
    return;
  coverme_fail("does not exit as it did");
  __builtin_printf(" (%d)\n", code);
}

__attribute__((unused)) static void coverme_dies(const unsigned long long *in,
                                                 int signal) {
  unsigned long long out[COVERME_NUMBERS];
  if (coverme_ends_by(coverme_run(in, out), signal))
    return;
  coverme_fail("does not end by signal");
  __builtin_printf(" %d\n", signal);
}
)";

// All tests, or the one of a number.
constexpr const char *kMain = R"(
int main(int count, char **words) {
  const int tests = sizeof coverme_tests / sizeof *coverme_tests;
  const char *digit = count > 1 ? words[1] : "";
  int only = 0, i = 0;
  for (; *digit != 0; ++digit)
    only = 10 * only + (*digit - '0');
  for (; i < tests; ++i)
    if (count < 2 || coverme_tests[i].number == only) {
      coverme_name = coverme_tests[i].name;
      coverme_tests[i].run();
    }
  return coverme_failures != 0;
}
)";

constexpr const char *kGoogleChecks = R"cpp(
static testing::AssertionResult coverme_float(int bits, int digits,
                                              unsigned long long got,
                                              unsigned long long want,
                                              unsigned long long ulps) {
  if (coverme_is_near(got, want, bits, digits, ulps))
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << std::hex << "0x" << got << ", not 0x" << want;
}

[[maybe_unused]] static testing::AssertionResult
coverme_double(unsigned long long got, unsigned long long want,
               unsigned long long ulps) {
  double x, y;
  std::memcpy(&x, &got, sizeof x);
  std::memcpy(&y, &want, sizeof y);
  return coverme_float(64, 52, got, want, ulps)
         << " (" << x << ", " << y << ")";
}

[[maybe_unused]] static testing::AssertionResult
coverme_single(unsigned long long got, unsigned long long want,
               unsigned long long ulps) {
  return coverme_float(32, 23, got, want, ulps);
}

[[maybe_unused]] static testing::AssertionResult
coverme_half(unsigned long long got, unsigned long long want,
             unsigned long long ulps) {
  return coverme_float(16, 10, got, want, ulps);
}

[[maybe_unused]] static testing::AssertionResult
coverme_returns(const unsigned long long *in, unsigned long long *out) {
  const int status = @run@(in, out);
  if (status == -1)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "ends with status " << status;
}

struct EndsBy {
  int signal;
  bool operator()(int status) const { return coverme_ends_by(status, signal); }
};
)cpp";

// The line that has LCOV_EXCL_START, up to kEnd.
constexpr int kFirstLeftOut = 2;
constexpr const char *kEnd = "// LCOV_EXCL_STOP\n";

class KeptWriter {
public:
  KeptWriter(const std::string &kind, const RunResult &result,
             const FunctionReport &report,
             const std::vector<std::string> &purposes,
             const KeptNumbers &numbers, const std::vector<RecordedTest> &tests,
             const EmitOptions &options, fs::path folder)
      : kind(kind), result(result), report(report), purposes(purposes),
        numbers(numbers), tests(tests), options(options),
        folder(std::move(folder)), entry(result.entry()),
        name(identifier(entry.fileName())),
        isCxx(languageOf(sourceOf(result.options, entry)) == Language::Cxx) {}

  std::vector<KeptFile> files() {
    std::string body;
    for (size_t i = 0; i < tests.size(); ++i)
      body += testText(i);
    std::vector<KeptFile> list;
    const std::string file = testFile();
    if (kind == "gtest") {
      const std::string call = name + (isCxx ? "_call.cpp" : "_call.c");
      list.push_back(
          {call, numbered(headText(false) + callText() + exportText() + kEnd)});
      list.push_back({file, headText(true) + googleText() + body + kEnd});
    } else {
      list.push_back({file, numbered(headText(true) + callText() + "\n" +
                                     nearText() + kSanitized + kChecks + body +
                                     tableText() + kMain + kEnd)});
    }
    if (kind != "c")
      list.push_back({"CMakeLists.txt", cmakeText()});
    return list;
  }

private:
  bool isGoogle() const { return kind == "gtest"; }

  std::string testFile() const {
    return name + (isCxx || isGoogle() ? "_test.cpp" : "_test.c");
  }

  // A path as one writes it in a file of the folder.
  std::string seen(const fs::path &path) const {
    const fs::path from = fs::weakly_canonical(fs::absolute(folder));
    return fs::weakly_canonical(fs::absolute(path))
        .lexically_relative(from)
        .string();
  }
  std::string sourcePath() const {
    return seen(sourceOf(result.options, entry));
  }

  // The user's, and ours ahead of them; `prefix` ahead of paths.
  SplitFlags flags(const std::string &prefix) const {
    SplitFlags split = splitFlags(flagsOf(result.options));
    const auto see = [&](const fs::path &path) { return prefix + seen(path); };
    std::vector<std::string> compile = semanticFlags();
    for (std::string &flag : flagsFrom(split.compile, see))
      compile.push_back(std::move(flag));
    split.compile = std::move(compile);
    split.link = flagsFrom(split.link, see);
    split.link.emplace_back("-lm");
    if (!isAllC(result.options))
      split.link.emplace_back("-lstdc++");
    return split;
  }

  // The sources beside the entry's.
  std::vector<std::string> others() const {
    std::vector<std::string> list;
    const std::vector<fs::path> sources = result.options.sources();
    for (size_t i = 0; i < sources.size(); ++i)
      if (i != entry.source)
        list.push_back(seen(sources[i]));
    return list;
  }

  // What the file is, and how it is built.
  std::string headText(bool isMain) const {
    std::string text =
        "// LCOV_EXCL_START: tests are no code that tests are to cover.\n"
        "//\n" +
        comment("//", fmt::format(
                          "{} {} in {}, by coverme {}. Each test calls it "
                          "in a process of its own and compares what it "
                          "returns, and what it leaves behind pointers and in "
                          "variables, with what it did when this was written "
                          "(gcc and clang, -O0 and -O2).",
                          isMain ? "Tests of" : "Calls", entry.label(),
                          sourcePath(), kVersion));
    if (kind == "c") {
      const SplitFlags split = flags("");
      std::string command = isCxx ? "c++" : "cc";
      for (const std::string &word : split.compile)
        command += " " + word;
      command += " " + testFile();
      for (const std::string &word : others())
        command += fmt::format(" -Dmain={} {}", kHiddenMain, word);
      for (const std::string &word : split.link)
        command += " " + word;
      text += "//\n" + comment("//", command + " && ./a.out", "    ");
    }
    return text + "//\n" +
           comment("//", "-DSOURCE='\"FILE\"' takes another source, and "
                         "-DMAX_ULP=N or -DREL_TOL=X lets results differ.");
  }

  // From the source to coverme_run. Warnings about it are for its own build,
  // and the rest is no text to be read: 3 says that it is a system header's.
  std::string callText() const {
    const RunningText text = runningText(result, numbers, "SOURCE");
    std::string call = text.call;
    return fmt::format(
        "#ifndef SOURCE\n"
        "#define SOURCE \"{}\"\n"
        "#endif\n"
        "// clang-format off\n"
        "// Warnings about the source are for its own build: 3 is a system "
        "header.\n"
        "# {} __FILE__ 3\n"
        "{}"
        "#ifdef __clang__ // which tells void * from other pointers\n"
        "#pragma clang attribute push(__attribute__((no_sanitize("
        "\"function\"))), apply_to = function)\n"
        "#endif\n"
        "{}"
        "#ifdef __clang__\n"
        "#pragma clang attribute pop\n"
        "#endif\n"
        "# {} __FILE__\n"
        "// clang-format on\n",
        sourcePath(), kFirstLeftOut, text.source, call, kHereMark);
  }

  // For the file in C++ that has the tests of a source in C.
  std::string exportText() const {
    return "\n" +
           wrapped(fmt::format("COVERME_EXTERN_C int {}_run(const unsigned "
                               "long long *in, unsigned long long *out);",
                               name),
                   "") +
           fmt::format(
               "int {0}_run(const unsigned long long *in, unsigned long long "
               "*out) "
               "{{\n"
               "  return coverme_run(in, out);\n"
               "}}\n"
               "\n"
               "COVERME_EXTERN_C void {0}_call(const unsigned long long *in);\n"
               "void {0}_call(const unsigned long long *in) {{\n"
               "  unsigned long long out[COVERME_NUMBERS];\n"
               "  coverme_prepare();\n"
               "  coverme_test(in, out);\n"
               "}}\n",
               name);
  }

  std::string nearText() const {
    std::string text = replaceAll(kNearFunctions, "@maxUlp@",
                                  fmt::format("{}", options.maxUlp));
    return replaceAll(text, "@relTol@", fmt::format("{}", options.relTol));
  }

  std::string googleText() const {
    return fmt::format(
        "#include <gtest/gtest.h>\n\n"
        "#include <cstring>\n"
        "#include <ios>\n\n"
        "{1}"
        "extern \"C\" void {0}_call(const unsigned long long *in);\n\n"
        "{2}{3}{4}",
        name,
        wrapped(fmt::format("extern \"C\" int {}_run(const unsigned long long "
                            "*in, unsigned long long *out);",
                            name),
                ""),
        nearText(), kSanitized,
        replaceAll(kGoogleChecks, "@run@", name + "_run"));
  }

  // --- a test ----------------------------------------------------------------

  // The branches that it is the first to take.
  std::string purpose(size_t test) const {
    if (!purposes[test].empty())
      return comment("//", "Beyond branches: " + purposes[test] + ".");
    std::string text;
    for (const ReportedSite &site : report.sites)
      for (size_t i = 0; i < site.targets.size(); ++i)
        if (site.targets[i].test == test)
          text += comment("//  ",
                          fmt::format("{}:{} {}: {}", site.file, site.line,
                                      report.kind().isAtPlaces ? "is reached"
                                      : i != 0                 ? "is true"
                                                               : "is false",
                                      site.text),
                          "    ");
    return text.empty() ? "" : "// For what no test above takes:\n" + text;
  }

  std::string about(size_t test) const {
    const ReportedTest &reported = report.tests[test];
    std::string text = "\n" + purpose(test);
    text += comment(
        "//", fmt::format("Call: {}", formatTest(reported.calls, report.inputs,
                                                 reported.inputs, 16)));
    return text;
  }

  // Statements and what is said of each: behind them, below each other, if
  // there is room for all of it, else above.
  static std::string
  textOf(const std::vector<std::pair<std::string, std::string>> &statements) {
    size_t width = 0, most = 0;
    bool areAllSaid = true;
    for (const auto &[code, words] : statements) {
      width = std::max(width, code.size());
      most = std::max(most, plainText(words).size());
      areAllSaid &= !words.empty();
    }
    std::string text;
    for (const auto &[code, words] : statements)
      if (areAllSaid && width + most + 6 <= kColumns)
        text += fmt::format("  {:{}} // {}\n", code, width, plainText(words));
      else
        text += (words.empty() ? "" : comment("  //", words)) + wrapped(code);
    return text;
  }

  // A call over two lines, broken as clang-format does.
  static std::string wrapped(const std::string &code,
                             const std::string &margin = "  ") {
    if (margin.size() + code.size() <= kColumns)
      return margin + code + "\n";
    const size_t open = code.find('(');
    std::string lines, line = margin + code.substr(0, open + 1);
    const size_t indent = line.size();
    size_t start = open + 1;
    while (start < code.size()) {
      size_t end = code.find(", ", start);
      end = end == std::string::npos ? code.size() : end + 1;
      const std::string word = code.substr(start, end - start);
      if (line.size() > indent && line.size() + 1 + word.size() > kColumns) {
        lines += line + "\n";
        line = std::string(indent, ' ');
      } else if (line.size() > indent) {
        line += ' ';
      }
      line += word;
      start = end + (end < code.size() ? 1 : 0);
    }
    return lines + line + "\n";
  }

  std::string inputsText(const Input &input) const {
    const std::vector<InputVariable> &variables = entry.inputs();
    std::vector<std::pair<std::string, std::string>> statements;
    for (size_t i = 0; i < input.size(); ++i) {
      if (input[i] == 0 && input.size() > kMostWithZeros)
        continue;
      const std::string words =
          variables[i].startsNumber()
              ? fmt::format("{} = {}", variables[i].name,
                            formatNumber(variables[i], &input[i]))
              : "";
      statements.emplace_back(fmt::format("in[{}] = 0x{:x}ULL;", i, input[i]),
                              words);
    }
    return fmt::format("  unsigned long long in[{}] = {{0}};\n{}",
                       rowWidth(entry), textOf(statements));
  }

  // As <fenv.h> has them.
  static std::string exceptionsText(uint64_t bits) {
    constexpr std::pair<unsigned, const char *> kNames[] = {
        {FE_INVALID, "FE_INVALID"},
        {FE_DIVBYZERO, "FE_DIVBYZERO"},
        {FE_OVERFLOW, "FE_OVERFLOW"},
        {FE_UNDERFLOW, "FE_UNDERFLOW"},
        {FE_INEXACT, "FE_INEXACT"}};
    std::vector<const char *> raised;
    for (const auto &[flag, word] : kNames)
      if ((bits & flag) != 0)
        raised.push_back(word);
    return raised.empty() ? "none"
                          : fmt::format("{}", fmt::join(raised, " | "));
  }

  // The number as people read it.
  static std::string valueText(const KeptNumber &number, uint64_t bits) {
    if (number.areExceptions)
      return number.name + ": " + exceptionsText(bits);
    const ScalarKind kind = number.scalar.kind;
    const bool isPlain =
        kind == ScalarKind::Float
            ? number.scalar.width <= 64
            : kind > ScalarKind::Void && kind <= ScalarKind::Bool;
    return isPlain ? fmt::format("{} = {}", number.name,
                                 formatValue(number.scalar, bits))
                   : number.name;
  }

  std::string checkText(size_t index, const RecordedNumber &recorded) const {
    const KeptNumber &number = numbers.numbers[index];
    const std::string quoted = fmt::format("\"{}\"", plainText(number.name));
    const std::string ulps =
        recorded.maxUlps == 0 ? "MAX_ULP"
                              : fmt::format("MAX_ULP + {}", recorded.maxUlps);
    std::string words = valueText(number, recorded.bits);
    if (recorded.maxUlps != 0)
      words += "; differs between builds";
    const bool areBits =
        !number.scalar.isFloat() ||
        (options.checksNans && recorded.isSameNan &&
         number.scalar.width <= 64 &&
         FloatLayout(number.scalar.width).isNan(recorded.bits));
    const char *type = areBits                     ? "bits"
                       : number.scalar.width == 64 ? "double"
                       : number.scalar.width == 32 ? "single"
                                                   : "half";
    const std::string got = fmt::format("out[{}]", index);
    std::string code;
    if (areBits)
      code = isGoogle()
                 ? fmt::format("EXPECT_EQ({}, 0x{:x}ULL);", got, recorded.bits)
                 : fmt::format("coverme_bits({}, {}, 0x{:x}ULL);", quoted, got,
                               recorded.bits);
    else
      code = isGoogle()
                 ? fmt::format("EXPECT_TRUE(coverme_{}({}, 0x{:x}ULL, {}));",
                               type, got, recorded.bits, ulps)
                 : fmt::format("coverme_{}({}, {}, 0x{:x}ULL, {});", type,
                               quoted, got, recorded.bits, ulps);
    return comment("  //", words) + wrapped(code);
  }

  std::string checksText(size_t test) const {
    const std::vector<RecordedNumber> &recorded = tests[test].numbers;
    std::string text;
    std::string checks;
    const bool areMany = recorded.size() > kMostCompared;
    if (!numbers.leftOut.empty())
      text += comment("  //", fmt::format("The result ({}) is no number, and "
                                          "is not compared.",
                                          numbers.leftOut));
    for (size_t i = 0; i < recorded.size(); ++i) {
      if (i == 0 && entry.result.kind <= ScalarKind::Void)
        continue;
      if (areMany && recorded[i].bits == 0)
        continue;
      if (recorded[i].isSame)
        checks += checkText(i, recorded[i]);
      else
        text += comment("  //", numbers.numbers[i].name +
                                    " differs between builds, and is not "
                                    "compared.");
    }
    return text + checks;
  }

  static std::string signalText(int signal) {
    const char *abbreviation = ::sigabbrev_np(signal);
    return abbreviation == nullptr ? "" : fmt::format("SIG{}", abbreviation);
  }

  std::string endingText(int status) const {
    const int signal = status & 0x7f;
    const std::string call = name + "_call(in)";
    if (signal != 0)
      return comment("  //", signalText(signal)) +
             wrapped(isGoogle()
                         ? fmt::format("EXPECT_EXIT({}, EndsBy{{{}}}, \"\");",
                                       call, signal)
                         : fmt::format("coverme_dies(in, {});", signal));
    const int code = status >> 8;
    return wrapped(
        isGoogle()
            ? fmt::format("EXPECT_EXIT({}, testing::ExitedWithCode({}), \"\");",
                          call, code)
            : fmt::format("coverme_exits(in, {});", code));
  }

  std::string testText(size_t i) {
    const RecordedTest &test = tests[i];
    std::string text = about(i);
    const bool isLate = test.status && (*test.status & 0x7f) == SIGALRM;
    if (!test.isSame || isLate)
      return text + comment("//", fmt::format("Test {} is left out: builds "
                                              "differ in how it ends.",
                                              i + 1));
    const size_t number = i + 1;
    kept.push_back(number);
    text += isGoogle()
                ? fmt::format("TEST({}, Test{}) {{\n", name, number)
                : fmt::format("static void coverme_test_{}(void) {{\n", number);
    text += inputsText(result.suite[i].inputs);
    if (test.status)
      return text + endingText(*test.status) + "}\n";
    text +=
        fmt::format("  unsigned long long out[{}];\n", numbers.numbers.size());
    const std::string checks = checksText(i);
    text += isGoogle() ? "  ASSERT_TRUE(coverme_returns(in, out));\n"
                       : "  if (!coverme_returns(in, out))\n    return;\n";
    return text + checks + "}\n";
  }

  // --- around the tests
  // ------------------------------------------------------

  std::string tableText() const {
    // Which would have two tests on a line.
    std::string text = "\n"
                       "// clang-format off\n"
                       "static const struct {\n"
                       "  int number;\n"
                       "  const char *name;\n"
                       "  void (*run)(void);\n"
                       "} coverme_tests[] = {\n";
    for (const size_t number : kept)
      text +=
          fmt::format("    {{{0}, \"test {0}\", coverme_test_{0}}},\n", number);
    return text + "};\n// clang-format on\n";
  }

  // What has the source, with its flags: GoogleTest does not want them.
  std::string cmakeObjects(const std::string &target, const std::string &files,
                           const std::string &compile) const {
    if (!isGoogle())
      return fmt::format("add_executable({0} {1})\n"
                         "target_compile_options({0} PRIVATE{2})\n",
                         target, files, compile);
    return fmt::format("add_library({0}_call OBJECT {2})\n"
                       "target_compile_options({0}_call PRIVATE{3})\n"
                       "add_executable({1} {4} $<TARGET_OBJECTS:{0}_call>)\n",
                       name, target, files, compile, testFile());
  }

  std::string cmakeText() const {
    // The compiler runs in the folder of the build.
    const SplitFlags split = flags("${CMAKE_CURRENT_SOURCE_DIR}/");
    const auto words = [](const std::vector<std::string> &list) {
      std::string text;
      for (const std::string &word : list)
        text += "\n  " + cmakeWord(word);
      return text;
    };
    const std::string target = name + "_test";
    const std::string includes =
        isGoogle() ? name + (isCxx ? "_call.cpp" : "_call.c") : testFile();
    const std::vector<std::string> more = others();
    const bool needsCxx = isCxx || isGoogle() || !isAllC(result.options);
    std::string text = fmt::format(
        "cmake_minimum_required(VERSION 3.16)\n"
        "project({0} {1})\n"
        "enable_testing()\n"
        "set(SOURCE {2} CACHE FILEPATH \"The source under test\")\n"
        "{3}"
        "set_source_files_properties({4} PROPERTIES\n"
        "  COMPILE_DEFINITIONS \"SOURCE=\\\"${{SOURCE}}\\\"\"\n"
        "  OBJECT_DEPENDS ${{SOURCE}})\n"
        "target_link_libraries({0} PRIVATE{5})\n",
        target, needsCxx ? "C CXX" : "C",
        fmt::format("\"${{CMAKE_CURRENT_SOURCE_DIR}}/{}\"", sourcePath()),
        cmakeObjects(target, includes + words(more), words(split.compile)),
        includes, words(split.link));
    if (!more.empty())
      text += fmt::format("set_source_files_properties({}\n"
                          "  PROPERTIES COMPILE_DEFINITIONS main={})\n",
                          words(more).substr(3), kHiddenMain);
    if (isGoogle())
      return text + fmt::format("find_package(GTest REQUIRED)\n"
                                "target_link_libraries({0} PRIVATE "
                                "GTest::gtest GTest::gtest_main)\n"
                                "include(GoogleTest)\n"
                                "gtest_discover_tests({0})\n",
                                target);
    return text + fmt::format("foreach(number {})\n"
                              "  add_test(NAME {}.${{number}} COMMAND {} "
                              "${{number}})\n"
                              "endforeach()\n",
                              fmt::join(kept, " "), name, target);
  }

  const std::string &kind;
  const RunResult &result;
  const FunctionReport &report;
  const std::vector<std::string> &purposes;
  const KeptNumbers &numbers;
  const std::vector<RecordedTest> &tests;
  const EmitOptions &options;
  const fs::path folder;
  const Function &entry;
  const std::string name;
  const bool isCxx;
  std::vector<size_t> kept; // numbers of tests that are there
};

} // namespace

std::vector<KeptFile>
keptTests(const std::string &kind, const RunResult &result,
          const FunctionReport &report,
          const std::vector<std::string> &purposes, const KeptNumbers &numbers,
          const std::vector<RecordedTest> &tests, const EmitOptions &options,
          const fs::path &folder) {
  return KeptWriter(kind, result, report, purposes, numbers, tests, options,
                    folder)
      .files();
}

} // namespace coverme

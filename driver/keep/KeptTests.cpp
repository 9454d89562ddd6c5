// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/KeptTests.h"

#include "Config.h"
#include "core/ScalarText.h"
#include "evidence/Replay.h"
#include "keep/KeptBuild.h"
#include "keep/KeptChecks.h"
#include "keep/TestText.h"
#include "report/Values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cfenv>
#include <csignal>
#include <cstring>
#include <utility>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// So many inputs are listed with their zeros.
constexpr size_t kMostWithZeros = 8;

// Of more numbers, those are compared that the call changed.
constexpr size_t kMostCompared = 64;

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
        numbers(numbers), tests(tests), options(options), entry(result.entry()),
        build(kind, result, std::move(folder)), name(build.name()) {}

  std::vector<KeptFile> files() {
    std::string body;
    for (size_t i = 0; i < tests.size(); ++i)
      body += testText(i);
    std::vector<KeptFile> list;
    const std::string file = build.testFile();
    if (kind == "gtest") {
      list.push_back({build.callFile(), numbered(headText(false) + callText() +
                                                 exportText() + kEnd)});
      list.push_back({file, headText(true) + googleText() + body + kEnd});
    } else {
      list.push_back({file, numbered(headText(true) + callText() + "\n" +
                                     nearText(options) + plainChecks() + body +
                                     tableText() + plainMain() + kEnd)});
    }
    if (kind != "c")
      list.push_back({"CMakeLists.txt", build.cmakeText(kept)});
    return list;
  }

private:
  bool isGoogle() const { return build.isGoogle(); }

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
                          build.sourcePath(), kVersion));
    if (kind == "c")
      text += "//\n" + comment("//", build.command(), "    ");
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
        build.sourcePath(), kFirstLeftOut, text.source, call, kHereMark);
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

  std::string googleText() const {
    return fmt::format(
        "#include <gtest/gtest.h>\n\n"
        "#include <cstring>\n"
        "#include <ios>\n\n"
        "{1}"
        "extern \"C\" void {0}_call(const unsigned long long *in);\n\n"
        "{2}{3}",
        name,
        wrapped(fmt::format("extern \"C\" int {}_run(const unsigned long long "
                            "*in, unsigned long long *out);",
                            name),
                ""),
        nearText(options), googleChecks(name + "_run"));
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

  // --- around the tests ------------------------------------------------------

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

  const std::string &kind;
  const RunResult &result;
  const FunctionReport &report;
  const std::vector<std::string> &purposes;
  const KeptNumbers &numbers;
  const std::vector<RecordedTest> &tests;
  const EmitOptions &options;
  const Function &entry;
  const KeptBuild build;
  const std::string name;
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

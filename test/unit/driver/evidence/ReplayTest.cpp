// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Replay.h"

#include "driver/core/Types.h"
#include "driver/optimise/SyntheticProblem.h"
#include "driver/support/ExpectError.h"
#include "evidence/Gcov.h"
#include "frontend/c/Inputs.h"
#include "support/Files.h"
#include "support/Subprocess.h"
#include "support/WorkFolder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

namespace coverme {
namespace {

using namespace test;

// A C file and its one entry.
class Replayed : public testing::Test {
protected:
  // Declares the entry.
  void declare(const std::string &name, const Scalar &result,
               const std::vector<Parameter> &parameters) {
    Function function;
    function.name = name;
    function.result = result;
    function.resultType = result.kind == ScalarKind::Void
                              ? addType(program, "void", CTypeKind::Void)
                              : addNumber(program, result);
    function.parameters = parameters;
    function.file = source;
    program.functions.push_back(std::move(function));
    const auto entry = static_cast<uint32_t>(program.functions.size() - 1);
    usePlan(program, entry, planInputs(program, entry, {}));
  }

  std::string generate(const std::string &code,
                       const std::vector<Input> &inputs) {
    writeFileAtomically(source, code);
    options.source = source;
    return replayProgram(options, program, program.functions.back(),
                         suiteOf(inputs));
  }

  static std::vector<coverme::Test> suiteOf(const std::vector<Input> &inputs) {
    std::vector<coverme::Test> suite;
    for (const Input &input : inputs)
      suite.push_back({input, 0, {}, {}});
    return suite;
  }

  // Compiles as a user would, without any warning, and runs it.
  ProcessResult compileAndRun(const std::string &code) {
    const auto file = folder.path() / "replay.c";
    const auto executable = folder.path() / "a.out";
    writeFileAtomically(file, code);
    const ProcessResult compiled =
        runProcess({"gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", file,
                    "-o", executable, "-lm"});
    if (!compiled.succeeded()) {
      ADD_FAILURE() << compiled.errors << code;
      return {};
    }
    ProcessOptions limits;
    limits.timeoutSeconds = 20;
    return runProcess({executable}, limits);
  }

  // Starts the replay of the code.
  std::unique_ptr<CoverageBuild> start(const std::string &code,
                                       const std::string &compiler = "gcc") {
    writeFileAtomically(source, code);
    options.source = source;
    return coverageBuild(options, program, program.functions.back(), compiler,
                         startCompanions(options, program, compiler, true,
                                         folder.path() / ("others-" + compiler),
                                         0),
                         folder.path() / ("replayed-" + compiler), 60);
  }

  std::vector<TestTrace> replay(const std::string &code,
                                const std::vector<Input> &inputs) {
    return start(code)->run(inputs, callSlots(program.functions.back()), work,
                            20);
  }

  Parameter by(const std::string &name, const Scalar &scalar) {
    return parameter(program, name, addNumber(program, scalar));
  }
  Parameter behind(const std::string &name, const Scalar &scalar) {
    return parameter(program, name,
                     addPointer(program, addNumber(program, scalar)));
  }
  static Scalar none() { return {ScalarKind::Void, 0, {}}; }

  TemporaryFolder folder;
  const std::filesystem::path work = folder.path() / "scratch" / kCodeFolder;
  std::filesystem::path source = folder.path() / "source.c";
  Program program;
  RunOptions options;
};

TEST_F(Replayed, PassesEveryScalarKindByValue) {
  declare("f", floating(),
          {by("b", boolean()), by("c", signedInteger(8)),
           by("uc", unsignedInteger(8)), by("s", signedInteger(16)),
           by("us", unsignedInteger(16)), by("i", signedInteger(32)),
           by("u", unsignedInteger(32)), by("l", signedInteger(64)),
           by("ul", unsignedInteger(64)), by("f", floating(32)),
           by("d", floating()),
           by("e", enumeration(ScalarKind::Unsigned, {0, 7}))});
  const ProcessResult run = compileAndRun(generate(
      R"(#include <stdio.h>
enum e { A, B = 7 };
static double f(_Bool b, signed char c, unsigned char uc, short s,
                unsigned short us, int i, unsigned u, long l, unsigned long ul,
                float f, double d, enum e e) {
  printf("%d %d %u %d %u %d %u %ld %lu %a %a %d\n", b, c, uc, s, us, i, u, l,
         ul, f, d, e);
  return d;
}
)",
      {{1, 0xff, 0xff, 0x8000, 0x8000, 0x80000000, 0x80000000,
        uint64_t{1} << 63, UINT64_MAX, 0x3f800000, bitsOf(-0.5), 7}}));
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_EQ(run.output,
            "1 -1 255 -32768 32768 -2147483648 2147483648 "
            "-9223372036854775808 18446744073709551615 0x1p+0 -0x1p-1 7\n"
            "coverme-result 0 bfe0000000000000\n");
}

TEST_F(Replayed, PassesPointersToEveryScalarKind) {
  declare("f", signedInteger(32),
          {behind("d", floating()), behind("f", floating(32)),
           behind("i", signedInteger(32)), behind("c", unsignedInteger(8)),
           behind("b", boolean())});
  const ProcessResult run = compileAndRun(generate(
      R"(int f(const double *d, float *f, int *i, unsigned char *c, _Bool *b) {
  *i += (int)*d + (int)*f + *c + *b;
  return *i;
}
)",
      {{bitsOf(1000.0), std::bit_cast<uint32_t>(200.0f), 30, 4, 1}}));
  EXPECT_EQ(run.output, "coverme-result 0 4d3\n") << "1235";
}

TEST_F(Replayed, KeepsTheBitsOfNans) {
  declare("f", unsignedInteger(64), {by("x", floating())});
  const ProcessResult run = compileAndRun(generate(
      R"(unsigned long f(double x) {
  unsigned long bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
)",
      {{0x7ff0000000000001}, {0xfff8000000000123}, {bitsOf(-0.0)}}));
  EXPECT_EQ(run.output, "coverme-result 0 7ff0000000000001\n"
                        "coverme-result 1 fff8000000000123\n"
                        "coverme-result 2 8000000000000000\n");
}

TEST_F(Replayed, GivesNarrowResultsZeroExtended) {
  declare("f", signedInteger(16), {by("x", signedInteger(16))});
  const ProcessResult run = compileAndRun(
      generate("short f(short x) { return -x; }\n", {{1}, {0xffff}}));
  EXPECT_EQ(run.output, "coverme-result 0 ffff\ncoverme-result 1 1\n");
}

TEST_F(Replayed, TakesAVoidResultAndNoParameters) {
  declare("f", none(), {});
  const ProcessResult run =
      compileAndRun(generate("int calls; void f(void) { ++calls; }\n", {{}}));
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_EQ(run.output, "coverme-result 0 0\n");
}

TEST_F(Replayed, TakesAnEmptySuite) {
  declare("f", none(), {by("x", floating())});
  const ProcessResult run =
      compileAndRun(generate("void f(double x) { (void)x; }\n", {}));
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_EQ(run.output, "");
}

TEST_F(Replayed, GivesEachTestAProcessOfItsOwn) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const ProcessResult run = compileAndRun(generate(
      R"(#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
static int calls;
int f(int x) {
  if (x == 2) exit(5);
  if (x == 3) abort();
  return ++calls;
}
)",
      {{1}, {2}, {3}, {4}}));
  EXPECT_EQ(run.output, "coverme-result 0 1\ncoverme-result 3 1\n");
  EXPECT_EQ(run.exitCode, 1) << "some did not return";
}

TEST_F(Replayed, LeavesAMainOfTheSourceAside) {
  declare("main", signedInteger(32), {});
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const ProcessResult run = compileAndRun(generate(
      "int f(int x) { return x + 1; }\nint main(void) { return f(99); }\n",
      {{1}}));
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_EQ(run.output, "coverme-result 0 2\n");
}

// Failed before: the replay's main called itself, each time in a new process.
TEST_F(Replayed, CallsAMainOfTheSource) {
  declare("main", signedInteger(32), {});
  const ProcessResult run =
      compileAndRun(generate("int main(void) { return 42; }\n", {{}}));
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_EQ(run.output, "coverme-result 0 2a\n");
}

TEST_F(Replayed, TakesASourceWithAStrangeName) {
  declare("f", signedInteger(32), {});
  for (const char *name : {"with space.c", "with\"quote.c", "back\\slash.c",
                           "f%s{}.c", "ünïcode.c"}) {
    source = folder.path() / name;
    const ProcessResult run =
        compileAndRun(generate("int f(void) { return 1; }\n", {{}}));
    EXPECT_EQ(run.output, "coverme-result 0 1\n") << name;
  }
}

// --- under gcov
// ---------------------------------------------------------------

constexpr const char *kBranchy = R"(static int g(int x) {
  return x > 1000 ? 1 : 0;
}
int f(int x) {
  if (x == 7)
    return g(x);
  if (x < 0)
    __builtin_abort();
  return -1;
}
)";

// Which lines a test ran of the last function declared.
std::set<unsigned> linesOf(CoverageBuild &build, const TestTrace &trace,
                           const std::string &name, uint32_t source = 0) {
  const FlowNotes &notes = *build.notes();
  const FlowFunction *function = notes.find(source, name);
  size_t at = 0;
  for (size_t i = 0; &notes.functions()[i] != function; ++i)
    at += notes.ranges()[i].bytes;
  std::vector<uint64_t> counters(function->counterCount);
  std::memcpy(counters.data(), trace.counters.data() + at,
              counters.size() * sizeof counters[0]);
  return function->taken(counters, trace.isWhole).lines;
}

TEST_F(Replayed, SeesTheLinesOfEachTest) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  for (const char *compiler : {"gcc", "clang-19"}) {
    const auto build = start(kBranchy, compiler);
    const auto traces = build->run({{7}, {8}}, {1, 1}, work, 20);
    ASSERT_EQ(traces.size(), 2u);
    const auto seven = linesOf(*build, traces[0], "f");
    const auto eight = linesOf(*build, traces[1], "f");
    EXPECT_TRUE(seven.contains(6) && !seven.contains(7)) << compiler;
    EXPECT_TRUE(eight.contains(7) && !eight.contains(6)) << compiler;
    EXPECT_TRUE(linesOf(*build, traces[0], "g").contains(2)) << compiler;
    EXPECT_TRUE(linesOf(*build, traces[1], "g").empty()) << compiler;
    EXPECT_EQ(traces[0].result, 0u);
    EXPECT_EQ(traces[1].result, 0xffffffffu);
  }
}

TEST_F(Replayed, TellsStaticFunctionsOfSeveralSourcesApart) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const auto other = folder.path() / "other.c", with = folder.path() / "with.c";
  writeFileAtomically(other, "int h(int);\n"
                             "static int g(int x) {\n"
                             "  if (x > 1)\n"
                             "    return h(x);\n"
                             "  return 2;\n"
                             "}\n"
                             "int k(int x) { return g(x); }\n"
                             "int main(void) { return k(0); }\n");
  writeFileAtomically(with, "static int g(int x) { return x > 5 ? 1 : 0; }\n"
                            "int h(int x) { return g(x); }\n");
  options.others = {other};
  options.with = {with};
  for (const char *compiler : {"gcc", "clang-19"}) {
    const auto build = start("int k(int);\n"
                             "static int g(int x) {\n"
                             "  if (x > 9)\n"
                             "    return 1;\n"
                             "  return 0;\n"
                             "}\n"
                             "int f(int x) { return g(x) + k(x); }\n",
                             compiler);
    const auto traces = build->run({{7}, {0}}, {1, 1}, work, 20);
    ASSERT_EQ(traces[0].result, 1u) << compiler;
    ASSERT_EQ(traces[1].result, 2u) << compiler;
    for (const auto &trace : traces) {
      EXPECT_TRUE(linesOf(*build, trace, "g").contains(5)) << compiler;
      EXPECT_FALSE(linesOf(*build, trace, "g").contains(4)) << compiler;
    }
    EXPECT_TRUE(linesOf(*build, traces[0], "g", 1).contains(4)) << compiler;
    EXPECT_TRUE(linesOf(*build, traces[1], "g", 1).contains(5)) << compiler;
    EXPECT_EQ(build->notes()->find(2, "g"), nullptr);
    const std::string text =
        build->annotate(gcovOf(compiler), {&traces[0], &traces[1]}, 20).value();
    EXPECT_EQ(parseGcov(annotationOf(text, other), "g").branches,
              (Ratio{2, 2}));
    EXPECT_EQ(parseGcov(annotationOf(text, source), "g").branches,
              (Ratio{1, 2}));
  }
}

// Failed before: clang numbers its counters among all names that it makes up.
TEST_F(Replayed, FindsCountersBesideStrings) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const auto build = start("int puts(const char *);\n"
                           "int g(void) { return puts(\"a\"); }\n"
                           "int h(void) { return puts(\"b\"); }\n"
                           "int f(int x) {\n  return puts(\"c\") + x;\n}\n",
                           "clang-19");
  const auto traces = build->run({{1}}, {1, 1}, work, 20);
  EXPECT_TRUE(linesOf(*build, traces[0], "f").contains(5));
  EXPECT_TRUE(linesOf(*build, traces[0], "h").empty());
}

TEST_F(Replayed, CountsTheTestsOfASuiteTogether) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  for (const char *compiler : {"gcc", "clang-19"}) {
    const auto build = start(kBranchy, compiler);
    const auto traces = build->run({{7}, {8}, {9}}, {1, 1}, work, 20);
    const auto counts = [&](const std::vector<const TestTrace *> &some) {
      return parseGcov(
          annotationOf(*build->annotate(gcovOf(compiler), some, 20), source),
          "f");
    };
    const GcovCounts all = counts({&traces[0], &traces[1]});
    EXPECT_EQ(all.branches.hit, 3u);
    EXPECT_EQ(all.branches.total, 4u);
    EXPECT_EQ(all.byLine.at(5).count, 2u);
    EXPECT_FALSE(all.byLine.contains(2)) << "g's";
    EXPECT_EQ(counts({&traces[2]}).branches.hit, 2u);
    EXPECT_EQ(counts({}).lines.hit, 0u);
  }
}

// Failed before: what such a test took was lost, or that of all tests was.
TEST_F(Replayed, SeesWhatATestTookThatDoesNotReturn) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const auto build = start(R"(#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
static void leave(int number) { (void)number; _exit(3); }
static int deep(int x) { volatile char room[4096]; room[0] = x; return deep(x + room[0]) + room[0]; }
static void breakAll(void) {
  for (int fd = 0; fd < 100; ++fd)
    close(fd);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_FSIZE, &none);
  setrlimit(RLIMIT_NOFILE, &none);
  chdir("/");
  chroot("/proc");
  setuid(65534);
}
int f(int x) {
  if (x == 1)
    abort();
  if (x == 2)
    _exit(0);
  if (x == 3)
    syscall(SYS_exit_group, 4);
  if (x == 4)
    kill(getpid(), SIGKILL);
  if (x == 5) {
    signal(SIGUSR1, leave);
    raise(SIGUSR1);
  }
  if (x == 6)
    return deep(x);
  if (x == 7)
    breakAll();
  if (x == 8)
    exit(5);
  return x;
}
)");
  const auto traces = build->run({{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}},
                                 {1, 1}, work, 20);
  for (const size_t i : {0, 1, 2, 3, 4, 5, 7}) {
    EXPECT_TRUE(traces[i].hasRun) << i;
    EXPECT_NE(traces[i].ending, "") << i;
    EXPECT_FALSE(traces[i].result) << i;
    EXPECT_TRUE(linesOf(*build, traces[i], "f").contains(21)) << i;
  }
  EXPECT_EQ(traces[0].ending, "ends by signal 6 (Aborted)");
  EXPECT_EQ(traces[2].ending, "exits with status 4");
  EXPECT_TRUE(linesOf(*build, traces[5], "deep").contains(9));
  EXPECT_EQ(traces[6].result, 7u) << "whatever it has broken";
  EXPECT_TRUE(linesOf(*build, traces[6], "f").contains(36));
  EXPECT_EQ(traces[8].result, 9u);
  EXPECT_TRUE(linesOf(*build, traces[8], "f").contains(39));
}

TEST_F(Replayed, CountsWithAHeapOfTheSource) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const auto build = start(R"(void *malloc(unsigned long n) {
  return n == 3 ? (void *)1 : (void *)0;
}
void free(void *p) { (void)p; }
int f(int x) {
  if (x == 1)
    return 5;
  return 6;
}
)");
  const auto traces = build->run({{1}, {2}}, {1, 1}, work, 20);
  EXPECT_TRUE(linesOf(*build, traces[0], "f").contains(7));
  EXPECT_FALSE(linesOf(*build, traces[1], "f").contains(7));
  EXPECT_TRUE(linesOf(*build, traces[1], "malloc").empty()) << "not called";
}

TEST_F(Replayed, EndsATestThatHangs) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const auto build =
      start("int f(int x) {\n  while (x == 1)\n    ;\n  return x;\n}\n");
  const auto traces = build->run({{1}, {2}}, {1, 1}, work, 6);
  ASSERT_TRUE(traces[0].hasRun);
  EXPECT_EQ(traces[0].ending, "does not return within 2 s");
  EXPECT_TRUE(linesOf(*build, traces[0], "f").contains(2));
  EXPECT_EQ(traces[1].result, 2u) << "there is time for the next one";
}

TEST_F(Replayed, LosesATestThatEndsTheProgramAlone) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const auto build = start("#include <signal.h>\n#include <unistd.h>\n"
                           "int f(int x) {\n"
                           "  if (x == 1)\n    kill(getppid(), SIGKILL);\n"
                           "  return x;\n}\n");
  const auto traces = build->run({{0}, {1}, {2}}, {1, 1}, work, 20);
  EXPECT_EQ(traces[0].result, 0u);
  EXPECT_FALSE(traces[1].hasRun);
  EXPECT_EQ(traces[2].result, 2u);
}

// What KeepsTheBitsOfNans and its like say of the program that users keep.
TEST_F(Replayed, TakesTheBitsOfItsInputsAsData) {
  declare("f", unsignedInteger(64),
          {by("x", floating()), by("y", floating(32)), by("b", boolean()),
           by("c", signedInteger(8)),
           by("e", enumeration(ScalarKind::Unsigned, {0, 7})),
           behind("p", floating())});
  const auto result = replay(
      R"(enum e { A, B = 7 };
static unsigned long bitsOf(const void *x, unsigned long size) {
  unsigned long bits = 0;
  __builtin_memcpy(&bits, x, size);
  return bits;
}
static unsigned long f(double x, float y, _Bool b, signed char c, enum e e,
                       const double *p) {
  switch (e) {
  case A:
    return bitsOf(&x, sizeof x);
  case B:
    return bitsOf(&y, sizeof y);
  }
  return b ? (unsigned long)c : bitsOf(p, sizeof *p);
}
)",
      {{0x7ff0000000000001, 0, 0, 0, 0, 0},
       {0, 0xff800001, 0, 0, 7, 0},
       {0, 0, 1, 0x80, 1, 0},
       {0, 0, 0, 0, 1, 0xfff0000000000123}});
  ASSERT_EQ(result.size(), 4u);
  EXPECT_EQ(result[0].result, 0x7ff0000000000001u);
  EXPECT_EQ(result[1].result, 0xff800001u);
  EXPECT_EQ(result[2].result, 0xffffffffffffff80u);
  EXPECT_EQ(result[3].result, 0xfff0000000000123u);
}

TEST_F(Replayed, TakesTestsWithoutInputs) {
  declare("f", signedInteger(32), {});
  EXPECT_EQ(replay("int f(void) { return 5; }\n", {{}})[0].result, 5u);
}

TEST_F(Replayed, LeavesNothingToReadForTheCode) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const auto result =
      replay("#include <stdio.h>\nint f(int x) { return x + getchar(); }\n",
             {{1}, {2}});
  EXPECT_EQ(result[0].result, 0u) << "1 + EOF";
  EXPECT_EQ(result[1].result, 1u);
}

TEST_F(Replayed, ReadsItsInputsBesideAFunctionOfThatName) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const auto result = replay("static int read(int x) { return x + 1; }\n"
                             "int f(int x) { return read(x); }\n",
                             {{1}});
  EXPECT_EQ(result[0].result, 2u);
}

// Failed before: gcc keeps static functions that nothing calls.
TEST_F(Replayed, LeavesOutWhatNothingCalls) {
  declare("f", signedInteger(32), {by("x", signedInteger(32))});
  const auto result = replay("int nobody(int);\n"
                             "static int unused(int x) { return nobody(x); }\n"
                             "int f(int x) { return x; }\n",
                             {{4}});
  EXPECT_EQ(result[0].result, 4u);
}

TEST(Gcov, IsThatOfTheCompiler) {
  EXPECT_EQ(gcovOf("gcc"), std::vector<std::string>{"gcov"});
  EXPECT_EQ(gcovOf("/usr/bin/x86_64-linux-gnu-gcc-12"),
            std::vector<std::string>{"/usr/bin/x86_64-linux-gnu-gcov-12"});
  const std::filesystem::path clang =
      std::filesystem::canonical("/usr/bin/clang-19");
  EXPECT_EQ(gcovOf("clang-19")[0], clang.parent_path() / "llvm-cov");
}

TEST_F(Replayed, SaysThatTheSourceDoesNotCompile) {
  declare("f", signedInteger(32), {});
  try {
    replay("int f(void) { return x; }\n", {{}});
    ADD_FAILURE() << "no error";
  } catch (const Error &error) {
    EXPECT_EQ(error.code, ExitCode::CompileFailed);
    EXPECT_NE(std::string(error.what()).find(source), std::string::npos);
    EXPECT_NE(error.detail.find("undeclared"), std::string::npos)
        << "the compiler's own words";
  }
}

TEST_F(Replayed, SaysThatTheCompilerIsMissing) {
  declare("f", signedInteger(32), {});
  RunOptions missing;
  missing.gcovCompiler = "no-such-gcc";
  expectError([&] { requireReplayTools(missing); }, ExitCode::BadInput,
              {"no-such-gcc", "--no-gcov"});
}

} // namespace
} // namespace coverme

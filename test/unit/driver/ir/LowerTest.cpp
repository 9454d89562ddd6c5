// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Lower.h"

#include "core/InputSpace.h"
#include "coverme/abi.h"
#include "driver/frontend/c/Compiled.h"
#include "driver/support/ExpectError.h"
#include "frontend/c/Inputs.h"
#include "frontend/c/Linker.h"
#include "prove/interval/AbstractInterpreter.h"
#include "prove/interval/Definedness.h"
#include "support/Subprocess.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

namespace coverme {
namespace {

using namespace test;
using code::Code;
using code::Op;

// C code, compiled as coverme does, and its function f (or another), lowered.
class Lowered : public CompiledText {
public:
  explicit Lowered(const std::string &text,
                   const std::vector<std::string> &flags = {},
                   const std::string &entry = "f",
                   const InputOptions &inputs = {},
                   const std::vector<std::string> &marks = {})
      : CompiledText(text, flags, marks) {
    const uint32_t number = numberOf(entry);
    usePlan(program, number, planInputs(program, number, inputs));
    result = lowerEntry(object, program, number);
  }

  uint32_t numberOf(const std::string &name) const {
    for (uint32_t i = 0; i < program.functions.size(); ++i)
      if (program.functions[i].name == name)
        return i;
    ADD_FAILURE() << "no function " << name;
    return 0;
  }

  // Empty if it was lowered.
  std::string whyNot() const {
    const auto *reason = std::get_if<NotLowered>(&result);
    return reason ? reason->reason : "";
  }

  const LoweredEntry &entry() const {
    EXPECT_EQ(whyNot(), "");
    return std::get<LoweredEntry>(result);
  }
  const Code &code() const { return entry().code; }

  uint64_t count(Op op) const {
    return static_cast<uint64_t>(
        std::count_if(code().values.begin(), code().values.end(),
                      [&](const auto &value) { return value.op == op; }));
  }
  uint64_t instances(uint32_t site) const {
    return static_cast<uint64_t>(
        std::count_if(code().blocks.begin(), code().blocks.end(),
                      [&](const auto &block) { return block.site == site; }) +
        std::count_if(code().values.begin(), code().values.end(),
                      [&](const auto &value) { return value.site == site; }));
  }
  // Are the sites of the function reported? All or none must be.
  bool isJudged(const std::string &name) const {
    const Function &function = program.functions[numberOf(name)];
    const std::vector<uint32_t> &sites = entry().sites;
    EXPECT_TRUE(std::is_sorted(sites.begin(), sites.end()));
    EXPECT_NE(function.siteCount, 0u) << name;
    const auto inFunction =
        std::count_if(sites.begin(), sites.end(), [&](uint32_t site) {
          return function.firstSite <= site &&
                 site < function.firstSite + function.siteCount;
        });
    EXPECT_TRUE(inFunction == 0 || inFunction == function.siteCount) << name;
    return inFunction != 0;
  }

  // The branches of the entry's own sites that no input takes, as "0T 1F".
  std::string impossible() const {
    const InputSpace inputs(code().inputs);
    AbstractInterpreter interpreter(code(), inputs, {});
    Box all;
    for (size_t i = 0; i < inputs.size(); ++i)
      all.push_back({inputs.lowest(i), inputs.highest(i)});
    EXPECT_TRUE(interpreter.run(all, {}, 1'000'000));
    std::string branches;
    for (const uint32_t site : entry().sites)
      for (const bool outcome : {false, true})
        if (!interpreter.isPossible({site, outcome}))
          branches += (branches.empty() ? "" : " ") + std::to_string(site) +
                      (outcome ? "T" : "F");
    return branches;
  }

  std::variant<LoweredEntry, NotLowered> result;
};

// --- functions ---------------------------------------------------------------

TEST(Lower, ExpandsEachCallOnItsOwn) {
  const Lowered f("static int g(double x) { return x > 1 ? 3 : 4; }\n"
                  "int f(double x) {\n"
                  "  if (g(x) == 3 && g(x + 2) == 3) return 1;\n"
                  "  return 0; }\n");
  const uint32_t site = f.program.functions[f.numberOf("g")].firstSite;
  EXPECT_EQ(f.instances(site), 2u);
  EXPECT_TRUE(f.isJudged("g"));
  EXPECT_TRUE(f.isJudged("f"));
  EXPECT_EQ(f.count(Op::Havoc), 0u);
}

TEST(Lower, KnowsWhatACallReturns) {
  EXPECT_EQ(Lowered("static int g(int x) { return x & 3; }\n"
                    "int f(int x) { if (g(x) > 3) return 1; return 0; }\n")
                .impossible(),
            "0T");
}

TEST(Lower, LeavesAFunctionThatCallsItselfUnjudged) {
  const Lowered f("static int g(int n) {\n"
                  "  if (n > 9) return 1;\n"
                  "  return g(n + 1); }\n"
                  "int f(int n) { if (n < 0) return 0; return g(n & 3); }\n");
  EXPECT_FALSE(f.isJudged("g"));
  EXPECT_TRUE(f.isJudged("f"));
  EXPECT_EQ(f.count(Op::Havoc), 0u);
}

// One that writes, or calls what may, leaves no memory known.
TEST(Lower, KnowsWhatAFunctionThatCallsItselfLeavesAsItIs) {
  const std::string rest = "  return n > 9 ? 1 : g(n + 1, p); }\n"
                           "int f(int n) { int v = 1; return g(n, &v); }\n";
  const std::string head = "int level; void foreign(void);\n"
                           "static int h(int n) { level = n; return n; }\n"
                           "static int g(int n, int *p) {\n";
  for (const char *body :
       {"", "int own = n; n = own;", "n += __builtin_abs(n);"})
    EXPECT_EQ(Lowered(head + body + rest).count(Op::Havoc), 0u) << body;
  for (const char *body :
       {"level = n;", "*p = n;", "h(n);", "volatile int own = n;"})
    EXPECT_EQ(Lowered(head + body + rest).count(Op::Havoc), 1u) << body;
  EXPECT_EQ(Lowered(head + "foreign();" + rest).count(Op::Havoc), 2u);
}

TEST(Lower, LeavesWhatAnUnexpandedCallReachesUnjudged) {
  // h is expanded with what the first g gives it; the others are not seen.
  const Lowered f("static int h(int n) { if (n > 9) return 1; return 0; }\n"
                  "static int g(int n) {\n"
                  "  if (h(n)) return 1;\n"
                  "  return g(n + 1); }\n"
                  "int f(int n) { if (n < 0) return 0; return g(n & 3); }\n");
  EXPECT_FALSE(f.isJudged("g"));
  EXPECT_FALSE(f.isJudged("h"));
  EXPECT_TRUE(f.isJudged("f"));
}

TEST(Lower, LeavesWhatAFunctionBehindAPointerReachesUnjudged) {
  const Lowered f("static int h(int n) { if (n > 9) return 1; return 0; }\n"
                  "static int g(int n) { return h(n); }\n"
                  "int call(int (*)(int));\n"
                  "int f(int n) {\n"
                  "  if (h(n & 3)) return 1;\n"
                  "  return call(g); }\n");
  EXPECT_FALSE(f.isJudged("h"));
  EXPECT_TRUE(f.isJudged("f"));
}

TEST(Lower, LeavesAFunctionWhoseAddressIsGivenAwayUnjudged) {
  const std::string g = "static int g(int n) { if (n > 9) return 1; return 0; }"
                        "\n";
  const Lowered given(g + "int call(int (*)(int));\n"
                          "int f(int n) { if (g(n & 3)) return 1;\n"
                          "  return call(g); }\n");
  EXPECT_FALSE(given.isJudged("g"));
  const Lowered through(g + "int (*p)(int) = g;\n"
                            "int f(int n) { if (g(n & 3)) return 1;\n"
                            "  return p(n); }\n");
  EXPECT_FALSE(through.isJudged("g"));
  // Nobody is there to call it.
  const Lowered idle(g + "int (*p)(int) = g;\n"
                         "int f(int n) { if (g(n & 3)) return 1;\n"
                         "  return p != 0; }\n");
  EXPECT_TRUE(idle.isJudged("g"));
}

TEST(Lower, LeavesVariadicFunctionsToThemselves) {
  const Lowered f("static int g(int n, ...) { if (n > 9) return 1; return 0; }"
                  "\nint f(int n) { if (n > 0) return g(n, 2); return 0; }\n");
  EXPECT_FALSE(f.isJudged("g"));
  EXPECT_EQ(f.count(Op::Havoc), 0u); // it writes nothing
}

TEST(Lower, MarksSelectsThatDecide) {
  const Lowered f("int f(double x) { return x < 1 ? 2 : 3; }\n");
  EXPECT_EQ(f.instances(0), 1u);
  EXPECT_EQ(f.count(Op::Select), 1u);
}

TEST(Lower, TakesTheEntrysOwnModule) {
  const CompiledText one(
      "int one(int n) { if (n > 11) return 1; return 0; }\n"),
      two("int two(int n) { if (n > 22) return 1; return 0; }\n");
  const TemporaryFolder folder;
  RunOptions options;
  options.source = "test.c";
  const auto both = linkInstrumented({one.object, two.object}, options,
                                     folder.path() / "both.so")
                        .path;
  const Program program = readProgram(both);
  ASSERT_EQ(program.functions.size(), 2u);
  for (uint32_t entry : {0U, 1U}) {
    const auto lowered = lowerEntry(both, program, entry);
    const auto &it = std::get<LoweredEntry>(lowered);
    EXPECT_EQ(it.sites, std::vector<uint32_t>{entry});
    const uint64_t limit = program.functions[entry].name == "one" ? 11 : 22;
    EXPECT_TRUE(std::any_of(it.code.values.begin(), it.code.values.end(),
                            [&](const code::Instruction &value) {
                              return value.op == Op::Constant &&
                                     value.immediate == limit;
                            }));
  }
}

// --- memory ------------------------------------------------------------------

TEST(Lower, FoldsConstantGlobals) {
  const Lowered f("static const double table[3] = {1, 2, 3};\n"
                  "const struct { char c; float x; } pair = {1, 8};\n"
                  "int f(double x) {\n"
                  "  if (x == table[2]) return 1;\n"
                  "  return x == pair.x; }\n");
  EXPECT_EQ(f.count(Op::Load), 0u);
}

TEST(Lower, FoldsAStaticVariableThatIsNeverWritten) {
  const std::string use = "int f(void) { if (limit > 3) return 1; return 0; }"
                          "\n";
  EXPECT_EQ(Lowered("static int limit = 3;\n" + use).impossible(), "0T");
  for (const char *other :
       {"int limit = 3;\n", "extern int limit;\n", "extern const int limit;\n",
        "static _Thread_local int limit = 3;\n",
        "static volatile int limit = 3;\n", "const volatile int limit = 3;\n",
        "static int limit = 3; void set(int x) { limit = x; }\n",
        "static int limit = 3; int *give(void) { return &limit; }\n",
        "static int limit = 3; int *place = &limit;\n"})
    EXPECT_EQ(Lowered(other + use).impossible(), "") << other;
}

TEST(Lower, TellsAddressesInATableFromItsNumbers) {
  const Lowered f("static int n;\n"
                  "static const struct { int *p; int k; } it = {&n, 5};\n"
                  "int f(void) {\n"
                  "  if (((const int *)&it)[2] != 5) return 1;\n"
                  "  if (((const int *)&it)[0] == 0) return 2;\n"
                  "  return 0; }\n");
  EXPECT_EQ(f.impossible(), "0T");
}

TEST(Lower, PromotesUnions) {
  const Lowered f("int f(double x) {\n"
                  "  union { double d; unsigned long u; } it = {x};\n"
                  "  if ((it.u >> 63) > 1) return 1;\n"
                  "  return 0; }\n");
  EXPECT_EQ(f.count(Op::Load), 0u);
  EXPECT_EQ(f.impossible(), "0T");
}

TEST(Lower, KeepsWordsOfADoubleInMemory) {
  EXPECT_EQ(Lowered("int f(double x) {\n"
                    "  int *words = (int *)&x;\n"
                    "  if ((words[1] & 0x7fffffff) < 0) return 1;\n"
                    "  words[0] = 0;\n"
                    "  if (words[0] != 0) return 2;\n"
                    "  return 0; }\n")
                .impossible(),
            "0T 1T");
}

TEST(Lower, KnowsWhatAPointerParameterPointsTo) {
  EXPECT_EQ(Lowered("int f(unsigned char *x) {\n"
                    "  if (*x > 255) return 1;\n"
                    "  if (x == 0) return 2;\n"
                    "  *x = 3;\n"
                    "  if (*x != 3) return 3;\n"
                    "  if (x[1] == 4) return 4;\n"
                    "  return 0; }\n")
                .impossible(),
            "0T 2T")
      << "it may be null; behind its element is anything";
  EXPECT_EQ(Lowered("struct s { unsigned char a; short b[2]; };\n"
                    "int f(struct s *x) {\n"
                    "  if (x->a > 255) return 1;\n"
                    "  if (x->b[1] < -32768) return 2;\n"
                    "  if (((char *)x)[1] != 0) return 3;\n"
                    "  return 0; }\n")
                .impossible(),
            "0T 1T")
      << "a caller may write between members";
}

// Each writes 0 through one pointer, then 5 in another way, then reads.
TEST(Lower, LetsPointersLeadToWhateverACallerMayGive) {
  const auto impossible = [](const std::string &before,
                             const std::string &parameters,
                             const std::string &write) {
    const std::string text = before + "\nint f(int *r" + parameters +
                             ") {\n  *r = 0;\n  " + write +
                             ";\n  if (*r == 5) return 1;\n  return 0; }\n";
    InputOptions distinct;
    distinct.distinct = true;
    EXPECT_EQ(Lowered(text, {}, "f", distinct).impossible(), "0T") << text;
    return Lowered(text).impossible();
  };
  EXPECT_EQ(impossible("", ", int *a", "*a = 5"), "");
  EXPECT_EQ(impossible("", ", char *a", "*a = 5"), "");
  EXPECT_EQ(impossible("struct p { int x; struct p *q; };", ", struct p *a",
                       "a->x = 5"),
            "");
  EXPECT_EQ(
      impossible("struct b { int b : 3, c; };", ", struct b *a", "a->c = 5"),
      "");
  EXPECT_EQ(impossible("", ", int n, int a[n]", "a[1] = 5"), "");
  EXPECT_EQ(impossible("", ", void *a", "__builtin_memset(a, 5, 4)"), "");
  EXPECT_EQ(impossible("int g;", "", "g = 5"), "");
  EXPECT_EQ(impossible("int g[4];", "", "__builtin_memset(g, 5, 16)"), "");
  EXPECT_EQ(impossible("struct { int a, b; } g, h;", "", "g = h"), "");
  EXPECT_EQ(
      impossible("static int g; int *look(void) { return &g; }", "", "g = 5"),
      "");
  EXPECT_EQ(impossible("static int g; int *const look = &g;", "", "g = 5"), "");
  // What no caller may do.
  EXPECT_EQ(impossible("", ", int *restrict a", "*a = 5"), "0T");
  EXPECT_EQ(impossible("static int g;", "", "g = 5"), "0T");
  EXPECT_EQ(impossible("static int g[4]; int get(int i) { return g[i]; }", "",
                       "__builtin_memset(g, 5, 16)"),
            "0T");
}

// An object of the stack is another one in each iteration.
TEST(Lower, ForgetsTheStackOfEarlierCalls) {
  EXPECT_EQ(Lowered("static int g(int isFirst, int i) {\n"
                    "  int y[2];\n"
                    "  if (isFirst) y[i] = 5;\n"
                    "  return y[i]; }\n"
                    "int f(int n) {\n"
                    "  for (int i = 0; i < 2; ++i)\n"
                    "    if (g(i == 0, 0) != 5) return 1;\n"
                    "  return 0; }\n")
                .impossible(),
            "");
}

// A declared length is no promise to the function.
TEST(Lower, LetsArraysHaveMoreElementsThanDeclared) {
  const char *text = "int f(double a[2], int i) {\n"
                     "  a[0] = a[1] = 1;\n"
                     "  if (a[i & 3] == 2) return 1;\n"
                     "  return 0; }\n";
  EXPECT_EQ(Lowered(text).impossible(), "");
  InputOptions two;
  two.arrays = {{"a", "2"}};
  EXPECT_EQ(Lowered(text, {}, "f", two).impossible(), "0T");
}

TEST(Lower, ComparesPlacesInOneObject) {
  EXPECT_EQ(Lowered("int f(int n) {\n"
                    "  double a[4];\n"
                    "  double *p = a - 1;\n"
                    "  if (p >= a) return 1;\n"
                    "  if (p + 2 == a + 2) return 2;\n"
                    "  return 0; }\n")
                .impossible(),
            "0T 1T");
}

TEST(Lower, AllowsNullWhereAnAddressMayBeIt) {
  // A weak symbol that nobody defines; and a sum that wraps around.
  EXPECT_EQ(Lowered("extern int maybe __attribute__((weak));\n"
                    "int f(int n) { if (&maybe == 0) return 1; return 0; }\n")
                .impossible(),
            "");
  EXPECT_EQ(Lowered("int f(long n) {\n"
                    "  char a[4];\n"
                    "  if (a + n == 0) return 1;\n"
                    "  char *p = a + (n & 3);\n"
                    "  if (p == 0) return 2;\n"
                    "  return 0; }\n")
                .impossible(),
            "1T");
}

TEST(Lower, ForgetsEscapedMemoryWhenUnknownCodeRuns) {
  EXPECT_EQ(Lowered("void take(int *);\n"
                    "int f(int n) {\n"
                    "  int kept[4], given[4];\n"
                    "  kept[n & 1] = 1; kept[2] = 5;\n"
                    "  given[n & 1] = 1; given[2] = 5;\n"
                    "  take(given);\n"
                    "  if (kept[2] != 5) return 1;\n"
                    "  if (given[2] != 5) return 2;\n"
                    "  return 0; }\n")
                .impossible(),
            "0T");
}

TEST(Lower, FollowsAddressesThatEscapeInDisguise) {
  for (const char *way : {"int *q = n > 7 ? a : (int *)0; take(q);",
                          "unsigned long u = (unsigned long)a; take((int *)u);",
                          "take(a + (n & 1));", "hold = a; take((int *)0);",
                          "struct { int *p; } s = {a}; take((int *)&s);"})
    EXPECT_EQ(Lowered(fmt::format("void take(int *); int *hold;\n"
                                  "int f(int n) {{\n"
                                  "  int a[4];\n"
                                  "  a[2] = 5; a[n & 1] = 1;\n"
                                  "  {}\n"
                                  "  if (a[2] != 5) return 1;\n"
                                  "  return 0; }}\n",
                                  way))
                  .impossible()
                  .find("T"),
              std::string::npos)
        << way;
}

TEST(Lower, ForgetsAnArrayWrittenToByMemset) {
  EXPECT_EQ(Lowered("int f(int n) {\n"
                    "  int a[40];\n"
                    "  a[n & 1] = 1; a[2] = 5; a[39] = 6;\n"
                    "  __builtin_memset(a, n, 4 * 20);\n"
                    "  if (a[2] != 5) return 1;\n"
                    "  if (a[39] != 6) return 2;\n"
                    "  return 0; }\n")
                .impossible(),
            "1T");
}

// --- library functions -------------------------------------------------------

TEST(Lower, KnowsFunctionsOfTheMathLibraryByName) {
  const std::string code =
      "double floor(double); float rintf(float); double fma(double, double,"
      " double);\n"
      "int f(double x, float y) {\n"
      "  if (floor(x) < y) return 1;\n"
      "  if (rintf(y) < x) return 2;\n"
      "  if (fma(x, x, x) < y) return 3;\n"
      "  return 0; }\n";
  const Lowered f(code);
  EXPECT_EQ(f.count(Op::Floor), 1u);
  EXPECT_EQ(f.count(Op::RoundEven), 1u);
  EXPECT_EQ(f.count(Op::Fma), 1u);
  EXPECT_EQ(f.count(Op::Havoc), 0u);
  const Lowered plain(code, {"-fno-builtin"});
  EXPECT_EQ(plain.count(Op::Floor), 0u);
  EXPECT_EQ(plain.count(Op::Unknown), 3u);
  EXPECT_EQ(plain.count(Op::Havoc), 3u);
}

// Their results are unknown, and memory is not: but errno, and where modf's
// parameter leads.
TEST(Lower, KnowsWhatOtherFunctionsOfTheLibraryWrite) {
  const std::string names =
      "double sin(double); double modf(double, double *); float y1f(float);\n"
      "unsigned long strlen(const char *); int puts(const char *);\n"
      "int pureOne(int *) __attribute__((pure));\n"
      "int constOne(int) __attribute__((const));\n"
      "double pow(double); double frexp(double, double);\n";
  const auto havocs = [&](const std::string &call) {
    return Lowered(names +
                   "int f(double x, int n, int *p, const char *t) {\n"
                   "  double v = 0;\n"
                   "  const double r = " +
                   call + ";\n  return r > v; }\n")
        .count(Op::Havoc);
  };
  for (const char *call :
       {"sin(x)", "modf(x, &v)", "strlen(t)", "pureOne(p)", "constOne(n)"})
    EXPECT_EQ(havocs(call), 0u) << call;
  // POSIX's names may be the user's, and so is what takes something else.
  for (const char *call : {"y1f(n)", "puts(t)", "pow(x)", "frexp(x, v)"})
    EXPECT_EQ(havocs(call), 1u) << call;
}

// Whatever clang thinks of errno, a library has it.
TEST(Lower, HasTheLibrarySetErrnoUnderWhicheverFlags) {
  const auto setsErrno = [](const std::string &call, const char *flag) {
    const Lowered f("double modf(double, double *); double sqrt(double);\n"
                    "double fabs(double); double log(double);\n"
                    "int f(double x, int *p) { double v = 0;\n"
                    "  const double r = " +
                        call + ";\n  return r > v ? *p : 0; }\n",
                    {flag});
    return std::any_of(f.code().objects.begin(), f.code().objects.end(),
                       [](const auto &object) { return object.isErrno; });
  };
  for (const char *flag : {"-fmath-errno", "-fno-math-errno"}) {
    for (const char *call : {"modf(x, &v)", "sqrt(x)", "log(x)"})
      EXPECT_TRUE(setsErrno(call, flag)) << call << flag;
    EXPECT_FALSE(setsErrno("fabs(x)", flag)) << flag;
  }
}

TEST(Lower, TakesTheModulesOwnFloorForWhatItIs) {
  const Lowered f("static double floor(double x) { return x * 0 + 7; }\n"
                  "int f(double x) { if (floor(x) < 3) return 1; return 0; }"
                  "\n");
  EXPECT_EQ(f.count(Op::Floor), 0u);
  EXPECT_EQ(f.count(Op::FMul), 1u);
}

TEST(Lower, TakesAFunctionOfThatNameAndOtherParametersForUnknown) {
  const Lowered f("double fma(double); double floor(double, double);\n"
                  "double sqrt(int);\n"
                  "int f(double x) {\n"
                  "  if (fma(x) < 3) return 1;\n"
                  "  if (floor(x, x) < 3) return 2;\n"
                  "  if (sqrt(4) < x) return 3;\n"
                  "  return 0; }\n");
  EXPECT_EQ(f.count(Op::Fma) + f.count(Op::Floor) + f.count(Op::Sqrt), 0u);
  EXPECT_EQ(f.count(Op::Havoc), 3u);
}

TEST(Lower, TakesWhatFastMathMayChangeForUnknown) {
  const std::string code = "double floor(double);\n"
                           "int f(double x, double y) {\n"
                           "  if (x * y + 1 < floor(y)) return 1;\n"
                           "  return 0; }\n";
  EXPECT_EQ(Lowered(code).count(Op::Unknown), 0u);
  EXPECT_EQ(Lowered(code, {"-ffast-math"}).whyNot(),
            "the program takes subnormal numbers for zeros from its start");
  const Lowered fast(code, {"-fassociative-math", "-freciprocal-math",
                            "-fno-signed-zeros", "-fno-trapping-math",
                            "-fno-math-errno"});
  for (const Op op : {Op::FMul, Op::FAdd, Op::FCmp, Op::Floor})
    EXPECT_EQ(fast.count(op), 0u);
  EXPECT_EQ(fast.count(Op::Unknown), 1u) << "the comparison";
  EXPECT_EQ(fast.impossible(), "");
}

TEST(Lower, TakesLongDoublesForUnknown) {
  const Lowered f("int f(double x) {\n"
                  "  long double y = x;\n"
                  "  if (y * 0 > 1) return 1;\n"
                  "  return 0; }\n");
  EXPECT_EQ(f.impossible(), "");
}

// --- refusals ----------------------------------------------------------------

TEST(Lower, SaysWhatItCannotReasonAbout) {
  const auto why = [](const std::string &body,
                      const std::vector<std::string> &flags = {}) {
    return Lowered("#include <fenv.h>\n#include <setjmp.h>\n"
                   "jmp_buf place; int g(void);\n"
                   "int f(int n, double x) {\n" +
                       body + "\n  return n > 3; }\n",
                   flags)
        .whyNot();
  };
  EXPECT_EQ(why("if (n > 4) return 2;"), "");
  EXPECT_EQ(why("__asm__ volatile(\"\");"), "it contains inline assembly");
  EXPECT_EQ(why("fesetround(FE_UPWARD);"), "it changes the rounding mode");
  EXPECT_EQ(why("if (n > 4) feupdateenv(FE_DFL_ENV);"),
            "it changes the rounding mode");
  EXPECT_EQ(why("__builtin_ia32_ldmxcsr(n);"), "it changes the rounding mode");
  EXPECT_EQ(why("if (setjmp(place)) return 2;"), "it calls setjmp");
  EXPECT_EQ(why("if (n > 4) goto inside;\n"
                "while (g()) {\n"
                "  n += g();\n"
                "inside:\n"
                "  n += 2;\n"
                "}"),
            "it has a loop with more than one entry");
  EXPECT_EQ(why("void *to[] = {&&a, &&b};\n"
                "goto *to[n & 1];\n"
                "a: n += 1;\n"
                "b: n += 2;"),
            "it contains a 'indirectbr'");
  EXPECT_EQ(why("", {"-fdenormal-fp-math=preserve-sign"}),
            "it does without subnormal numbers");
}

TEST(Lower, RefusesAlsoWhatACallContains) {
  EXPECT_EQ(Lowered("static int g(int n) { __asm__ volatile(\"\"); return n; }"
                    "\nint f(int n) { return g(n) > 3; }\n")
                .whyNot(),
            "it contains inline assembly");
}

// --- parameters that no input tells ------------------------------------------

TEST(Lower, KnowsNothingOfParametersThatAreNotPassedOneByOne) {
  CompiledText f("int f(int n) { return n > 3; }\n");
  std::vector<InputVariable> &inputs = f.program.functions[0].plan.inputs;
  inputs[0].scalar.width = 64;
  auto result = lowerEntry(f.object, f.program, 0);
  ASSERT_TRUE(std::holds_alternative<LoweredEntry>(result));
  EXPECT_FALSE(std::get<LoweredEntry>(result).isMadeOfInputs);
  inputs.clear();
  result = lowerEntry(f.object, f.program, 0);
  EXPECT_TRUE(std::holds_alternative<LoweredEntry>(result));
}

TEST(Lower, LeavesOpenWhatParametersNoInputTells) {
  const std::string pair = "struct pair { int a; double b; };\n"
                           "struct large { int a[9]; };\n";
  for (const char *function : {
           "int f(struct pair x, int n)",
           "int f(struct large x, int n)",
           "int f(int (*x)(int), int n)",
           "int f(int *x, int n)",
       }) {
    const Lowered masked(pair + function +
                         " { if (!&x) return 3; if ((n & 6) == 1) return 1;\n"
                         "  return 0; }\n");
    EXPECT_EQ(masked.whyNot(), "") << function;
    EXPECT_NE(masked.impossible(), "") << function;
  }
  const Lowered byValue(pair + "int f(struct pair x) {\n"
                               "  if (x.a > 3) return 1; return 0; }\n");
  EXPECT_EQ(byValue.impossible(), "");
  EXPECT_FALSE(byValue.entry().isMadeOfInputs);
}

TEST(Lower, TakesAParameterThatMayBeNullToLeadAnywhere) {
  const std::string write = "  if (!p) return 0;\n  *q = 1;\n  *p = 2;\n"
                            "  if (*q == 2) return 1; return 0; }\n";
  EXPECT_EQ(Lowered("int f(int *p, int *q) {\n" + write).impossible(), "");
  EXPECT_EQ(
      Lowered("int v; int f(int *p) { int *q = &v;\n" + write).impossible(),
      "");
  EXPECT_EQ(Lowered("int f(int *p) { int v, *q = &v;\n" + write).impossible(),
            "1T");
}

TEST(Lower, KnowsThatAParameterStaysNullOrNot) {
  EXPECT_EQ(Lowered("void g(void);\n"
                    "int f(int *p) {\n"
                    "  if (p) { g(); if (p == 0) return 1; return 2; }\n"
                    "  return 0; }\n")
                .impossible(),
            "1T");
  EXPECT_EQ(Lowered("int f(int *p, int *q) {\n"
                    "  if (p) { p = q; if (p == 0) return 1; return 2; }\n"
                    "  return 0; }\n")
                .impossible(),
            "");
}

// --- what is said of callers -------------------------------------------------

TEST(Lower, RestsOnNoBoundsWhereOthersMayCallTheEntry) {
  InputOptions bounded;
  bounded.ranges = {{"n", "1:9"}};
  bounded.arrays = {{"p", "2"}};
  bounded.distinct = true;
  const std::string body = " *p = 1; *q = 2; if (n > 3) return 1;\n"
                           "  if (*p == 2) return 2; return 0; }\n";
  const Lowered alone("int f(int n, int *p, int *q) {" + body, {}, "f",
                      bounded);
  EXPECT_TRUE(alone.isJudged("f"));
  EXPECT_TRUE(alone.entry().inputs.isRestricted());
  const Lowered called("void g(void);\n"
                       "int f(int n, int *p, int *q) { g();" +
                           body,
                       {}, "f", bounded);
  EXPECT_TRUE(called.isJudged("f"));
  EXPECT_FALSE(called.entry().inputs.isRestricted());
  EXPECT_FALSE(called.entry().isMadeOfInputs);
  for (const code::Object &object : called.code().objects)
    EXPECT_TRUE(!object.isGiven || (object.isShared && object.isOpen));
}

// --- memory that was not written ---------------------------------------------

TEST(Lower, LeavesOpenWhatWasNotWritten) {
  for (const char *text : {
           // one value that is known, and one that is not
           "int f(int x) { int y, *p = &y; if (x > 0) *p = 1;\n"
           "  if (y == 2) return 1; return 0; }\n",
           "int f(int x) { int y; if (x > 0) y = x;\n"
           "  if (x > 5 && y < 0) return 1;\n"
           "  if (x <= 0 && y == 7) return 1; return 0; }\n",
           // by a part, through a union, in a struct
           "int f(int x) { union { double d; int i[2]; } u; u.i[0] = 1;\n"
           "  if (x > 0) u.i[1] = 1; if (u.i[1] == 2) return 1; return 0; }\n",
           "struct s { int a, b; };\n"
           "static struct s g(int x) { struct s s; if (x > 0) s.b = 1;\n"
           "  s.a = 1; return s; }\n"
           "int f(int x) { if (g(x).b == 2) return 1; return 0; }\n",
           // another time in each iteration, and each time it is read
           "int f(int x) { int last = 0;\n"
           "  for (int i = 0; i < 3; i++) {\n"
           "    int y; if (i == 0) y = 1; last = y; }\n"
           "  if (last == 2) return 1; return 0; }\n",
           "int f(int x) { int last = 0;\n"
           "  for (int i = 0; i < 3; i++) {\n"
           "    int y[2]; if (i == 0) y[0] = y[1] = 1; last = y[x & 1]; }\n"
           "  if (last == 2) return 1; return 0; }\n",
           "int f(int x) { int y, *p = &y; if (x > 0) *p = 1;\n"
           "  int a = y, b = y;\n"
           "  if (a != b) return 1; return 0; }\n",
       })
    EXPECT_EQ(Lowered(text).impossible(), "") << text;
}

TEST(Lower, LowersNoStoreBesidePaddingThatTheFileReads) {
  EXPECT_EQ(Lowered("struct s { char c; int i; };\n"
                    "int f(int x) { struct s s; s.i = x; s.c = 1;\n"
                    "  if (((char *)&s)[2] == 3) return 1; return 0; }\n")
                .whyNot(),
            "C leaves open what a store to a member does to padding, or to the "
            "rest of a union, and the file looks there");
}

TEST(Lower, KnowsWhatWasWritten) {
  EXPECT_EQ(Lowered("int f(int x) { int y; if (x > 0) y = 1; else y = 3;\n"
                    "  if (y == 2) return 1; return 0; }\n")
                .impossible(),
            "1T");
}

TEST(Lower, LeavesTheSignOfANaNOpen) {
  for (const char *text : {
           "int f(double x) { double z = 0.0 / 0.0;\n"
           "  union { double d; long i; } u = {x > 1 ? z : -1};\n"
           "  if (u.i >= 0) return 1; return 0; }\n",
           "int f(double x) { double z = x > 1 ? __builtin_nan(\"\") : -1;\n"
           "  if (__builtin_signbit(z)) return 1; return 0; }\n",
           "static const double z[2] = {0.0 / 0.0, -1};\n"
           "int f(int x) { union { double d; long i; } u = {z[x & 1]};\n"
           "  if (u.i >= 0) return 1; return 0; }\n",
       })
    EXPECT_EQ(Lowered(text).impossible(), "") << text;
}

TEST(Lower, LeavesOpenWhichLiteralsAreOne) {
  EXPECT_EQ(Lowered("int f(int x) {\n"
                    "  const char *p = \"ab\", *q = \"ab\", *r = \"b\";\n"
                    "  if (p == q) x++;\n"
                    "  if (p + 1 == r) x++;\n"
                    "  if (p == 0) x++;\n"
                    "  return x; }\n")
                .impossible(),
            "2T");
}

// --- what follows from inputs ------------------------------------------------

bool followsFromInputs(const std::string &text) {
  const Lowered f(text);
  return f.entry().isMadeOfInputs && isDefined(f.code());
}

TEST(InputsAlone, TellsWhatFollowsFromInputs) {
  for (const char *text : {
           "int f(int x) { if (x * x == 7) return 1; return 0; }\n",
           "static int g(int x) { return x / 3; }\n"
           "int f(int x) { if (g(x) == 7) return 1; return 0; }\n",
           "static const int t[4] = {1, 2, 3, 4};\n"
           "int f(int x) { if (t[x & 3] == 7) return 1; return 0; }\n",
           "int f(int x) { int y[4] = {0}; y[x & 3] = 1;\n"
           "  if (y[0] == 7) return 1; return 0; }\n",
           "int f(const float *p) { if (*p > 1) return 1; return 0; }\n",
           "double fmod(double, double);\n"
           "int f(float x) { if (fmod(x, 3) > 3) return 1; return 0; }\n",
           "int f(float x) { if (x >= 0 && x < 9 && (int)x == 3) return 1;\n"
           "  return 0; }\n",
           "int f(float x) { union { float f; int i; } u = {x};\n"
           "  if (u.i < 0) return 1; return 0; }\n",
           "int f(float x) { if (!(x < 9 && x > -9)) return 2;\n"
           "  union { float f; int i; } u = {x * x - 1};\n"
           "  if (u.i < 0) return 1; return 0; }\n",
       })
    EXPECT_TRUE(followsFromInputs(text)) << text;
}

TEST(InputsAlone, TellsWhatElseDecides) {
  for (const char *text : {
           // time, random numbers, flags, the place of a call
           "int f(int x) { if (__builtin_ia32_rdtsc() == x) return 1;\n"
           "  return 0; }\n",
           "int f(int x) { if (__builtin_readcyclecounter() == x) return 1;\n"
           "  return 0; }\n",
           "int f(int x) { if (__builtin_ia32_stmxcsr() & x) return 1;\n"
           "  return 0; }\n",
           "int f(int x) { if (__builtin_return_address(0)) return x;\n"
           "  return 0; }\n",
           "int f(int x) { if (__builtin_flt_rounds() == x) return 1;\n"
           "  return 0; }\n",
           // addresses
           "int f(int x) { if ((long)&x % 64 == 8) return 1; return 0; }\n",
           "int f(int x) { if ((long)\"a\" % 64 == x) return 1; return 0; }\n",
           "int f(int x) { if ((long)f % 64 == x) return 1; return 0; }\n",
           "int f(int x) { const char *p = \"ab\";\n"
           "  if (p == \"ab\") return x; return 0; }\n",
           "int f(int x) { int y; if (&x < &y) return 1; return 0; }\n",
           "int g;\n"
           "int f(int *p) { if (p == &g) return 1; return *p; }\n",
           "int f(int x) { union { void *p; long i; } u = {&u};\n"
           "  if (u.i % 64 == x) return 1; return 0; }\n",
           "static const long t[2] = {1, (long)\"a\"};\n"
           "int f(int x) { if (t[x & 1] % 64 == 7) return 1; return 0; }\n",
           // memory that is not the call's, or was not written
           "int g;\n"
           "int f(int x) { if (g == x) return 1; return 0; }\n",
           "static _Thread_local int g;\n"
           "int f(int x) { if (g == x) return 1; return 0; }\n",
           "static const volatile int g = 3;\n"
           "int f(int x) { if (g == x) return 1; return 0; }\n",
           "extern const int g;\n"
           "int f(int x) { if (g == x) return 1; return 0; }\n",
           "__attribute__((weak)) const int g = 1;\n"
           "int f(int x) { if (g == x) return 1; return 0; }\n",
           "int f(int x) { int y; if (x) y = 1; if (y == 7) return 1;\n"
           "  return 0; }\n",
           "int f(int x) { int y[4]; y[x & 3] = 1; if (y[0] == 7) return 1;\n"
           "  return 0; }\n",
           "int f(int x) { int y[x & 7]; if (y[0] == 7) return 1;\n"
           "  return 0; }\n",
           // other code
           "__attribute__((weak)) int g(void) { return 3; }\n"
           "int f(int x) { if (g() == x) return 1; return 0; }\n",
           "static int h(void) { return 3; }\n"
           "__attribute__((weak, alias(\"h\"))) int g(void);\n"
           "int f(int x) { if (g() == x) return 1; return 0; }\n",
           "extern int g(void) __attribute__((weak));\n"
           "int f(int x) { if (g) return 1; return x; }\n",
           // results that C leaves open
           "int f(int x) { if (1 << x == 7) return 1; return 0; }\n",
           "int f(int x) { if (7 / x == 7) return 1; return 0; }\n",
           "int f(float x) { if ((int)x == 7) return 1; return 0; }\n",
           "static const int t[4] = {1, 2, 3, 4};\n"
           "int f(int x) { if (t[x & 7] == 7) return 1; return 0; }\n",
           "int f(float x) { union { float f; int i; } u = {x - x};\n"
           "  if (u.i < 0) return 1; return 0; }\n",
           "double cbrt(double);\n"
           "int f(float x) { if (cbrt(x) == 7) return 1; return 0; }\n",
           "double fmin(double, double);\n"
           "int f(float x) { if (fmin(x, 1) == 7) return 1; return 0; }\n",
           "int f(float x) { _Float16 h = x;\n"
           "  if (h * h + h == 7) return 1; return 0; }\n",
           "double frexp(double, int *);\n"
           "int f(float x) { int e; frexp(x, &e); if (e == 7) return 1;\n"
           "  return 0; }\n",
       })
    EXPECT_FALSE(followsFromInputs(text)) << text;
}

// --- the section -------------------------------------------------------------

// An object whose section coverme_ir is replaced.
struct Replaced {
  Replaced() : original("int f(int n) { if (n > 3) return 1; return 0; }\n") {
    bytes = readSection(original.object, COVERME_IR_SECTION);
  }

  void expectRefused(const std::vector<std::string> &words) {
    expectError([&] { lower(); }, ExitCode::BadInput, words);
  }
  std::variant<LoweredEntry, NotLowered> lower() {
    const auto content = original.folder.path() / "section";
    const auto object = original.folder.path() / "replaced.o";
    writeFileAtomically(content, bytes);
    const ProcessResult result =
        runProcess({"objcopy", "--update-section",
                    std::string(COVERME_IR_SECTION "=") + content.string(),
                    original.object, object});
    EXPECT_TRUE(result.succeeded()) << result.errors;
    return lowerEntry(object, original.program, 0);
  }

  Lowered original;
  std::string bytes;
};

TEST(Lower, TakesASectionThatIsWhole) {
  Replaced it;
  EXPECT_TRUE(std::holds_alternative<LoweredEntry>(it.lower()));
}

TEST(Lower, RefusesADamagedHeader) {
  for (const size_t at : {0U, 7U, 12U, 15U}) {
    Replaced it;
    it.bytes[at] ^= 0x40;
    it.expectRefused({"damaged section coverme_ir"});
  }
}

TEST(Lower, RefusesASectionThatIsCut) {
  Replaced cut;
  cut.bytes.resize(cut.bytes.size() / 2);
  cut.expectRefused({"damaged section coverme_ir"});
  Replaced stump;
  stump.bytes.resize(8);
  stump.expectRefused({"holds less code than tables"});
}

TEST(Lower, RefusesDamagedBitcode) {
  Replaced magic;
  magic.bytes[sizeof(coverme_ir)] ^= 0x40;
  magic.expectRefused({"damaged bitcode"});
  Replaced middle;
  const size_t half = middle.bytes.size() / 2;
  std::fill_n(middle.bytes.begin() + static_cast<ptrdiff_t>(half), 64, '\xff');
  middle.expectRefused({"damaged bitcode"});
}

// LLVM's reader may end the process over some of these.
TEST(Lower, KeepsMarksAsDecisions) {
  const std::string text = "static int g(int n) { return n + 1; }\n"
                           "int f(int n) {\n"
                           "  if (n > 3 && n < 2)\n"
                           "    return 0;\n"
                           "  if (n > 7)\n"
                           "    return g(1);\n"
                           "  return g(2); }\n";
  const Lowered plain(text);
  const Lowered marked(text, {}, "f", {}, {"line:test.c:4", "call:g"});
  std::vector<uint32_t> marks;
  for (uint32_t i = 0; i < marked.program.sites.size(); ++i)
    if (marked.program.sites[i].isMark())
      marks.push_back(i);
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marked.entry().sites.size(), plain.entry().sites.size() + 2);
  EXPECT_EQ(marked.instances(marks[0]), 1u);
  EXPECT_EQ(marked.instances(marks[1]), 2u) << "one per call";
  // The mark behind n > 3 and n < 2 is number 2, that of g is 4.
  EXPECT_EQ(plain.impossible(), "1T");
  EXPECT_EQ(marked.impossible(), "1T 2F 2T 4F");
}

TEST(Lower, RefusesBitcodeWithAnyByteChanged) {
  const Replaced it;
  for (size_t at = 16; at < it.bytes.size(); at += it.bytes.size() / 16) {
    Replaced changed;
    changed.bytes[at] ^= 0x10;
    changed.expectRefused({"damaged bitcode"});
  }
}

TEST(Lower, RefusesLessCodeThanTables) {
  Replaced it;
  it.original.program.modules.push_back({0, 0});
  it.expectRefused({"holds less code than tables"});
}

TEST(Lower, SaysThatTheCodeWasNotKept) {
  Replaced it;
  const auto object = it.original.folder.path() / "without.o";
  const ProcessResult result =
      runProcess({"objcopy", "--remove-section", COVERME_IR_SECTION,
                  it.original.object, object});
  ASSERT_TRUE(result.succeeded()) << result.errors;
  const auto lowered = lowerEntry(object, it.original.program, 0);
  ASSERT_TRUE(std::holds_alternative<NotLowered>(lowered));
  EXPECT_EQ(std::get<NotLowered>(lowered).reason,
            "the object was compiled without COVERME_EMBED_IR=1");
}

} // namespace
} // namespace coverme

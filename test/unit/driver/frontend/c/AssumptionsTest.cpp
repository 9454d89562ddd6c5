// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Assumptions.h"

#include "core/Scalar.h"
#include "driver/frontend/c/Compiled.h"
#include "driver/support/ExpectError.h"
#include "frontend/c/Compiler.h"
#include "frontend/c/Harness.h"
#include "frontend/c/Inputs.h"
#include "support/Error.h"
#include "support/Subprocess.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <dlfcn.h>
#include <sstream>

namespace coverme {
namespace {

using namespace test;

// The nearest double; a NaN for a NaN.
double realValue(const Scalar &scalar, uint64_t bits) {
  if (scalar.isFloat())
    return floatValue(scalar.width, bits);
  if (scalar.kind != ScalarKind::Signed)
    return static_cast<double>(bits);
  const unsigned shift = 64 - scalar.width;
  return static_cast<double>(static_cast<int64_t>(bits << shift) >> shift);
}

// Names stand for types.
constexpr const char *kAssumptionsSource = R"(
struct pair { int a; double b; };
enum colour { RED, BLUE = 5 };
double global;
int f(short s, unsigned short u, signed char c, _Float16 h, int i, unsigned m,
      long l, float r, double d, long double w, _Bool b, enum colour e,
      double *p, struct pair q) {
  return s > 0;
}
int clash(double global) { return global > 0; }
)";

// In the order of the above, of 16 bits at most.
constexpr const char *kNarrow[] = {"s", "u", "c", "h"};

class Assumptions : public testing::Test {
protected:
  static const CompiledText &compiled() {
    static const CompiledText text(kAssumptionsSource, {"-w"});
    return text;
  }

  // Of the assumptions, taken together.
  static std::vector<AssumedBound>
  boundsOf(const std::vector<std::string> &assumptions, uint32_t entry = 0) {
    Program program = compiled().program;
    InputOptions options;
    options.assumptions = assumptions;
    options.globals = {"global"};
    usePlan(program, entry, planInputs(program, entry, options));
    const TemporaryFolder folder;
    return boundsInAssumptions(program, entry, folder.path());
  }

  // "s >= 1, s <= 7fff".
  static std::string textOf(const std::vector<AssumedBound> &bounds) {
    std::string text;
    for (const AssumedBound &bound : bounds)
      text += fmt::format("{}{} {} {:x}", text.empty() ? "" : ", ", bound.name,
                          bound.isLeast ? ">=" : "<=", bound.bits);
    return text;
  }

  static void expectBounds(const std::string &assumption,
                           const std::string &expected) {
    EXPECT_EQ(textOf(boundsOf({assumption})), expected) << assumption;
  }
  static void expectNone(const std::vector<std::string> &assumptions) {
    for (const std::string &one : assumptions)
      expectBounds(one, "");
  }
  static void expectRefused(const std::string &assumption,
                            const std::string &words) {
    expectError([&] { boundsOf({assumption}); }, ExitCode::BadInput,
                {"--assume does not compile", words});
  }
};

TEST_F(Assumptions, BoundByComparisonsWithConstants) {
  expectBounds("i > 0", "i >= 1");
  expectBounds("0 <= i && i < 10", "i >= 0, i <= 9");
  expectBounds("((i)) == (3)", "i >= 3, i <= 3");
  expectBounds("(i > 0 && (u < 7)) && -5 <= i",
               "i >= 1, u <= 6, i >= fffffffb");
  expectBounds("d >= 1 && 2. > d", "d >= 3ff0000000000000, "
                                   "d <= 3fffffffffffffff");
  expectBounds("d == 0", "d >= 0, d <= 0");
  expectBounds("global > 1", "global >= 3ff0000000000001");
  EXPECT_EQ(textOf(boundsOf({"i > 0", "i < 3"})), "i >= 1, i <= 2");
}

TEST_F(Assumptions, AreWhatTheCompilerTakesThemFor) {
  expectBounds("i > 0 /* && i < 5 */", "i >= 1");
  expectBounds("i > 0 // && i < 5", "i >= 1");
  expectBounds("i > 0 // && i < 5 \\", "i >= 1");
  expectBounds("i > \\\n0 \\", "i >= 1");
  expectBounds("i != '(' && i > ')'", "i >= 2a");
  expectBounds("i > sizeof \"&& i < 5\" - 12", "");
  expectBounds("i > (int)sizeof \"&& i < 5\"", "i >= a");
  expectBounds("i > INT_MAX - 1 && d <= DBL_MAX",
               "i >= 7fffffff, d <= 7fefffffffffffff");
  expectBounds("i > 010 && i < 0x10 && i != 011", "i >= 9, i <= f");
  expectBounds("_Generic(i, int: i) > 0", "i >= 1");
}

TEST_F(Assumptions, AreOnlyKnownWhereTheyMustHold) {
  expectNone({"i > 0 || u > 3", "!(i > 0)", "!(i < 0)", "!!(i > 0)", "i != 5",
              "i > 0 ? 1 : 0", "i > 0, u", "(i > 0) == 1", "i", "1", "-i > 0",
              "i + 1 > 0", "i > u", "i > p[0]", "*p > 0", "q.a > 0", "p > 0"});
  expectNone({"0 < i < 5", "0 < d < 5"}); // of what 0 < i is
  expectNone({"({ int i = 3; i > 0; })", "(int)d > 0", "(float)d > 0",
              "(unsigned)i > 3"});
  expectNone({"&i && i > 0", "sizeof i && i > 0"}); // may be more than read
  expectNone({"w > 0", "b > 0", "e > 0 || b"});
}

TEST_F(Assumptions, FollowTheConversionsOfC) {
  expectNone({"m > -1", "i < 10u", "c > 300", "d < -INFINITY", "d > NAN",
              "d <= NAN", "r == 0.1", "i == 2.5", "i > 1e30", "l < 1e6"});
  expectBounds("m >= -1", "m >= ffffffff");
  expectBounds("c > -1 && c < 300", "c >= 0, c <= 7f");
  expectBounds("u > -1 && u < 70000", "u >= 0, u <= ffff");
  expectBounds("i < 2.5 && i > -2.5", "i <= 2, i >= fffffffe");
  expectBounds("i <= 1e30", "i <= 7fffffff");
  expectBounds("l <= 0x7fffffffffffffff && l > -2",
               "l <= 7fffffffffffffff, l >= ffffffffffffffff");
  // 0.1f is above 0.1, and the float below it is below both.
  expectBounds("r > 0.1f", "r >= 3dccccce");
  expectBounds("r > 0.1", "r >= 3dcccccd");
  expectBounds("r < 0.1", "r <= 3dcccccc");
  expectBounds("r <= 0.1f", "r <= 3dcccccd");
  expectBounds("d > 0.1f", "d >= 3fb99999a0000001");
  expectBounds("d < 0.1L", "d <= 3fb9999999999999");
  expectBounds("d < INFINITY && d >= -INFINITY",
               "d <= 7fefffffffffffff, d >= fff0000000000000");
  expectBounds("r > 1e300", "r >= 7f800000");
}

// Every value for which gcc's code says that an assumption holds lies within
// its bounds.
TEST_F(Assumptions, ExcludeNothingThatFulfilsThem) {
  std::vector<std::string> all = {"s > 0 || s < -9",
                                  "h == 0.1f16",
                                  "h < (_Float16)0.5 / 3",
                                  "0 < h < 1",
                                  "!(h < 1)",
                                  "h >= 0x1p-24f16 && h < 1e9",
                                  "(unsigned char)s < 5",
                                  "u > -1u"};
  for (const char *name : kNarrow)
    for (const char *relation : {"<", "<=", ">", ">=", "=="})
      for (const char *number :
           {"0", "-0.0", "-1", "7u", "0.1f", "0.1", "-2.5L", "127", "128",
            "-128LL", "40000", "-1e9", "65504.5", "1e-9", "HUGE_VAL", "-1UL"}) {
        all.push_back(fmt::format("{} {} {}", name, relation, number));
        all.push_back(fmt::format("({}) {} {}", number, relation, name));
      }
  const TemporaryFolder folder;
  std::string code = "#include <math.h>\n"
                     "#include <string.h>\n"
                     "short s; unsigned short u; signed char c; _Float16 h;\n"
                     "void set(unsigned short bits) {\n"
                     "  memcpy(&s, &bits, 2); memcpy(&u, &bits, 2);\n"
                     "  memcpy(&c, &bits, 1); memcpy(&h, &bits, 2);\n"
                     "}\n";
  for (size_t i = 0; i < all.size(); ++i)
    code += fmt::format("int holds_{}(void) {{ return !!({}); }}\n", i, all[i]);
  writeFileAtomically(folder.path() / "holds.c", code);
  const auto object = folder.path() / "holds.so";
  const ProcessResult built =
      runProcess({"gcc", "-w", "-O1", "-fPIC", "-shared",
                  folder.path() / "holds.c", "-o", object});
  ASSERT_TRUE(built.succeeded()) << built.errors;
  void *handle = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr);
  const auto set =
      reinterpret_cast<void (*)(unsigned short)>(::dlsym(handle, "set"));
  Program program = compiled().program;
  InputOptions options;
  options.assumptions = all;
  usePlan(program, 0, planInputs(program, 0, options));
  std::vector<std::vector<AssumedBound>> bounds(all.size());
  std::istringstream lines(
      readAssumptions(assumptionsText(program, program.functions[0]),
                      all.size(), folder.path()));
  AssumedBound bound;
  size_t assumption = 0, bounded = 0;
  for (std::string end; lines >> std::dec >> assumption >> bound.name >> end >>
                        std::hex >> bound.bits;) {
    bound.isLeast = end == "least";
    bounds.at(assumption).push_back(bound);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    bounded += !bounds[i].empty();
    const InputPlan plan = planInputs(program, 0, {}, {}, bounds[i]);
    const auto holds = reinterpret_cast<int (*)()>(
        ::dlsym(handle, fmt::format("holds_{}", i).c_str()));
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
      set(static_cast<unsigned short>(bits));
      if (holds() == 0)
        continue;
      for (size_t k = 0; k < 4; ++k) {
        const InputVariable &input = plan.inputs[k];
        if (!input.least)
          continue;
        const Scalar &scalar = input.scalar;
        const double value =
            realValue(scalar, truncateToWidth(bits, scalar.width));
        ASSERT_TRUE(realValue(scalar, *input.least) <= value &&
                    value <= realValue(scalar, *input.greatest))
            << all[i] << ": " << input.name << " = " << value;
      }
    }
  }
  ::dlclose(handle);
  EXPECT_GT(bounded, all.size() / 3);
}

TEST_F(Assumptions, AreOneExpression) {
  for (const char *text :
       {"i > 0) || (i < 1", "(i > 0", "i > 0)", "i > 0 }", "}", "i > 0 ]",
        "i > 0)) if ((u > 3", "i > 0 /*", "i > 0\n#define u 3",
        "i > 0\n#line 1 \"harness\"", "i > 0\n%: undef i\n", "i > 0 ?\?/\n",
        "i > 0; u > 3"})
    expectRefused(text, "");
  expectRefused("i > 0) || (i < 1", "parentheses");
  expectRefused("i > 0 /*", "comments");
  expectRefused("i >", "expected expression");
  expectRefused("", "expected expression");
  expectRefused("z > 1", "undeclared identifier 'z'");
  expectRefused("coverme_in[0]", "undeclared identifier 'coverme_in'");
  expectError([] { boundsOf({"i > 0 /*", "*/ && i < 5"}); }, ExitCode::BadInput,
              {"--assume does not compile"});
}

TEST_F(Assumptions, DoNotAssign) {
  for (const char *text :
       {"i = 5", "i == 5 && (i = 3)", "i++ > 3", "--i", "*p = 5", "p[0] += 1",
        "(q.a = 3) > 0", "({ static int n; ++n; })", "sizeof(char[i = 5])"})
    expectRefused(text, "assign");
  // What is its own is another matter.
  expectBounds("({ int n = 0; for (int k = 0; k < 3; ++k) n += p[k] > 0; "
               "int v[2]; v[0] = n; v[0]; }) && i > 2",
               "i >= 3");
}

// Both are inputs, and a bound is found by its name.
TEST_F(Assumptions, DoNotTakeAVariableForTheParameterOfItsName) {
  expectError([] { boundsOf({"global < 0"}, 1); }, ExitCode::BadInput,
              {"--assume does not compile", "redefinition", "'global'"});
}

} // namespace
} // namespace coverme

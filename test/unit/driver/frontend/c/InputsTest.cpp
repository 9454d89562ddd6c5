// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Inputs.h"

#include "core/IdleParts.h"
#include "driver/frontend/c/Compiled.h"
#include "driver/support/ExpectError.h"
#include "support/Error.h"

#include <gtest/gtest.h>

#include <fmt/ranges.h>

namespace coverme {
namespace {

using namespace test;

// One function of each kind; the tests compile it once.
constexpr const char *kSource = R"(
struct point { double x, y; };
struct node { double value; struct node *next; };
struct mixed {
  char kind;
  struct point at[2];
  unsigned low : 3, high : 5;
  union { int i; double d; };
  struct { short s; };
};
struct packed { char c; double d; } __attribute__((packed));
struct flexible { int count; double values[]; };
union pointing { double *p; long l; };
typedef _Complex int gaussian;
enum colour { RED, BLUE = 5, MANY = 200 };
struct paint { enum colour c : 4; };

double gain = 1;
static struct point origin;
double undefined(double x);

int numbers(double x, int n, enum colour c) { return x > n + c; }
int pointers(int *a, const double *b, short *c) { return *a > *b + *c; }
int wide(long double x, __int128 n, double _Complex z, _Float16 h) {
  return x > n;
}
int fields(struct mixed *m) { return m->at[0].x > 1; }
int value(struct point p, struct packed q) { return p.x > q.d; }
int string(const char *s, char *out, void *data) { return *s > 1; }
int list(struct node *n) { return n->value > 1; }
int nested(double **p) { return **p > 1; }
int counted(double *v, int n) { return v[0] > n; }
int bytes(unsigned char n, float *v) { return v[0] > n; }
int matrix(double (*m)[3]) { return m[0][2] > 1; }
int flexible(struct flexible *f) { return f->count; }
int pointing(union pointing *u) { return u->l > 1; }
int opaque(struct unknown *u) { return u == 0; }
int callback(double (*f)(double)) { return f(1) > 1; }
void fills(void (*f)(const double *, double *, int, struct unknown *)) {
  double to;
  if (f)
    f(&to, &to, 1, 0);
}
int wholes(gaussian v) { return __real__ v > 1; }
int wholes_pointer(gaussian *v) { return __real__ *v > 1; }
int variadic(int n, ...) { return n; }
int painted(struct paint p) { return p.c == BLUE; }
int globals(double x) { return x * gain > origin.x + undefined(x); }
gaussian wholes_result(void) { return 0; }

struct node shared[3];
static double hidden, shown;
double *show(void) { return &shown; }
void same(int *a, int *b, const int *c) { *a = *b + *c; }
void parts(double *d, struct node *n, struct packed *p) {
  *d = 0, n->value = p->d;
  *d += n->value;
}
void promise(double *restrict a, double *restrict b) { *a = *b; }
int compares(const double *a, double *b) { return a < b; }
void other(int *i, float *f, _Bool *b) { *i = *f + *b, *f = *i, *b = *i; }
void raw(char *c, int *i, void *v) { c[1] = *i, *i = *(char *)v; }
void text(char *s, char *t, int *i, int n) { s[n] = t[n] + *i, *i = s[n]; }
void sizes(double a[2], double b[4], double *c) { *a = b[1] + *c, *c = *b; }
void variables(double *d) {
  *d = hidden + shown;
  shared[0].value = origin.x = hidden = *d;
}
int follows(struct node *n) { return n->next == n; }
void counts(int n, double a[n], double b[n], double *c) {
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + *c;
}
)";

class Inputs : public testing::Test {
protected:
  Inputs() : program(compiled().program) {}

  static const CompiledText &compiled() {
    static const CompiledText text(kSource, {"-w"});
    return text;
  }

  uint32_t indexOf(const std::string &name) const {
    for (uint32_t i = 0; i < program.functions.size(); ++i)
      if (program.functions[i].name == name)
        return i;
    ADD_FAILURE() << "no function " << name;
    return 0;
  }
  // For what other analyses of the pass may say of it.
  Parameter &parameter(const std::string &name, size_t index = 0) {
    Parameter &result = program.functions[indexOf(name)].parameters.at(index);
    return result;
  }
  InputPlan plan(const std::string &name) const {
    return planInputs(program, indexOf(name), options, undefined, assumed);
  }
  std::string names(const std::string &name) const {
    return namesOf(plan(name));
  }
  static std::string namesOf(const InputPlan &plan) {
    std::vector<std::string> list;
    for (const InputVariable &input : plan.inputs)
      list.push_back(input.name);
    return fmt::format("{}", fmt::join(list, " "));
  }
  void expectRefused(const std::string &name,
                     const std::vector<std::string> &words) const {
    expectError([&] { plan(name); }, ExitCode::BadInput, words);
  }

  // A copy of its own.
  Program program;
  InputOptions options;
  std::set<std::string> undefined;
  std::vector<AssumedBound> assumed;
};

// "slot@offset+bytes" of each cell, "slot@offset:bit+width" of a bit-field.
std::string cellsOf(const Image &image) {
  std::string text;
  for (const Cell &cell : image.cells) {
    text +=
        fmt::format("{}{}@{}", text.empty() ? "" : " ", cell.slot, cell.offset);
    text += cell.bitWidth != 0
                ? fmt::format(":{}+{}", cell.bitOffset, cell.bitWidth)
                : fmt::format("+{}", cell.bytes);
  }
  return text;
}

TEST_F(Inputs, OfNumbersAreThemselves) {
  const InputPlan it = plan("numbers");
  EXPECT_EQ(namesOf(it), "x n c");
  EXPECT_FALSE(it.needsHarness);
  EXPECT_EQ(it.inputs[0].typeName, "double");
  EXPECT_EQ(it.inputs[1].scalar, (Scalar{ScalarKind::Signed, 32, {}}));
  EXPECT_EQ(it.inputs[2].scalar.enumerators,
            (std::vector<uint64_t>{0, 5, 200}));
  ASSERT_EQ(it.arguments.size(), 3u);
  EXPECT_EQ(cellsOf(it.arguments[0].value), "0@0+8");
  EXPECT_EQ(cellsOf(it.arguments[2].value), "2@0+4");
  EXPECT_TRUE(it.buffers.empty() && it.outputs.empty() && it.stubs.empty());
}

TEST_F(Inputs, OfPointersAreOneElementEach) {
  for (size_t i = 0; i < 3; ++i) {
    parameter("pointers", i).readsAny = true;
    parameter("pointers", i).reach = 0;
  }
  const InputPlan it = plan("pointers");
  EXPECT_EQ(namesOf(it), "*a *b *c");
  EXPECT_TRUE(it.needsHarness);
  ASSERT_EQ(it.buffers.size(), 3u);
  for (uint32_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(it.arguments[i].isPointer);
    EXPECT_EQ(it.arguments[i].address.kind, Address::Kind::Buffer);
    EXPECT_EQ(it.arguments[i].address.index, i);
  }
  EXPECT_EQ(it.buffers[1].image.byteSize, 8u);
  EXPECT_EQ(cellsOf(it.buffers[1].image), "1@0+8");
  EXPECT_EQ(cellsOf(it.buffers[2].image), "2@0+2");
  // Not what is const.
  ASSERT_EQ(it.outputs.size(), 2u);
  EXPECT_EQ(it.outputs[0].variable.name, "*a");
  EXPECT_EQ(it.outputs[1].variable.name, "*c");
  EXPECT_EQ(it.outputs[1].buffer, 2u);
  EXPECT_EQ(it.outputs[1].bytes, 2u);
}

TEST_F(Inputs, ThatAreWideAreTwoSlots) {
  parameter("wide", 2).readsAny = true;
  const InputPlan it = plan("wide");
  EXPECT_EQ(namesOf(it), "x x n n z.real z.imag h");
  EXPECT_EQ(it.inputs[0].part, Part::Fraction80);
  EXPECT_EQ(it.inputs[0].scalar, (Scalar{ScalarKind::Unsigned, 63, {}}));
  EXPECT_EQ(it.inputs[1].part, Part::Exponent80);
  EXPECT_EQ(it.inputs[1].scalar, (Scalar{ScalarKind::Exponent, 16, {}}));
  EXPECT_EQ(it.inputs[2].part, Part::Low128);
  EXPECT_EQ(it.inputs[3].part, Part::High128);
  EXPECT_EQ(it.inputs[3].scalar.kind, ScalarKind::Signed);
  EXPECT_EQ(it.inputs[6].scalar, (Scalar{ScalarKind::Float, 16, {}}));
  EXPECT_TRUE(it.inputs[0].startsNumber() && !it.inputs[1].startsNumber());
  EXPECT_EQ(cellsOf(it.arguments[0].value), "0@0+8 1@8+2");
  EXPECT_EQ(it.arguments[0].value.byteSize, 16u);
  EXPECT_EQ(cellsOf(it.arguments[1].value), "2@0+8 3@8+8");
  EXPECT_EQ(cellsOf(it.arguments[2].value), "4@0+8 5@8+8");
}

TEST_F(Inputs, OfAStructAreItsMembersWhereTheyLie) {
  parameter("fields").readsAny = true;
  const InputPlan it = plan("fields");
  EXPECT_EQ(namesOf(it), "m->kind m->at[0].x m->at[0].y m->at[1].x m->at[1].y "
                         "m->low m->high m->d m->s");
  ASSERT_EQ(it.buffers.size(), 1u);
  EXPECT_EQ(it.buffers[0].image.byteSize, 64u);
  EXPECT_EQ(cellsOf(it.buffers[0].image),
            "0@0+1 1@8+8 2@16+8 3@24+8 4@32+8 5@40:0+3 6@40:3+5 7@48+8 8@56+2")
      << "of the union, the largest member";
  EXPECT_EQ(it.inputs[5].scalar.width, 3u);
  EXPECT_EQ(it.outputs.back().variable.name, "m->s");
  EXPECT_EQ(it.outputs.size(), 7u) << "not the bit-fields";
}

TEST_F(Inputs, OfAStructByValueAreItsMembers) {
  parameter("value", 0).readsAny = parameter("value", 1).readsAny = true;
  const InputPlan it = plan("value");
  EXPECT_EQ(namesOf(it), "p.x p.y q.c q.d");
  EXPECT_FALSE(it.arguments[0].isPointer);
  EXPECT_EQ(cellsOf(it.arguments[0].value), "0@0+8 1@8+8");
  EXPECT_EQ(cellsOf(it.arguments[1].value), "2@0+1 3@1+8");
}

TEST_F(Inputs, OfABitFieldKeepTheEnumeratorsThatFit) {
  const InputPlan it = plan("painted");
  EXPECT_EQ(namesOf(it), "p.c");
  EXPECT_EQ(it.inputs[0].scalar,
            (Scalar{ScalarKind::Unsigned, 4, {0, 5}, true}));
}

TEST_F(Inputs, OfCharactersAreAString) {
  for (size_t i = 0; i < 3; ++i)
    parameter("string", i).readsAny = true;
  const InputPlan it = plan("string");
  ASSERT_EQ(it.buffers.size(), 3u);
  EXPECT_EQ(it.buffers[0].image.byteSize, kStringLength + 1);
  EXPECT_EQ(it.buffers[0].image.cells.size(), kStringLength)
      << "the last one is its end";
  EXPECT_EQ(it.inputs[0].name, "s[0]");
  EXPECT_EQ(it.inputs[kStringLength].name, "out[0]");
  EXPECT_EQ(it.inputs[size_t{2} * kStringLength].name, "data[0]");
  EXPECT_EQ(it.inputs[size_t{2} * kStringLength].typeName, "unsigned char");
  EXPECT_EQ(it.buffers[2].image.byteSize, 8u);
}

TEST_F(Inputs, OfWhatRefersToItselfEnd) {
  parameter("list").readsAny = true;
  const InputPlan it = plan("list");
  EXPECT_EQ(namesOf(it), "n->value n->next->value");
  ASSERT_EQ(it.buffers.size(), 3u);
  // The inner ones are made first.
  EXPECT_EQ(it.arguments[0].address.index, 2u);
  const Image &outer = it.buffers[2].image, &inner = it.buffers[1].image;
  ASSERT_EQ(outer.addresses.size(), 1u);
  EXPECT_EQ(outer.addresses[0].offset, 8u);
  EXPECT_EQ(outer.addresses[0].kind, Address::Kind::Buffer);
  EXPECT_EQ(outer.addresses[0].index, 1u);
  ASSERT_EQ(inner.addresses.size(), 1u);
  EXPECT_EQ(inner.addresses[0].kind, Address::Kind::Buffer);
  // The last one waits for a call to get there.
  EXPECT_EQ(it.buffers[0].image.byteSize, 0u);
  EXPECT_TRUE(it.buffers[0].isGuessed && it.buffers[0].isOpen);
}

TEST_F(Inputs, OfFarObjectsAreThoseThatCallsGetTo) {
  parameter("list").readsAny = true;
  options.learnt["n[].next[].next"] = 1;
  EXPECT_EQ(names("list"), "n->value n->next->value n->next->next->value "
                           "n->next->next->next->value n->next->next");
}

TEST_F(Inputs, OfPointersToPointersAreBehindBoth) {
  parameter("nested").readsAny = true;
  const InputPlan it = plan("nested");
  EXPECT_EQ(namesOf(it), "**p");
  EXPECT_EQ(it.buffers.size(), 2u);
}

TEST_F(Inputs, OfRowsAreAsManyAsOneRowWants) {
  parameter("nested").readsAny = true;
  options.learnt = {{"p", 2}, {"p[]", 2}};
  EXPECT_EQ(names("nested"), "p[0][0] p[0][1] p[1][0] p[1][1] p[1]");
}

TEST_F(Inputs, OfArraysAreAsManyAsAsked) {
  for (const char *name : {"counted", "matrix"})
    parameter(name).readsAny = true;
  options.arrays = {{"v", "3"}};
  InputPlan it = plan("counted");
  EXPECT_EQ(namesOf(it), "v[0] v[1] v[2] n");
  EXPECT_EQ(it.buffers[0].image.byteSize, 24u);
  EXPECT_EQ(it.buffers[0].elementSize, 8u);
  EXPECT_EQ(it.outputs.size(), 3u);
  options.arrays = {{"m", "2"}};
  EXPECT_EQ(names("matrix"), "m[0][0] m[0][1] m[0][2] m[1][0] m[1][1] m[1][2]");
  options.arrays = {{"v", "0"}};
  it = plan("counted");
  EXPECT_EQ(namesOf(it), "n");
  EXPECT_EQ(it.buffers[0].image.byteSize, 0u);
}

TEST_F(Inputs, OfArraysAreAsManyAsDeclaredOrReached) {
  Parameter &v = parameter("counted");
  v.readsAny = true;
  v.extent = 0;
  v.extentParameter = 0;
  v.reach = 17;
  EXPECT_EQ(names("counted"), "v[0] v[1] v[2] n");
  v.extent = 2;
  EXPECT_EQ(names("counted"), "v[0] v[1] n") << "the declaration goes first";
  v.reach = 0;
  v.extent = 0;
  EXPECT_EQ(names("counted"), "*v n");
}

TEST_F(Inputs, ThatCountElementsStayWithinThem) {
  Parameter &v = parameter("counted");
  v.readsAny = true;
  const auto expectCounted = [&] {
    const InputPlan it = plan("counted");
    EXPECT_EQ(namesOf(it), "n v[0] v[1] v[2] v[3] v[4] v[5] v[6] v[7]");
    EXPECT_EQ(it.buffers[0].countSlot, 0u);
    EXPECT_EQ(it.inputs[0].greatest, kCountedElements);
    EXPECT_EQ(it.inputs[0].least, 0x80000000u) << "a negative one is its own";
    EXPECT_EQ(cellsOf(it.arguments[1].value), "0@0+4");
  };
  options.arrays = {{"v", "n"}};
  expectCounted();
  options.arrays.clear();
  v.extentParameter = 2;
  expectCounted();
  options.arrays = {{"v", "n"}};
  parameter("bytes", 1).readsAny = true;
  const InputPlan it = plan("bytes");
  EXPECT_EQ(it.inputs[0].name, "n");
  EXPECT_EQ(it.inputs[0].least, 0u);
  EXPECT_EQ(it.inputs[0].greatest, kCountedElements);
}

TEST_F(Inputs, ThatCountElementsMayBeBoundedOtherwise) {
  options.arrays = {{"v", "n"}};
  parameter("counted").readsAny = true;
  const auto expectElements = [&](size_t elements) {
    const InputPlan it = plan("counted");
    ASSERT_EQ(it.inputs.size(), 1 + elements);
    EXPECT_EQ(it.inputs[0].greatest, elements);
    EXPECT_EQ(it.buffers[0].image.byteSize, 8 * elements);
  };
  options.ranges = {{"n", "0:20"}};
  expectElements(20);
  options.ranges = {{"n", ":3"}};
  expectElements(3);
  options.ranges = {{"n", "2:"}};
  expectElements(kCountedElements);
  options.ranges.clear();
  assumed = {{"n", false, 12}};
  expectElements(12);
  assumed = {{"n", true, 30}, {"n", false, 30}};
  expectElements(30);
  assumed.clear();
  options.ranges = {{"n", "-5:-1"}};
  const InputPlan none = plan("counted");
  EXPECT_EQ(none.inputs.size(), 1u);
  EXPECT_EQ(none.inputs[0].greatest, 0xffffffffu) << "-1";
  options.ranges = {{"n", "0:1000000"}};
  expectRefused("counted", {"1000000 elements behind 'v'", "bytes"});
}

TEST_F(Inputs, LeaveOutWhatIsNotRead) {
  Parameter &m = parameter("fields");
  m.readsAny = false;
  m.reads = {{8, 16}, {32, 33}, {40, 41}};
  const InputPlan it = plan("fields");
  EXPECT_EQ(namesOf(it), "m->at[0].x m->at[1].y m->low m->high");
  EXPECT_EQ(cellsOf(it.buffers[0].image), "0@8+8 1@32+8 2@40:0+3 3@40:3+5");
  EXPECT_EQ(it.buffers[0].image.byteSize, 64u);
  EXPECT_EQ(it.outputs.size(), 7u) << "it may be written";
  m.reads.clear();
  EXPECT_EQ(names("fields"), "");
  EXPECT_EQ(names("value"), "p.x q.d") << "also by value";
}

TEST_F(Inputs, MayBeNullWhereAsked) {
  options.null = true;
  parameter("list").readsAny = true;
  const InputPlan it = plan("list");
  EXPECT_EQ(namesOf(it), "n == NULL n->value n->next == NULL n->next->value");
  EXPECT_EQ(it.arguments[0].address.nullSlot, 0u);
  EXPECT_EQ(it.inputs[0].scalar.kind, ScalarKind::Bool);
  EXPECT_EQ(names("opaque"), "u == NULL");
}

// "q: p &r->x", for each pointer that may lead elsewhere.
std::string aliasesOf(const InputPlan &plan) {
  std::string text;
  for (size_t i = plan.numberCount(); i < plan.inputs.size(); ++i) {
    const InputVariable &input = plan.inputs[i];
    EXPECT_EQ(input.valueNames.size(), input.scalar.enumerators.size());
    EXPECT_EQ(input.valueNames[0], "its own object");
    text += (text.empty() ? "" : "; ") + input.name + ":";
    for (size_t k = 1; k < input.valueNames.size(); ++k)
      text += " " + input.valueNames[k];
  }
  return text;
}

TEST_F(Inputs, SayWherePointersLead) {
  EXPECT_EQ(aliasesOf(plan("same")), "b: a; c: a") << "both are only read";
  EXPECT_EQ(aliasesOf(plan("parts")), "d: &n->value") << "p's is not aligned";
  EXPECT_EQ(aliasesOf(plan("compares")), "b: a");
  EXPECT_EQ(aliasesOf(plan("follows")), "n->next: n; n->next->next: n");
  EXPECT_EQ(aliasesOf(plan("counts")), "b: a; c: a &a[1]");
  EXPECT_EQ(aliasesOf(plan("promise")), "");
  EXPECT_EQ(aliasesOf(plan("other")), "") << "types differ";
  EXPECT_EQ(aliasesOf(plan("pointers")), "");
  const InputPlan it = plan("same");
  EXPECT_EQ(namesOf(it), "*b *c b c") << "behind the numbers";
  EXPECT_EQ(it.inputs[2].typeName, "int *");
  EXPECT_EQ(it.buffers[1].leadSlot, 2u);
  options.distinct = true;
  EXPECT_EQ(names("same"), "*b *c");
}

TEST_F(Inputs, LeadToWhatIsLargeEnough) {
  EXPECT_EQ(aliasesOf(plan("sizes")), "a: b &b[1]; c: a b &a[1] &b[1]");
  EXPECT_EQ(aliasesOf(plan("raw")), "c: i v; v: i") << "whose reach is known";
  EXPECT_EQ(aliasesOf(plan("text")), "t: s") << "a text needs its end";
}

TEST_F(Inputs, LeadToVariablesThatCallersKnow) {
  const InputPlan it = plan("variables");
  EXPECT_EQ(aliasesOf(it), "d: &shown &shared[0].value &shared[1].value")
      << "neither hidden nor origin";
  EXPECT_TRUE(it.aliasesGlobals);
  usePlan(program, indexOf("variables"), it);
  EXPECT_TRUE(program.functions[indexOf("variables")].mayKeepState());
  EXPECT_FALSE(plan("same").aliasesGlobals);
}

// Where b leads to a, its number is none of the call's; but a's is not an input
// where it is only written.
TEST_F(Inputs, AreIdleWhereNoPointerLeads) {
  const auto idle = [&](const std::string &name,
                        const std::vector<uint64_t> &inputs) {
    const InputPlan it = plan(name);
    std::string text;
    const std::vector<bool> isIdle = findIdle(it, inputs).inputs;
    for (size_t i = 0; i < isIdle.size(); ++i)
      text += isIdle[i] ? '-' : 'x';
    return text;
  };
  EXPECT_EQ(names("same"), "*b *c b c");
  EXPECT_EQ(idle("same", {1, 2, 0, 0}), "xx--");
  EXPECT_EQ(idle("same", {1, 2, 1, 0}), "xxx-") << "*a is *b";
  for (const bool isIdle : findIdle(plan("same"), {1, 2, 1, 0}).buffers)
    EXPECT_FALSE(isIdle) << "each pointer leads somewhere";
  EXPECT_EQ(names("follows"), "n->next->value n->next n->next->next");
  EXPECT_EQ(idle("follows", {1, 0, 0}), "x--");
  EXPECT_EQ(idle("follows", {1, 0, 1}), "x-x") << "far off, it leads back";
  EXPECT_EQ(idle("follows", {1, 1, 0}), "xx-");
  parameter("follows").readsAny = true;
  EXPECT_EQ(names("follows"), "n->value n->next->value n->next n->next->next");
  EXPECT_EQ(idle("follows", {1, 1, 1, 0}), "x-x-")
      << "n has a value of its own";
}

TEST_F(Inputs, OfStubsAreTheirResults) {
  const InputPlan it = plan("callback");
  EXPECT_EQ(namesOf(it), "f()#1 f()#2 f()#3 f()#4");
  ASSERT_EQ(it.stubs.size(), 1u);
  EXPECT_EQ(it.stubs[0].kind, Stub::Kind::GoesOn);
  EXPECT_EQ(it.stubs[0].results.firstSlot, 0u);
  EXPECT_EQ(it.stubs[0].results.count, kStubResults);
  EXPECT_EQ(it.arguments[0].address.kind, Address::Kind::Stub);
  options.ranges = {{"f()", "0:1"}};
  EXPECT_EQ(plan("callback").inputs[3].greatest, floatBits(64, 1));
}

TEST_F(Inputs, OfStubsAreWhatTheyWriteToNumbers) {
  const InputPlan it = plan("fills");
  EXPECT_EQ(namesOf(it), "f(*2)#1 f(*2)#2 f(*2)#3 f(*2)#4 f");
  ASSERT_EQ(it.stubs.size(), 1u);
  EXPECT_EQ(it.stubs[0].parameters.size(), 4u);
  ASSERT_EQ(it.stubs[0].writes.size(), 1u);
  EXPECT_EQ(it.stubs[0].writes[0].parameter, 1u);
  EXPECT_EQ(it.inputs.back().valueNames[1], "NULL");
  const auto idle = [&](uint64_t choice) {
    return findIdle(it, {1, 2, 3, 4, choice}).inputs;
  };
  EXPECT_EQ(idle(0), std::vector<bool>({false, false, false, false, true}));
  EXPECT_EQ(idle(1), std::vector<bool>({true, true, true, true, false}));
}

TEST_F(Inputs, OfNamedFunctionsAreTheirResults) {
  options.stubs = {"undefined"};
  EXPECT_EQ(namesOf(plan("globals")),
            "x undefined()#1 undefined()#2 undefined()#3 undefined()#4");
  options.stubs = {"undefine"};
  expectRefused("globals", {"--stub undefine", "did you mean 'undefined'"});
}

TEST_F(Inputs, OfUndefinedFunctionsAreTheirResults) {
  undefined = {"undefined"};
  const InputPlan it = plan("globals");
  EXPECT_EQ(namesOf(it),
            "x undefined()#1 undefined()#2 undefined()#3 undefined()#4");
  ASSERT_EQ(it.stubs.size(), 1u);
  EXPECT_EQ(it.stubs[0].linkageName, "undefined");
  EXPECT_TRUE(it.needsHarness);
  const auto declared =
      std::find_if(program.globals.begin(), program.globals.end(),
                   [](const Global &each) { return each.name == "undefined"; });
  ASSERT_NE(declared, program.globals.end());
  CType &result = program.types[program.types[declared->type].element];
  result.flags |= COVERME_TYPE_IS_BY_REFERENCE;
  expectRefused("globals", {"--stub-undefined", "'undefined'", "in memory"});
}

TEST_F(Inputs, OfGlobalsAndTheRoundingModeComeLast) {
  options.globals = {"origin", "gain"};
  options.roundingModes = true;
  const InputPlan it = plan("globals");
  EXPECT_EQ(namesOf(it), "x origin.x origin.y gain rounding mode");
  ASSERT_EQ(it.globals.size(), 2u);
  EXPECT_EQ(program.globals[it.globals[0].global].name, "origin");
  EXPECT_EQ(cellsOf(it.globals[0].image), "1@0+8 2@8+8");
  EXPECT_EQ(it.roundingSlot, 4u);
  EXPECT_EQ(it.inputs[4].valueNames.size(), 4u);
  options.globals = {"gains"};
  expectRefused("globals", {"--global gains", "did you mean 'gain'?"});
}

TEST_F(Inputs, HaveTheRangesOfTheUser) {
  parameter("fields").readsAny = true;
  options.ranges = {{"x", "-1:2.5"}, {"n", ":7"}};
  const InputPlan numbers = plan("numbers");
  EXPECT_EQ(numbers.inputs[0].least, floatBits(64, -1));
  EXPECT_EQ(numbers.inputs[0].greatest, floatBits(64, 2.5));
  EXPECT_EQ(numbers.inputs[1].least, 0x80000000u);
  EXPECT_EQ(numbers.inputs[1].greatest, 7u);
  EXPECT_FALSE(numbers.inputs[2].least);
  // Of one element, of all, of all that a parameter points to.
  const auto count = [&](const std::string &name) {
    options.ranges = {{name, "0:1"}};
    size_t found = 0;
    for (const InputVariable &input : plan("fields").inputs)
      found += input.least.has_value();
    return found;
  };
  EXPECT_EQ(count("m->at[1].x"), 1u);
  EXPECT_EQ(count("m->at.x"), 2u);
  EXPECT_EQ(count("m"), 9u);
}

TEST_F(Inputs, RefuseRangesThatAreNone) {
  const auto refuse = [&](const char *name, const char *text,
                          const std::vector<std::string> &words) {
    options.ranges = {{name, text}};
    expectRefused("numbers", words);
  };
  refuse("x", "1", {"--range x=1", "LOW:HIGH"});
  refuse("x", "2:1", {"no value for 'x'"});
  refuse("x", "0:nan", {"'nan'", "'double'"});
  refuse("n", "0:2147483648", {"'2147483648'", "'int'"});
  refuse("y", "0:1", {"--range y", "no input of this name"});
}

TEST_F(Inputs, AssumeTheRangesOfWideNumbers) {
  options.ranges = {{"x", "0:1"}, {"n", "-1:2"}};
  EXPECT_EQ(plan("wide").assumptions,
            (std::vector<std::string>{
                "n == n && n >= (__typeof__(n))((unsigned __int128)"
                "18446744073709551615u << 64 | 18446744073709551615u) && "
                "n <= (__typeof__(n))((unsigned __int128)0u << 64 | 2u)",
                "x == x && x >= 0x0p+0L && x <= 0x8p-3L"}));
}

TEST_F(Inputs, RefuseArraysThatAreNone) {
  const auto refuse = [&](const char *name, const char *text,
                          const std::vector<std::string> &words) {
    options.arrays = {{name, text}};
    expectRefused("counted", words);
  };
  refuse("v", "m", {"--array v=m", "'m' is neither", "'n'"});
  refuse("v", "-1", {"--array v=-1"});
  refuse("v", "4000000000", {"4000000000 elements behind 'v'", "bytes"});
  refuse("w", "3", {"--array w", "did you mean 'v'?"});
  options.isForMany = true;
  EXPECT_EQ(plan("counted").inputs.back().name, "n") << "it may be another's";
}

TEST_F(Inputs, TakeTheAssumptionsTogether) {
  options.assumptions = {"x > 0", "n < 3"};
  const InputPlan it = plan("numbers");
  EXPECT_EQ(it.assumptions, options.assumptions);
  EXPECT_EQ(it.allAssumptions(), "(x > 0) && (n < 3)");
  EXPECT_TRUE(it.needsHarness);
  EXPECT_FALSE(it.inputs[0].least) << "their text says nothing";
}

TEST_F(Inputs, KeepTheNarrowestOfAllBounds) {
  options.ranges = {{"x", "-1:5"}, {"x", ":4"}};
  assumed = {{"x", true, floatBits(64, 0)},
             {"x", false, floatBits(64, 3)},
             {"x", false, floatBits(64, 10)}};
  const InputPlan it = plan("numbers");
  EXPECT_EQ(it.inputs[0].least, floatBits(64, -0.0)) << "both zeros";
  EXPECT_EQ(it.inputs[0].greatest, floatBits(64, 3));
  EXPECT_FALSE(it.inputs[1].least);
}

TEST_F(Inputs, AreInARangeOfTheirOwnNameAlone) {
  // Neither whether p is null nor the rounding mode is part of a p or rounding.
  options.null = true;
  options.ranges = {{"a", "5:6"}};
  parameter("pointers", 0).readsAny = true;
  const InputPlan it = plan("pointers");
  ASSERT_EQ(it.inputs[0].name, "a == NULL");
  EXPECT_FALSE(it.inputs[0].least);
  EXPECT_EQ(it.inputs[1].name, "*a");
  EXPECT_EQ(it.inputs[1].least, 5u);
  options = {};
  options.roundingModes = true;
  options.ranges = {{"rounding", "1:2"}};
  expectRefused("numbers", {"'numbers' has no input of this name"});
}

TEST_F(Inputs, TakeBitsAsTheEndsOfARange) {
  options.ranges = {{"x", "bits:bff0000000000000:bits:4000000000000000"}};
  const InputPlan it = plan("numbers");
  EXPECT_EQ(it.inputs[0].least, floatBits(64, -1));
  EXPECT_EQ(it.inputs[0].greatest, floatBits(64, 2));
}

TEST_F(Inputs, SayWhatAUnionHasWhereOneMemberIsAPointer) {
  parameter("pointing").readsAny = true;
  const InputPlan it = plan("pointing");
  EXPECT_EQ(namesOf(it), "*u->p u->l member of *u");
  EXPECT_EQ(it.leftOut, 0u);
  EXPECT_EQ(it.aliasCount, 1u);
  EXPECT_EQ(it.inputs[2].valueNames, (std::vector<std::string>{"p", "l"}));
  ASSERT_EQ(it.buffers.size(), 2u);
  const Image &image = it.buffers[1].image;
  ASSERT_EQ(image.addresses.size(), 1u);
  ASSERT_EQ(image.cells.size(), 1u);
  EXPECT_EQ(image.addresses[0].condition, (Condition{1, 0}));
  EXPECT_EQ(image.cells[0].condition, (Condition{1, 1}));
  EXPECT_EQ(it.choiceSlot(1), 2u);
  EXPECT_TRUE(it.isThere({1, 1}, {0, 0, 1}));
  EXPECT_FALSE(it.isThere({1, 1}, {0, 0, 0}));
}

TEST_F(Inputs, RefuseWhatCannotBeGiven) {
  expectRefused("variadic", {"'variadic' is variadic"});
  expectRefused("wholes", {"parameter 'v'", "'gaussian'", "not supported"});
  expectRefused("wholes_pointer", {"parameter 'v'", "--null"});
  expectRefused("wholes_result", {"its result", "not supported"});
}

} // namespace
} // namespace coverme

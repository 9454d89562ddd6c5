// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Harness.h"

#include "driver/frontend/c/Compiled.h"
#include "frontend/c/Inputs.h"
#include "support/Subprocess.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <dlfcn.h>

namespace coverme {
namespace {

using namespace test;
using Slots = std::vector<uint64_t>;

// What callText asks of its surroundings. `ended` is 1 for a call whose inputs
// break the assumption, 2 for a run that the program ends.
constexpr const char *kPrologue = R"(
#ifdef __cplusplus
#define COVERME_EXTERN_C extern "C"
#else
#define COVERME_EXTERN_C
#endif
#include <setjmp.h>
static jmp_buf coverme_start;
static int coverme_entered;
#define COVERME_ROOM(k, size) \
  static unsigned char coverme_room_##k[size] __attribute__((aligned(16)));
#define COVERME_TAIL(k, most, bytes) (coverme_room_##k + (most) - (bytes))
#define COVERME_GLOBAL(k, name) &name
#define COVERME_ENTER() ++coverme_entered
#define COVERME_SET_UP(on)
#define COVERME_USED_UP(stub)
#define COVERME_BLOCK_LEFT(place) 0
#define COVERME_FORGET_BLOCKS()
#define COVERME_REJECT() longjmp(coverme_start, 1)
#define COVERME_END() longjmp(coverme_start, 2)
)";

constexpr const char *kCall = R"(
COVERME_EXTERN_C int coverme_run(const unsigned long long *in,
                                 unsigned long long *out) {
  const int ended = setjmp(coverme_start);
  if (ended == 0)
    coverme_call(in, out);
  return ended;
}
COVERME_EXTERN_C int coverme_enters(void) { return coverme_entered; }
)";

// The functions note what they get.
constexpr const char *kHead = R"(
static unsigned char seen[512];
static unsigned seen_size;
static void see(const void *bytes, unsigned size) {
  __builtin_memcpy(seen + seen_size, bytes, size);
  seen_size += size;
}
#define SEE(x) see(&(x), sizeof(x))
const unsigned char *all_seen(void) { return seen; }
unsigned size_seen(void) { return seen_size; }
)";

class Harness {
public:
  explicit Harness(const std::string &code, const InputOptions &options = {},
                   const std::set<std::string> &undefined = {})
      : compiled(kHead + code, {"-w", "-std=gnu89"}),
        program(compiled.program) {
    while (program.functions.at(entry).name != "f")
      ++entry;
    usePlan(program, entry, planInputs(program, entry, options, undefined));
  }
  ~Harness() {
    if (handle != nullptr)
      ::dlclose(handle);
  }

  const InputPlan &plan() const { return program.functions[entry].plan; }
  std::string text() const {
    return kPrologue + callText(program, program.functions[entry]) + kCall;
  }

  // Without any warning; the code itself may have some.
  void expectCompiles(const std::string &compiler,
                      const std::string &flag) const {
    const auto source = compiled.folder.path() / "text.c";
    std::string code = "COVERME_EXTERN_C void coverme_target(void);\n"
                       "#define COVERME_ENTRY coverme_target\n";
    for (const GlobalInput &global : plan().globals)
      code += "extern char " + program.globals[global.global].name + "[];\n";
    for (const Buffer &buffer : plan().buffers)
      for (const Alias &alias : buffer.aliases)
        if (alias.kind == Alias::Kind::Global)
          code += "extern char " + program.globals[alias.index].name + "[];\n";
    std::string all = text();
    all.insert(std::strlen(kPrologue), code);
    writeFileAtomically(source, all);
    const ProcessResult result = runProcess(
        {compiler, flag, "-Wall", "-Wextra", "-Werror", "-ffp-contract=off",
         "-c", source, "-o", compiled.folder.path() / "text.o"});
    EXPECT_TRUE(result.succeeded()) << compiler << flag << result.errors << all;
  }
  void expectCompilesEverywhere() const {
    expectCompiles("gcc", "-std=gnu11");
    expectCompiles("clang-19", "-std=gnu11");
    expectCompiles("clang-19", "-xc++");
  }

  // Returns how the call ended; see `out` and `seen`.
  int run(const Slots &in) {
    if (handle == nullptr)
      load();
    EXPECT_EQ(in.size(), plan().inputs.size());
    out.assign(1 + plan().outputs.size(), 0xabababababababab);
    const int ended = function<int(const uint64_t *, uint64_t *)>(
        "coverme_run")(in.data(), out.data());
    seen.assign(reinterpret_cast<const char *>(
                    function<const unsigned char *()>("all_seen")()),
                function<unsigned()>("size_seen")());
    return ended;
  }

  template <class Signature> Signature *function(const char *name) const {
    void *address = ::dlsym(handle, name);
    EXPECT_NE(address, nullptr) << name;
    return reinterpret_cast<Signature *>(address);
  }

  Slots out;
  std::string seen; // by all calls

private:
  void load() {
    const auto source = compiled.folder.path() / "harness.c";
    const auto object = compiled.folder.path() / "harness.so";
    writeFileAtomically(source, "#include \"" +
                                    compiled.options.source.string() +
                                    "\"\n#define COVERME_ENTRY f\n" + text());
    const ProcessResult result =
        runProcess({"gcc", "-std=gnu11", "-w", "-O1", "-fPIC", "-shared",
                    "-ffp-contract=off", source, "-o", object, "-lm"});
    ASSERT_TRUE(result.succeeded()) << result.errors << text();
    handle = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle, nullptr) << ::dlerror();
  }

  const CompiledText compiled;
  Program program;
  uint32_t entry = 0;
  void *handle = nullptr;
};

template <class... Values> std::string bytesOf(const Values &...values) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char *>(&values), sizeof values), ...);
  return bytes;
}

std::string bytesOfExtended(long double value) {
  return bytesOf(value).substr(0, 10);
}

TEST(Harness, PassesNumbersOfEveryKind) {
  Harness f(R"(
enum colour { RED, BLUE = 7 };
short f(_Bool b, signed char c, unsigned short s, int i, unsigned long l,
        float x, double y, enum colour e) {
  SEE(b), SEE(c), SEE(s), SEE(i), SEE(l), SEE(x), SEE(y), SEE(e);
  return -2;
}
)");
  f.expectCompilesEverywhere();
  f.expectCompiles("g++", "-xc++");
  EXPECT_EQ(f.run({1, 0x80, 0xfedc, 0x80000001, UINT64_MAX, 0x7f800001,
                   0xfff0000000000001, 7}),
            0);
  EXPECT_EQ(f.seen,
            bytesOf(true, '\x80', uint16_t{0xfedc}, 0x80000001U, UINT64_MAX,
                    0x7f800001U, uint64_t{0xfff0000000000001}, 7));
  EXPECT_EQ(f.out[0], 0xfffeu) << "no more than the result has";
}

TEST(Harness, PassesWideNumbers) {
  Harness f(R"(
long double f(long double x, __int128 n, double _Complex z, float _Complex c,
              _Float16 h, long double _Complex w) {
  see(&x, 10), SEE(n), SEE(z), SEE(c), SEE(h);
  long double real = __real__ w, imag = __imag__ w;
  see(&real, 10), see(&imag, 10);
  return x;
}
)");
  f.expectCompilesEverywhere();
  EXPECT_EQ(
      f.run({uint64_t{1} << 62, 0xc000, 5, 6, std::bit_cast<uint64_t>(1.5),
             std::bit_cast<uint64_t>(-2.0), std::bit_cast<uint32_t>(3.0f),
             std::bit_cast<uint32_t>(4.0f), 0x3c00, 1, 0, 0, 0x7fff}),
      0);
  EXPECT_EQ(f.seen, bytesOfExtended(-3) + bytesOf(uint64_t{5}, uint64_t{6}) +
                        bytesOf(1.5, -2.0, 3.0f, 4.0f, uint16_t{0x3c00}) +
                        bytesOfExtended(0x1p-16445L) +
                        bytesOfExtended(HUGE_VALL));
  EXPECT_EQ(f.out[0], 0u) << "no number of one slot";
}

constexpr const char *kStructs = R"(
struct point { double x, y; };
struct nested {
  char kind;
  struct point at[2];
  unsigned low : 3, : 4, across : 12;
  signed sign : 2;
  union { int i; double d; };
  struct { short s, t; };
};
struct __attribute__((packed)) packed { char c; double d; };
struct empty {};
)";

TEST(Harness, FillsStructsBehindPointers) {
  Harness f(kStructs + std::string(R"(
int f(struct nested *n, struct packed *p) {
  SEE(n->kind), SEE(n->at), SEE(n->d), SEE(n->s), SEE(n->t);
  int fields[] = {n->low, n->across, n->sign};
  SEE(fields), SEE(p->c), SEE(p->d);
  unsigned char rest[7];
  __builtin_memcpy(rest, (char *)n + 1, 7);
  SEE(rest);
  n->at[1].x = 9;
  return 1;
}
)"));
  f.expectCompilesEverywhere();
  f.expectCompiles("g++", "-xc++");
  const auto number = [](double x) { return std::bit_cast<uint64_t>(x); };
  ASSERT_EQ(f.run({'k', number(1), number(2), number(3), number(4), 5, 0xabc, 2,
                   number(7), 8, 9, 'c', number(10)}),
            0);
  EXPECT_EQ(f.seen, bytesOf('k', 1.0, 2.0, 3.0, 4.0, 7.0, int16_t{8},
                            int16_t{9}, 5, 0xabc, -2, 'c', 10.0) +
                        std::string(7, '\0'))
      << "zero between the members";
  EXPECT_EQ(f.out[0], 1u);
  ASSERT_EQ(f.plan().outputs[3].variable.name, "n->at[1].x");
  EXPECT_EQ(f.out[4], number(9));
}

// Debug information has offsets and sizes; what put members there is for the
// declarations to find out.
TEST(Harness, LaysOutAlignedStructsAsTheyAre) {
  Harness f(R"(
struct wide { char kind; __attribute__((aligned(32))) double at; };
struct __attribute__((aligned(64))) line { float x; };
struct holder { char a; struct line l; short b : 5; int : 11; int c; };
struct holder f(struct holder h, const struct wide *w) {
  SEE(w->kind), SEE(w->at), SEE(h.a), SEE(h.l.x), SEE(h.c);
  int offsets[] = {(int)((char *)&w->at - (char *)w), sizeof *w, h.b,
                   (int)((char *)&h.l - (char *)&h), sizeof h,
                   (int)((unsigned long)w % 32)};
  SEE(offsets);
  return h;
}
)");
  f.expectCompilesEverywhere();
  ASSERT_EQ(f.run({'a', std::bit_cast<uint32_t>(0.5f), 3, 7, 'k',
                   std::bit_cast<uint64_t>(2.0)}),
            0);
  EXPECT_EQ(f.seen, bytesOf('k', 2.0, 'a', 0.5f, 7, 32, 64, 3, 64, 192, 0));
}

TEST(Harness, PassesStructsByValue) {
  Harness f(kStructs + std::string(R"(
struct one { float x; };
struct two { double x; long n; };
union either { int i; float x; };
struct nested f(struct one a, struct two b, struct nested c, union either d,
                struct empty e, struct packed g) {
  SEE(a.x), SEE(b.x), SEE(b.n), SEE(c.at), SEE(d.i), SEE(g.d);
  return c;
}
)"));
  f.expectCompilesEverywhere();
  const auto number = [](double x) { return std::bit_cast<uint64_t>(x); };
  ASSERT_EQ(f.run({std::bit_cast<uint32_t>(0.5f), number(2), 3, 0, number(4),
                   number(5), number(6), number(7), 0, 0, 0, 0, 0, 0, 8, 'g',
                   number(9)}),
            0);
  EXPECT_EQ(f.seen, bytesOf(0.5f, 2.0, int64_t{3}, 4.0, 5.0, 6.0, 7.0, 8, 9.0));
}

TEST(Harness, FollowsPointersInObjects) {
  InputOptions options;
  options.null = true;
  options.distinct = true;
  Harness f(R"(
struct node { double value; struct node *next; };
int f(struct node *n) {
  if (!n)
    return 0;
  SEE(n->value);
  if (!n->next)
    return 1;
  SEE(n->next->value);
  return n->next->next ? 3 : 2;
}
)",
            options);
  f.expectCompilesEverywhere();
  const uint64_t one = std::bit_cast<uint64_t>(1.0),
                 two = std::bit_cast<uint64_t>(2.0);
  const auto result = [&](uint64_t first, uint64_t second, uint64_t goesOn) {
    f.run({first, one, second, two, goesOn});
    return f.out[0];
  };
  EXPECT_EQ(result(1, 0, 0), 0u);
  EXPECT_EQ(result(0, 1, 0), 1u);
  EXPECT_EQ(f.seen, bytesOf(1.0));
  EXPECT_EQ(result(0, 0, 0), 2u);
  EXPECT_EQ(f.seen, bytesOf(1.0, 1.0, 2.0));
  EXPECT_EQ(result(0, 0, 1), 3u);
}

TEST(Harness, GivesCountedArraysTheirElements) {
  InputOptions options;
  options.arrays = {{"v", "n"}};
  Harness f(R"(
static const short *last;
int f(int n, const short *v) {
  for (int i = 0; i < n && i < 8; ++i)
    SEE(v[i]);
  long moved = last ? v - last : 0;
  last = v;
  return moved;
}
)",
            options);
  f.expectCompilesEverywhere();
  EXPECT_EQ(f.run({8, 1, 2, 3, 4, 5, 6, 7, 8}), 0);
  f.run({3, 11, 12, 13, 0, 0, 0, 0, 0});
  EXPECT_EQ(f.seen.substr(16), bytesOf(int16_t{11}, int16_t{12}, int16_t{13}));
  EXPECT_EQ(f.out[0], 5u) << "nearer to the end of the room";
  f.run({0xffffffff, 1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(f.out[0], 3u) << "a negative number is none";
}

TEST(Harness, FillsGlobals) {
  InputOptions options;
  options.globals = {"origin", "gain"};
  Harness f(kStructs + std::string(R"(
double gain = 1;
static struct point origin;
int f(void) { SEE(gain), SEE(origin); return 0; }
)"),
            options);
  f.expectCompilesEverywhere();
  f.run({std::bit_cast<uint64_t>(2.0), std::bit_cast<uint64_t>(3.0),
         std::bit_cast<uint64_t>(4.0)});
  EXPECT_EQ(f.seen, bytesOf(4.0, 2.0, 3.0));
}

TEST(Harness, AnswersForStubs) {
  Harness f(R"(
int f(double (*g)(int), void (*h)(void)) {
  h();
  for (int i = 0; i < 4; ++i) {
    double x = g(i);
    SEE(x);
  }
  return 0;
}
)");
  f.expectCompilesEverywhere();
  const auto number = [](double x) { return std::bit_cast<uint64_t>(x); };
  for (int call = 0; call < 2; ++call)
    f.run({number(1), number(2), number(3), number(4)});
  const std::string once = bytesOf(1.0, 2.0, 3.0, 4.0);
  EXPECT_EQ(f.seen, once + once) << "from the first one in each call";
}

// A loop that waits for a number between two others ends, whatever the inputs
// are, and however many numbers it takes each time.
TEST(Harness, GoesOnWithNumbersWithinTheBounds) {
  InputOptions options;
  options.ranges = {{"u()", "-2:2"}, {"i()", "-3:300"}};
  Harness f(R"(
int f(double (*u)(void), short (*i)(void), _Bool (*b)(void), int (*n)(void)) {
  int good = 1;
  for (int k = 0; k < 1000; ++k) {
    double x = u();
    short y = i();
    good &= x >= -2 && x <= 2 && y >= -3 && y <= 300;
  }
  while (u() < 1.9 || u() > -1.9)
    ;
  while (i() != 299 || !b() || n() >= 0 || n() < 1000000)
    ;
  SEE(good);
  return 0;
}
)",
            options);
  f.expectCompilesEverywhere();
  f.run(std::vector<uint64_t>(16));
  EXPECT_EQ(f.seen, bytesOf(1));
}

TEST(Harness, HasStubsWriteWhatIsKnownToBeThere) {
  Harness f(R"(
static int fixed = 7;
int f(void (*g)(int, double *, int *), double to[3]) {
  int one[2] = {5, 6};
  g(0, to + 1, &one[0]);
  SEE(to[0]), SEE(to[1]), SEE(to[2]), SEE(one[0]), SEE(one[1]);
  g(0, 0, &fixed);
  SEE(fixed);
  return 0;
}
)");
  f.expectCompilesEverywhere();
  const auto number = [](double x) { return std::bit_cast<uint64_t>(x); };
  f.run({number(1), number(2), number(3), number(4), 10, 11, 12, 13, number(9),
         number(9), number(9)});
  EXPECT_EQ(f.seen, bytesOf(9.0, 1.0, 2.0, 10, 6, 7));
}

TEST(Harness, DrawsUntilThereIsNoMore) {
  Harness f(R"(
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long double __VERIFIER_nondet_longdouble(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int f(int n) {
  for (int i = 0; i < n; ++i) {
    unsigned char c = __VERIFIER_nondet_uchar();
    SEE(c);
    __VERIFIER_assume(c != 100);
    if (c == 200)
      reach_error();
  }
  long double x = __VERIFIER_nondet_longdouble();
  see(&x, 10);
  return 0;
}
)");
  f.expectCompilesEverywhere();
  ASSERT_EQ(f.plan().inputs.size(), 1 + kDraws + 2 * kDraws);
  Slots in(f.plan().inputs.size());
  in[0] = kDraws;
  for (uint32_t i = 0; i < kDraws; ++i)
    in[1 + i] = i;
  in[1 + kDraws] = uint64_t{1} << 62;
  in[2 + kDraws] = 0x3fff;
  EXPECT_EQ(f.run(in), 0);
  EXPECT_EQ(f.seen.size(), kDraws + 10);
  EXPECT_EQ(f.seen[5], 5);
  EXPECT_EQ(f.seen.substr(kDraws), bytesOfExtended(1.5));
  for (const auto &[count, value] :
       {std::pair{kDraws + 1, 1}, std::pair{3U, 100}, std::pair{3U, 200}}) {
    in[0] = count;
    in[1] = static_cast<uint64_t>(value);
    EXPECT_EQ(f.run(in), 2) << value;
  }
}

TEST(Harness, KeepsTheAssumption) {
  InputOptions options;
  options.globals = {"gain"};
  options.assumptions = {"x > gain", "p->x < x", "n % 2 == 0"};
  Harness f(kStructs + std::string(R"(
double gain;
int f(double x, struct point *p, int n) { return 5; }
)"),
            options);
  const auto ended = [&](double x, double inPoint, uint64_t n, double gain) {
    return f.run({std::bit_cast<uint64_t>(x), std::bit_cast<uint64_t>(inPoint),
                  0, n, std::bit_cast<uint64_t>(gain)});
  };
  EXPECT_EQ(ended(2, 1, 4, 1), 0);
  EXPECT_EQ(f.out[0], 5u);
  EXPECT_EQ(ended(1, 0, 4, 1), 1);
  EXPECT_EQ(ended(2, 2, 4, 1), 1);
  EXPECT_EQ(ended(2, 1, 3, 1), 1);
  EXPECT_EQ(f.function<int()>("coverme_enters")(), 1)
      << "what breaks it is not entered";
}

TEST(Harness, SetsTheRoundingMode) {
  InputOptions options;
  options.roundingModes = true;
  Harness f(R"(
double f(double x) {
  volatile double three = 3;
  double third = x / three;
  SEE(third);
  return third;
}
)",
            options);
  f.expectCompilesEverywhere();
  for (const uint64_t mode : {0, 1, 2, 3, 0})
    f.run({std::bit_cast<uint64_t>(-1.0), mode});
  const double low = -0x1.5555555555556p-2, high = -0x1.5555555555555p-2;
  EXPECT_EQ(f.seen, bytesOf(high, low, high, high, high));
}

// Slots: *q, then where p->q, q and p->q->q lead.
TEST(Harness, LeadsPointersElsewhere) {
  Harness f(R"(
struct P { int x; struct P *q; };
int g[2];
int f(struct P *p, int *q) {
  int was = *q, same = p->q == p;
  *q = 1, p->x = 2, g[0] = 3, g[1] = 4;
  SEE(was), SEE(same), SEE(*q);
  return *q;
}
)");
  f.expectCompilesEverywhere();
  f.expectCompiles("g++", "-xc++");
  const InputPlan &plan = f.plan();
  ASSERT_EQ(plan.aliasCount, 3u);
  const size_t numbers = plan.numberCount();
  for (const size_t choice : {numbers, numbers + 2})
    EXPECT_EQ(plan.inputs[choice].valueNames,
              (std::vector<std::string>{"its own object", "p"}));
  EXPECT_EQ(plan.inputs[numbers + 1].valueNames,
            (std::vector<std::string>{"its own object", "&p->x", "&p->q->x",
                                      "g", "&g[1]"}));
  const auto run = [&](uint64_t self, uint64_t alias) {
    Slots in(numbers + 3);
    for (size_t i = 0; i < numbers; ++i)
      in[i] = plan.inputs[i].name == "*q" ? 7 : 0;
    in[numbers] = self;
    in[numbers + 1] = alias;
    return f.run(in);
  };
  std::string seen;
  const auto expectSeen = [&](int was, int same, int is) {
    seen += bytesOf(was, same, is);
    EXPECT_EQ(f.seen, seen);
    EXPECT_EQ(f.out[0], static_cast<uint64_t>(is));
  };
  EXPECT_EQ(run(0, 0), 0);
  expectSeen(7, 0, 1);
  EXPECT_EQ(run(1, 1), 0);
  expectSeen(7, 1, 2); // the number that *p has none of
  EXPECT_EQ(run(0, 3), 0);
  expectSeen(3, 0, 3); // a variable keeps its value
  EXPECT_EQ(run(0, 4), 0);
  expectSeen(4, 0, 4);
  EXPECT_EQ(run(1, 2), 1) << "p->q does not lead to its own object";
}

TEST(Harness, RejectsLeadsToTooFewElements) {
  Harness f(R"(
int f(int n, double p[n], double *q) {
  *q = 1;
  for (int i = 0; i < n; ++i)
    p[i] += *q;
  return *q;
}
)");
  f.expectCompilesEverywhere();
  ASSERT_EQ(f.plan().inputs.back().valueNames,
            (std::vector<std::string>{"its own object", "p", "&p[1]"}));
  Slots in(f.plan().inputs.size());
  for (uint64_t n : {0, 1, 2})
    for (uint64_t alias : {0, 1, 2}) {
      in[0] = n;
      in.back() = alias;
      EXPECT_EQ(f.run(in), alias > n ? 1 : 0) << n << " " << alias;
      if (alias <= n) {
        EXPECT_EQ(f.out[0], alias == 0 ? 1u : 2u);
      }
    }
}

TEST(Harness, PromotesWhatHasNoPrototype) {
  Harness f("int f(x, s) float x; short s; { SEE(x), SEE(s); return 1; }\n");
  f.expectCompiles("gcc", "-std=gnu11");
  f.run({std::bit_cast<uint32_t>(0.5f), 0xfffe});
  EXPECT_EQ(f.seen, bytesOf(0.5f, int16_t{-2}));
}

// Of a struct that refers to itself, and to others.
TEST(Harness, DeclaresStructsOnce) {
  InputOptions options;
  options.assumptions = {"a->other == 0", "b.link != 0"};
  Harness f(R"(
struct b;
struct a { struct a *self; struct b *other; double (*call)(double); };
struct b { struct a *link; struct a inner[2]; const char *name; };
int f(struct a *a, struct b b, struct a c) { return 0; }
)",
            options);
  f.expectCompilesEverywhere();
}

} // namespace
} // namespace coverme

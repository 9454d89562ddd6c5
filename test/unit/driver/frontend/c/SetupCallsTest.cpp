// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/SetupCalls.h"

#include "core/IdleParts.h"
#include "driver/frontend/c/Compiled.h"
#include "driver/support/ExpectError.h"
#include "frontend/c/Inputs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

constexpr const char *kSetupSource = R"(
struct s { double a; struct s *next; };
struct other { int n; };
static int state, never;

void s_scale(struct s *p, double k) { p->a *= k; }
void s_init(struct s *p, double a) { p->a = a; p->next = 0; }
void s_free(struct s *p) { p->next = 0; }
double s_sum(const struct s *p) { return p->a; }
void s_copy(struct s *to, const struct s *from) { *to = *from; }
struct s *s_make(int n, const char *name) { return n > 0 ? 0 : (void *)name; }
void s_print(struct s *p, const char *format, ...) { p->a = *format; }

int uses(const struct s *p, double x) { return p->next && p->a > x; }
void set(int to) { state = to; }
int reads(int x) { return state > x; }
int counts(int x) { return state++ > x; }
void *allocate(int n) { return 0; }
void *new_other(int n) { return 0; }
void *fft_init(int n) { return 0; }
void *fft_new_of(void *from) { return from; }
int fft_run(void *table, const double *x) { return *x > *(int *)table; }
int plain(double *p, struct other *q) { return *p > q->n + never; }
)";

const Program &program() {
  static const CompiledText text(kSetupSource, {"-w"});
  return text.program;
}

uint32_t indexOf(const std::string &name) {
  for (uint32_t i = 0; i < program().functions.size(); ++i)
    if (program().functions[i].name == name)
      return i;
  ADD_FAILURE() << "no function " << name;
  return 0;
}

std::vector<std::string> found(const std::string &name) {
  return findSetupCalls(program(), indexOf(name), {});
}

InputPlan planned(const std::string &name,
                  const std::vector<std::string> &setups,
                  bool areChoices = false) {
  InputOptions options;
  options.setups = setups;
  options.setupsAreChoices = areChoices;
  return planInputs(program(), indexOf(name), options);
}

using Texts = std::vector<std::string>;

TEST(SetupCalls, ObjectsAreMadeAndFilled) {
  EXPECT_EQ(found("uses"),
            (Texts{"p = s_make(s_make.n, s_make.name)", "s_init(p, s_init.a)",
                   "s_copy(p, s_copy.from)"}));
}

TEST(SetupCalls, NamesTellWhoMakesWhatHasNoType) {
  EXPECT_EQ(found("fft_run"), (Texts{"table = fft_init(fft_init.n)"}));
}

// One that goes on from its last call comes last, and again.
TEST(SetupCalls, WhoWritesWhatTheEntryReads) {
  Texts calls{"set(set.to)", "counts(counts.x)"};
  for (size_t i = 2; i <= kMaxRepeatedSetups; ++i)
    calls.push_back(fmt::format("counts(counts.{}.x)", i));
  EXPECT_EQ(found("counts"), calls);
  EXPECT_EQ(found("reads"), calls);
  EXPECT_EQ(found("plain"), Texts{});
}

TEST(SetupCalls, TextsAreReadBack) {
  for (const char *text :
       {"f()", "f(a, -1, \"x, )\", ',')", "p = f(a)", "C::f(int)(this, 2)"})
    EXPECT_EQ(setupText(parseSetup(text)), text);
  EXPECT_EQ(parseSetup(" p=f( a ,b ) ").arguments, (Texts{"a", "b"}));
  EXPECT_EQ(parseSetup(" p=f( a ,b ) ").target, "p");
  EXPECT_EQ(parseSetup("C::f(int)(this)").function, "C::f(int)");
  for (const char *text : {"", "f", "f(", "(a)", "f(a))b", "f(a,)"})
    expectError([&] { parseSetup(text); }, ExitCode::BadInput, {"--setup"});
}

TEST(SetupCalls, NewInputsFollowTheEntrys) {
  const InputPlan plan = planned("uses", {"s_init(p, a)", "s_copy(p, q)"});
  std::vector<std::string> names;
  for (const InputVariable &input : plan.inputs)
    names.push_back(input.name);
  ASSERT_EQ(plan.setupCalls.size(), 2u);
  EXPECT_EQ(std::count(names.begin(), names.end(), "a"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "q->a"), 1);
  const auto &[given, made] = std::tie(plan.setupCalls[0].arguments[0],
                                       plan.setupCalls[0].arguments[1]);
  EXPECT_EQ(given.kind, SetupArgument::Kind::Given);
  EXPECT_EQ(made.kind, SetupArgument::Kind::Made);
  const Argument &own = plan.setupArguments[made.index].argument;
  EXPECT_EQ(plan.inputs[own.value.cells[0].slot].name, "a");
  EXPECT_EQ(own.slotCount, 1u);
  EXPECT_EQ(plan.setupChoices, 0u);
  // A shared name is one input.
  EXPECT_EQ(planned("reads", {"set(n)", "set(n)"}).setupArguments.size(), 1u);
}

TEST(SetupCalls, InputsOfCallsNotMadeAreIdle) {
  const InputPlan plan =
      planned("uses", {"p = s_make(n, m)", "s_init(p, a)"}, true);
  ASSERT_EQ(plan.setupChoices, 2u);
  const auto idle = [&](bool makes, bool fills) {
    std::vector<uint64_t> inputs(plan.inputs.size());
    inputs[plan.inputs.size() - 2] = makes;
    inputs[plan.inputs.size() - 1] = fills;
    const std::vector<bool> isIdle = findIdle(plan, inputs).inputs;
    Texts names;
    for (size_t i = 0; i < plan.numberCount(); ++i)
      if (isIdle[i])
        names.push_back(plan.inputs[i].name);
    return names;
  };
  const auto has = [](const Texts &names, const std::string &name) {
    return std::count(names.begin(), names.end(), name) != 0;
  };
  const Texts none = idle(false, false), makes = idle(true, false),
              fills = idle(false, true);
  EXPECT_TRUE(has(none, "n") && has(none, "a") && !has(none, "p->a"));
  EXPECT_TRUE(!has(makes, "n") && has(makes, "a") && has(makes, "p->a"));
  EXPECT_TRUE(has(fills, "n") && !has(fills, "a") && !has(fills, "p->a"));
}

TEST(SetupCalls, WhatIsReturnedNeedsNoObject) {
  const InputPlan plan = planned("uses", {"p = s_make(1, \"x\")"});
  EXPECT_EQ(plan.arguments[0].address.kind, Address::Kind::Null);
  ASSERT_EQ(plan.inputs.size(), 1u);
  EXPECT_EQ(plan.inputs[0].name, "x");
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/Recording.h"

#include "core/Numbers.h"
#include "evidence/Replay.h"
#include "frontend/c/Flags.h"
#include "frontend/c/LLVMPrograms.h"
#include "support/Files.h"
#include "support/PlainMessages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// Larger objects are compared by their first numbers.
constexpr size_t kMostPerObject = 64;

// The program that records, and each compiler, for this long.
constexpr double kRecordSeconds = 120;

// Numbers of an object of the type at `place`. False: it has none.
bool addNumbers(const Program &program, uint32_t type, const std::string &name,
                const std::string &place, KeptNumbers &kept) {
  const std::vector<ObjectNumber> numbers =
      numbersOf(program, type, name, kMostPerObject);
  for (const ObjectNumber &number : numbers)
    kept.numbers.push_back(
        {number.name, number.scalar,
         fmt::format("(const char *){} + {}", place, number.offset)});
  return !numbers.empty();
}

// In front of what the child calls. Other names than libc's, by their labels:
// the source may have no header that declares these, or names like them.
constexpr const char *kRunning = R"(
COVERME_EXTERN_C int coverme_fork(void) __asm__("fork");
COVERME_EXTERN_C int coverme_waitpid(int, int *, int) __asm__("waitpid");
COVERME_EXTERN_C void *coverme_mmap(void *, unsigned long, int, int, int,
                                    long) __asm__("mmap");
COVERME_EXTERN_C int coverme_munmap(void *, unsigned long) __asm__("munmap");
COVERME_EXTERN_C void coverme_exit(int) __asm__("exit")
    __attribute__((noreturn));
COVERME_EXTERN_C unsigned coverme_alarm(unsigned) __asm__("alarm");
COVERME_EXTERN_C int coverme_flush(void *) __asm__("fflush");
COVERME_EXTERN_C void (*coverme_signal(int, void (*)(int)))(int)
    __asm__("signal");
)";

// What the code leaves allocated is not what these tests are about, and a
// signal is to end the child.
constexpr const char *kPrepare = R"(
COVERME_EXTERN_C const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

/* As a new process has it, whatever a sanitizer catches. */
static void coverme_prepare(void) {
  static const int caught[] = {4, 6, 7, 8, 11};
  unsigned i = 0;
  for (; i < sizeof caught / sizeof *caught; ++i)
    coverme_signal(caught[i], 0);
  coverme_alarm(COVERME_SECONDS);
}

/* Calls the entry in a process of its own. -1: it returns and `out` is set;
   else as waitpid has it. */
static int coverme_run(const unsigned long long *in, unsigned long long *out) {
  const unsigned long bytes = (1 + COVERME_NUMBERS) * sizeof *out;
  unsigned long long *shared =
      (unsigned long long *)coverme_mmap(0, bytes, 3, 0x21, -1, 0);
  coverme_flush(0);
  int status = 0;
  const int child = coverme_fork();
  if (child == 0) {
    coverme_prepare();
    coverme_test(in, shared + 1);
    shared[0] = 1;
    coverme_exit(0);
  }
  coverme_waitpid(child, &status, 0);
  if (shared[0] != 0) {
    __builtin_memcpy(out, shared + 1, COVERME_NUMBERS * sizeof *out);
    status = -1;
  }
  coverme_munmap(shared, bytes);
  return status;
}
)";

// Writes each test's status and numbers to argv[1]. It starts itself again with
// randomised addresses, which coverme has switched off, and argv[2] is what its
// children find on the stack.
constexpr const char *kRecorder = R"(
COVERME_EXTERN_C int coverme_personality(unsigned long) __asm__("personality");
COVERME_EXTERN_C int coverme_execv(const char *, char *const *)
    __asm__("execv");
COVERME_EXTERN_C int coverme_creat(const char *, unsigned) __asm__("creat");
COVERME_EXTERN_C long coverme_write(int, const void *, unsigned long)
    __asm__("write");

__attribute__((noinline)) static void coverme_soil(int byte) {
  volatile unsigned char below[65536];
  unsigned i = 0;
  for (; i < sizeof below; ++i)
    below[i] = (unsigned char)byte;
}

int main(int count, char **words) {
  const int fixed = 0x0040000;
  const int now = coverme_personality(0xffffffff);
  unsigned i = 0;
  int file;
  if (count != 3)
    return 2;
  if (now >= 0 && (now & fixed) != 0 &&
      coverme_personality((unsigned long)(now & ~fixed)) >= 0)
    coverme_execv("/proc/self/exe", words);
  file = coverme_creat(words[1], 0600);
  for (; i < COVERME_TESTS; ++i) {
    unsigned long long row[1 + COVERME_NUMBERS] = {0};
    coverme_soil(words[2][0]);
    row[0] = (unsigned long long)coverme_run(coverme_inputs[i], row + 1);
    coverme_write(file, row, sizeof row);
  }
  return 0;
}
)";

std::string recorderText(const RunResult &result, const KeptNumbers &numbers) {
  const Function &entry = result.entry();
  const std::string source = fs::absolute(sourceOf(result.options, entry));
  const RunningText text =
      runningText(result, numbers, fmt::format("\"{}\"", source));
  std::string rows;
  for (const Test &test : result.suite) {
    rows += "    {";
    for (const uint64_t bits : test.inputs)
      rows += fmt::format("0x{:x}ULL, ", bits);
    rows += test.inputs.empty() ? "0},\n" : "},\n";
  }
  return fmt::format("{}{}\n#define COVERME_TESTS {}\n"
                     "static const unsigned long long coverme_inputs[][{}] = "
                     "{{\n{}}};\n{}",
                     text.source, text.call, result.suite.size(),
                     rowWidth(entry), rows, kRecorder);
}

// A compiler and how it compiles.
struct Build {
  const char *compiler, *optimisation;
};
constexpr Build kBuilds[] = {
    {"gcc", "-O0"}, {"gcc", "-O2"}, {kClang, "-O0"}, {kClang, "-O2"}};

std::vector<std::string> commandOf(const RunResult &result, const Build &build,
                                   const fs::path &text,
                                   const fs::path &program) {
  const RunOptions &options = result.options;
  const SplitFlags user = splitFlags(flagsOf(options));
  std::vector<std::string> command = {build.compiler, "-w", "-pipe"};
  command.insert(command.end(), semanticFlags().begin(), semanticFlags().end());
  command.insert(command.end(), user.compile.begin(), user.compile.end());
  command.insert(command.end(), {build.optimisation, text, "-o", program});
  const std::vector<fs::path> sources = options.sources();
  if (sources.size() > 1)
    command.push_back(fmt::format("-Dmain={}", kHiddenMain));
  for (size_t i = 0; i < sources.size(); ++i)
    if (i != result.entry().source)
      command.push_back(sources[i]);
  command.insert(command.end(), user.link.begin(), user.link.end());
  command.emplace_back("-lm");
  if (!isAllC(options))
    command.emplace_back("-lstdc++");
  return command;
}

// Floats in the order of their values, neighbours one apart; both zeros are 0.
int64_t ordinal(const FloatLayout &layout, uint64_t bits) {
  const auto magnitude = static_cast<int64_t>(bits & ~layout.sign());
  return (bits & layout.sign()) != 0 ? -magnitude : magnitude;
}

bool isFinite(const FloatLayout &layout, uint64_t bits) {
  return (bits & ~layout.sign()) < layout.infinity();
}

// Without the header, which the source's include folders may have another one
// of. Compilers do not know that floating-point operations raise flags, so the
// call is one that they cannot look into.
constexpr const char *kExceptions = R"(static unsigned coverme_raised;
static void (*volatile coverme_watched)(const unsigned long long *,
                                        unsigned long long *) = coverme_call;
)";
constexpr const char *kWatchedCall = R"(  unsigned short x87;
  __asm__ volatile("fnclex");
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~0x3fu);
  coverme_watched(in, out);
  __asm__ volatile("fnstsw %0" : "=a"(x87));
  coverme_raised = (x87 | __builtin_ia32_stmxcsr()) & 0x3d;
)";

// What is left to assert when another build gives these bits.
void compare(const Scalar &scalar, uint64_t bits, RecordedNumber &number) {
  // More than this is another result, and no rounding.
  constexpr uint64_t kMostUlps = 4;
  if (bits == number.bits)
    return;
  if (!scalar.isFloat() || scalar.width > 64 || scalar.width < 16) {
    number.isSame = false;
    return;
  }
  const FloatLayout layout(scalar.width);
  if (layout.isNan(bits) && layout.isNan(number.bits)) {
    number.isSameNan = false;
    return;
  }
  const int64_t one = ordinal(layout, bits),
                other = ordinal(layout, number.bits);
  const uint64_t ulps =
      isFinite(layout, bits) && isFinite(layout, number.bits) && one != other
          ? static_cast<uint64_t>(one < other ? other - one : one - other)
          : UINT64_MAX;
  if (ulps <= kMostUlps)
    number.maxUlps = std::max(number.maxUlps, ulps);
  else
    number.isSame = false;
}

std::vector<uint64_t> rowsOf(const fs::path &file) {
  const std::string bytes = readFile(file);
  std::vector<uint64_t> slots(bytes.size() / sizeof(uint64_t));
  std::memcpy(slots.data(), bytes.data(), slots.size() * sizeof(uint64_t));
  return slots;
}

} // namespace

KeptNumbers keptNumbers(const Program &program, const Function &entry,
                        bool withExceptions) {
  KeptNumbers kept;
  kept.numbers.push_back({"result", entry.result, ""});
  for (const Output &output : entry.plan.outputs)
    // A part of a number is compared by its bits.
    kept.numbers.push_back({output.variable.name,
                            output.variable.part == Part::Whole
                                ? output.variable.scalar
                                : Scalar{ScalarKind::Unsigned, 64, {}, false},
                            ""});
  if (const CType &type = program.types[entry.resultType];
      entry.result.kind <= ScalarKind::Void && type.kind != CTypeKind::Void) {
    if ((type.flags & COVERME_TYPE_IS_BY_REFERENCE) == 0 &&
        addNumbers(program, entry.resultType, "result", "coverme_returned",
                   kept))
      kept.resultBytes = type.byteSize;
    else
      kept.leftOut = entry.resultName;
  }
  for (const GlobalUse &use : entry.uses) {
    const Global &global = program.globals[use.global];
    if ((use.flags & COVERME_PARAMETER_Stores) == 0 ||
        (global.flags & COVERME_GLOBAL_Local) != 0 ||
        !isReachable(global, entry.source))
      continue;
    if (addNumbers(
            program, global.type, global.name,
            fmt::format("COVERME_GLOBAL({}, {})", use.global, global.name),
            kept))
      kept.globals.push_back(use.global);
  }
  if (withExceptions)
    kept.numbers.push_back({"fetestexcept()",
                            {ScalarKind::Unsigned, 32, {}, false},
                            "&coverme_raised",
                            true});
  return kept;
}

bool KeptNumbers::areOutputs() const {
  return std::all_of(
      numbers.begin(), numbers.end(),
      [](const KeptNumber &number) { return number.place.empty(); });
}

RunningText runningText(const RunResult &result, const KeptNumbers &numbers,
                        const std::string &file) {
  const Function &entry = result.entry();
  const CallingText calling =
      callingText(result.options, *result.program, entry, file,
                  "coverme_exit(0)", numbers.globals);
  std::string before, copies;
  const bool areExceptions =
      !numbers.numbers.empty() && numbers.numbers.back().areExceptions;
  if (numbers.resultBytes != 0)
    before = fmt::format("static unsigned char coverme_returned[{0}];\n"
                         "#define COVERME_RESULT(place) "
                         "__builtin_memcpy(coverme_returned, place, {0})\n",
                         numbers.resultBytes);
  for (size_t i = 0; i < numbers.numbers.size(); ++i)
    if (const KeptNumber &number = numbers.numbers[i]; !number.place.empty())
      copies += fmt::format("  __builtin_memcpy(&out[{}], {}, {});\n", i,
                            number.place, (number.scalar.width + 7) / 8);
  return {
      calling.source,
      fmt::format("#define COVERME_NUMBERS {}\n"
                  "#ifndef COVERME_SECONDS\n"
                  "#define COVERME_SECONDS 10 /* for each test */\n"
                  "#endif\n{}{}{}\n"
                  "{}"
                  "static void coverme_test(const unsigned long long *in,\n"
                  "                         unsigned long long *out) {{\n"
                  "{}{}}}\n{}",
                  numbers.numbers.size(), kRunning, before, calling.call,
                  areExceptions ? kExceptions : "",
                  areExceptions ? kWatchedCall : "  coverme_call(in, out);\n",
                  copies, kPrepare)};
}

std::vector<RecordedTest> recordTests(const RunResult &result,
                                      const KeptNumbers &numbers,
                                      const fs::path &folder) {
  const Function &entry = result.entry();
  const bool isCxx =
      languageOf(sourceOf(result.options, entry)) == Language::Cxx;
  const fs::path text = folder / (isCxx ? "record.cpp" : "record.c");
  fs::create_directories(folder);
  writeFileAtomically(text, recorderText(result, numbers));
  ProcessOptions environment = plainMessages();
  environment.environment.push_back("TMPDIR=" + folder.string());
  environment.timeoutSeconds = kRecordSeconds;
  std::vector<std::unique_ptr<Process>> compilers;
  const auto programOf = [&](size_t build) {
    return folder / fmt::format("record-{}", build);
  };
  for (size_t i = 0; i < std::size(kBuilds); ++i)
    compilers.push_back(std::make_unique<Process>(
        commandOf(result, kBuilds[i], text, programOf(i)), environment));
  const size_t width = 1 + numbers.numbers.size();
  std::vector<RecordedTest> tests(result.suite.size());
  bool isFirst = true;
  for (size_t i = 0; i < std::size(kBuilds); ++i) {
    const ProcessResult built = compilers[i]->wait();
    // Nothing says so but the linker.
    if (isCxx && built.errors.find("undefined reference") != std::string::npos)
      fail(ExitCode::CompileFailed,
           "--emit: '{}' is inline, or a template's: a compiler makes no code "
           "of it that others can call",
           entry.label());
    if (!built.succeeded())
      throw Error(ExitCode::CompileFailed,
                  fmt::format("the tests that --emit keeps do not compile with "
                              "{} {}",
                              kBuilds[i].compiler, kBuilds[i].optimisation),
                  built.output + built.errors);
    for (const char *fill : {"U", "*"}) {
      ProcessOptions run;
      run.directory = folder / fmt::format("run-{}-{}", i, int{*fill});
      run.environment = {fmt::format("MALLOC_PERTURB_={}", int{*fill})};
      run.timeoutSeconds = kRecordSeconds;
      run.isForeign = true;
      fs::create_directory(run.directory);
      const fs::path rows = folder / "rows";
      if (!runProcess({programOf(i), rows, fill}, run).succeeded())
        fail(ExitCode::CompileFailed, "the tests that --emit keeps do not run "
                                      "to their end");
      const std::vector<uint64_t> slots = rowsOf(rows);
      for (size_t k = 0; k < tests.size() && (k + 1) * width <= slots.size();
           ++k) {
        const uint64_t *row = &slots[k * width];
        RecordedTest &test = tests[k];
        const auto status = static_cast<int>(row[0]);
        if (isFirst) {
          if (status != -1)
            test.status = status & ~0x80; // without a core's bit
          for (size_t n = 1; n < width; ++n)
            test.numbers.push_back({row[n]});
          continue;
        }
        test.isSame &=
            test.status.value_or(-1) == (status == -1 ? -1 : status & ~0x80);
        for (size_t n = 1; n < width; ++n)
          compare(numbers.numbers[n - 1].scalar, row[n], test.numbers[n - 1]);
      }
      isFirst = false;
    }
  }
  return tests;
}

} // namespace coverme

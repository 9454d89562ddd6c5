// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/Replay.h"

#include "Config.h"
#include "support/Error.h"
#include "support/Files.h"
#include "target/Toolchain.h"

#include <fmt/ranges.h>

#include <charconv>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// A call of libm code takes microseconds; a whole suite never needs this long.
constexpr double kReplayTimeoutSeconds = 60;

constexpr std::string_view kResultMark = "coverme-result ";

// A main of the source gets another name, since the replay has its own.
constexpr const char *kHiddenMain = "coverme_main_of_source";

std::string nameInReplay(const Function &function) {
  return function.name == "main" ? kHiddenMain : function.name;
}

// A plain C type of the scalar's size and way of being passed.
std::string plainType(const Scalar &scalar) {
  if (scalar.isFloat())
    return scalar.width == 64 ? "double" : "float";
  if (scalar.kind == ScalarKind::Bool)
    return "_Bool";
  const char *sign = scalar.kind == ScalarKind::Signed ? "signed" : "unsigned";
  switch (scalar.width) {
  case 8:
    return fmt::format("{} char", sign);
  case 16:
    return fmt::format("{} short", sign);
  case 32:
    return fmt::format("{} int", sign);
  default:
    return fmt::format("{} long long", sign);
  }
}

// The function that runs one row of inputs.
std::string callProgram(const Function &entry) {
  std::string declarations;
  std::vector<std::string> arguments;
  for (size_t i = 0; i < entry.parameters.size(); ++i) {
    const Parameter &parameter = entry.parameters[i];
    // An array, as the trampoline passes it; void * goes to any pointer type.
    declarations += fmt::format(
        "  {} coverme_{}[{}] = {{0}};\n"
        "  __builtin_memcpy(coverme_{}, &in[{}], sizeof *coverme_{});\n",
        plainType(parameter.scalar), i,
        parameter.isPointer ? COVERME_POINTEE_ROOM : 1, i, i, i);
    arguments.push_back(
        fmt::format("{}coverme_{}", parameter.isPointer ? "(void *)" : "*", i));
  }
  // Through a variable: a compiler computes what it has a builtin for by
  // itself, fmax say, when it is called by its name.
  declarations +=
      fmt::format("  __typeof__({0}) *volatile coverme_entry = {0};\n",
                  nameInReplay(entry));
  const std::string call =
      fmt::format("coverme_entry({})", fmt::join(arguments, ", "));
  const bool hasResult = entry.result.kind > ScalarKind::Void;
  const std::string body =
      hasResult
          ? fmt::format("  {} coverme_value = {};\n"
                        "  __builtin_memcpy(&bits, &coverme_value, sizeof "
                        "coverme_value);\n",
                        plainType(entry.result), call)
          : fmt::format("  {};\n", call);
  return fmt::format("static unsigned long long coverme_call(const unsigned "
                     "long long *in) {{\n"
                     "  unsigned long long bits = 0;\n"
                     "  (void)in;\n"
                     "{}{}"
                     "  return bits;\n"
                     "}}\n",
                     declarations, body);
}

std::string gcovCommandOf(const std::string &compiler,
                          std::vector<std::string> &command) {
  const fs::path path(compiler);
  std::string name = path.filename();
  if (name.starts_with("clang")) {
    command = {kLlvmCov, "gcov"};
    return "llvm-cov gcov";
  }
  if (const size_t at = name.find("gcc"); at != std::string::npos)
    name.replace(at, 3, "gcov");
  else
    name = "gcov";
  command = {path.has_parent_path() ? (path.parent_path() / name).string()
                                    : name};
  return name;
}

// C has no escapes in the names of #include; angle brackets take a name with
// quotes as it is.
std::string quotedForInclude(const fs::path &source) {
  const std::string name = fs::absolute(source).lexically_normal();
  return name.find('"') == std::string::npos ? fmt::format("\"{}\"", name)
                                             : fmt::format("<{}>", name);
}

// Results by test, from the lines that the program printed; a test without a
// line did not return.
std::vector<std::optional<uint64_t>> resultsIn(std::string_view output,
                                               size_t count) {
  std::vector<std::optional<uint64_t>> results(count);
  for (size_t at = output.find(kResultMark); at != std::string_view::npos;
       at = output.find(kResultMark, at)) {
    at += kResultMark.size();
    size_t test = 0;
    uint64_t bits = 0;
    const char *end = output.data() + output.size();
    const char *next = std::from_chars(output.data() + at, end, test).ptr;
    if (next != end)
      std::from_chars(next + 1, end, bits, 16);
    if (test < count)
      results[test] = bits;
  }
  return results;
}

size_t rowWidth(const Function &entry) {
  return std::max<size_t>(entry.parameters.size(), 1); // C has no empty rows
}

// The inputs as a table of the program.
std::string inputTable(const Function &entry, const std::vector<Test> &suite) {
  std::string rows;
  for (const Test &test : suite) {
    std::vector<std::string> cells;
    for (const uint64_t bits : test.inputs)
      cells.push_back(fmt::format("0x{:016x}ULL", bits));
    if (cells.empty())
      cells.emplace_back("0");
    rows += fmt::format("    {{{}}},\n", fmt::join(cells, ", "));
  }
  return fmt::format("static const unsigned long long coverme_inputs[][{}] = "
                     "{{\n"
                     "{}}};\n\n"
                     "static int coverme_count(void) {{\n"
                     "  return sizeof coverme_inputs / sizeof "
                     "*coverme_inputs;\n"
                     "}}\n",
                     rowWidth(entry), rows);
}

// The inputs as what comes on standard input, inputData's bytes. The source may
// have a function of its own that is called read.
std::string inputReader(const Function &entry, size_t capacity) {
  return fmt::format("extern long __read(int, void *, unsigned long);\n\n"
                     "static unsigned long long coverme_inputs[{}][{}];\n\n"
                     "static int coverme_count(void) {{\n"
                     "  return __read(0, coverme_inputs, sizeof "
                     "coverme_inputs) / sizeof *coverme_inputs;\n"
                     "}}\n",
                     capacity, rowWidth(entry));
}

// What else a child does ahead of its call, and the parent after its end.
struct ChildCare {
  std::string declarations, before, after;
};

// The program with inputTable's or inputReader's text in it.
std::string programText(const fs::path &source, const Program &program,
                        const Function &entry, const std::string &inputs,
                        const ChildCare &care = {}) {
  bool definesMain = false;
  for (const Function &function : program.functions)
    definesMain |= function.name == "main";
  return fmt::format(
      "/* Replays coverme's suite for {entry}. To see its coverage:\n"
      "     gcc --coverage -O0 {flags} \\\n"
      "         FLAGS replay.c -o run LIBRARIES\n"
      "     ./run && gcov -b -c run-replay.gcda\n"
      "   Each row of inputs holds one call's arguments as bits, in the low\n"
      "   bytes of its cells; each call runs in a process of its own. */\n"
      "{hideMain}"
      "#include {source}\n"
      "{showMain}\n"
      "extern int fork(void);\n"
      "extern int waitpid(int, int *, int);\n"
      "extern void exit(int) __attribute__((noreturn));\n"
      "{declarations}\n"
      "{inputs}\n"
      "{call}\n"
      "int main(void) {{\n"
      "  const int coverme_tests = coverme_count();\n"
      "  int failures = 0;\n"
      "  for (int test = 0; test < coverme_tests; ++test) {{\n"
      "    int status = 0;\n"
      "    int child = fork();\n"
      "    if (child == 0) {{\n"
      "{before}"
      "      unsigned long long bits = coverme_call(coverme_inputs[test]);\n"
      "      __builtin_printf(\"{mark}%d %llx\\n\", test, bits);\n"
      "      exit(0);\n"
      "    }}\n"
      "    failures += child < 0 || waitpid(child, &status, 0) < 0 || status "
      "!= 0;\n"
      "{after}"
      "  }}\n"
      "  return failures != 0;\n"
      "}}\n",
      fmt::arg("entry", entry.name),
      fmt::arg("flags", fmt::join(semanticFlags(), " ")),
      fmt::arg("hideMain", definesMain
                               ? fmt::format("#define main {}\n", kHiddenMain)
                               : ""),
      fmt::arg("source", quotedForInclude(source)),
      fmt::arg("showMain", definesMain ? "#undef main\n" : ""),
      fmt::arg("inputs", inputs), fmt::arg("call", callProgram(entry)),
      fmt::arg("mark", kResultMark),
      fmt::arg("declarations", care.declarations),
      fmt::arg("before", care.before), fmt::arg("after", care.after));
}

std::vector<fs::path> filesIn(const fs::path &folder,
                              const std::string &extension) {
  std::vector<fs::path> files;
  for (const fs::directory_entry &file : fs::directory_iterator(folder))
    if (file.path().extension() == extension)
      files.push_back(file.path());
  return files;
}

} // namespace

std::string replayProgram(const fs::path &source, const Program &program,
                          const Function &entry,
                          const std::vector<Test> &suite) {
  return programText(source, program, entry, inputTable(entry, suite));
}

std::string replayData(const Function &entry,
                       const std::vector<Input> &inputs) {
  std::string bytes;
  for (Input row : inputs) {
    row.resize(rowWidth(entry));
    bytes.append(reinterpret_cast<const char *>(row.data()),
                 row.size() * sizeof row[0]);
  }
  return bytes;
}

std::string tracedReplay(const fs::path &source, const Program &program,
                         const Function &entry, size_t capacity) {
  const ChildCare care = {
      "extern long __write(int, const void *, unsigned long);\n"
      "extern unsigned alarm(unsigned);\n",
      fmt::format("      char mark[32];\n"
                  "      int length = __builtin_sprintf(mark, \"\\n{}%d\\n\", "
                  "test);\n"
                  "      __write(2, mark, length);\n"
                  "      alarm(1);\n",
                  kTraceMark.substr(1)),
      "    static int hangs; /* each ended by SIGALRM */\n"
      "    if ((status & 0x7f) == 14 && ++hangs == 3)\n"
      "      break;\n"};
  return programText(source, program, entry, inputReader(entry, capacity),
                     care);
}

GcovReplay::GcovReplay(const RunOptions &options, const Program &program,
                       const Function &entry, fs::path workFolder)
    : options(options), entry(entry), folder(std::move(workFolder)),
      executable(folder / "replay") {
  const fs::path source = folder / "replay.c";
  // Each test covers something that no other does.
  const size_t capacity = std::max<size_t>(2 * program.sites.size(), 1);
  writeFileAtomically(source, programText(options.source, program, entry,
                                          inputReader(entry, capacity)));
  const SplitFlags user = splitFlags(options.compilerFlags);
  // With -pipe the assembler runs beside the compiler.
  std::vector<std::string> compile = {options.gcovCompiler, "--coverage", "-O0",
                                      "-w", "-pipe"};
  compile.insert(compile.end(), semanticFlags().begin(), semanticFlags().end());
  compile.insert(compile.end(), user.compile.begin(), user.compile.end());
  compile.insert(compile.end(), {source, "-o", executable});
  compile.insert(compile.end(), user.link.begin(), user.link.end());
  compile.emplace_back("-lm");
  ProcessOptions environment;
  // What a killed compiler leaves goes away with the folder.
  environment.environment = {"TMPDIR=" + folder.string()};
  compiler.emplace(compile, environment);
}

void GcovReplay::finishCompiling() {
  if (!compiler)
    return;
  const ProcessResult built = compiler->wait();
  compiler.reset();
  if (!built.succeeded())
    throw Error(ExitCode::CompileFailed,
                fmt::format("'{}' does not compile with {} for the replay "
                            "(--no-gcov leaves it out)",
                            options.source.string(), options.gcovCompiler),
                built.output + built.errors);
}

Replay GcovReplay::run(const std::vector<Test> &suite) {
  finishCompiling();
  for (const fs::path &counters : filesIn(folder, ".gcda"))
    fs::remove(counters);
  ProcessOptions limits;
  limits.input = folder / "suite";
  limits.directory =
      options.search.directory.empty() ? folder : options.search.directory;
  limits.timeoutSeconds = kReplayTimeoutSeconds;
  std::vector<Input> inputs;
  for (const Test &test : suite)
    inputs.push_back(test.inputs);
  writeFileAtomically(limits.input, replayData(entry, inputs));
  const ProcessResult ran = runProcess({executable}, limits);

  Replay replay;
  replay.results = resultsIn(ran.output, suite.size());
  std::vector<std::string> gcov;
  const std::string gcovName = gcovCommandOf(options.gcovCompiler, gcov);
  gcov.insert(gcov.end(), {"-b", "-c", "-t"});
  for (const fs::path &notes : filesIn(folder, ".gcno"))
    gcov.push_back(notes);
  // The names in gcov's notes are relative to where the compiler ran: here.
  const ProcessResult read = runProcess(gcov);
  if (!read.succeeded())
    throw Error(ExitCode::BadInput, fmt::format("{} failed", gcovName),
                read.errors);
  replay.annotation = annotationOf(read.output, entry.file);
  if (replay.annotation.empty())
    fail(ExitCode::Internal, "{} says nothing about '{}'", gcovName,
         entry.file.string());
  replay.counts =
      parseGcov(replay.annotation, options.callees ? "" : nameInReplay(entry));
  replay.counts.compiler = options.gcovCompiler;
  return replay;
}

} // namespace coverme

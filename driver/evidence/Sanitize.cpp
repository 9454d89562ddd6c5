// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Sanitize.h"

#include "evidence/Replay.h"
#include "evidence/Simplify.h"
#include "frontend/c/Flags.h"
#include "frontend/c/LLVMPrograms.h"
#include "frontend/c/Programs.h"
#include "optimise/StartPoints.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Interrupt.h"
#include "support/PlainMessages.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <regex>
#include <set>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// For all inputs together; a call has a second (evidence/Replay.cpp).
constexpr double kRunSeconds = 20;
// A try is a process that is executed, 20 ms.
constexpr unsigned kMaxSanitizerTries = 60;
constexpr double kMaxSanitizerSeconds = 5;

// What ends a process is the search's to find. The leaks of one call are not
// asked about, and lines come from our own table: the runtime would start a
// symbolizer for every report.
constexpr const char *kQuiet =
    "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:"
    "handle_abort=0:symbolize=0:color=never";

std::string withoutAddresses(const std::string &text) {
  static const std::regex address("0x[0-9a-f]{6,}");
  return std::regex_replace(text, address, "(address)");
}

std::optional<uint64_t> numberIn(const std::string &text, int base) {
  uint64_t number = 0;
  const auto [rest, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

std::vector<std::string> linesIn(const std::string &text) {
  std::vector<std::string> lines;
  size_t start = 0;
  while (start < text.size()) {
    const size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

FindingReport describe(const SanitizerReport &report, const Input &input) {
  const Place place{report.line, true};
  return {kSanitizer,
          fmt::format("{}: {}{}", report.sanitizer, report.message,
                      placeWords(place)),
          input, place, true};
}

// What the search came by that is worth another look, without repetition.
std::vector<Input> corpusOf(const Archive &state, const Function &entry,
                            const SearchOptions &search, size_t most) {
  std::vector<Input> corpus;
  std::set<Input> known;
  const auto add = [&](std::span<const uint64_t> values) {
    Input input(values.begin(), values.end());
    if (corpus.size() < most && known.insert(input).second)
      corpus.push_back(std::move(input));
  };
  for (size_t i = 0; i < state.count().witnesses; ++i)
    add(state.witnessInput(i));
  // Other findings may be what a process of no isolation does not survive.
  for (size_t i = 0; i < state.calls.count().findings; ++i) {
    known.insert({state.calls.findingInput(i).begin(),
                  state.calls.findingInput(i).end()});
    if (state.calls.findings[i].kind == FindingKind::Signal)
      corpus.emplace_back(state.calls.findingInput(i).begin(),
                          state.calls.findingInput(i).end());
  }
  for (TargetId target = 0; target < state.targets.size(); ++target)
    if (state.targets[target].misses != 0)
      add(state.bestInput(target));
  // Pointers to objects of their own.
  std::vector<InputVariable> numbers = entry.inputs();
  numbers.resize(entry.plan.numberCount());
  const auto addNumbers = [&](Input input) {
    input.resize(entry.inputs().size());
    add(input);
  };
  if (numbers.empty()) {
    addNumbers({});
    return corpus;
  }
  const InputSpace space(numbers);
  Random random(search.seed);
  const StartPoints starts(space, entry.constants, search.components, random);
  StartPoints::Fixed fixed(starts);
  // Half of what remains for either kind.
  const size_t half =
      corpus.size() + (most - std::min(most, corpus.size())) / 2;
  while (corpus.size() < half) {
    const std::optional<Input> next = fixed.next();
    if (!next)
      break;
    addNumbers(*next);
  }
  // Of a few bits there are not as many as wanted.
  for (size_t i = 0; i < 2 * most && corpus.size() < most; ++i)
    addNumbers(starts.draw(random));
  return corpus;
}

} // namespace

std::vector<SanitizerReport> parseSanitizerOutput(const std::string &output,
                                                  const LineTable &lines) {
  static const std::regex undefined(R"((.*):(\d+):\d+: runtime error: (.*))");
  static const std::regex address(
      R"(==\d+==ERROR: AddressSanitizer: ([\w-]+).*)");
  static const std::regex access(R"((READ|WRITE) of size (\d+) at .*)");
  static const std::regex frame(R"( *#\d+ 0x[0-9a-f]+ .*\+0x([0-9a-f]+)\).*)");
  std::vector<SanitizerReport> reports;
  std::optional<SanitizerReport> open; // of memory, until a frame has a line
  for (const std::string &line : linesIn(output)) {
    std::smatch match;
    if (std::regex_match(line, match, undefined)) {
      const auto number = numberIn(match[2], 10);
      reports.push_back({"undefined",
                         withoutAddresses(match[3]),
                         {fs::path(match[1].str()).filename(),
                          static_cast<unsigned>(number.value_or(0))}});
    } else if (std::regex_match(line, match, address)) {
      open = SanitizerReport{"address", match[1], {}};
    } else if (open && std::regex_match(line, match, access)) {
      open->message +=
          fmt::format(", {} of {} bytes", match[1] == "READ" ? "read" : "write",
                      match[2].str());
    } else if (open && std::regex_match(line, match, frame)) {
      if (const auto place = lines.lineOf(numberIn(match[1], 16).value_or(0))) {
        open->line = *place;
        reports.push_back(*std::exchange(open, std::nullopt));
      }
    }
  }
  return reports;
}

SanitizedProgram::SanitizedProgram(const RunOptions &options,
                                   const Program &program,
                                   const Function &entry, fs::path folder,
                                   fs::path directory)
    : entry(entry), executable(folder / "sanitized"), data(folder / "inputs"),
      directory(std::move(directory)) {
  fs::create_directory(folder);
  const bool isCxx = languageOf(sourceOf(options, entry)) == Language::Cxx;
  const fs::path source = folder / (isCxx ? "sanitized.cpp" : "sanitized.c");
  writeFileAtomically(source,
                      tracedReplay(options, program, entry, kMaxInputs));
  const std::vector<std::string> user = clangFlagsOf(options);
  // Without -fwrapv, which would define what is to be found.
  std::vector<std::string> compile = {
      clangProgram(), "-O1", "-g", "-w", "-fno-color-diagnostics",
      "-fno-omit-frame-pointer", "-ffp-contract=off", "-fno-strict-aliasing",
      fmt::format("-fsanitize={}", fmt::join(options.sanitizers, ",")),
      "-fsanitize-recover=undefined",
      // Our functions have other types of pointers and structs than yours.
      "-fno-sanitize=function"};
  compile.insert(compile.end(), flagsOfClang().begin(), flagsOfClang().end());
  compile.insert(compile.end(), user.begin(), user.end());
  compile.insert(compile.end(), {"-fno-lto", source, "-o", executable});
  const std::vector<fs::path> sources = options.sources();
  if (sources.size() > 1)
    compile.push_back(fmt::format("-Dmain={}", kHiddenMain));
  for (size_t i = 0; i < sources.size(); ++i)
    if (i != entry.source)
      compile.push_back(sources[i]);
  const std::vector<std::string> link = splitFlags(flagsOf(options)).link;
  compile.insert(compile.end(), link.begin(), link.end());
  compile.insert(compile.end(),
                 {"-Xlinker", libraryFile("libcoverme_runtime.a")});
  compile.emplace_back("-lm");
  if (!isAllC(options))
    compile.emplace_back("-lstdc++");
  const ProcessResult built = runProcess(compile, plainMessages());
  if (built.errors.find("cannot find") != std::string::npos &&
      built.errors.find("libclang_rt.") != std::string::npos)
    fail(ExitCode::BadInput,
         "--sanitize needs clang's own libraries, which are not installed "
         "(Debian: apt-get install libclang-rt-{}-dev)",
         kLlvmVersion);
  if (!built.succeeded())
    throw Error(ExitCode::CompileFailed,
                fmt::format("'{}' does not compile with --sanitize {}",
                            options.source.string(),
                            fmt::join(options.sanitizers, ",")),
                built.output + built.errors);
  lines.emplace(executable);
}

std::vector<std::vector<SanitizerReport>>
SanitizedProgram::run(const std::vector<Input> &inputs) const {
  assert(inputs.size() <= kMaxInputs);
  std::vector<std::vector<SanitizerReport>> reports(inputs.size());
  writeFileAtomically(data, replayData(entry, inputs));
  ProcessOptions limits;
  limits.input = data;
  limits.directory = directory;
  limits.timeoutSeconds = kRunSeconds;
  limits.isForeign = true;
  limits.environment = {fmt::format("ASAN_OPTIONS={}:detect_leaks=0", kQuiet),
                        fmt::format("UBSAN_OPTIONS={}", kQuiet)};
  const std::string output = runProcess({executable}, limits).errors;
  // What stands ahead of the first mark is of no call.
  for (size_t at = output.find(kTraceMark); at != std::string::npos;) {
    const size_t start = at + kTraceMark.size();
    at = output.find(kTraceMark, start);
    const std::string part = output.substr(start, at - start);
    const std::optional<uint64_t> index = numberIn(part, 10);
    if (index && *index < reports.size())
      reports[*index] = parseSanitizerOutput(part, *lines);
  }
  return reports;
}

std::vector<FindingReport>
SanitizedProgram::findingsOf(const Input &input) const {
  std::vector<FindingReport> findings;
  const auto reports = run({input});
  for (const SanitizerReport &report : reports[0])
    findings.push_back(describe(report, input));
  return findings;
}

std::vector<FindingReport>
SanitizedProgram::findings(const Archive &state,
                           const SearchOptions &search) const {
  const std::vector<Input> corpus = corpusOf(state, entry, search, kMaxInputs);
  const auto corpusReports = run(corpus);
  struct Distinct {
    SanitizerReport report;
    Input input;
  };
  std::vector<Distinct> distinct;
  for (size_t i = 0; i < corpus.size(); ++i)
    for (const SanitizerReport &report : corpusReports[i])
      if (std::none_of(distinct.begin(), distinct.end(),
                       [&](const Distinct &known) {
                         return known.report.isSamePlace(report);
                       }))
        distinct.push_back({report, corpus[i]});
  const Stopwatch watch;
  std::vector<FindingReport> findings;
  for (auto &[report, input] : distinct) {
    const auto isSame = [&](const Input &candidate) {
      if (interruptSignal() != 0 || watch.seconds() > kMaxSanitizerSeconds)
        return false;
      const auto reports = run({candidate});
      for (const SanitizerReport &other : reports[0])
        if (other.isSamePlace(report)) {
          report.message = other.message; // which may have values in it
          return true;
        }
      return false;
    };
    input =
        simplify(InputSpace(entry.inputs()), input, isSame, kMaxSanitizerTries);
    findings.push_back(describe(report, input));
  }
  return findings;
}

} // namespace coverme

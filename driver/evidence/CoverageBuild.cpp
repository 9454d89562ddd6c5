// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/CoverageBuild.h"

#include "frontend/c/Flags.h"
#include "frontend/c/LLVMPrograms.h"
#include "frontend/c/Linker.h"
#include "frontend/c/Programs.h"
#include "frontend/c/Symbols.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/PlainMessages.h"
#include "support/Stopwatch.h"
#include "support/WorkFolder.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// A test has returned before, in far less time. It is killed after this, or
// after a part of the time that there is for all: the program that runs the
// tests must be there yet to tell so, and to run the next one.
constexpr double kTestSeconds = 5;
constexpr double kTestPart = 1.0 / 3;
// One that took long may take so many times as long, and this part.
constexpr double kSlower = 2;
constexpr double kSlowPart = 0.9;

// How often the program that runs the tests may die in the middle of one.
constexpr int kMaxDeaths = 10;

std::string endingOf(const coverme_replay_record &record, double limit) {
  if (record.state == COVERME_REPLAY_TOOK_TOO_LONG)
    return fmt::format("does not return within {:.2g} s", limit);
  if (WIFSIGNALED(record.status))
    return fmt::format("ends by signal {} ({})", WTERMSIG(record.status),
                       ::strsignal(WTERMSIG(record.status)));
  if (record.hasReturned != 0)
    return "";
  return fmt::format("exits with status {}", WEXITSTATUS(record.status));
}

// A call that ends in another one is whole, too, where notes tell of calls that
// may not return; a signal may come anywhere, but abort()'s.
bool isWhole(const coverme_replay_record &record, const FlowNotes &notes) {
  if (record.state != COVERME_REPLAY_ENDED)
    return false;
  if (record.hasReturned != 0)
    return true;
  if (notes.handlesSignals() || notes.countEarly())
    return false;
  return WIFEXITED(record.status) || WTERMSIG(record.status) == SIGABRT;
}

// A regular expression for the path, which compilers split at semicolons.
std::string patternOf(const fs::path &path) {
  std::string pattern = path;
  for (char &c : pattern)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '/')
      c = '.';
  return pattern;
}

} // namespace

std::vector<std::string> gcovOf(const std::string &compiler) {
  if (isClang(compiler)) {
    // Its own, since notes of one version are not read by all others: beside
    // what the name is a link to, or with the same suffix.
    std::error_code error;
    const fs::path real =
        fs::canonical(findProgram(compiler).value_or(compiler), error);
    const fs::path beside = real.parent_path() / "llvm-cov";
    if (!error && findProgram(beside))
      return {beside, "gcov"};
    const std::string name = fs::path(compiler).filename();
    const size_t version = name.rfind('-');
    if (version != std::string::npos)
      if (const auto tool = findProgram("llvm-cov" + name.substr(version)))
        return {*tool, "gcov"};
    return {kLlvmCov, "gcov"};
  }
  const fs::path path(compiler);
  std::string name = path.filename();
  if (const size_t at = name.rfind("gcc"); at != std::string::npos)
    name.replace(at, 3, "gcov");
  else if (const size_t cxx = name.rfind("g++"); cxx != std::string::npos)
    name.replace(cxx, 3, "gcov");
  else
    name = "gcov";
  // Beside it, or else any of that name.
  const std::string beside = (path.parent_path() / name).string();
  return {findProgram(beside) ? beside : name};
}

namespace {

// A gcc may be there without what g++ adds; asked for that, it gives a path, or
// the bare name of what it does not have.
bool compilesCxx(const std::string &compiler) {
  const ProcessResult asked =
      runProcess({compiler, "-print-prog-name=cc1plus"}, plainMessages());
  return !asked.succeeded() || asked.output != "cc1plus\n";
}

} // namespace

void requireReplayTools(const RunOptions &options) {
  const std::string &compiler = options.gcovCompiler;
  if (!findProgram(compiler))
    fail(ExitCode::BadInput,
         "cannot run '{}', which compiles the replay: --gcov-cc names another "
         "compiler, --no-gcov leaves the replay out",
         compiler);
  if (std::error_code error; fs::current_path(error).empty())
    fail(ExitCode::BadInput,
         "the current folder has been removed, and '{}' compiles the replay in "
         "it: change to another folder",
         compiler);
  // C has no name of such a file for #include.
  for (const fs::path &source : options.sources()) {
    const std::string name = fs::absolute(source).lexically_normal();
    const auto has = [&](char c) { return name.find(c) != name.npos; };
    if ((has('"') && has('>')) || has('\n'))
      fail(ExitCode::BadInput,
           "'{}' has {} in its path, and no replay can include it; "
           "--no-gcov leaves the replay out",
           source.filename().string(),
           has('\n') ? "the end of a line" : "both \" and >");
  }
  if (isClang(compiler))
    return; // it comes with ours
  if (const std::string gcov = gcovOf(compiler)[0]; !findProgram(gcov))
    fail(ExitCode::BadInput,
         "cannot run '{}', which reads what '{}' counts: --gcov-cc names "
         "another compiler, --no-gcov leaves the replay out",
         gcov, compiler);
  const std::vector<fs::path> sources = options.sources();
  if (std::any_of(sources.begin(), sources.end(),
                  [](const fs::path &source) {
                    return languageOf(source) == Language::Cxx;
                  }) &&
      !compilesCxx(compiler))
    fail(ExitCode::BadInput,
         "'{}' compiles no C++ here, for want of its part for that (apt-get "
         "install g++); --gcov-cc names another compiler, --no-gcov leaves the "
         "replay out",
         compiler);
}

CoverageBuild::CoverageBuild(const RunOptions &options, uint32_t source,
                             std::string compiler, ReplayText replayText,
                             std::shared_ptr<Companions> others,
                             fs::path workFolder, double seconds,
                             Recording toRecord)
    : options(options), source(source), name(std::move(compiler)),
      text(std::move(replayText)), seconds(seconds),
      companions(std::move(others)), folder(std::move(workFolder)),
      executable(folder / "replay"), recording(std::move(toRecord)) {
  fs::create_directory(folder);
  start(text.object ? text.beside : text.including);
}

void CoverageBuild::start(const std::string &programText) {
  const fs::path program = folder / (isCxx() ? "replay.cpp" : "replay.c");
  writeFileAtomically(program, programText);
  const SplitFlags user = splitFlags(flagsOf(options));
  const fs::path object = folder / "replay.o";
  std::vector<std::string> compile = coverageCompiler(name);
  if (!text.object) {
    const NotesPlace place = notesBeside(object, name);
    compile.insert(compile.end(), place.flags.begin(), place.flags.end());
    if (!mayInline(user.compile))
      compile.push_back("-fprofile-exclude-files=^" + patternOf(program) + "$");
  }
  compile.insert(compile.end(), user.compile.begin(), user.compile.end());
  compile.insert(compile.end(), recording.flags.begin(), recording.flags.end());
  if (isCxx())
    compile.emplace_back("-fkeep-inline-functions");
  // Counters are found by their names.
  compile.insert(compile.end(), {"-fno-lto", program});
  if (isLinkedLater()) {
    compile.insert(compile.end(), {"-c", "-o", object});
  } else {
    compile.insert(compile.end(), {"-o", executable});
    if (text.object)
      compile.insert(compile.end(), {"-Xlinker", text.object->object});
    for (const std::string &word : linkWords())
      compile.push_back(word);
    if (text.object)
      compile.emplace_back("-lgcov");
  }
  ProcessOptions environment = plainMessages();
  // What a killed compiler leaves goes away with the folder.
  environment.environment.push_back("TMPDIR=" + folder.string());
  environment.timeoutSeconds = seconds;
  process.emplace(compile, environment);
}

// -x among the user's flags is not to reach the library.
std::vector<std::string> CoverageBuild::linkWords() const {
  std::vector<std::string> words = {"-Xlinker",
                                    libraryFile("libcoverme_replay.a")};
  for (const std::string &word : splitFlags(flagsOf(options)).link)
    words.push_back(word);
  // Libraries may have been built with the plugin.
  words.insert(words.end(), {"-Xlinker", libraryFile("libcoverme_runtime.a")});
  if (!madeUp.empty())
    words.insert(words.end(), {"-Xlinker", madeUp});
  words.insert(words.end(), {"-Xlinker", "--no-demangle"}); // undefinedIn
  words.emplace_back("-lm");
  if (!isAllC(options))
    words.emplace_back("-lstdc++");
  return words;
}

// Only clang itself knows where the library is that writes its counters. C++
// takes long to compile, which is not to be done once more when linking fails.
bool CoverageBuild::isLinkedLater() const {
  return companions || (text.object && isClang(name)) || isCxx();
}

bool CoverageBuild::isCxx() const {
  return languageOf(options.sources().at(source)) == Language::Cxx;
}

ProcessResult CoverageBuild::link() const {
  std::vector<std::string> command = coverageCompiler(name);
  // Some bring libraries with them (-m32, -pthread). A language
  // would be that of the objects, too.
  const std::vector<std::string> flags = splitFlags(flagsOf(options)).compile;
  for (size_t i = 0; i < flags.size(); ++i)
    if (flags[i] == "-x")
      ++i;
    else if (!flags[i].starts_with("-x"))
      command.push_back(flags[i]);
  command.insert(command.end(), {"--coverage", "-fno-lto", "-o", executable,
                                 folder / "replay.o"});
  if (text.object)
    command.push_back(text.object->object);
  if (companions)
    for (const Companion &companion : companions->all())
      if (companion.source != source)
        command.push_back(companion.object);
  for (const std::string &word : linkWords())
    command.push_back(word);
  return runProcess(command, plainMessages());
}

CoverageBuild::Made CoverageBuild::finish() {
  ProcessResult built = process->wait();
  process.reset();
  if (!built.succeeded() || !isLinkedLater())
    return {std::move(built), "compile"};
  return {link(), "link"};
}

const FlowNotes *CoverageBuild::notes() {
  if (process) {
    Made made = finish();
    if (text.object && !made.result.succeeded() && !made.result.timedOut) {
      // What the one way cannot do, the other may.
      text.object.reset();
      start(text.including);
      made = finish();
    }
    if (!made.result.succeeded() && !made.result.timedOut &&
        makeUp(undefinedIn(made.result.errors))) {
      if (isLinkedLater()) {
        made = {link(), "link"};
      } else {
        start(text.object ? text.beside : text.including);
        made = finish();
      }
    }
    const ProcessResult &built = made.result;
    if (built.timedOut)
      return nullptr;
    if (!built.succeeded()) {
      throwIfNoRoom(built);
      throw Error(ExitCode::CompileFailed,
                  fmt::format("'{}' does not {} with {} for the replay "
                              "(--no-gcov leaves it out)",
                              options.sources().at(source).string(), made.step,
                              name),
                  built.output + built.errors);
    }
    if (text.object)
      notesFiles = {{source, text.object->notes, text.object->object}};
    for (const fs::directory_entry &file : fs::directory_iterator(folder))
      if (file.path().extension() == ".gcno")
        notesFiles = {{source, file.path(), folder / "replay.o"}};
    if (companions)
      for (const Companion &companion : companions->all())
        if (companion.source != source && !companion.notes.empty())
          notesFiles.push_back(
              {companion.source, companion.notes, companion.object});
    flow.emplace(notesFiles, executable);
    findRecorded();
  }
  return flow ? &*flow : nullptr;
}

// Without optimisation, code that nothing can come to may name what nobody
// defines; the search does without. What the replay's own text names has to be
// there.
bool CoverageBuild::makeUp(const std::set<std::string> &undefined) {
  if (undefined.empty())
    return false;
  std::string code = ".text\n";
  for (const std::string &each : undefined) {
    if (text.including.find('"' + each + '"') != std::string::npos)
      return false;
    code += fmt::format(".globl \"{0}\"\n\"{0}\": ud2\n", each);
  }
  const fs::path source = folder / "made-up.s", object = folder / "made-up.o";
  writeFileAtomically(source, code);
  if (!runProcess({name, "-c", "-o", object, source}).succeeded())
    return false;
  madeUp = object;
  madeUpNames = undefined;
  return true;
}

// There is none in a program that has nothing to record.
void CoverageBuild::findRecorded() {
  if (recording.variable.empty())
    return;
  uint64_t start = 0;
  for (const Symbol &symbol : readSymbols(executable))
    if (symbol.name == "__bss_start")
      start = symbol.address;
    else if (symbol.name == recording.variable)
      recorded = {static_cast<int64_t>(symbol.address), symbol.bytes};
  recorded.offset -= static_cast<int64_t>(start);
}

std::vector<CoverageBuild::VariablePlace>
CoverageBuild::placesOf(const std::vector<CodeVariable> &variables) const {
  if (variables.empty())
    return {};
  const std::vector<Symbol> symbols = readSymbols(executable);
  const auto start = std::ranges::find(symbols, "__bss_start", &Symbol::name);
  if (start == symbols.end())
    return {};
  std::vector<VariablePlace> places;
  for (size_t i = 0; i < variables.size(); ++i)
    for (const Symbol &symbol : symbolsOf(symbols, variables[i]))
      places.push_back({i,
                        {static_cast<int64_t>(symbol.address - start->address),
                         variables[i].noted}});
  return places;
}

std::vector<TestTrace> CoverageBuild::run(const std::vector<Input> &inputs,
                                          const CallSlots &slots,
                                          const fs::path &directory,
                                          double seconds, double slowest) {
  assert(std::all_of(inputs.begin(), inputs.end(), [&](const Input &input) {
    return input.size() <= slots.inputs;
  }));
  std::vector<TestTrace> traces(inputs.size());
  if (notes() == nullptr)
    return traces;
  const Stopwatch watch;
  const std::vector<VariablePlace> places = placesOf(slots.variables);
  size_t first = 0;
  for (int deaths = 0; first < inputs.size() && deaths <= kMaxDeaths;
       ++deaths) {
    const double left = seconds - watch.seconds();
    if (left <= 0)
      break;
    runFrom(first, inputs, slots, places, directory, left, slowest, traces);
    while (first < inputs.size() && traces[first].hasRun)
      ++first;
    ++first; // the one that it died in
  }
  return traces;
}

void CoverageBuild::runFrom(size_t first, const std::vector<Input> &inputs,
                            const CallSlots &slots,
                            const std::vector<VariablePlace> &places,
                            const fs::path &directory, double seconds,
                            double slowest, std::vector<TestTrace> &traces) {
  const double limit =
      std::max(std::min(kTestSeconds, kTestPart * seconds),
               std::min(kSlower * slowest, kSlowPart * seconds));
  std::vector<coverme_replay_range> ranges = flow->ranges();
  ranges.push_back(recorded);
  const size_t count = inputs.size() - first;
  std::vector<coverme_replay_range> variables;
  uint64_t variableBytes = 0;
  for (const VariablePlace &place : places) {
    variables.push_back(place.range);
    variableBytes += place.range.bytes;
  }
  // Records are aligned.
  variableBytes = (variableBytes + 7) / 8 * 8;
  const coverme_replay_input header{options.search.memory,
                                    static_cast<uint64_t>(limit * 1000),
                                    static_cast<uint32_t>(count),
                                    static_cast<uint32_t>(slots.inputs),
                                    static_cast<uint32_t>(ranges.size()),
                                    static_cast<uint32_t>(slots.outs),
                                    static_cast<uint32_t>(variables.size()),
                                    static_cast<uint32_t>(variableBytes)};
  std::string bytes(reinterpret_cast<const char *>(&header), sizeof header);
  bytes.append(reinterpret_cast<const char *>(ranges.data()),
               ranges.size() * sizeof ranges[0]);
  bytes.append(reinterpret_cast<const char *>(variables.data()),
               variables.size() * sizeof variables[0]);
  for (size_t i = first; i < inputs.size(); ++i) {
    bytes.append(reinterpret_cast<const char *>(inputs[i].data()),
                 inputs[i].size() * sizeof inputs[i][0]);
    bytes.append((slots.inputs - inputs[i].size()) * sizeof(uint64_t), '\0');
  }
  const fs::path input = folder / "input", output = folder / "output";
  writeFileAtomically(input, bytes);
  const size_t counterBytes = flow->counterBytes();
  const size_t outBytes = slots.outs * sizeof(uint64_t);
  const size_t recordBytes = sizeof(coverme_replay_record) + outBytes +
                             variableBytes + counterBytes + recorded.bytes;
  writeFileAtomically(output, "");
  fs::resize_file(output, count * recordBytes);

  ProcessOptions limits;
  limits.directory = directory;
  prepareWorkFolder(directory);
  limits.timeoutSeconds = seconds;
  limits.isForeign = true;
  // At exit, libgcov adds what a file has from an earlier test to the counters:
  // it gets no files. It says so where nobody looks.
  limits.environment = {"GCOV_PREFIX=/dev/null", "GCOV_ERROR_FILE=/dev/null"};
  runProcess({executable, input, output}, limits);

  const std::string records = readFile(output);
  for (size_t i = 0; i < count; ++i) {
    if (records.size() < (i + 1) * recordBytes)
      break;
    const char *at = records.data() + i * recordBytes;
    coverme_replay_record record;
    std::memcpy(&record, at, sizeof record);
    at += sizeof record;
    TestTrace &trace = traces[first + i];
    trace.hasRun = record.state == COVERME_REPLAY_ENDED ||
                   record.state == COVERME_REPLAY_TOOK_TOO_LONG;
    if (!trace.hasRun)
      break;
    if (record.state == COVERME_REPLAY_TOOK_TOO_LONG)
      trace.limit = limit;
    trace.ending = endingOf(record, limit);
    if (WIFSIGNALED(record.status) && WTERMSIG(record.status) == SIGILL &&
        !madeUpNames.empty())
      trace.ending += fmt::format(", perhaps in a call of '{}', which nobody "
                                  "defines",
                                  fmt::join(madeUpNames, "' or '"));
    if (record.state == COVERME_REPLAY_ENDED && WIFSIGNALED(record.status))
      trace.signal = WTERMSIG(record.status);
    else if (record.state == COVERME_REPLAY_ENDED && record.hasReturned == 0)
      trace.status = WEXITSTATUS(record.status);
    if (record.hasReturned != 0) {
      std::vector<uint64_t> outs(slots.outs);
      std::memcpy(outs.data(), at, outBytes);
      trace.result = outs[0];
      trace.written = record.written;
      trace.outputs.assign(outs.begin() + 1, outs.end());
      trace.variables.resize(slots.variables.size());
      const char *variable = at + outBytes;
      for (const VariablePlace &place : places) {
        trace.variables[place.variable].emplace_back(variable,
                                                     place.range.bytes);
        variable += place.range.bytes;
      }
    }
    at += outBytes + variableBytes;
    trace.isWhole = isWhole(record, *flow);
    trace.counters.assign(at, counterBytes);
    trace.recorded.assign(at + counterBytes, recorded.bytes);
  }
}

std::optional<std::string>
CoverageBuild::annotate(std::vector<std::string> gcov,
                        const std::vector<const TestTrace *> &traces,
                        double seconds) const {
  assert(flow);
  std::vector<uint64_t> sum(flow->counterBytes() / sizeof(uint64_t));
  uint32_t runs = 0;
  for (const TestTrace *trace : traces)
    if (trace->isCounted()) {
      ++runs;
      for (size_t i = 0; i < sum.size(); ++i) {
        uint64_t count = 0;
        std::memcpy(&count, trace->counters.data() + i * sizeof count,
                    sizeof count);
        sum[i] += count;
      }
    }
  // Those of companions are shared with the replays of other functions.
  const fs::path place = counters();
  fs::create_directory(place);
  gcov.insert(gcov.end(), {"-b", "-c", "-t"});
  for (size_t i = 0; i < notesFiles.size(); ++i) {
    const fs::path copy = place / fmt::format("{}.gcno", i);
    fs::copy_file(notesFiles[i].file, copy,
                  fs::copy_options::overwrite_existing);
    writeFileAtomically(
        place / fmt::format("{}.gcda", i),
        flow->counterFile(i,
                          {reinterpret_cast<const char *>(sum.data()),
                           sum.size() * sizeof sum[0]},
                          runs));
    gcov.push_back(copy);
  }
  // The names in gcov's notes are relative to where the compiler ran: here.
  ProcessOptions limits = plainMessages();
  limits.timeoutSeconds = seconds;
  const ProcessResult read = runProcess(gcov, limits);
  if (read.timedOut)
    return std::nullopt;
  if (!read.succeeded())
    throw Error(ExitCode::BadInput, fmt::format("{} failed", gcov[0]),
                read.errors);
  return read.output;
}

} // namespace coverme

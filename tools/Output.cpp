// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Output.h"

#include "OutputFiles.h"
#include "core/SeedInputs.h"
#include "frontend/c/Flags.h"
#include "keep/KeptFiles.h"
#include "keep/MoreTests.h"
#include "keep/TestComp.h"
#include "options/OptionNames.h"
#include "prove/smt/EmitSmt.h"
#include "report/JsonReport.h"
#include "report/MakeReport.h"
#include "report/ReportWriter.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Interrupt.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace coverme {

namespace fs = std::filesystem;

namespace {

constexpr const char *kSuite = "suite.json";

const char *replayName(const fs::path &source) {
  return languageOf(source) == Language::Cxx ? "replay.cpp" : "replay.c";
}

std::string gcovName(const Function &entry) {
  return entry.file.filename().string() + ".gcov";
}

// Of a terminal.
bool knowsEscapes() {
  const char *term = std::getenv("TERM");
  return term == nullptr || std::strcmp(term, "dumb") != 0;
}

bool wantsColour() {
  const char *noColour = std::getenv("NO_COLOR");
  return isTerminal(STDOUT_FILENO) && knowsEscapes() &&
         (noColour == nullptr || *noColour == '\0');
}

// Of the window; 0: there is none, or nobody knows.
size_t windowColumns(int stream) {
  winsize size{};
  return isTerminal(stream) && ::ioctl(stream, TIOCGWINSZ, &size) == 0
             ? size.ws_col
             : 0;
}

// Of parts between commas, those that the columns have room for; of a first one
// that is too long, its beginning.
std::string firstPartsOf(const std::string &words, size_t columns) {
  if (columns == 0 || words.size() <= columns)
    return words;
  const size_t comma = words.rfind(", ", columns);
  return words.substr(0, comma == std::string::npos ? columns : comma);
}

} // namespace

bool isTerminal(int stream) { return ::isatty(stream) != 0; }

std::string bar(double share, size_t width) {
  const auto full = static_cast<size_t>(static_cast<double>(width) * share);
  return fmt::format("[{:#<{}}{:.<{}}]", "", full, "", width - full);
}

void ProgressLine::clear() {
  if (isShown)
    say("\r\x1b[K");
  isShown = false;
}

void ProgressLine::operator()(double seconds, const std::string &words) {
  if (!isOn || seconds < kQuietSeconds || !knowsEscapes())
    return;
  // A line that wraps cannot be rewritten. Where characters are not bytes, the
  // terminal cuts it (?7l), and its last column has the last of all.
  say(fmt::format("\r\x1b[K\x1b[?7l{}\x1b[?7h",
                  firstPartsOf(words, windowColumns(STDERR_FILENO))));
  isShown = true;
}

void say(const std::string &text) { std::fputs(text.c_str(), stderr); }

void say(const ProjectNotes &notes, bool verbose) {
  for (const std::string &note : notes.notes)
    say(fmt::format("coverme: note: {}\n", note));
  for (const std::string &detail : notes.details)
    if (verbose)
      say(fmt::format("coverme: note: {}\n", detail));
}

std::string jsonOf(const CommandLine &line) {
  return line.jsonFile.empty() || line.jsonFile == "-" ? line.outputFolder
                                                       : line.jsonFile;
}

void print(const Report &report, const ReportChoice &choice,
           const std::string &json) {
  const TextStyle style = {wantsColour(),
                           choice.quiet     ? Detail::Summary
                           : choice.verbose ? Detail::Full
                                            : Detail::Normal,
                           choice.showsSource, json,
                           windowColumns(STDOUT_FILENO)};
  print([&](std::ostream &stream) {
    writeReport(report, *formatNamed(choice.format).writer, style, stream);
  });
}

void checkReports(const ReportChoice &choice, const fs::path &source) {
  for (const NamedText &file : choice.files)
    checkReplaceable(file.text, formatNamed(file.name), source);
}

void writeReports(const Report &report, const ReportChoice &choice,
                  const fs::path &source) {
  for (const NamedText &file : choice.files) {
    const ReportFormat &format = formatNamed(file.name);
    writeOutput(file.text, format, source, [&](std::ostream &stream) {
      writeReport(report, *format.writer, {}, stream);
    });
  }
}

namespace {

fs::path placeOfCounters(const fs::path &folder, const fs::path &file) {
  return folder / ("counters-" + file.filename().string());
}

} // namespace

void checkOutputs(const fs::path &folder, const fs::path &source,
                  const Function &entry, bool keepsCounters) {
  checkReplaceable(folder / kReportFile, OutputKind::Report, source);
  checkReplaceable(folder / kSuite, OutputKind::Json, source);
  checkReplaceable(folder / replayName(source), OutputKind::Replay, source);
  checkReplaceable(folder / gcovName(entry), OutputKind::Gcov, source);
  if (keepsCounters)
    for (const char *file : {"0.gcno", "0.gcda"})
      checkReplaceable(placeOfCounters(folder, file), OutputKind::Counters,
                       source);
}

void writeOutputs(const RunResult &result, const FunctionReport &report,
                  const fs::path &folder, bool keepsCounters) {
  const fs::path &source = result.options.source;
  const TextStyle full{false, Detail::Full, false, folder};
  writeOutput(folder / kReportFile, OutputKind::Report, source,
              functionText(report, full));
  writeOutput(folder / kSuite, OutputKind::Json, source,
              [&](std::ostream &stream) { writeJson(report, stream); });
  if (!result.replaySource.empty())
    writeOutput(folder / replayName(source), OutputKind::Replay, source,
                result.replaySource);
  if (!result.gcovAnnotation.empty())
    writeOutput(folder / gcovName(result.entry()), OutputKind::Gcov, source,
                result.gcovAnnotation);
  if (keepsCounters && !result.counters.empty())
    for (const fs::directory_entry &each :
         fs::directory_iterator(result.counters))
      writeOutput(placeOfCounters(folder, each.path()), OutputKind::Counters,
                  source, readFile(each.path()));
}

std::string writeQuestions(const Prepared &prepared, const RunResult &result,
                           const std::filesystem::path &folder) {
  std::vector<BranchId> uncovered;
  for (const BranchVerdict &branch : result.branches)
    if (branch.verdict != Verdict::Covered)
      uncovered.push_back(branch.branch);
  return emitSmt(folder, prepared.object.path, prepared.program,
                 result.scope.entry, uncovered);
}

namespace {

// A file for each test, named by what is in it: what is there already is the
// same, or another's.
void writeCorpus(const RunResult &result, const fs::path &path) {
  const OutputFolder folder(path);
  for (const Test &test : result.suite) {
    const std::string bytes = bytesOf(result.entry().plan, test.inputs);
    const fs::path file = path / ("coverme-" + checksum(bytes));
    if (std::error_code error; !fs::exists(file, error))
      writeFileAtomically(file, bytes);
  }
}

void writeTestComp(const RunResult &result, const fs::path &path, bool update) {
  const TestCompSuite suite = testCompSuite(result);
  if (!suite.note.empty())
    say(fmt::format("coverme: note: --emit testcomp of '{}': {}\n",
                    result.entry().label(), suite.note));
  if (suite.files.empty())
    return;
  const OutputFolder folder(path);
  say(writeKept(suite.files, folder.path(), update));
}

// Branches have their tests without them.
MoreTests moreTestsOf(const Prepared &prepared, const RunResult &result,
                      bool seesAll, const fs::path &folder) {
  try {
    return moreTests(prepared, result, seesAll, folder);
  } catch (const Error &error) {
    throwIfInterrupted();
    say(fmt::format("coverme: note: there are no tests of '{}' beyond "
                    "branches: {}\n",
                    result.entry().label(), error.what()));
    return {};
  }
}

} // namespace

void writeKeptTests(const Prepared &prepared, const RunResult &result,
                    const EmitOptions &options, const std::string &below,
                    const fs::path &work) {
  if (options.folders.empty())
    return;
  if (result.suite.empty()) {
    say(fmt::format("coverme: note: there are no tests of '{}' to be kept\n",
                    result.entry().label()));
    return;
  }
  std::vector<NamedText> folders;
  for (const NamedText &each : options.folders)
    if (each.name == kCorpusKind)
      writeCorpus(result, fs::path(each.text) / below);
    else if (each.name == kTestCompKind)
      writeTestComp(result, fs::path(each.text) / below, options.update);
    else
      folders.push_back(each);
  if (folders.empty())
    return;
  RunResult kept = result;
  std::vector<std::string> purposes(result.suite.size());
  const KeptNumbers numbers =
      keptNumbers(*kept.program, kept.entry(), options.checksExceptions);
  MoreTests found =
      moreTestsOf(prepared, result, numbers.areOutputs(), work / "calls");
  if (found.wasCut)
    say(fmt::format("coverme: note: tests of '{}' beyond branches are those of "
                    "some seconds; another run may keep others\n",
                    result.entry().label()));
  for (MoreTest &more : found.tests) {
    kept.suite.push_back(std::move(more.test));
    purposes.push_back(std::move(more.purpose));
  }
  const FunctionReport report = makeReport(kept);
  const std::vector<RecordedTest> tests =
      recordTests(kept, numbers, work / "recorded");
  for (const NamedText &each : folders) {
    const OutputFolder folder(fs::path(each.text) / below);
    say(writeKept(keptTests(each.name, kept, report, purposes, numbers, tests,
                            options, folder.path()),
                  folder.path(), options.update));
  }
}

} // namespace coverme

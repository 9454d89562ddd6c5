// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OutputFiles.h"

#include "Config.h"
#include "Output.h"
#include "support/Error.h"
#include "support/Files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <regex>
#include <sys/stat.h>
#include <unistd.h>

namespace coverme {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kReportMark = "Written by coverme ";
// Beside gcov's own lines of this form.
constexpr std::string_view kGcovMark = "        -:    0:Tool:coverme ";

// So much of each end of a file tells whose it is.
constexpr std::streamoff kLooked = 4096;

struct Ends {
  std::string head, tail;
};

Ends endsOf(const fs::path &file) {
  std::ifstream stream(file, std::ios::binary);
  Ends ends;
  ends.head.resize(kLooked);
  stream.read(ends.head.data(), kLooked);
  ends.head.resize(static_cast<size_t>(stream.gcount()));
  stream.clear();
  stream.seekg(0, std::ios::end);
  const std::streamoff size = stream.tellg();
  stream.seekg(std::max<std::streamoff>(size - kLooked, 0));
  ends.tail.resize(kLooked);
  stream.read(ends.tail.data(), kLooked);
  ends.tail.resize(static_cast<size_t>(stream.gcount()));
  if (stream.bad() || size < 0)
    fail(ExitCode::BadInput, "cannot read '{}', which would be written over",
         file.string());
  return ends;
}

bool isOurs(const Ends &ends, OutputKind kind) {
  static const std::regex schema(
      R"(\s*\{\s*"schema"\s*:\s*"coverme-(suite|reach|file)/[\s\S]*)");
  switch (kind) {
  case OutputKind::Json:
    return std::regex_match(ends.head.substr(0, 256), schema);
  case OutputKind::Report:
    return ends.tail.rfind(kReportMark) != std::string::npos;
  case OutputKind::Replay:
    return ends.head.starts_with("/* Replays coverme's suite for ");
  case OutputKind::Gcov:
    return ends.head.find(kGcovMark) != std::string::npos;
  case OutputKind::Counters: // notes or counters
    return ends.head.starts_with("oncg") || ends.head.starts_with("adcg");
  case OutputKind::Question:
    break;
  }
  return ends.head.find("Asked by coverme ") != std::string::npos;
}

const char *nameOf(OutputKind kind) {
  switch (kind) {
  case OutputKind::Json:
    return "JSON report";
  case OutputKind::Report:
    return "report";
  case OutputKind::Replay:
    return "replay program";
  case OutputKind::Gcov:
    return "gcov file";
  case OutputKind::Counters:
    return "counter file";
  case OutputKind::Question:
    break;
  }
  return "question";
}

// Our standard output, by whatever name: what goes there follows the report.
bool isStandardOutput(const fs::path &file) {
  struct stat named{}, open{};
  return ::stat(file.c_str(), &named) == 0 &&
         ::fstat(STDOUT_FILENO, &open) == 0 && named.st_dev == open.st_dev &&
         named.st_ino == open.st_ino;
}

bool isSpecial(const fs::file_status &status) {
  return fs::is_character_file(status) || fs::is_block_file(status) ||
         fs::is_fifo(status);
}

bool isOurs(const Ends &ends, const ReportFormat &format) {
  return *format.mark != '\0' &&
         ends.head.find(format.mark) != std::string::npos;
}

std::string nameOf(const ReportFormat &format) {
  return fmt::format("{} report", format.name);
}

template <class Kind>
void checkOwner(const fs::path &file, const Kind &kind,
                const fs::path &source) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status) || isSpecial(status) || isStandardOutput(file))
    return;
  if (fs::is_directory(status))
    fail(ExitCode::BadInput, "cannot write '{}': it is a folder",
         file.string());
  if (!fs::is_regular_file(status))
    fail(ExitCode::BadInput, "cannot write '{}': it is no file", file.string());
  if (fs::equivalent(file, source, error))
    fail(ExitCode::BadInput,
         "'{}' is the code under test, and would be written over",
         file.string());
  const Ends ends = endsOf(file);
  if (!ends.head.empty() && !isOurs(ends, kind))
    fail(ExitCode::BadInput,
         "'{}' is no {} of coverme's, and would be written over; move it, or "
         "name another place",
         file.string(), nameOf(kind));
}

template <class Kind>
void checkPlace(const fs::path &file, const Kind &kind,
                const fs::path &source) {
  checkOwner(file, kind, source);
  std::error_code error;
  if (isSpecial(fs::status(file, error)) || isStandardOutput(file))
    return;
  checkWritable(fs::absolute(linkTarget(file)).parent_path());
}

template <class Kind>
void writeTo(const fs::path &file, const Kind &kind, const fs::path &source,
             const std::function<void(std::ostream &)> &write) {
  checkOwner(file, kind, source);
  if (isStandardOutput(file))
    print(write);
  else
    writeFileAtomically(file, write);
}

} // namespace

void checkReplaceable(const fs::path &file, OutputKind kind,
                      const fs::path &source) {
  checkPlace(file, kind, source);
}

void checkReplaceable(const fs::path &file, const ReportFormat &format,
                      const fs::path &source) {
  checkPlace(file, format, source);
}

void checkQuestions(const fs::path &folder, const fs::path &source) {
  static const std::regex question(R"(.*-\d+-\d+-(true|false)(-\d+)?\.smt2)");
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    if (std::regex_match(entry.path().filename().string(), question))
      checkOwner(entry.path(), OutputKind::Question, source);
}

void writeOutput(const fs::path &file, OutputKind kind, const fs::path &source,
                 const std::function<void(std::ostream &)> &write) {
  writeTo(file, kind, source, write);
}

void writeOutput(const fs::path &file, const ReportFormat &format,
                 const fs::path &source,
                 const std::function<void(std::ostream &)> &write) {
  writeTo(file, format, source, write);
}

void writeOutput(const fs::path &file, OutputKind kind, const fs::path &source,
                 std::string_view text) {
  writeOutput(file, kind, source, [&](std::ostream &stream) {
    if (kind == OutputKind::Report) {
      stream << text << fmt::format("\n{}{}.\n", kReportMark, kVersion);
    } else if (kind == OutputKind::Gcov) {
      // Behind its first line, which names the source.
      const size_t split = std::min(text.find('\n'), text.size() - 1) + 1;
      stream << text.substr(0, split)
             << fmt::format("{}{}\n", kGcovMark, kVersion)
             << text.substr(split);
    } else {
      stream << text;
    }
  });
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SeedFiles.h"

#include "report/JsonReport.h"
#include "report/LineCoverage.h"
#include "support/Error.h"
#include "support/Files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// More than any input has.
constexpr std::streamsize kMostBytes = 1 << 16;

void addReport(const Report &report, SeedInputs &seeds) {
  std::visit(
      [&](const auto &each) {
        forEachFunction(each, [&](const FunctionReport &function) {
          for (const ReportedTest &test : function.tests) {
            std::vector<NamedText> input;
            for (size_t i = 0; i < test.inputs.size(); ++i)
              input.push_back({function.inputs[i].name, test.inputs[i].bits});
            seeds.named[function.entry].push_back(std::move(input));
          }
        });
      },
      report);
}

// In the order of their names, so that a run can be had again.
void addCorpus(const fs::path &folder, SeedInputs &seeds) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    if (entry.is_regular_file(error))
      files.push_back(entry.path());
  if (error)
    fail(ExitCode::BadInput, "cannot read '{}': {}", folder.string(),
         error.message());
  std::ranges::sort(files);
  for (const fs::path &file : files) {
    std::ifstream stream(file, std::ios::binary);
    std::string bytes(kMostBytes, '\0');
    stream.read(bytes.data(), kMostBytes);
    bytes.resize(static_cast<size_t>(stream.gcount()));
    seeds.bytes.push_back(std::move(bytes));
  }
}

} // namespace

SeedInputs readSeeds(const std::vector<std::string> &places) {
  SeedInputs seeds;
  for (const std::string &place : places)
    if (std::error_code error;
        fs::is_directory(place, error) && !fs::exists(reportIn(place), error))
      addCorpus(place, seeds);
    else
      addReport(readReport(place), seeds);
  return seeds;
}

} // namespace coverme

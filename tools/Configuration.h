// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which coverme.toml holds for which files, and what comes of it and the
// command line.
#ifndef COVERME_TOOLS_CONFIGURATION_H
#define COVERME_TOOLS_CONFIGURATION_H

#include "config/Settings.h"
#include "options/Options.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace coverme {

// What holds for files that are one program, or one run.
struct Configured {
  CommandLine given; // with these files
  const Settings *settings;
  CommandLine line;

  // What is said of the function holds in the run. Throws as checkSearch does.
  void narrow(const Function &function, RunOptions &run) const;
  // What is said of the tests that are kept of it.
  EmitOptions emitOf(const Function &function) const;
};

class Configuration {
public:
  // With --config, with --no-config, or with what is found.
  explicit Configuration(const CommandLine &given) : line(given) {}

  const CommandLine &given() const { return line; }

  // Of these files in place of those that are given, if there are some. Refers
  // to the configuration. Throws as Settings and checkRun do.
  Configured of(const std::vector<std::filesystem::path> &files);

private:
  const Settings &settingsOf(const std::vector<std::filesystem::path> &files);

  const CommandLine line;
  std::map<std::filesystem::path, Settings> read;
};

// The sources that are asked about, without those of --with.
std::vector<std::filesystem::path> askedSources(const RunOptions &run);

// --print-config: what holds of all functions, or of this one, in TOML, each
// with where it is said.
std::string configText(const Configured &configured, const Function *function);

} // namespace coverme

#endif

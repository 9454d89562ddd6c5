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

  // Applies what is said of the function to the run. Throws as checkSearch
  // does.
  void narrow(const Function &function, RunOptions &run) const;
  // The options for the tests that are kept of the function.
  EmitOptions emitOf(const Function &function) const;
};

class Configuration {
public:
  // Takes the file of --config, none with --no-config, or else those that are
  // found.
  explicit Configuration(const CommandLine &given) : line(given) {}

  const CommandLine &given() const { return line; }

  // What holds for these files, which replace those of the command line if
  // there are any. The result refers to the configuration. Throws as Settings
  // and checkRun do.
  Configured of(const std::vector<std::filesystem::path> &files);

private:
  const Settings &settingsOf(const std::vector<std::filesystem::path> &files);

  const CommandLine line;
  std::map<std::filesystem::path, Settings> read;
};

// The sources that are asked about, without those of --with.
std::vector<std::filesystem::path> askedSources(const RunOptions &run);

// The text of --print-config: what holds for all functions, or for this one, in
// TOML, each value with its origin.
std::string configText(const Configured &configured, const Function *function);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// coverme.toml: what a project says of its functions once, in place of options
// on each command line (docs/config.md).
#ifndef COVERME_DRIVER_CONFIG_SETTINGS_H
#define COVERME_DRIVER_CONFIG_SETTINGS_H

#include "config/Toml.h"
#include "core/Program.h"
#include "evidence/Findings.h"
#include "options/OptionTable.h"
#include "options/Options.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// The origin of each value, by key: "FILE:LINE", "command line", or "default".
// A list has one for each of its elements.
using Origins = std::map<std::string, std::vector<std::string>>;

// The settings file for the sources: the one in the innermost folder that has
// all of them below it, or in the nearest folder above that. Throws
// Error(BadInput) where something of that name is no file.
std::optional<std::filesystem::path>
findSettings(const std::vector<std::filesystem::path> &sources);

class Settings {
public:
  Settings() = default; // without a file: no settings
  // Throws Error(BadInput) with the place of whatever is wrong in it.
  explicit Settings(const std::filesystem::path &file);

  // Applies the file, then the command line over it: what the file says of all
  // functions or, with `function`, also what it says of that one. Later tables
  // count more than earlier ones. Lists are joined; a name in them counts once.
  CommandLine applied(const CommandLine &given,
                      const Function *function = nullptr,
                      Origins *origins = nullptr) const;

  // Narrows `run`, in which the file is applied, to what is said of the
  // function.
  void narrow(const CommandLine &given, const Function &function,
              RunOptions &run) const;

  // Why `--all` leaves the function out; empty if it does not.
  std::string whySkipped(const Function &function) const;

  // The patterns that match none of the functions, each in a line with its
  // place.
  std::vector<std::string>
  unmatched(const std::vector<const Program *> &programs) const;

  // Removes the accepted findings whose last day is before `today`
  // (YYYY-MM-DD), and returns them.
  std::vector<AcceptedFindings> dropOutdated(const std::string &today);

private:
  struct Part {
    std::string match, file; // patterns; an empty one matches all
    TomlTable table;
  };

  bool isAbout(const Part &part, const Function &function) const;
  // Is what the table says about more than one function?
  bool isOfSeveral(const TomlTable &table) const;
  // Adds what the tables say of the option, whose elements are from `origins`.
  void addSaid(const Option &option, const std::vector<std::string> &origins,
               const std::vector<const TomlTable *> &tables,
               std::vector<SaidInFile> &said) const;
  // The tables for a function, the weakest first.
  std::vector<const TomlTable *> tablesFor(const Function *function) const;

  std::filesystem::path file;
  std::optional<TomlTable> root;
  std::vector<Part> parts;
  std::vector<AcceptedFindings> accepts;
};

// Notes why they are accepted at those of the function's findings that are.
void acceptFindings(const std::vector<AcceptedFindings> &accepted,
                    const Function &function,
                    std::vector<FindingReport> &findings);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a nightly run is asked to do (docs/nightly.md).
#ifndef COVERME_DRIVER_NIGHTLY_MANIFEST_H
#define COVERME_DRIVER_NIGHTLY_MANIFEST_H

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace coverme {

struct NightlyLibrary {
  std::string name;
  std::filesystem::path folder;     // where its commands and runs work
  std::vector<std::string> build;   // shell commands
  std::string version;              // a shell command that prints it
  std::string project;              // as -p takes it; empty: none
  std::vector<std::string> files;   // patterns; empty: all of the project
  std::string match;                // as --match takes it
  std::vector<std::string> options; // of coverme
  std::vector<std::string> flags;   // of both compilers
};

// A change that nobody wants to hear of.
struct AcceptedChange {
  std::string library, function, kind; // empty: any
  std::string name;                    // empty: any
  std::string reason, by, until;       // until: the last day; empty: no end
};

struct Manifest {
  std::string hash; // of the manifest's text
  std::filesystem::path store, cache;
  uint64_t evaluations = 0; // per function
  double timeout = 0;       // per function, in seconds
  double totalTimeout = 0;  // of a night, in seconds; 0: none
  unsigned mostEffort = 1;  // most times these budgets, for open branches
  size_t further = 0;       // functions a night that get more effort
  std::set<std::string> failOn;
  std::vector<NightlyLibrary> libraries;
  std::vector<AcceptedChange> accepted;
};

// The kinds of changes in the order in which they matter.
const std::vector<std::string> &changeKinds();

// Reads a manifest. Relative paths begin in its folder. Throws Error(BadInput)
// with the place of what is wrong in it.
Manifest readManifest(const std::filesystem::path &path);

} // namespace coverme

#endif

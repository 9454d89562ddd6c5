// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What differs between two results of a function, for the dashboard.
#ifndef COVERME_DRIVER_NIGHTLY_SITEDIFFERENCE_H
#define COVERME_DRIVER_NIGHTLY_SITEDIFFERENCE_H

#include "nightly/StoreReader.h"

#include <string>
#include <vector>

namespace coverme {

struct BranchChange {
  std::string name;
  int before, after;       // Verdict, or -1 for none
  std::string former = ""; // its name before, of a line that has changed
};

struct FindingChange {
  std::string text;
  bool isNew;
};

struct Difference {
  std::vector<BranchChange> branches;
  std::vector<FindingChange> findings;

  bool isEmpty() const { return branches.empty() && findings.empty(); }
};

Difference differenceOf(StoreReader &store, const StoredResult &before,
                        const StoredResult &after);
std::string differenceHtml(const Difference &difference);

// The Verdict of a name in the store, as a number; -1: none.
int verdictNamed(const std::string &name);
std::string verdictHtml(int verdict);

} // namespace coverme

#endif

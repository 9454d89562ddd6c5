// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one input through the code under test, as the search would (`coverme
// run`).
#ifndef COVERME_DRIVER_RUN_SINGLERUN_H
#define COVERME_DRIVER_RUN_SINGLERUN_H

#include "evidence/Findings.h"
#include "evidence/Reproducer.h"
#include "options/Options.h"

#include <functional>
#include <string>
#include <vector>

namespace coverme {

struct SingleRun {
  Program program;
  uint32_t entry = 0;
  Input input;
  Reproduction reproduction;
  std::vector<FindingReport> findings; // none: it does nothing wrong

  const Function &function() const { return program.functions[entry]; }
};

// Builds options.source and calls options.entry with the inputs: one for each
// number in order, or NAME=VALUE of those that are not zero, each as
// parseNumber takes it. With options.gcov, a call that returns is compared with
// what the --gcov-cc compiler makes of it.
// `narrow` changes the options to what is said of the function by itself.
// Throws Error as prepare and parseNumber do, and Error(BadInput) for another
// number of inputs and for a name that is none.
SingleRun
runSingle(const RunOptions &given, const std::vector<std::string> &inputs,
          const std::function<void(const Function &, RunOptions &)> &narrow);

} // namespace coverme

#endif

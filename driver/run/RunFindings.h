// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects what went wrong in the calls of a run: in the search, under
// sanitizers, and in the replay by another compiler.
#ifndef COVERME_DRIVER_RUN_RUNFINDINGS_H
#define COVERME_DRIVER_RUN_RUNFINDINGS_H

#include "engine/Archive.h"
#include "evidence/Replaying.h"
#include "evidence/Reproducer.h"
#include "evidence/Sanitize.h"
#include "run/Build.h"
#include "run/Run.h"

#include <cstdint>
#include <vector>

namespace coverme {

// The search's findings, reviewed on an object that knows its lines, where it
// helps and can be built.
std::vector<FindingReport> findingsOf(const Prepared &prepared,
                                      const RunOptions &options, uint32_t entry,
                                      const SearchOptions &search,
                                      const CallLog &calls);

// Adds the findings of sanitizers to the result; if there are none because of
// an error, that is in its laterError.
void addSanitizerFindings(const SanitizedProgram &sanitized,
                          const Archive &state, const SearchOptions &search,
                          RunResult &result);

// Adds a finding for tests whose end or result differs under the replay's
// compiler, one for each place: the last decision of the test. A crash is a
// finding already.
void compareResults(const ReplayResult &replay, const Reproducer &reproducer,
                    RunResult &result);

// Drops findings of inputs in which variables have values that nobody has asked
// for: the code often does not allow such values. Where such a variable leads
// to an object that is not there at first, what is left is a suspicion.
void dropUnasked(const InputPlan &plan, const InputOptions &options,
                 const Program &program, std::vector<FindingReport> &findings);

} // namespace coverme

#endif

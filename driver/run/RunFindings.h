// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What went wrong in the calls of a run: in the search, under sanitizers, and
// in the replay by another compiler.
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

// Why there are none is in the result's laterError.
void addSanitizerFindings(const SanitizedProgram &sanitized,
                          const Archive &state, const SearchOptions &search,
                          RunResult &result);

// A test whose end or result differs under the replay's compiler is a finding,
// once for each place: the last decision of the test. A crash is one already.
void compareResults(const ReplayResult &replay, const Reproducer &reproducer,
                    RunResult &result);

// The values of variables that nobody has asked for are often none that the
// code allows: what goes wrong then is no finding.
void dropUnasked(const InputPlan &plan, const InputOptions &asked,
                 const Program &program, std::vector<FindingReport> &findings);

} // namespace coverme

#endif

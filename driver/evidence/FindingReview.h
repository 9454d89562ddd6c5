// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns what the search noted down into findings that a user can take to the
// debugger: each once, where it happens, with the simplest input.
#ifndef COVERME_DRIVER_EVIDENCE_FINDINGREVIEW_H
#define COVERME_DRIVER_EVIDENCE_FINDINGREVIEW_H

#include "evidence/Findings.h"
#include "evidence/Reproducer.h"

#include <vector>

namespace coverme {

// After how many seconds a call of a reproduction counts as hanging. The search
// waits longer, since there a machine under load must not make a finding; here
// there is one already.
constexpr double kReproductionHangSeconds = 1;

// Runs each finding's input once more, alone and with all sites recording, and
// takes kind and place from there. Of findings of one kind, code and place the
// first is kept, and its input simplified. One that such a run does not
// confirm (the code keeps state between calls) stays as it is, and says so. One
// that there is no time to run is kept if there is no other of its kind and
// code: where it happens is not known.
std::vector<FindingReport> reviewFindings(const CallLog &calls,
                                          const Program &program,
                                          const Reproducer &reproducer);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands that show a finding again.
#ifndef COVERME_DRIVER_REPORT_REPRODUCE_H
#define COVERME_DRIVER_REPORT_REPRODUCE_H

#include "evidence/Findings.h"
#include "options/Options.h"
#include "report/Report.h"

#include <functional>
#include <string>
#include <vector>

namespace coverme {

// "coverme run foo.c --entry foo --input=0x1p+0 -- -Iinclude", for a POSIX
// shell in the folder that coverme was called in.
// require: finding.isConfirmed; `planWith` makes the plan that `coverme run`
// has with such options, which may lack what the entry's has: what is read only
// behind calls ahead of it, say
std::string reproduceCommand(
    const RunOptions &options, const Function &entry,
    const FindingReport &finding,
    const std::function<InputPlan(const InputOptions &)> &planWith);

// The same with the inputs of a report's finding: `finding` as --input takes
// it, "@o/suite.json:2". Of `sizes`, the grown ones are that report's, too.
std::string withInputsOf(const std::string &command, const std::string &finding,
                         const std::vector<ReportedSize> &sizes);

// A word as a POSIX shell takes it; quoted only where it must be.
std::string shellWord(const std::string &word);

} // namespace coverme

#endif

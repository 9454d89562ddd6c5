// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One branch out of a JSON report that an earlier run has written.
#ifndef COVERME_DRIVER_REPORT_EXPLAIN_H
#define COVERME_DRIVER_REPORT_EXPLAIN_H

#include <filesystem>
#include <string>

namespace coverme {

// What is known of the branches at `place`: each one's verdict, with the proof
// or with the test that takes it. `report` is a JSON report, of one function or
// of a file, or the folder of -o. `place` is [FILE:]LINE[:COLUMN] or
// site:NUMBER, and may end in :true or :false. Throws Error(BadInput) when the
// report cannot be read or is none of ours, or when nothing is there; then it
// names the nearest line with a branch.
std::string explain(const std::filesystem::path &report,
                    const std::string &place);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a call as people read them.
#ifndef COVERME_DRIVER_REPORT_VALUES_H
#define COVERME_DRIVER_REPORT_VALUES_H

#include "report/Report.h"

#include <cstddef>
#include <string>
#include <vector>

namespace coverme {

// "0.5 (0x1p-1)", "-3", "its own object": of a float also the shortest decimal
// that reads back to the same value.
std::string formatValue(const ReportedValue &value,
                        const ReportedVariable &variable = {});

// "x = 1 (0x1p+0), p->n = -3, s = \"UTC\"", without idle ones; of more than
// `most` numbers the first ones, and how many are left out. Of more than a
// dozen those that are zero are left out: "n = 3, the rest zero". require:
// there is a value for each variable
std::string formatInputs(const std::vector<ReportedVariable> &variables,
                         const std::vector<ReportedValue> &values,
                         size_t most = SIZE_MAX);

// The inputs of a test. One of several calls ends in these, with the numbers
// that they are passed: "p->n = 1; init(p, 2 (0x1p+1)); f(p)".
std::string formatTest(const std::vector<ReportedCall> &calls,
                       const std::vector<ReportedVariable> &variables,
                       const std::vector<ReportedValue> &values, size_t most);

// ", *y = 2 (0x1p+1)": what the call left where its pointers point to, but for
// inputs that are as they were.
// require: there is a value for each variable
std::string formatOutputs(const std::vector<ReportedVariable> &inputs,
                          const std::vector<ReportedValue> &inputValues,
                          const std::vector<ReportedVariable> &outputs,
                          const std::vector<ReportedValue> &outputValues);

} // namespace coverme

#endif

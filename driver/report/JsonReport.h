// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results for programs: schema coverme-suite/1, docs/json.md.
#ifndef COVERME_DRIVER_REPORT_JSONREPORT_H
#define COVERME_DRIVER_REPORT_JSONREPORT_H

#include "Run.h"

#include <iosfwd>
#include <map>
#include <string>

namespace coverme {

// The document, a line for each site and each test, with a newline at the end.
// Apart from `timing` it is a function of source, options and seed. It is
// written piece by piece: tests times branches may be far more than memory
// should hold.
void writeJsonReport(const RunResult &result, std::ostream &out);

// The names of option values in JSON and on the command line.
const char *name(LocalMethod method);
const char *name(DistanceMode mode);
const char *name(Recombination recombination);
const char *name(ProveMode mode);

// The parts of the default search by name.
const std::map<std::string, bool Ingredients::*> &ingredientTable();

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the values of options are called, in JSON and on the command line.
#ifndef COVERME_DRIVER_OPTIONNAMES_H
#define COVERME_DRIVER_OPTIONNAMES_H

#include "Options.h"

#include <map>
#include <string>
#include <vector>

namespace coverme {

const char *name(LocalMethod method);
const char *name(DistanceMode mode);
const char *name(Recombination recombination);
const char *name(ProveMode mode);

// The parts of the default search by name.
const std::map<std::string, bool Ingredients::*> &ingredientTable();

// What --sanitize takes.
const std::vector<std::string> &sanitizerNames();

} // namespace coverme

#endif

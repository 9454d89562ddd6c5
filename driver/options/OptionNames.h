// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of options' values, in JSON and on the command line.
#ifndef COVERME_DRIVER_OPTIONS_OPTIONNAMES_H
#define COVERME_DRIVER_OPTIONS_OPTIONNAMES_H

#include "options/Options.h"

#include <map>
#include <string>
#include <vector>

namespace coverme {

// All values of an option; of `bool SearchComponents::*`, the parts of the
// default search.
template <class T> const std::map<std::string, T> &valuesByName();

template <> const std::map<std::string, LocalMethod> &valuesByName();
template <> const std::map<std::string, DistanceMode> &valuesByName();
template <> const std::map<std::string, Recombination> &valuesByName();
template <> const std::map<std::string, ProveMode> &valuesByName();
template <> const std::map<std::string, AllocationMode> &valuesByName();
template <>
const std::map<std::string, bool SearchComponents::*> &valuesByName();

const char *name(LocalMethod method);
const char *name(DistanceMode mode);
const char *name(Recombination recombination);
const char *name(ProveMode mode);
const char *name(AllocationMode mode);

// The names that --sanitize takes.
const std::vector<std::string> &sanitizerNames();

// The kinds of --emit KIND=DIR: code of several kinds, files of bytes, and
// files of Test-Comp.
constexpr const char *kCorpusKind = "corpus";
constexpr const char *kTestCompKind = "testcomp";
const std::vector<std::string> &keptKinds();

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "options/OptionNames.h"

#include <cassert>

namespace coverme {

template <> const std::map<std::string, LocalMethod> &valuesByName() {
  static const std::map<std::string, LocalMethod> table = {
      {"auto", LocalMethod::Auto},
      {"powell", LocalMethod::Powell},
      {"bobyqa", LocalMethod::Bobyqa},
      {"newuoa", LocalMethod::Newuoa},
      {"cobyla", LocalMethod::Cobyla},
      {"neldermead", LocalMethod::NelderMead},
      {"sbplx", LocalMethod::Sbplx},
      {"avm", LocalMethod::Avm},
      {"jointavm", LocalMethod::JointAvm},
      {"climb", LocalMethod::Climb},
      {"es", LocalMethod::Es},
      {"random", LocalMethod::Random}};
  return table;
}

template <> const std::map<std::string, DistanceMode> &valuesByName() {
  static const std::map<std::string, DistanceMode> table = {
      {"ulp", DistanceMode::Ulp},
      {"squared", DistanceMode::Squared},
      {"absolute", DistanceMode::Absolute}};
  return table;
}

template <> const std::map<std::string, Recombination> &valuesByName() {
  static const std::map<std::string, Recombination> table = {
      {"discrete", Recombination::Discrete},
      {"global", Recombination::Global},
      {"intermediate", Recombination::Intermediate},
      {"global-intermediate", Recombination::GlobalIntermediate}};
  return table;
}

template <> const std::map<std::string, ProveMode> &valuesByName() {
  static const std::map<std::string, ProveMode> table = {
      {"auto", ProveMode::Auto},       {"off", ProveMode::Off},
      {"exhaust", ProveMode::Exhaust}, {"interval", ProveMode::Interval},
      {"smt", ProveMode::Smt},         {"all", ProveMode::All}};
  return table;
}

template <> const std::map<std::string, AllocationMode> &valuesByName() {
  static const std::map<std::string, AllocationMode> table = {
      {"auto", AllocationMode::Auto},
      {"fail", AllocationMode::Fail},
      {"succeed", AllocationMode::Succeed}};
  return table;
}

template <>
const std::map<std::string, bool SearchComponents::*> &valuesByName() {
  static const std::map<std::string, bool SearchComponents::*> table = {
      {"specials", &SearchComponents::specials},
      {"constants", &SearchComponents::constants},
      {"shapes", &SearchComponents::shapes},
      {"pursuit", &SearchComponents::pursuit},
      {"approach", &SearchComponents::approach},
      {"joint", &SearchComponents::joint},
      {"climb", &SearchComponents::climb},
      {"hopping", &SearchComponents::hopping},
      {"max-ulp", &SearchComponents::maxUlp}};
  return table;
}

namespace {

template <class T> const char *nameOf(T value) {
  for (const auto &[name, named] : valuesByName<T>())
    if (named == value)
      return name.c_str();
  assert(false && "a value without a name");
  return "";
}

} // namespace

const char *name(LocalMethod method) { return nameOf(method); }
const char *name(DistanceMode mode) { return nameOf(mode); }
const char *name(Recombination recombination) { return nameOf(recombination); }
const char *name(ProveMode mode) { return nameOf(mode); }
const char *name(AllocationMode mode) { return nameOf(mode); }

const std::vector<std::string> &sanitizerNames() {
  static const std::vector<std::string> names = {"address", "undefined"};
  return names;
}

const std::vector<std::string> &keptKinds() {
  static const std::vector<std::string> kinds = {"c", "ctest", "gtest",
                                                 kCorpusKind, kTestCompKind};
  return kinds;
}

} // namespace coverme

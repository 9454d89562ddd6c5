// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OptionNames.h"

namespace coverme {

const char *name(LocalMethod method) {
  switch (method) {
  case LocalMethod::Auto:
    return "auto";
  case LocalMethod::Powell:
    return "powell";
  case LocalMethod::Bobyqa:
    return "bobyqa";
  case LocalMethod::Newuoa:
    return "newuoa";
  case LocalMethod::Cobyla:
    return "cobyla";
  case LocalMethod::NelderMead:
    return "neldermead";
  case LocalMethod::Sbplx:
    return "sbplx";
  case LocalMethod::Avm:
    return "avm";
  case LocalMethod::JointAvm:
    return "jointavm";
  case LocalMethod::Climb:
    return "climb";
  case LocalMethod::Es:
    return "es";
  case LocalMethod::Random:
    break;
  }
  return "random";
}

const char *name(Recombination recombination) {
  switch (recombination) {
  case Recombination::Discrete:
    return "discrete";
  case Recombination::Global:
    return "global";
  case Recombination::Intermediate:
    return "intermediate";
  case Recombination::GlobalIntermediate:
    break;
  }
  return "global-intermediate";
}

const char *name(ProveMode mode) {
  switch (mode) {
  case ProveMode::Auto:
    return "auto";
  case ProveMode::Off:
    return "off";
  case ProveMode::Exhaust:
    return "exhaust";
  case ProveMode::Interval:
    return "interval";
  case ProveMode::Smt:
    return "smt";
  case ProveMode::All:
    break;
  }
  return "all";
}

const std::map<std::string, bool Ingredients::*> &ingredientTable() {
  static const std::map<std::string, bool Ingredients::*> table = {
      {"specials", &Ingredients::specials},
      {"constants", &Ingredients::constants},
      {"shapes", &Ingredients::shapes},
      {"pursuit", &Ingredients::pursuit},
      {"approach", &Ingredients::approach},
      {"joint", &Ingredients::joint},
      {"climb", &Ingredients::climb},
      {"hopping", &Ingredients::hopping},
      {"max-ulp", &Ingredients::maxUlp}};
  return table;
}

const char *name(DistanceMode mode) {
  switch (mode) {
  case DistanceMode::Ulp:
    return "ulp";
  case DistanceMode::Squared:
    return "squared";
  case DistanceMode::Absolute:
    break;
  }
  return "absolute";
}

const std::vector<std::string> &sanitizerNames() {
  static const std::vector<std::string> names = {"address", "undefined"};
  return names;
}

} // namespace coverme

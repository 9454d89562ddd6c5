// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bounds that --range and --assume set for inputs.
#ifndef COVERME_DRIVER_CORE_INPUTBOUNDS_H
#define COVERME_DRIVER_CORE_INPUTBOUNDS_H

#include "core/InputPlan.h"
#include "options/Options.h"

#include <map>
#include <set>
#include <string>

namespace coverme {

// InputVariable::typeName of the rounding mode. It is no number to calculate
// with: a --range of it chooses among the modes.
constexpr const char *kRoundingMode = "rounding mode";

// The name of the input that says which of a call's allocations fails.
constexpr const char *kFailingAllocation = "failing allocation";

// Is a --range with this name about the input?
bool isAbout(const std::string &name, const InputVariable &input);

// Is a value of the input, as a slot, within its bounds? A NaN is in none.
bool isWithinBounds(const InputVariable &input, uint64_t bits);

// What an assumption says of a parameter or variable by a comparison with a
// constant, as a slot of its type. Both ends are included.
struct AssumedBound {
  std::string name;
  bool isLeast = true; // else it is the greatest value
  uint64_t bits = 0;

  bool operator==(const AssumedBound &) const = default;
};

class InputBounds {
public:
  // Throws Error(BadInput) for a range that is not LOW:HIGH.
  // require: both outlive it
  InputBounds(const InputOptions &options,
              const std::vector<AssumedBound> &assumed);

  // Sets the least and the greatest value of an input, which both options may
  // speak of: what remains is in all bounds. Throws Error(BadInput) if that is
  // nothing, and for bounds that are no values of its type.
  void narrow(InputVariable &input);

  // Ranges of inputs of two slots, which have no least and greatest value: as C
  // expressions, by the names of the inputs.
  const std::multimap<std::string, std::string> &assumptions() const {
    return conditions;
  }

  // Adds the inputs that `other` has narrowed to those that checkNames() knows.
  void addKnown(const InputBounds &other) {
    known.insert(other.known.begin(), other.known.end());
  }

  // Throws Error(BadInput) if a --range is about none of the inputs narrowed.
  void checkNames(const std::string &entry,
                  const std::vector<InputVariable> &inputs) const;

private:
  const InputOptions &options;
  const std::vector<AssumedBound> &assumed;
  std::set<std::string> known; // names of ranges that are about an input
  std::multimap<std::string, std::string> conditions;
};

} // namespace coverme

#endif

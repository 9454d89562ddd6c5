// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM IR to Code: the one place of the driver that knows LLVM's IR.
#ifndef COVERME_DRIVER_IR_LOWER_H
#define COVERME_DRIVER_IR_LOWER_H

#include "core/InputSpace.h"
#include "ir/Code.h"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace coverme {

// The entry's code with all calls into its module expanded.
struct LoweredEntry {
  code::Code code;
  // The sites, by number in the whole object, that nothing but this code
  // visits: an outcome that it cannot take is infeasible. In order.
  std::vector<uint32_t> sites;
  // Something may depend on the addresses of what parameters point to.
  bool looksAtAddresses = false;
  // As InputsAlone.h says.
  bool isMadeOfInputs = false;
  // Is a bool of the caller's read as one? C allows no call then in which it is
  // neither 0 nor 1.
  bool readsBools = false;
  // The inputs as provers see them: any integer may come as an enum, ordinals
  // run like the bits of all that is no float, and of bounds there are only
  // those that the user knows of; or none where others than his callers may
  // call the entry.
  InputSpace inputs{std::vector<Scalar>()};

  // A candidate among these as a call that C allows.
  Input allowed(Input candidate) const;
};

// Does the variable hold its initializer whenever the code looks at it?
bool hasKnownContent(const llvm::GlobalVariable &global);

// Why the entry cannot be lowered, as a phrase.
struct NotLowered {
  std::string reason;
};

// Takes the entry's module from the section coverme_ir of an instrumented
// object. Code outside of the module is taken to do anything but these: to
// change the rounding mode, and to call a function of the module whose address
// it was not given. Functions of the C library that IEEE 754 defines to the
// last bit (sqrt, floor, fabs, ...) are taken at their word.
// Throws Error(BadInput) for a section that is damaged.
std::variant<LoweredEntry, NotLowered>
lowerEntry(const std::filesystem::path &object, const Program &program,
           uint32_t entry);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes what a function takes and returns, from its debug info.
#ifndef COVERME_PASS_SIGNATURE_H
#define COVERME_PASS_SIGNATURE_H

#include "Pointees.h"
#include "Types.h"

#include "llvm/IR/Function.h"

#include <string>
#include <vector>

namespace coverme::pass {

struct Parameter {
  std::string name;
  std::string typeName;                     // as in C
  uint32_t type = 0;                        // index in the TypeList
  uint32_t extent = 0, extentParameter = 0; // as in coverme_parameter
  PointeeFacts pointee;
};

struct Signature {
  std::string resultName; // as in C
  uint32_t result = 0;    // index in the TypeList
  std::vector<Parameter> parameters;
  // One IR argument per parameter, and each a number in a slot.
  bool hasTrampoline = false;
  // It is defined without a prototype.
  bool isOldStyle = false;
  // It has a result, and may come to its end without a `return`.
  bool mayLackResult = false;
};

/// The signature of `function`; without full debug info, as much of it as the
/// IR types and accesses tell. Adds to `types` what it needs. `pointees`: one
/// for each argument, or none where none is a pointer.
Signature describeSignature(const llvm::Function &function,
                            llvm::ArrayRef<PointeeFacts> pointees,
                            TypeList &types);

} // namespace coverme::pass

#endif

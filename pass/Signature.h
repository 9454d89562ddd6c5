// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function takes and returns, from its debug info.
#ifndef COVERME_PASS_SIGNATURE_H
#define COVERME_PASS_SIGNATURE_H

#include "coverme/abi.h"

#include "llvm/IR/Function.h"

#include <string>
#include <vector>

namespace coverme {

struct Scalar {
  coverme_scalar_kind kind = COVERME_SCALAR_Unsupported;
  uint8_t width = 0; // in bits
};

struct Parameter {
  std::string name;
  std::string type; // as in C
  Scalar scalar;    // of the pointee for a pointer
  bool isPointer = false;
  bool isConst = false; // the pointee is const
  std::vector<coverme_constant> enumerators;
};

struct Signature {
  std::string resultType; // as in C
  Scalar result;
  std::vector<Parameter> parameters;
  // One IR argument per parameter, and each in a form that a trampoline can
  // pass.
  bool isCallable = false;
};

/// The signature of `function`; without full debug info, as much of it as the
/// IR types tell (integers count as signed, pointers are not supported).
Signature describeSignature(const llvm::Function &function);

} // namespace coverme

#endif

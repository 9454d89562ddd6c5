// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of programs that are made by hand.
#ifndef COVERME_TEST_UNIT_DRIVER_CORE_TYPES_H
#define COVERME_TEST_UNIT_DRIVER_CORE_TYPES_H

#include "core/Program.h"

#include <string>
#include <utility>

namespace coverme::test {

inline uint32_t addType(Program &program, CType type) {
  program.types.push_back(std::move(type));
  return static_cast<uint32_t>(program.types.size() - 1);
}

// Of a size that nobody asks for.
inline uint32_t addType(Program &program, const std::string &name,
                        CTypeKind kind) {
  CType type;
  type.name = name;
  type.kind = kind;
  return addType(program, std::move(type));
}

inline uint32_t addNumber(Program &program, const Scalar &scalar) {
  CType type;
  type.name = "number";
  type.kind = CTypeKind::Scalar;
  type.scalar = scalar;
  type.byteSize = (scalar.width + 7) / 8;
  return addType(program, std::move(type));
}

inline uint32_t addPointer(Program &program, uint32_t element) {
  CType type;
  type.name = program.types[element].name + " *";
  type.kind = CTypeKind::Pointer;
  type.byteSize = 8;
  type.element = element;
  return addType(program, std::move(type));
}

inline Parameter parameter(const Program &program, const std::string &name,
                           uint32_t type) {
  Parameter result;
  result.name = name;
  result.typeName = program.types[type].name;
  result.type = type;
  return result;
}

} // namespace coverme::test

#endif

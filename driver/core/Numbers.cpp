// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Numbers.h"

#include <fmt/format.h>

namespace coverme {
namespace {

void addNumbers(const Program &program, uint32_t index, const std::string &name,
                uint32_t offset, size_t most,
                std::vector<ObjectNumber> &numbers) {
  const CType &type = program.types[index];
  switch (type.kind) {
  case CTypeKind::Scalar:
    if (type.scalar.kind > ScalarKind::Void && type.scalar.width <= 64)
      numbers.push_back({name, type.scalar, offset});
    break;
  case CTypeKind::Complex:
  case CTypeKind::Array: {
    const bool isComplex = type.kind == CTypeKind::Complex;
    const uint32_t count = isComplex ? 2 : type.count;
    for (uint32_t i = 0; i < count && numbers.size() < most; ++i)
      addNumbers(program, type.element,
                 isComplex ? name + (i == 0 ? ".real" : ".imag")
                           : fmt::format("{}[{}]", name, i),
                 offset + i * program.types[type.element].byteSize, most,
                 numbers);
    break;
  }
  case CTypeKind::Struct:
    for (const Member &member : type.members)
      if (member.bitWidth == 0 && numbers.size() < most)
        addNumbers(program, member.type,
                   member.name.empty() ? name : name + "." + member.name,
                   offset + member.byteOffset, most, numbers);
    break;
  default:
    break;
  }
}

} // namespace

std::vector<ObjectNumber> numbersOf(const Program &program, uint32_t type,
                                    const std::string &name, size_t most) {
  std::vector<ObjectNumber> numbers;
  addNumbers(program, type, name, 0, most, numbers);
  return numbers;
}

} // namespace coverme

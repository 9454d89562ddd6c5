// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The section of tables of an instrumented object.

#include "core/Program.h"

#include "Fuzz.h"

#include <cstdlib>

// What others take for granted of what is not refused.
static void require(bool holds) {
  if (!holds)
    std::abort();
}

static void requireTypes(const coverme::Program &program) {
  const auto typeAt = [&](uint32_t index) -> const coverme::CType & {
    require(index < program.types.size());
    return program.types[index];
  };
  for (const coverme::CType &type : program.types) {
    const bool isArray = type.kind == coverme::CTypeKind::Array;
    const coverme::CType &element = typeAt(type.element);
    require(!isArray ||
            uint64_t{element.byteSize} * type.count <= type.byteSize);
    if (type.kind == coverme::CTypeKind::Struct ||
        type.kind == coverme::CTypeKind::Union)
      for (const coverme::Member &member : type.members)
        require(uint64_t{member.byteOffset} +
                    (member.bitWidth == 0 ? typeAt(member.type).byteSize
                                          : (member.bitWidth + 7) / 8) <=
                type.byteSize);
  }
  for (const coverme::Global &global : program.globals)
    typeAt(global.type);
  for (const coverme::Function &function : program.functions) {
    typeAt(function.resultType);
    for (const coverme::Parameter &parameter : function.parameters)
      typeAt(parameter.type);
    for (const coverme::InputVariable &input : function.inputs())
      require(input.scalar.width >= 1 && input.scalar.width <= 64);
  }
}

int coverme::fuzz::tryInput(std::string_view bytes) {
  const Program program = parseTables(std::string(bytes), "fuzz");
  requireTypes(program);
  for (const Function &function : program.functions) {
    function.signature();
    require(function.firstSite <= program.sites.size() &&
            function.siteCount <= program.sites.size() - function.firstSite);
    for (uint32_t i = 0; i < function.siteCount; ++i)
      require(
          &program.functions[program.sites[function.firstSite + i].function] ==
          &function);
  }
  for (const Site &site : program.sites)
    for (const Successors &next : site.next) {
      for (const uint32_t other : next.sites)
        require(other < program.sites.size());
      for (const uint32_t function : next.functions)
        require(function < program.functions.size());
    }
  return 0;
}

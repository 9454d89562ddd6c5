// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares a program's types in C again, from what debug information says of
// them.
#ifndef COVERME_DRIVER_FRONTEND_C_DECLARATIONS_H
#define COVERME_DRIVER_FRONTEND_C_DECLARATIONS_H

#include "core/Program.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// A number of the scalar's size and way of being passed; a bool is
// "coverme_bool", which is for the user of the text to define.
std::string scalarText(const CType &type);

class Declarations {
public:
  explicit Declarations(const Program &program) : program(program) {}

  // A declaration of `name` of the type, an index in Program::types.
  std::string declare(uint32_t index, const std::string &name);

  // The structs and unions that the declarations so far need, each once and in
  // order: in C11 and C++11, laid out and passed as they are in the program.
  std::string structs();

private:
  struct Body {
    std::string text; // "{ ... }" and attributes
    uint32_t alignment = 1;
  };

  const CType &type(uint32_t index) const { return program.types[index]; }
  std::string structName(uint32_t index) const;
  void declareStruct(uint32_t index);
  std::vector<Member> layout(const CType &own) const;
  bool isEmpty(uint32_t index) const;
  Body body(const CType &own, std::set<std::string> &names);
  uint32_t alignmentOf(uint32_t index);

  const Program &program;
  std::string text;
  std::map<uint32_t, uint32_t> alignments; // of the structs declared
  std::vector<uint32_t> pending; // structs that so far only pointers lead to
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says in one line why a branch is infeasible:
//
//   for x in [-0x1p-27, 0x1p-27], 1e+300 + x is in [1e+300, 1e+300], never <= 1
#ifndef COVERME_DRIVER_PROVE_REASON_H
#define COVERME_DRIVER_PROVE_REASON_H

#include "prove/Execution.h"
#include "target/Program.h"

#include <string>

namespace coverme {

// Gathers what boxes that were dropped had shown at the site.
class ReasonCollector {
public:
  // All arguments are kept by reference.
  ReasonCollector(const Program &program, uint32_t entry,
                  const code::Code &code, const InputSpace &inputs)
      : program(program), entry(entry), code(code), inputs(inputs) {}

  void add(const std::optional<Execution::Visit> &visit);
  std::string text(Target target) const;

private:
  std::string expression(code::ValueId value, unsigned depth) const;
  std::string inputName(uint64_t index) const;
  std::string range(const Abstract &value) const;

  const Program &program;
  uint32_t entry;
  const code::Code &code;
  const InputSpace &inputs;
  bool isMixed = false; // different instances of the site were visited
  std::optional<Execution::Visit> all;
};

// The reason that an execution of each natural part of the inputs gives.
std::string reasonFor(const Program &program, uint32_t entry,
                      const code::Code &code, const InputSpace &inputs,
                      Execution &execution, Target target, uint64_t maxSteps);

} // namespace coverme

#endif

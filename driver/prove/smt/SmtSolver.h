// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An SMT solver, in a process of its own: solvers do not keep their own limits.
#ifndef COVERME_DRIVER_PROVE_SMT_SMTSOLVER_H
#define COVERME_DRIVER_PROVE_SMT_SMTSOLVER_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace coverme {

struct SmtLimits {
  double seconds = 10;        // after which it is killed
  uint64_t steps = 0;         // of the solver's own count; 0: any number
  unsigned megabytes = 2'048; // of address space
  // Asked about ten times a second; false ends it.
  std::function<bool()> goesOn = [] { return true; };
};

struct SmtAnswer {
  enum class Kind : uint8_t { Sat, Unsat, Unknown };
  Kind kind = Kind::Unknown;
  // Sat: the bits of each variable that the script asks for.
  std::map<std::string, uint64_t> values;
  std::string reason; // Unknown: why, as a phrase
  double seconds = 0;
};

// Was coverme built with a solver?
bool hasSmtSolver();

// Runs the script. Throws as Process::wait does when it is interrupted.
SmtAnswer solve(const std::string &script, const SmtLimits &limits = {});

// The answer in what a solver has written.
SmtAnswer parseAnswer(const std::string &output);

} // namespace coverme

#endif

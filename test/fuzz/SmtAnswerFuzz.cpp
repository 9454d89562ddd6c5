// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the solver writes.

#include "prove/smt/SmtSolver.h"

#include "Fuzz.h"

#include <cstdlib>

int coverme::fuzz::tryInput(std::string_view bytes) {
  const SmtAnswer answer = parseAnswer(std::string(bytes));
  if (answer.kind != SmtAnswer::Kind::Sat && !answer.values.empty())
    std::abort();
  return 0;
}

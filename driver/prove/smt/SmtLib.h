// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code to SMT-LIB: is there an input that takes a branch?
#ifndef COVERME_DRIVER_PROVE_SMT_SMTLIB_H
#define COVERME_DRIVER_PROVE_SMT_SMTLIB_H

#include "core/InputSpace.h"
#include "ir/Code.h"

#include <string>
#include <vector>

namespace coverme {

struct SmtOptions {
  // Comment at the head of the script; one line each.
  std::vector<std::string> title;
  // The inputs' names by their numbers; "input i" where there is none.
  std::vector<std::string> inputNames;
  // Asks about inputs within these bounds only; null: about all.
  const InputSpace *space = nullptr;
  // The most iterations of a loop whose end depends on the input. Those that
  // follow are replaced by one in which anything may hold.
  unsigned unroll = 32;
};

struct SmtQuery {
  // A script of SMT-LIB 2.6 in QF_BVFP.
  std::string text;
  // The names of the inputs' variables: bit-vectors of the inputs' widths.
  std::vector<std::string> variables;
  // Some loop was cut short, so that a model may tell of no input.
  bool isBounded = false;
};

// Asks whether some input takes `outcome` at `site`. Unsatisfiable: none does
// under rounding to nearest even. What is not known (Op::Unknown, memory that
// foreign code may write, conversions that do not fit, bits of a NaN, results
// of FRem, ...) is a variable of its own, so a model is only a candidate; so is
// one of a store that leaves its object, after which anything could happen.
// require: !code.isIrreducible
SmtQuery encodeBranch(const code::Code &code, uint32_t site, bool outcome,
                      const SmtOptions &options = {});

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtLib.h"

#include "prove/smt/SmtEncoder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

namespace coverme {
namespace smt {

Slice::Slice(const Code &code, uint32_t site) : has(code.blocks.size()) {
  std::vector<BlockId> work;
  const auto reach = [&](BlockId block) {
    if (!has[block]) {
      has[block] = true;
      work.push_back(block);
    }
  };
  for (BlockId b = 0; b < code.blocks.size(); ++b)
    if (code.blocks[b].exit == Exit::Branch && code.blocks[b].site == site)
      reach(b);
  for (const Instruction &instruction : code.values)
    if (instruction.op == Op::Select && instruction.site == site)
      reach(instruction.block);
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (const BlockId from : code.blocks[block].predecessors)
      reach(from);
  }
  findLoops(code);
}

void Slice::findLoops(const Code &code) {
  loopEnd.assign(code.blocks.size(), 0);
  for (BlockId b = 0; b < code.blocks.size(); ++b)
    for (BlockId h = code.blocks[b].loop; h != kNone; h = code.outerLoop(h))
      loopEnd[h] = b + 1;
  const auto use = [&](ValueId value, BlockId block) {
    for (BlockId h = code.blocks[code.values[value].block].loop;
         h != kNone && !code.isInLoop(block, h); h = code.outerLoop(h))
      leaves[h].push_back(value);
  };
  for (const Instruction &instruction : code.values) {
    const auto operands = code.operandsOf(instruction);
    // A phi takes its operands where the ways into its block begin.
    const auto &from = code.blocks[instruction.block].predecessors;
    for (size_t i = 0; i < operands.size(); ++i)
      use(operands[i], instruction.op == Op::Phi ? from[i] : instruction.block);
  }
  for (BlockId b = 0; b < code.blocks.size(); ++b)
    if (code.blocks[b].exit == Exit::Branch)
      use(code.blocks[b].condition, b);
  for (auto &[header, values] : leaves) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }
}

SmtQuery Encoder::run() {
  declareInputs();
  goal = terms.boolean(false);
  if (slice.has[0]) {
    Way start;
    start.condition = withinBounds();
    start.memory = initialMemory();
    ways[0].push_back(std::move(start));
    encodeBlocks(0, static_cast<BlockId>(code.blocks.size()), kNone);
  }
  SmtQuery query;
  query.text = script();
  query.variables = names;
  query.isBounded = isBounded;
  return query;
}

void Encoder::declareInputs() {
  for (uint32_t i = 0; i < code.inputs.size(); ++i) {
    // In SMT-LIB's quotes nearly everything is a name, and nothing with a
    // dot is a word of the language.
    std::string name =
        i < options.inputNames.size() ? options.inputNames[i] : std::string();
    if (name.empty())
      name = fmt::format("input {}", i);
    names.push_back(fmt::format("|{}.bits|", name));
    inputs.push_back(
        terms.variable(bitsSort(code.inputs[i].width), names.back()));
  }
}

Term Encoder::withinBounds() {
  Term condition = terms.boolean(true);
  if (options.space == nullptr || !options.space->isRestricted())
    return condition;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!code.inputs[i].enumerators.empty())
      continue; // any integer may come as an enum
    Term inside = terms.boolean(false);
    for (const auto &[low, high] : options.space->bitIntervals(i)) {
      const unsigned width = code.inputs[i].width;
      const Term below =
          terms.make(TermKind::ULess, {inputs[i], terms.constant(width, low)});
      const Term above =
          terms.make(TermKind::ULess, {terms.constant(width, high), inputs[i]});
      inside =
          terms.make(TermKind::Or,
                     {inside, terms.both(terms.make(TermKind::Not, {below}),
                                         terms.make(TermKind::Not, {above}))});
    }
    condition = terms.both(condition, inside);
  }
  return condition;
}

std::string Encoder::script() const {
  std::string text;
  for (const std::string &line : options.title)
    text += fmt::format("; {}\n", line);
  text += "; unsat: no input takes this branch, rounding to nearest even.\n"
          "; sat: the values are those of a candidate.\n";
  if (isBounded)
    text += "; Loops are cut short: later iterations may do anything.\n";
  text += "(set-info :smt-lib-version 2.6)\n"
          "(set-option :produce-models true)\n"
          "(set-logic QF_BVFP)\n";
  text += terms.script(goal, inputs);
  text += "(check-sat)\n";
  if (!names.empty())
    text += fmt::format("(get-value ({}))\n", fmt::join(names, " "));
  text += "(exit)\n";
  return text;
}

} // namespace smt

SmtQuery encodeBranch(const code::Code &code, uint32_t site, bool outcome,
                      const SmtOptions &options) {
  assert(!code.isIrreducible);
  return smt::Encoder(code, site, outcome, options).run();
}

} // namespace coverme

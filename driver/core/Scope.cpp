// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Scope.h"

#include <set>

namespace coverme {
namespace {

// Adds the functions that `function` calls, and theirs.
void addCallees(const Program &program, uint32_t function,
                std::set<uint32_t> &functions) {
  std::vector<uint32_t> work{function};
  const auto add = [&](const Successors &successors) {
    for (const uint32_t callee : successors.functions)
      if (functions.insert(callee).second)
        work.push_back(callee);
  };
  while (!work.empty()) {
    const Function &caller = program.functions[work.back()];
    work.pop_back();
    add(caller.entry);
    for (uint32_t i = 0; i < caller.siteCount; ++i)
      for (const Successors &next : program.sites[caller.firstSite + i].next)
        add(next);
  }
}

} // namespace

Scope makeScope(const Program &program, uint32_t entry, bool withCallees,
                size_t lastCounted) {
  std::set<uint32_t> functions{entry};
  std::set<uint32_t> helpers;
  addCallees(program, entry, helpers);
  if (withCallees)
    for (const uint32_t index : helpers)
      if (program.functions[index].source <= lastCounted &&
          !program.functions[index].isUnwritten())
        functions.insert(index);
  for (const SetupCall &call : program.functions[entry].plan.setupCalls) {
    helpers.insert(call.function);
    addCallees(program, call.function, helpers);
  }
  const uint32_t caller = program.functions[entry].caller;
  if (caller != entry) {
    // With all of its module: it calls parts of itself.
    const uint32_t first = program.modules.back().firstFunction;
    for (uint32_t i = first; i < program.functions.size(); ++i)
      functions.insert(i);
  }
  Scope scope;
  scope.entry = entry;
  scope.caller = caller;
  scope.functions.assign(functions.begin(), functions.end());
  if (caller != entry)
    scope.firstAssumption = program.firstAssumption;
  for (const uint32_t index : scope.functions) {
    const Function &function = program.functions[index];
    for (uint32_t i = 0; i < function.siteCount; ++i)
      scope.addSite(program, function.firstSite + i);
  }
  for (const uint32_t index : helpers) {
    if (functions.contains(index))
      continue;
    scope.helperFunctions.push_back(index);
    const Function &function = program.functions[index];
    for (uint32_t i = 0; i < function.siteCount; ++i)
      if (!program.sites[function.firstSite + i].isMark())
        scope.helperSites.push_back(function.firstSite + i);
  }
  return scope;
}

void Scope::addSite(const Program &program, uint32_t site) {
  sites.push_back(site);
  if (program.sites[site].isMark())
    marks.push_back(site);
  else if (site < firstAssumption)
    decisions.push_back(site);
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Fuel.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// The instruction ahead of which the edge's fuel is burnt.
Instruction *placeOn(const BackEdge &edge) {
  Instruction *terminator = edge.from->getTerminator();
  if (isa<BranchInst>(terminator) && !edge.from->getUniqueSuccessor())
    return SplitEdge(edge.from, edge.to)->getTerminator();
  return terminator;
}

void burnAhead(Instruction *place, RuntimeHooks &hooks) {
  IRBuilder<> builder(place);
  Type *type = builder.getInt64Ty();
  Constant *fuel = hooks.fuel();
  Value *left = builder.CreateSub(builder.CreateLoad(type, fuel),
                                  ConstantInt::get(type, 1));
  builder.CreateStore(left, fuel);
  Instruction *out = SplitBlockAndInsertIfThen(
      builder.CreateIsNull(left), place, /*Unreachable=*/false,
      MDBuilder(builder.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(out);
  builder.setIsFPConstrained(
      out->getFunction()->hasFnAttribute(Attribute::StrictFP));
  builder.CreateCall(hooks.outOfFuel());
}

} // namespace

std::vector<BackEdge> findBackEdges(Function &function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> edges;
  FindFunctionBackedges(function, edges);
  std::vector<BackEdge> result;
  DenseSet<std::pair<const BasicBlock *, const BasicBlock *>> seen;
  for (auto edge : edges)
    if (seen.insert(edge).second)
      result.push_back({const_cast<BasicBlock *>(edge.first),
                        const_cast<BasicBlock *>(edge.second)});
  return result;
}

std::vector<Instruction *> findRecursiveCalls(Module &module) {
  std::vector<Instruction *> result;
  CallGraph graph(module);
  for (auto cycle = scc_begin(&graph); !cycle.isAtEnd(); ++cycle) {
    if (!cycle.hasCycle())
      continue;
    const SmallPtrSet<const CallGraphNode *, 4> members(cycle->begin(),
                                                        cycle->end());
    for (CallGraphNode *node : *cycle)
      for (const auto &[call, callee] : *node)
        if (call && *call && members.contains(callee))
          result.push_back(cast<Instruction>(*call));
  }
  return result;
}

void insertFuel(const std::vector<BackEdge> &backEdges,
                const std::vector<Instruction *> &calls, RuntimeHooks &hooks) {
  // All places first: burning splits the blocks that the edges are told by.
  SmallSetVector<Instruction *, 8> places;
  for (const BackEdge &edge : backEdges)
    places.insert(placeOn(edge));
  places.insert(calls.begin(), calls.end());
  for (Instruction *place : places)
    burnAhead(place, hooks);
}

} // namespace coverme::pass

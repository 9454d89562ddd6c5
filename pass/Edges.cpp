// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Edges.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;

namespace coverme::pass {
namespace {

using EdgeList = std::vector<uint32_t>;

void sortUnique(EdgeList &edges) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

class SiteLinker {
public:
  SiteLinker(const Function &target, uint32_t firstSite,
             const std::vector<Site> &sites, const FunctionIndex &functions)
      : function(target), functionIndex(functions) {
    for (const Site &site : sites)
      siteIndex[site.at] = firstSite + siteIndex.size();
    computeFromBlocks();
  }

  EdgeList fromEntry() const {
    return fromBlock.lookup(&function.getEntryBlock());
  }

  EdgeList after(const Instruction *site, bool outcome) const {
    if (auto *branch = dyn_cast<BranchInst>(site))
      return fromBlock.lookup(branch->getSuccessor(outcome ? 0 : 1));
    return from(std::next(site->getIterator()), site->getParent());
  }

private:
  /// What is met from `at` on to the end of its block and beyond.
  EdgeList from(BasicBlock::const_iterator at, const BasicBlock *block) const {
    EdgeList edges;
    for (; at != block->end(); ++at) {
      if (auto site = siteIndex.find(&*at); site != siteIndex.end()) {
        edges.push_back(site->second);
        sortUnique(edges);
        return edges;
      }
      addCall(*at, edges);
    }
    for (const BasicBlock *successor : successors(block)) {
      auto known = fromBlock.find(successor);
      if (known != fromBlock.end())
        edges.insert(edges.end(), known->second.begin(), known->second.end());
    }
    sortUnique(edges);
    return edges;
  }

  void addCall(const Instruction &inst, EdgeList &edges) const {
    auto *call = dyn_cast<CallBase>(&inst);
    if (!call)
      return;
    auto callee = functionIndex.find(calledFunction(*call));
    if (callee != functionIndex.end())
      edges.push_back(COVERME_EDGE_CALL | callee->second);
  }

  /// The least solution, block by block. In post-order the blocks that a block
  /// leads to come first, so that only a cycle of blocks without a site (whose
  /// blocks all reach each other) asks for another round.
  void computeFromBlocks() {
    SmallVector<const BasicBlock *> order(post_order(&function));
    bool changed = true;
    while (changed) {
      changed = false;
      for (const BasicBlock *block : order) {
        EdgeList edges = from(block->begin(), block);
        EdgeList &known = fromBlock[block];
        if (edges != known) {
          known = std::move(edges);
          changed = true;
        }
      }
    }
  }

  const Function &function;
  const FunctionIndex &functionIndex;
  DenseMap<const Instruction *, uint32_t> siteIndex;
  DenseMap<const BasicBlock *, EdgeList> fromBlock;
};

} // namespace

const Function *calledFunction(const CallBase &call) {
  return dyn_cast<Function>(
      call.getCalledOperand()->stripPointerCastsAndAliases());
}

std::vector<uint32_t> linkSites(const Function &function, uint32_t firstSite,
                                std::vector<Site> &sites,
                                const FunctionIndex &functionIndex) {
  SiteLinker linker(function, firstSite, sites, functionIndex);
  for (Site &site : sites)
    for (bool outcome : {false, true})
      site.edges[outcome] = linker.after(site.at, outcome);
  return linker.fromEntry();
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pointees.h"

#include "ParameterHomes.h"
#include "PointeeEvents.h"

#include "llvm/ADT/SCCIterator.h"

#include <deque>

using namespace llvm;

namespace coverme::pass {
namespace {

std::vector<coverme_range> rangesOf(const BitVector &bytes) {
  std::vector<coverme_range> ranges;
  for (int begin = bytes.find_first(); begin >= 0;) {
    int end = bytes.find_next_unset(begin);
    if (end < 0)
      end = int(bytes.size());
    ranges.push_back({uint32_t(begin), uint32_t(end)});
    begin = bytes.find_next(end - 1);
  }
  return ranges;
}

/// Takes a node's events in order, with what its callees do.
class Evaluation {
public:
  explicit Evaluation(const PointeeNode &node)
      : result(node.own), node(node), writers(node.own.size()) {
    for (const PointeeEvent &event : node.events)
      take(event);
  }

  std::vector<PointeeSummary> result;

private:
  void take(const PointeeEvent &event) {
    switch (event.kind) {
    case PointeeEvent::Read:
      read(event.place, event.size);
      break;
    case PointeeEvent::Write:
      write(event.place.parameter, *rangeOf(event.place, event.size));
      break;
    case PointeeEvent::Call:
      call(event);
      break;
    case PointeeEvent::Back:
      comeBack(event);
      break;
    case PointeeEvent::Return:
      takeReturn();
      break;
    case PointeeEvent::Enter:
      scopes.push_back(writes.size());
      break;
    case PointeeEvent::Leave:
      for (; writes.size() > scopes.back(); writes.pop_back())
        for (uint32_t at = writes.back().second.begin;
             at < writes.back().second.end; ++at)
          --writers[writes.back().first][at];
      scopes.pop_back();
      break;
    }
  }

  void read(const Place &place, uint64_t size) {
    PointeeSummary &summary = result[place.parameter];
    std::optional<coverme_range> range = rangeOf(place, size);
    if (!range) {
      summary.readsAny = true;
      return;
    }
    const std::vector<uint32_t> &counts = writers[place.parameter];
    if (summary.read.size() < range->end)
      summary.read.resize(range->end);
    for (uint32_t at = range->begin; at < range->end; ++at)
      if (at >= counts.size() || counts[at] == 0)
        summary.read.set(at);
  }

  void write(unsigned parameter, const coverme_range &range) {
    std::vector<uint32_t> &counts = writers[parameter];
    if (counts.size() < range.end)
      counts.resize(range.end);
    for (uint32_t at = range.begin; at < range.end; ++at)
      ++counts[at];
    writes.push_back({parameter, range});
  }

  void call(const PointeeEvent &event) {
    const Place &place = event.place;
    PointeeSummary &summary = result[place.parameter];
    const std::vector<PointeeSummary> &callee = event.callee->full;
    if (callee.empty()) // comes later in its cycle, which has another round
      return;
    const PointeeSummary &inner = callee[event.parameter];
    summary.readsAny |=
        inner.readsAny || (inner.isReturned && event.isResultUsed);
    summary.flags |= inner.flags & ~COVERME_PARAMETER_ComparesNull;
    if (place.mayBeArgument)
      summary.flags |= inner.flags & COVERME_PARAMETER_ComparesNull;
    if (inner.isReturned && event.isResultUsed)
      summary.flags |= kAnything;
    if (inner.elementType || inner.isMixed)
      summary.addElement(inner.elementType);
    bool isRecursive = event.callee->component == node.component;
    // A recursion that moves along would not end below kFarthest.
    if (place.isAnywhere ||
        (isRecursive && !(place.isExact() && !place.most))) {
      summary.readsAny |= inner.read.any();
      if (inner.reach)
        summary.flags |= COVERME_PARAMETER_Afar;
      return;
    }
    for (const coverme_range &range : rangesOf(inner.read))
      read(shifted(place, range.begin), range.end - range.begin);
    if (std::optional<coverme_range> range = rangeOf(place, inner.reach);
        range && inner.reach)
      summary.reach = std::max(summary.reach, range->end);
    else if (inner.reach)
      summary.flags |= COVERME_PARAMETER_Afar;
  }

  void comeBack(const PointeeEvent &event) {
    const Place &place = event.place;
    if (event.callee->component == node.component || !place.isCertain ||
        !place.isExact())
      return;
    for (const coverme_range &range :
         rangesOf(event.callee->full[event.parameter].written))
      if (auto own =
              rangeOf(shifted(place, range.begin), range.end - range.begin))
        write(place.parameter, *own);
  }

  static Place shifted(Place place, uint32_t bytes) {
    place.least += bytes;
    place.most += bytes;
    return place;
  }

  /// What is written on the way to every return is written for the caller.
  void takeReturn() {
    for (size_t i = 0; i < result.size(); ++i) {
      BitVector written(writers[i].size());
      for (unsigned at = 0; at < written.size(); ++at)
        if (writers[i][at] != 0)
          written.set(at);
      if (returns == 0)
        result[i].written = std::move(written);
      else
        result[i].written &= written;
    }
    ++returns;
  }

  const PointeeNode &node;
  // By parameter and byte: the stores that dominate what comes next.
  std::vector<std::vector<uint32_t>> writers;
  std::vector<std::pair<unsigned, coverme_range>> writes; // the same in order
  std::vector<size_t> scopes; // how many of them there were at each Enter
  unsigned returns = 0;
};

} // namespace
} // namespace coverme::pass

template <> struct llvm::GraphTraits<coverme::pass::PointeeNode *> {
  using NodeRef = coverme::pass::PointeeNode *;
  using ChildIteratorType = std::vector<coverme::pass::PointeeNode *>::iterator;
  static NodeRef getEntryNode(NodeRef node) { return node; }
  static ChildIteratorType child_begin(NodeRef node) {
    return node->callees.begin();
  }
  static ChildIteratorType child_end(NodeRef node) {
    return node->callees.end();
  }
};

namespace coverme::pass {
namespace {

/// Fills `full`, callees first; around a cycle until nothing changes, which
/// comes to an end since rounds only add.
void evaluate(PointeeNode &root) {
  unsigned component = 0;
  for (auto cycle = scc_begin(&root); !cycle.isAtEnd(); ++cycle) {
    ++component;
    for (PointeeNode *node : *cycle)
      node->component = component;
    bool changed = true;
    while (changed) {
      changed = false;
      for (PointeeNode *node : *cycle) {
        std::vector<PointeeSummary> summaries = Evaluation(*node).result;
        changed |= cycle.hasCycle() && summaries != node->full;
        node->full = std::move(summaries);
      }
    }
  }
}

PointeeFacts factsOf(const PointeeSummary &summary) {
  PointeeFacts facts;
  facts.reach = summary.reach;
  facts.flags = summary.flags;
  if (summary.readsAny)
    facts.flags |= COVERME_PARAMETER_ReadsAny;
  else
    facts.reads = rangesOf(summary.read);
  facts.elementType = summary.elementType;
  return facts;
}

bool hasPointee(const Function &function) {
  return any_of(function.args(),
                [](const Argument &argument) {
                  return argument.getType()->isPointerTy();
                }) ||
         any_of(findParameterHomes(function), [&](const ParameterHome &home) {
           return home.isTakenApart(function);
         });
}

} // namespace

PointeeMap findPointees(Module &module) {
  std::deque<PointeeNode> nodes; // does not move them
  PointeeNodes nodeOf;
  PointeeNode root; // so that all are found from one
  for (Function &function : module)
    if (!function.isDeclaration() && hasPointee(function)) {
      nodes.emplace_back().function = &function;
      nodeOf[&function] = &nodes.back();
      root.callees.push_back(&nodes.back());
    }
  for (PointeeNode &node : nodes)
    collectEvents(node, nodeOf);
  evaluate(root);

  PointeeMap pointees;
  for (const PointeeNode &node : nodes) {
    std::vector<PointeeFacts> &facts = pointees[node.function];
    for (size_t i = 0; i < node.full.size(); ++i) {
      facts.push_back(factsOf(node.full[i]));
      if (node.function->getArg(i)->hasNoAliasAttr())
        facts.back().flags |= COVERME_PARAMETER_Restrict;
    }
  }
  return pointees;
}

} // namespace coverme::pass

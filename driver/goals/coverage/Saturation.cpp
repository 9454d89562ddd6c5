// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/coverage/Saturation.h"

#include "engine/SiteGraph.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace coverme {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

using Edge = std::pair<uint32_t, uint32_t>;

// Edges between branches, numbered by their place in the scope: 2 * i for the
// false branch of scope.sites[i], 2 * i + 1 for the true one.
// Nobody waits for what only helps.
std::vector<Edge> branchEdges(const Program &program, Scope scope) {
  scope.helperFunctions.clear();
  scope.helperSites.clear();
  std::vector<uint32_t> placeOf(program.sites.size(), kNone);
  for (uint32_t i = 0; i < scope.sites.size(); ++i)
    placeOf[scope.sites[i]] = i;
  const SiteGraph graph(program, scope);
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < scope.sites.size(); ++i)
    for (const bool outcome : {false, true})
      for (const uint32_t site : graph.next(branchOf(scope.sites[i], outcome)))
        for (const bool nextOutcome : {false, true})
          edges.emplace_back(branchOf(i, outcome),
                             branchOf(placeOf[site], nextOutcome));
  return edges;
}

uint8_t openBit(BranchId branch) {
  return outcomeOf(branch) ? COVERME_STATE_TRUE_OPEN : COVERME_STATE_FALSE_OPEN;
}

} // namespace

Saturation::Saturation(const Program &program, const Scope &scope,
                       bool withDescendants, uint8_t *states)
    : component(2 * program.sites.size(), kNone),
      closed(2 * program.sites.size(), false),
      openCount(static_cast<uint32_t>(2 * scope.sites.size())),
      helperSites(scope.helperSites), states(states) {
  std::fill_n(states, program.sites.size(), uint8_t{0});
  const std::vector<Edge> edges =
      withDescendants ? branchEdges(program, scope) : std::vector<Edge>();
  const boost::compressed_sparse_row_graph<> graph(
      boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(),
      openCount);
  std::vector<uint32_t> found(openCount);
  const uint32_t count = boost::strong_components(
      graph, boost::make_iterator_property_map(
                 found.begin(), boost::get(boost::vertex_index, graph)));

  pending.assign(count, 0);
  members.resize(count);
  predecessors.resize(count);
  for (uint32_t i = 0; i < openCount; ++i) {
    const BranchId branch = branchOf(scope.sites[siteOf(i)], outcomeOf(i));
    component[branch] = found[i];
    ++pending[found[i]];
    members[found[i]].push_back(branch);
  }
  for (const auto &[from, to] : edges)
    if (found[from] != found[to]) {
      ++pending[found[from]];
      predecessors[found[to]].push_back(found[from]);
    }
  for (const uint32_t site : scope.sites)
    states[site] = COVERME_STATE_TRUE_OPEN | COVERME_STATE_FALSE_OPEN;
}

void Saturation::close(BranchId branch, bool) {
  if (closed[branch])
    return;
  closed[branch] = true;
  if (component[branch] == kNone)
    states[siteOf(branch)] &= static_cast<uint8_t>(~openBit(branch));
  else if (--pending[component[branch]] == 0)
    saturate(component[branch]);
}

void Saturation::help() {
  for (const uint32_t site : helperSites)
    for (const bool outcome : {false, true})
      if (const BranchId branch = branchOf(site, outcome); !closed[branch])
        states[site] |= openBit(branch);
}

void Saturation::saturate(uint32_t first) {
  std::vector<uint32_t> work{first};
  while (!work.empty()) {
    const uint32_t done = work.back();
    work.pop_back();
    for (const BranchId branch : members[done]) {
      --openCount;
      states[siteOf(branch)] &= static_cast<uint8_t>(~openBit(branch));
    }
    for (const uint32_t before : predecessors[done])
      if (--pending[before] == 0)
        work.push_back(before);
  }
}

} // namespace coverme

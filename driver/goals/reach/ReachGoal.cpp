// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/reach/ReachGoal.h"

#include "coverme/marks.h"
#include "goals/coverage/Saturation.h"
#include "support/Error.h"

#include <algorithm>
#include <map>
#include <set>

namespace coverme {
namespace {

// Closes a place with the first of its marks that is reached.
class ReachProbes final : public Probes {
public:
  ReachProbes(const ReachGoal &goal, uint8_t *states, bool withDescendants)
      : branches(goal.program, goal.scope, withDescendants, states) {
    for (const std::vector<TargetId> &group : goal.places()) {
      groups.push_back({group, group.size()});
      for (const TargetId mark : group) {
        groupOf[mark] = groups.size() - 1;
        // A mark has no other outcome.
        branches.close(branchOf(siteOf(mark), false), false);
      }
    }
    openGroups = groups.size();
  }

  void close(TargetId target, bool wasReached) override {
    branches.close(target, wasReached);
    const auto found = groupOf.find(target);
    if (found == groupOf.end())
      return;
    Group &group = groups[found->second];
    groupOf.erase(found);
    if (group.open == 0)
      return;
    group.open = wasReached ? 0 : group.open - 1;
    if (group.open != 0)
      return;
    --openGroups;
    for (const TargetId other : group.marks)
      branches.close(other, false);
  }
  void help() override { branches.help(); }
  bool allClosed() const override { return openGroups == 0; }
  bool counts(uint32_t site) const override { return branches.counts(site); }
  TargetId measuredAt(uint32_t site) const override {
    return branches.measuredAt(site);
  }

private:
  struct Group {
    std::vector<TargetId> marks;
    size_t open; // of them; 0 when the place is decided
  };

  Saturation branches;
  std::vector<Group> groups;
  std::map<TargetId, size_t> groupOf; // of marks that are not closed
  size_t openGroups = 0;
};

} // namespace

ReachGoal::ReachGoal(const Program &program, Scope scope)
    : CoverageGoal(program, std::move(scope)) {
  std::map<std::string, size_t> groupOf;
  for (const uint32_t site : this->scope.marks) {
    const std::string &place = program.sites[site].place;
    const auto [found, isNew] = groupOf.emplace(place, groups.size());
    const bool isOneEnough = place.starts_with(COVERME_MARK_LINE) ||
                             place.starts_with(COVERME_MARK_CALL);
    if (isNew || !isOneEnough) {
      found->second = groups.size();
      groups.emplace_back();
    }
    groups[found->second].push_back(branchOf(site, true));
  }
}

std::vector<TargetId> ReachGoal::asked() const {
  std::vector<TargetId> marks;
  for (const uint32_t site : scope.marks)
    marks.push_back(branchOf(site, true));
  return marks;
}

std::vector<TargetId> ReachGoal::targets() const {
  std::vector<TargetId> all = CoverageGoal::targets();
  std::erase_if(all, [this](TargetId target) {
    return program.sites[siteOf(target)].isMark() && !outcomeOf(target);
  });
  return all;
}

std::set<TargetId> ReachGoal::spared(const std::set<TargetId> &reached) const {
  std::set<TargetId> all;
  for (const std::vector<TargetId> &marks : groups)
    if (std::any_of(marks.begin(), marks.end(),
                    [&](TargetId mark) { return reached.contains(mark); }))
      all.insert(marks.begin(), marks.end());
  for (const TargetId mark : reached)
    all.erase(mark);
  return all;
}

std::unique_ptr<Probes> ReachGoal::probe(uint8_t *states,
                                         bool withDescendants) const {
  return std::make_unique<ReachProbes>(*this, states, withDescendants);
}

void requirePlaces(const Program &program,
                   const std::vector<std::string> &places) {
  std::set<std::string> found;
  for (const Site &site : program.sites)
    if (site.isMark())
      found.insert(site.place);
  for (const std::string &place : places) {
    if (found.contains(place))
      continue;
    if (place == COVERME_MARK_ASSERT)
      fail(ExitCode::BadInput, "--at assert: no assertion can fail here; is "
                               "NDEBUG defined?");
    if (place.starts_with(COVERME_MARK_CALL))
      fail(ExitCode::BadInput, "--at {}: nothing calls or defines '{}'", place,
           place.substr(std::string_view(COVERME_MARK_CALL).size()));
    fail(ExitCode::BadInput, "--at {}: there is no code on this line",
         place.substr(std::string_view(COVERME_MARK_LINE).size()));
  }
}

} // namespace coverme

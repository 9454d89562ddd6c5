// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array whose copies share what they have in common: copying takes no time
// to speak of, and joining two copies takes as long as they differ. So the
// abstract interpreter can keep a state per edge of a function with thousands
// of branches.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_PERSISTENTARRAY_H
#define COVERME_DRIVER_PROVE_INTERVAL_PERSISTENTARRAY_H

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace coverme {

// Elements are T() at first. Copies of one array belong to one thread.
template <class T> class PersistentArray {
public:
  explicit PersistentArray(size_t size = 0)
      : groups((size + kGroup * kLeaf - 1) / (kGroup * kLeaf)) {}

  // require: index < the size
  const T &operator[](size_t index) const {
    static const T kNothing{};
    const GroupPtr &group = groups[index / (kGroup * kLeaf)];
    if (!group)
      return kNothing;
    const LeafPtr &leaf = group->leaves[index / kLeaf % kGroup];
    return leaf ? leaf->elements[index % kLeaf] : kNothing;
  }

  void set(size_t index, const T &value) {
    GroupPtr &group = own(groups[index / (kGroup * kLeaf)]);
    LeafPtr &leaf = own(group->leaves[index / kLeaf % kGroup]);
    leaf->elements[index % kLeaf] = value;
  }

  // T() from first up to end.
  void clear(size_t first, size_t end) {
    while (first < end) {
      const size_t groupEnd = (first / (kGroup * kLeaf) + 1) * kGroup * kLeaf;
      const size_t leafEnd = (first / kLeaf + 1) * kLeaf;
      GroupPtr &group = groups[first / (kGroup * kLeaf)];
      if (!group || (first % (kGroup * kLeaf) == 0 && groupEnd <= end)) {
        group.reset();
        first = groupEnd;
        continue;
      }
      LeafPtr &leaf = group->leaves[first / kLeaf % kGroup];
      if (!leaf) {
        first = leafEnd;
      } else if (first % kLeaf == 0 && leafEnd <= end) {
        own(group)->leaves[first / kLeaf % kGroup].reset();
        first = leafEnd;
      } else {
        set(first, T());
        ++first;
      }
    }
  }

  // Each element becomes join(element, other's). Elements that are one and the
  // same stay: require join(x, x) == x. Says whether any changed.
  template <class Join>
  bool joinWith(const PersistentArray &other, const Join &join) {
    bool changed = false;
    for (size_t g = 0; g < groups.size(); ++g) {
      if (groups[g] == other.groups[g])
        continue;
      for (size_t l = 0; l < kGroup; ++l) {
        const Leaf *mine = leafOf(groups[g], l);
        const Leaf *theirs = leafOf(other.groups[g], l);
        if (mine == theirs)
          continue;
        const size_t base = (g * kGroup + l) * kLeaf;
        for (size_t i = 0; i < kLeaf; ++i) {
          const T before = mine ? mine->elements[i] : T();
          const T after = join(before, theirs ? theirs->elements[i] : T());
          if (after == before)
            continue;
          changed = true;
          set(base + i, after);
          mine = leafOf(groups[g], l);
        }
      }
    }
    return changed;
  }

private:
  static constexpr size_t kLeaf = 8, kGroup = 32;
  struct Leaf
      : boost::intrusive_ref_counter<Leaf, boost::thread_unsafe_counter> {
    std::array<T, kLeaf> elements{};
  };
  using LeafPtr = boost::intrusive_ptr<Leaf>;
  struct Group
      : boost::intrusive_ref_counter<Group, boost::thread_unsafe_counter> {
    std::array<LeafPtr, kGroup> leaves;
  };
  using GroupPtr = boost::intrusive_ptr<Group>;

  static const Leaf *leafOf(const GroupPtr &group, size_t index) {
    return group ? group->leaves[index].get() : nullptr;
  }

  // The node, and no one else's.
  template <class Node>
  static boost::intrusive_ptr<Node> &own(boost::intrusive_ptr<Node> &node) {
    if (!node)
      node = new Node;
    else if (node->use_count() > 1)
      node = new Node(*node); // a copied counter starts afresh
    return node;
  }

  std::vector<GroupPtr> groups;
};

} // namespace coverme

#endif

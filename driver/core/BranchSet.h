// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A set of branches, with one bit per possible branch: a suite holds a set for
// every test, and a test of deep code takes half of all branches.
#ifndef COVERME_DRIVER_CORE_BRANCHSET_H
#define COVERME_DRIVER_CORE_BRANCHSET_H

#include "core/Program.h"

#include <boost/dynamic_bitset.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>

namespace coverme {

class BranchSet {
public:
  using Word = uint64_t;
  static constexpr size_t kWordBits = 64;

  // How many words hold the bits of branches below `count`, and where they are.
  static constexpr size_t wordsFor(size_t count) {
    return (count + kWordBits - 1) / kWordBits;
  }
  static constexpr size_t wordOf(BranchId branch) { return branch / kWordBits; }
  static constexpr Word bitOf(BranchId branch) {
    return Word{1} << branch % kWordBits;
  }

  BranchSet() = default;
  explicit BranchSet(std::span<const Word> words)
      : bits(words.begin(), words.end()) {}
  BranchSet(std::initializer_list<BranchId> branches) {
    for (const BranchId branch : branches)
      insert(branch);
  }

  void insert(BranchId branch) {
    bits.resize(std::max<size_t>(bits.size(), branch + size_t{1}));
    bits.set(branch);
  }
  void insert(const BranchSet &other) {
    bits.resize(std::max(bits.size(), other.bits.size()));
    bits |= resized(other.bits, bits.size());
  }
  void erase(const BranchSet &other) {
    bits -= resized(other.bits, bits.size());
  }

  bool contains(BranchId branch) const {
    return branch < bits.size() && bits.test(branch);
  }
  size_t size() const { return bits.count(); }

  // How many of these are not in `other`.
  size_t countWithout(const BranchSet &other) const {
    return (bits - resized(other.bits, bits.size())).count();
  }

  // Goes through the branches in ascending order.
  class Iterator {
  public:
    using value_type = BranchId;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(const boost::dynamic_bitset<Word> &bits, size_t at)
        : bits(&bits), at(at) {}
    BranchId operator*() const { return static_cast<BranchId>(at); }
    Iterator &operator++() {
      at = bits->find_next(at);
      return *this;
    }
    Iterator operator++(int) {
      const Iterator old = *this;
      ++*this;
      return old;
    }
    bool operator==(const Iterator &) const = default;

  private:
    const boost::dynamic_bitset<Word> *bits = nullptr;
    size_t at = 0;
  };

  Iterator begin() const { return {bits, bits.find_first()}; }
  Iterator end() const { return {bits, bits.npos}; }

private:
  static boost::dynamic_bitset<Word> resized(boost::dynamic_bitset<Word> bits,
                                             size_t size) {
    bits.resize(size);
    return bits;
  }

  boost::dynamic_bitset<Word> bits;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A set of branches, a bit for each that there might be: a suite holds one for
// every test, and a test of deep code takes half of all branches.
#ifndef COVERME_DRIVER_SUITE_BRANCHSET_H
#define COVERME_DRIVER_SUITE_BRANCHSET_H

#include "target/Program.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>
#include <vector>

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
      : words(words.begin(), words.end()) {}
  BranchSet(std::initializer_list<BranchId> branches) {
    for (const BranchId branch : branches)
      insert(branch);
  }

  void insert(BranchId branch) {
    if (wordOf(branch) >= words.size())
      words.resize(wordOf(branch) + 1);
    words[wordOf(branch)] |= bitOf(branch);
  }

  void insert(const BranchSet &other) {
    words.resize(std::max(words.size(), other.words.size()));
    for (size_t i = 0; i < other.words.size(); ++i)
      words[i] |= other.words[i];
  }

  void erase(const BranchSet &other) {
    for (size_t i = 0; i < std::min(words.size(), other.words.size()); ++i)
      words[i] &= ~other.words[i];
  }

  bool contains(BranchId branch) const {
    return wordOf(branch) < words.size() &&
           (words[wordOf(branch)] & bitOf(branch)) != 0;
  }

  size_t size() const { return countWithout(BranchSet()); }

  // How many of these are not in `other`.
  size_t countWithout(const BranchSet &other) const {
    size_t count = 0;
    for (size_t i = 0; i < words.size(); ++i)
      count += static_cast<size_t>(std::popcount(
          words[i] & ~(i < other.words.size() ? other.words[i] : 0)));
    return count;
  }

  // Ascending.
  class Iterator {
  public:
    using value_type = BranchId;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(const std::vector<Word> &words, size_t index)
        : words(&words), index(index) {
      load();
    }
    BranchId operator*() const {
      return static_cast<BranchId>(index * kWordBits +
                                   static_cast<size_t>(std::countr_zero(rest)));
    }
    Iterator &operator++() {
      rest &= rest - 1;
      if (rest == 0) {
        ++index;
        load();
      }
      return *this;
    }
    Iterator operator++(int) {
      const Iterator old = *this;
      ++*this;
      return old;
    }
    bool operator==(const Iterator &) const = default;

  private:
    // To the next word that is not empty.
    void load() {
      while (index < words->size() && (*words)[index] == 0)
        ++index;
      rest = index < words->size() ? (*words)[index] : 0;
    }

    const std::vector<Word> *words = nullptr;
    size_t index = 0;
    Word rest = 0; // bits of the word still to come
  };

  Iterator begin() const { return {words, 0}; }
  Iterator end() const { return {words, words.size()}; }

private:
  std::vector<Word> words;
};

} // namespace coverme

#endif

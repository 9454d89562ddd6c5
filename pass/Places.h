// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The addresses of a function that come from its parameters.
#ifndef COVERME_PASS_PLACES_H
#define COVERME_PASS_PLACES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace coverme::pass {

/// An address in what an argument points to, or in the struct that it begins:
/// `least` to `most` bytes from there, a range where the index of an array of
/// known length varies.
struct Place {
  unsigned parameter; // the argument
  int64_t least = 0, most = 0;
  bool isAnywhere = false; // least and most say nothing
  bool isCertain = true;   // the address is nowhere else
  // It may be what the argument is, on some way: null, if that is null.
  bool mayBeArgument = true;

  bool isExact() const { return !isAnywhere && least == most; }
  bool operator==(const Place &) const = default;

  /// The place that `step` leads to from here.
  Place after(const llvm::GEPOperator &step,
              const llvm::DataLayout &layout) const;

private:
  void advance(int64_t toLeast, int64_t toMost);
};

/// Finds them in code where parameters and local pointers still lie in
/// variables. A variable with one store has that value; of all others, and of
/// what comes together at a phi, only what all have in common is known, and
/// whether one of them may be the argument. A small struct by value lies in a
/// variable, too, as if its first argument pointed there.
class Places {
public:
  explicit Places(const llvm::Function &function);

  /// Where `value` may point to; empty if it comes from no parameter.
  llvm::ArrayRef<Place> of(const llvm::Value *value) const;

  /// Whether a store puts a pointer where loads are looked up, so that it does
  /// not escape.
  bool isFollowed(const llvm::StoreInst &store) const;

  /// Whether `inst` puts the arguments of a small struct into its variable.
  bool isInitialiser(const llvm::Instruction &inst) const {
    return initialisers.contains(&inst);
  }

  /// Whether `inst` makes one address of others, and is looked up.
  static bool isStep(const llvm::Instruction &inst);

private:
  using PlaceList = llvm::SmallVector<Place, 1>;

  void follow(const llvm::Value &value);
  void add(const llvm::Value &value, llvm::ArrayRef<Place> places);
  unsigned storeCount(const llvm::Value *address);

  const llvm::DataLayout &layout;
  llvm::DenseSet<const llvm::Value *> structs; // variables of small ones
  llvm::DenseSet<const llvm::Instruction *> initialisers;
  // By variable: where the pointer in it may point to. For look-up only, as is
  // the next one.
  llvm::DenseMap<const llvm::Value *, PlaceList> placesOf;
  // By variable to which only pointers are stored and from which only pointers
  // are loaded: how often pointers are stored to it. 0 for all else that a
  // parameter's address is stored to.
  llvm::DenseMap<const llvm::Value *, unsigned> storeCounts;
  llvm::SmallVector<const llvm::Value *> changed;
};

} // namespace coverme::pass

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Places.h"

#include "ParameterHomes.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// How often pointers are stored to `variable`; 0 if anything else happens to
/// it.
unsigned countStores(const AllocaInst &variable) {
  unsigned count = 0;
  for (const User *user : variable.users()) {
    if (auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == &variable ||
          !store->getValueOperand()->getType()->isPointerTy())
        return 0;
      ++count;
    } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(user)) {
      if (!intrinsic->isLifetimeStartOrEnd())
        return 0;
    } else if (!isa<LoadInst>(user) || !user->getType()->isPointerTy()) {
      return 0;
    }
  }
  return count;
}

} // namespace

void Place::advance(int64_t toLeast, int64_t toMost) {
  // No object is that large; and sums stay within 64 bits.
  constexpr int64_t kFarthest = INT32_MAX;
  least += toLeast;
  most += toMost;
  isAnywhere |= std::abs(least) > kFarthest || std::abs(most) > kFarthest;
}

Place Place::after(const GEPOperator &step, const DataLayout &layout) const {
  Place place = *this;
  const Type *outer = nullptr; // none for the first index
  for (auto index = gep_type_begin(step), end = gep_type_end(step);
       index != end && !place.isAnywhere; ++index) {
    auto *number = dyn_cast<ConstantInt>(index.getOperand());
    if (StructType *record = index.getStructTypeOrNull()) {
      int64_t offset = layout.getStructLayout(record)->getElementOffset(
          number->getZExtValue());
      place.advance(offset, offset);
    } else {
      TypeSize size = index.getSequentialElementStride(layout);
      auto *array = dyn_cast_or_null<ArrayType>(outer);
      // An array of one element at the end of a struct may be longer.
      bool isBounded = array && array->getNumElements() > 1 &&
                       array->getNumElements() <= INT32_MAX;
      if (size.isScalable() || size.getFixedValue() > INT32_MAX)
        place.isAnywhere = true;
      else if (number && number->getValue().getSignificantBits() <= 32)
        place.advance(int64_t(size.getFixedValue()) * number->getSExtValue(),
                      int64_t(size.getFixedValue()) * number->getSExtValue());
      else if (!number && isBounded)
        place.advance(0, int64_t(size.getFixedValue()) *
                             int64_t(array->getNumElements() - 1));
      else
        place.isAnywhere = true;
    }
    outer = index.getIndexedType();
  }
  if (place.isAnywhere)
    place.least = place.most = 0;
  place.mayBeArgument = place.isExact()
                            ? place.least == 0
                            : place.mayBeArgument && step.hasAllZeroIndices();
  return place;
}

Places::Places(const Function &function)
    : layout(function.getParent()->getDataLayout()) {
  for (const Argument &argument : function.args())
    if (argument.getType()->isPointerTy())
      add(argument, Place{argument.getArgNo()});
  for (const ParameterHome &home : findParameterHomes(function))
    if (home.isTakenApart(function)) {
      structs.insert(home.variable);
      initialisers.insert(home.initialisers.begin(), home.initialisers.end());
      add(*home.variable, Place{home.arguments.front()});
    }
  while (!changed.empty())
    follow(*changed.pop_back_val());
}

ArrayRef<Place> Places::of(const Value *value) const {
  if (isa<AllocaInst>(value) && !structs.contains(value))
    return {};
  auto found = placesOf.find(value);
  return found == placesOf.end() ? ArrayRef<Place>() : found->second;
}

bool Places::isFollowed(const StoreInst &store) const {
  return storeCounts.lookup(store.getPointerOperand()) != 0;
}

bool Places::isStep(const Instruction &inst) {
  return inst.getType()->isPointerTy() &&
         isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, FreezeInst,
             PHINode, SelectInst>(inst);
}

/// Each value is followed at most three times per parameter: from a first place
/// to anywhere, and to what may be the argument.
void Places::follow(const Value &value) {
  const PlaceList places = placesOf.lookup(&value);
  PlaceList merged = places;
  for (Place &place : merged)
    place.isCertain = false;
  for (const User *user : value.users()) {
    auto *inst = dyn_cast<Instruction>(user);
    if (!inst)
      continue;
    if (auto *store = dyn_cast<StoreInst>(inst)) {
      const Value *variable = store->getPointerOperand();
      if (store->getValueOperand() == &value)
        if (unsigned count = storeCount(variable))
          add(*variable, count == 1 ? places : merged);
    } else if (isa<LoadInst>(inst)) {
      if (isa<AllocaInst>(value) && !structs.contains(&value))
        add(*inst, places);
    } else if (!isStep(*inst)) {
      continue;
    } else if (auto *step = dyn_cast<GEPOperator>(inst)) {
      PlaceList stepped;
      for (const Place &place : places)
        stepped.push_back(place.after(*step, layout));
      add(*inst, stepped);
    } else {
      add(*inst, isa<PHINode, SelectInst>(inst) ? merged : places);
    }
  }
}

void Places::add(const Value &value, ArrayRef<Place> places) {
  PlaceList &known = placesOf[&value];
  bool grows = false;
  for (const Place &place : places) {
    auto *same = find_if(known, [&](const Place &each) {
      return each.parameter == place.parameter;
    });
    if (same == known.end()) {
      known.push_back(place);
      grows = true;
      continue;
    }
    Place merged = *same;
    merged.mayBeArgument |= place.mayBeArgument;
    Place other = place;
    other.mayBeArgument = merged.mayBeArgument;
    if (!(merged == other) && !merged.isAnywhere) {
      merged.least = merged.most = 0;
      merged.isAnywhere = true;
      merged.isCertain = false;
    }
    grows |= !(merged == *same);
    *same = merged;
  }
  if (grows)
    changed.push_back(&value);
}

unsigned Places::storeCount(const Value *address) {
  auto *variable = dyn_cast<AllocaInst>(address);
  if (!variable || structs.contains(variable))
    return 0;
  auto [known, isNew] = storeCounts.try_emplace(variable, 0);
  if (isNew)
    known->second = countStores(*variable);
  return known->second;
}

} // namespace coverme::pass

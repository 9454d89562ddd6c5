// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LocalRooms.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace coverme::pass {
namespace {

/// The bytes of the array from `offset` on that is there in an object of the
/// type, or of what is there in no array.
uint64_t roomAt(Type *type, uint64_t offset, const DataLayout &layout) {
  while (auto *record = dyn_cast<StructType>(type)) {
    const TypeSize size = layout.getTypeAllocSize(record);
    if (size.isScalable() || offset >= size.getFixedValue() ||
        record->getNumElements() == 0)
      return 0;
    const StructLayout &members = *layout.getStructLayout(record);
    const unsigned member = members.getElementContainingOffset(offset);
    offset -= members.getElementOffset(member).getFixedValue();
    type = record->getElementType(member);
  }
  const TypeSize size = layout.getTypeAllocSize(type);
  return size.isScalable() || offset >= size.getFixedValue()
             ? 0
             : size.getFixedValue() - offset;
}

/// Does it point into an array of bytes?
bool isToBytes(const Value &pointer) {
  const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(&pointer));
  const auto *type =
      variable ? dyn_cast<ArrayType>(variable->getAllocatedType()) : nullptr;
  return type && type->getElementType()->isIntegerTy(8);
}

/// Behind a pointer to a local variable; 0: behind another one.
uint64_t roomBehind(const Value &pointer, const DataLayout &layout) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const auto *variable =
      dyn_cast<AllocaInst>(pointer.stripAndAccumulateConstantOffsets(
          layout, offset, /*AllowNonInbounds=*/true));
  return variable && !variable->isArrayAllocation() && !offset.isNegative()
             ? roomAt(variable->getAllocatedType(), offset.getZExtValue(),
                      layout)
             : 0;
}

} // namespace

std::vector<uint64_t> localRooms(const Function &function) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  std::vector<uint64_t> rooms(function.arg_size());
  for (const User *user : function.users()) {
    const auto *call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledFunction() != &function)
      continue;
    for (size_t i = 0; i < rooms.size(); ++i) {
      const Value *passed = call->getArgOperand(i);
      const uint64_t room =
          passed->getType()->isPointerTy() ? roomBehind(*passed, layout) : 0;
      if (room == 0)
        continue;
      const bool isCounted = i + 1 < rooms.size() &&
                             function.getArg(i + 1)->getType()->isIntegerTy() &&
                             isToBytes(*passed);
      rooms[i] = rooms[i] == 0 ? room
                 : isCounted   ? std::max(rooms[i], room)
                               : std::min(rooms[i], room);
    }
  }
  return rooms;
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LocalRooms.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <cassert>

using namespace llvm;

namespace coverme::pass {
namespace {

/// In an object of the type, from `offset` on.
LocalRoom roomAt(Type *type, uint64_t offset, const DataLayout &layout) {
  while (auto *record = dyn_cast<StructType>(type)) {
    const TypeSize size = layout.getTypeAllocSize(record);
    if (size.isScalable() || offset >= size.getFixedValue() ||
        record->getNumElements() == 0)
      return {};
    const StructLayout &members = *layout.getStructLayout(record);
    const unsigned member = members.getElementContainingOffset(offset);
    offset -= members.getElementOffset(member).getFixedValue();
    type = record->getElementType(member);
  }
  const TypeSize size = layout.getTypeAllocSize(type);
  if (size.isScalable() || offset >= size.getFixedValue())
    return {};
  const bool isNumber = type->isIntegerTy() || type->isFloatingPointTy();
  return {size.getFixedValue() - offset,
          isNumber && offset == 0 ? type : nullptr};
}

/// Does it point into an array of bytes?
bool isToBytes(const Value &pointer) {
  const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(&pointer));
  const auto *type =
      variable ? dyn_cast<ArrayType>(variable->getAllocatedType()) : nullptr;
  return type && type->getElementType()->isIntegerTy(8);
}

/// Behind a pointer to a local variable; none behind another one.
LocalRoom roomBehind(const Value &pointer, const DataLayout &layout) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const auto *variable =
      dyn_cast<AllocaInst>(pointer.stripAndAccumulateConstantOffsets(
          layout, offset, /*AllowNonInbounds=*/true));
  return variable && !variable->isArrayAllocation() && !offset.isNegative()
             ? roomAt(variable->getAllocatedType(), offset.getZExtValue(),
                      layout)
             : LocalRoom();
}

} // namespace

std::vector<LocalRoom> localRooms(const Function &function) {
  assert(function.isDeclaration());
  const DataLayout &layout = function.getParent()->getDataLayout();
  std::vector<LocalRoom> rooms(function.arg_size());
  for (const User *user : function.users()) {
    const auto *call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledFunction() != &function)
      continue;
    for (size_t i = 0; i < rooms.size(); ++i) {
      const Value *passed = call->getArgOperand(i);
      if (!passed->getType()->isPointerTy())
        continue;
      const LocalRoom room = roomBehind(*passed, layout);
      if (room.bytes == 0)
        continue;
      const bool isCounted = i + 1 < rooms.size() &&
                             function.getArg(i + 1)->getType()->isIntegerTy() &&
                             isToBytes(*passed);
      LocalRoom &own = rooms[i];
      own.number =
          own.bytes == 0 || own.number == room.number ? room.number : nullptr;
      own.bytes = own.bytes == 0 ? room.bytes
                  : isCounted    ? std::max(own.bytes, room.bytes)
                                 : std::min(own.bytes, room.bytes);
    }
  }
  return rooms;
}

} // namespace coverme::pass

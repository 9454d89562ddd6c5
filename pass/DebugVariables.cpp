// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DebugVariables.h"

#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// Ahead of optimisations, assignments stand for declarations.
const Value *addressIn(const DbgVariableRecord &record) {
  switch (record.getType()) {
  case DbgVariableRecord::LocationType::Declare:
    return record.getVariableLocationOp(0);
  case DbgVariableRecord::LocationType::Assign:
    return record.getAddress();
  default:
    return nullptr;
  }
}

} // namespace

void forEachDebugVariable(
    const Instruction &inst,
    function_ref<void(const DILocalVariable &, const Value *)> take) {
  // Instruction::getDbgRecordRange refers to data that older versions of LLVM
  // lack. They could not load the plugin, and it could not name its version.
  if (inst.hasDbgRecords())
    for (const DbgVariableRecord &record :
         filterDbgVars(inst.DebugMarker->getDbgRecordRange()))
      take(*record.getVariable(), addressIn(record));
  if (auto *declare = dyn_cast<DbgDeclareInst>(&inst))
    take(*declare->getVariable(), declare->getAddress());
  else if (auto *intrinsic = dyn_cast<DbgVariableIntrinsic>(&inst))
    take(*intrinsic->getVariable(), nullptr);
}

} // namespace coverme::pass

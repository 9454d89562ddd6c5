// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "VirtualTables.h"

#include "Types.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace coverme::pass {

/// A number among the pointers of a table.
static std::optional<int64_t> numberIn(const Constant *entry) {
  if (entry->isNullValue())
    return 0;
  const auto *cast = dyn_cast<ConstantExpr>(entry);
  const auto *number = cast && cast->getOpcode() == Instruction::IntToPtr
                           ? dyn_cast<ConstantInt>(cast->getOperand(0))
                           : nullptr;
  return number ? std::optional(number->getSExtValue()) : std::nullopt;
}

std::vector<TablePart> tableParts(const GlobalVariable &table,
                                  const DataLayout &layout) {
  std::vector<TablePart> parts;
  const auto *whole = dyn_cast<ConstantStruct>(table.getInitializer());
  if (!whole)
    return {};
  const StructLayout &offsets = *layout.getStructLayout(whole->getType());
  for (unsigned i = 0; i < whole->getNumOperands(); ++i) {
    const auto *entries = dyn_cast<ConstantArray>(whole->getOperand(i));
    if (!entries)
      return {};
    // What the offset to the top and the type information follow is functions.
    unsigned type = 1;
    while (type < entries->getNumOperands() &&
           !entries->getOperand(type)->getName().starts_with("_ZTI"))
      ++type;
    if (type == entries->getNumOperands())
      return {};
    const std::optional<int64_t> toTop =
        numberIn(entries->getOperand(type - 1));
    if (!toTop || *toTop > 0)
      return {};
    parts.push_back({uint64_t(-*toTop),
                     offsets.getElementOffset(i).getFixedValue() +
                         uint64_t{layout.getPointerSize()} * (type + 1),
                     entries, type + 1});
  }
  return parts;
}

std::optional<uint64_t> virtualBasePlace(const std::vector<TablePart> &parts,
                                         uint64_t bytesAhead) {
  if (parts.empty() || bytesAhead / 8 > parts[0].first)
    return std::nullopt;
  const std::optional<int64_t> place =
      numberIn(parts[0].entries->getOperand(parts[0].first - bytesAhead / 8));
  return place && *place >= 0 ? std::optional<uint64_t>(*place) : std::nullopt;
}

bool hasPureFunctions(const GlobalVariable &table) {
  SmallVector<const Constant *> pending = {table.getInitializer()};
  while (!pending.empty()) {
    const Constant *part = pending.pop_back_val();
    if (part->getName() == "__cxa_pure_virtual")
      return true;
    if (!isa<GlobalValue>(part))
      for (const Use &operand : part->operands())
        pending.push_back(cast<Constant>(operand));
  }
  return false;
}

std::string mangledName(const DICompositeType &type) {
  if (StringRef name = type.getIdentifier(); name.consume_front("_ZTS"))
    return name.str();
  std::string text;
  unsigned names = 0;
  for (const DIScope *scope = &type; scope && !isa<DIFile>(scope);
       scope = scope->getScope()) {
    StringRef name = scope->getName();
    if (name.empty() || name.contains('<') || isa<DILocalScope>(scope))
      return "";
    text = std::to_string(name.size()) + name.str() + text;
    ++names;
  }
  return names > 1 ? "N" + text + "E" : text;
}

void findVirtualFunctions(const DICompositeType &type,
                          std::map<unsigned, const DISubprogram *> &found) {
  for (const DINode *element : type.getElements())
    if (auto *base = dyn_cast<DIDerivedType>(element);
        base && base->getTag() == dwarf::DW_TAG_inheritance &&
        base->getOffsetInBits() == 0 && !base->isVirtual())
      if (auto *own =
              dyn_cast_or_null<DICompositeType>(resolved(base->getBaseType())))
        findVirtualFunctions(*own, found);
  for (const DINode *element : type.getElements())
    if (auto *function = dyn_cast<DISubprogram>(element);
        function && function->getVirtuality() != 0 &&
        !function->getName().starts_with("~"))
      found[function->getVirtualIndex()] = function;
}

std::set<int64_t> findVirtualCalls(const Module &module) {
  std::set<int64_t> found;
  const DataLayout &layout = module.getDataLayout();
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function)) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      const auto *callee =
          call ? dyn_cast<LoadInst>(call->getCalledOperand()) : nullptr;
      if (!callee)
        continue;
      APInt offset(
          layout.getIndexTypeSizeInBits(callee->getPointerOperandType()), 0);
      const Value *table =
          callee->getPointerOperand()->stripAndAccumulateConstantOffsets(
              layout, offset, /*AllowNonInbounds=*/true);
      if (isa<LoadInst>(table))
        found.insert(offset.getSExtValue());
    }
  return found;
}

} // namespace coverme::pass

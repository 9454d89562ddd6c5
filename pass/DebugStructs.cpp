// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DebugStructs.h"

#include "Types.h"
#include "coverme/LLVMVersion.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace coverme::pass {

bool isOfC(const Module &module) {
  return all_of(module.debug_compile_units(), [](const DICompileUnit *unit) {
    return dwarf::isC(sourceLanguage(*unit));
  });
}

const DICompositeType *structOf(const DIType *type) {
  auto *record = dyn_cast_or_null<DICompositeType>(resolved(type));
  return record && record->getTag() == dwarf::DW_TAG_structure_type &&
                 !record->isForwardDecl()
             ? record
             : nullptr;
}

const DICompositeType *structBehind(const DIType *type) {
  auto *pointer = dyn_cast_or_null<DIDerivedType>(resolved(type));
  return pointer && pointer->getTag() == dwarf::DW_TAG_pointer_type
             ? structOf(pointer->getBaseType())
             : nullptr;
}

bool beginsWith(const DICompositeType &record,
                const DICompositeType &beginning) {
  constexpr unsigned kMostNested = 100;
  const DICompositeType *at = &record;
  for (unsigned i = 0; at && at != &beginning; ++i) {
    if (i == kMostNested)
      return false;
    const DINodeArray elements = at->getElements();
    const auto *first =
        elements.empty() ? nullptr : dyn_cast<DIDerivedType>(elements[0]);
    at = first && first->getTag() == dwarf::DW_TAG_member
             ? structOf(first->getBaseType())
             : nullptr;
  }
  return at != nullptr;
}

/// The result's, and those of the parameters.
static DITypeRefArray declaredTypes(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  const DISubprogram *source = callee ? callee->getSubprogram() : nullptr;
  return source ? source->getType()->getTypeArray() : DITypeRefArray();
}

const DIType *resultType(const CallBase &call) {
  const DITypeRefArray list = declaredTypes(call);
  return list && list.size() != 0 ? list[0] : nullptr;
}

const DIType *parameterType(const CallBase &call, unsigned argument) {
  const DITypeRefArray list = declaredTypes(call);
  return list && argument + 1 < list.size() &&
                 list.size() == call.getCalledFunction()->arg_size() + 1
             ? list[argument + 1]
             : nullptr;
}

} // namespace coverme::pass

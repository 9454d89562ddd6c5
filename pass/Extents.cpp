// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Extents.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

namespace coverme::pass {
namespace {

/// "0=3" or "2=$1".
std::optional<DeclaredExtent> parseExtent(StringRef text) {
  DeclaredExtent extent = {0, 0, -1};
  if (text.consumeInteger(10, extent.parameter) || !text.consume_front("="))
    return std::nullopt;
  const bool isCounted = text.consume_front("$");
  const bool isBad = isCounted ? text.getAsInteger(10, extent.countParameter)
                               : text.getAsInteger(10, extent.elements);
  if (isBad || (isCounted ? extent.countParameter < 0 : extent.elements == 0))
    return std::nullopt;
  return extent;
}

/// The text of one of clang's annotations, {object, text, file, line, more}.
StringRef annotationText(const ConstantStruct &annotation) {
  const auto *global =
      dyn_cast<GlobalVariable>(annotation.getOperand(1)->stripPointerCasts());
  if (!global || !global->hasInitializer())
    return "";
  const auto *text = dyn_cast<ConstantDataArray>(global->getInitializer());
  return text && text->isCString() ? text->getAsCString() : "";
}

/// Whether `annotation` is ours; if so, what it says is in `extents`. A
/// function has it once more for each declaration that follows the definition.
bool readAnnotation(const ConstantStruct &annotation,
                    DeclaredExtents &extents) {
  StringRef text = annotationText(annotation);
  if (!text.consume_front("coverme.extents:"))
    return false;
  const auto *function =
      dyn_cast<Function>(annotation.getOperand(0)->stripPointerCasts());
  if (!function)
    return true;
  std::vector<DeclaredExtent> &list = extents[function];
  list.clear();
  for (StringRef item : llvm::split(text, ','))
    if (std::optional<DeclaredExtent> extent = parseExtent(item))
      list.push_back(*extent);
  return true;
}

void replaceAnnotations(GlobalVariable &old, ArrayRef<Constant *> kept) {
  Module &module = *old.getParent();
  SmallVector<GlobalVariable *, 8> strings;
  for (const Use &annotation : old.getInitializer()->operands())
    for (const Use &part : cast<ConstantStruct>(annotation)->operands())
      if (auto *global =
              dyn_cast<GlobalVariable>(part.get()->stripPointerCasts()))
        if (global->hasLocalLinkage() && !is_contained(strings, global))
          strings.push_back(global);

  if (!kept.empty()) {
    auto *type = ArrayType::get(kept.front()->getType(), kept.size());
    auto *replacement =
        new GlobalVariable(module, type, old.isConstant(), old.getLinkage(),
                           ConstantArray::get(type, kept), "", &old,
                           old.getThreadLocalMode(), old.getAddressSpace());
    replacement->copyAttributesFrom(&old);
    replacement->takeName(&old);
  }
  old.eraseFromParent();
  for (GlobalVariable *string : strings) {
    string->removeDeadConstantUsers();
    if (string->getSection() == "llvm.metadata" && string->use_empty())
      string->eraseFromParent();
  }
}

} // namespace

DeclaredExtents takeDeclaredExtents(Module &module) {
  DeclaredExtents extents;
  GlobalVariable *annotations =
      module.getGlobalVariable("llvm.global.annotations");
  if (!annotations || !annotations->hasInitializer())
    return extents;
  const auto *entries = dyn_cast<ConstantArray>(annotations->getInitializer());
  if (!entries)
    return extents;
  SmallVector<Constant *, 8> others;
  for (const Use &entry : entries->operands()) {
    const auto *annotation = dyn_cast<ConstantStruct>(entry);
    if (!annotation || !readAnnotation(*annotation, extents))
      others.push_back(cast<Constant>(entry));
  }
  if (others.size() < entries->getNumOperands())
    replaceAnnotations(*annotations, others);
  return extents;
}

PreservedAnalyses DeclaredExtentsPrinter::run(Module &module,
                                              ModuleAnalysisManager &) {
  const DeclaredExtents extents = takeDeclaredExtents(module);
  for (const Function &function : module) {
    const auto found = extents.find(&function);
    if (found == extents.end())
      continue;
    outs() << function.getName() << ":";
    for (const DeclaredExtent &extent : found->second) {
      outs() << " " << extent.parameter << "=";
      if (extent.countParameter < 0)
        outs() << extent.elements;
      else
        outs() << "$" << extent.countParameter;
    }
    outs() << "\n";
  }
  return PreservedAnalyses::none();
}

} // namespace coverme::pass

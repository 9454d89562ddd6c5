// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Snapshot.h"

#include "coverme/command.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cstring>

using namespace llvm;

namespace coverme::pass {

static MDNode *indexNode(LLVMContext &context, uint64_t index) {
  auto *number = ConstantInt::get(Type::getInt64Ty(context), index);
  return MDNode::get(context, ConstantAsMetadata::get(number));
}

/// CloneModule copies variables ahead of code: labels whose addresses are in
/// their initial values (a table for computed gotos) stay those of the original
/// module.
static void adoptLabels(Module &snapshot, const ValueToValueMapTy &copies) {
  SmallVector<BlockAddress *> foreign;
  for (Function &function : snapshot)
    for (User *user : function.users())
      if (auto *label = dyn_cast<BlockAddress>(user);
          label && label->getBasicBlock()->getParent() != &function)
        foreign.push_back(label);
  for (BlockAddress *label : foreign) {
    auto *block = cast<BasicBlock>(copies.lookup(label->getBasicBlock()));
    label->replaceAllUsesWith(BlockAddress::get(block));
    label->destroyConstant();
  }
}

/// With -grecord-command-line, debug information has the command.
static void noteCommand(const Module &module, Module &snapshot) {
  for (const DICompileUnit *unit : module.debug_compile_units()) {
    if (unit->getFlags().empty())
      continue;
    LLVMContext &context = snapshot.getContext();
    SmallVector<Metadata *> words;
    for (const StringRef word :
         {unit->getDirectory(), unit->getFilename(), unit->getFlags()})
      words.push_back(MDString::get(context, word));
    snapshot.getOrInsertNamedMetadata(COVERME_COMMAND_METADATA)
        ->addOperand(MDNode::get(context, words));
    return;
  }
}

std::unique_ptr<Module>
takeSnapshot(const Module &module,
             const std::vector<FunctionFacts> &functions) {
  ValueToValueMapTy copies;
  std::unique_ptr<Module> snapshot = CloneModule(module, copies);
  LLVMContext &context = module.getContext();
  uint64_t functionIndex = 0, siteIndex = 0;
  for (const FunctionFacts &facts : functions) {
    cast<Function>(copies[facts.function])
        ->setMetadata(COVERME_FUNCTION_METADATA,
                      indexNode(context, functionIndex++));
    for (const Site &site : facts.sites)
      cast<Instruction>(copies[site.at])
          ->setMetadata(COVERME_SITE_METADATA, indexNode(context, siteIndex++));
  }
  adoptLabels(*snapshot, copies);
  StripDebugInfo(*snapshot);
  noteCommand(module, *snapshot);
  return snapshot;
}

void embedSnapshot(Module &module, const Module &snapshot) {
  SmallString<0> blob;
  blob.resize(sizeof(coverme_ir));
  raw_svector_ostream stream(blob);
  WriteBitcodeToFile(snapshot, stream);
  const uint64_t size = blob.size() - sizeof(coverme_ir);
  coverme_ir header = {
      COVERME_IR_MAGIC, size,
      coverme_checksum(blob.data() + sizeof(coverme_ir), size)};
  blob.resize(alignTo(blob.size(), 8), '\0');
  std::memcpy(blob.data(), &header, sizeof header);
  Constant *bytes = ConstantDataArray::getString(module.getContext(), blob,
                                                 /*AddNull=*/false);
  auto *global = new GlobalVariable(
      module, bytes->getType(),
      /*isConstant=*/true, GlobalValue::PrivateLinkage, bytes, "coverme.ir");
  global->setSection(COVERME_IR_SECTION);
  global->setAlignment(Align(8));
  appendToUsed(module, {global});
}

} // namespace coverme::pass

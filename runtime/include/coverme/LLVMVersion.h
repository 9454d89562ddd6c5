// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that differs between the versions of LLVM that coverme is built with, 19
// and 22. Nothing else looks at the version.
#ifndef COVERME_LLVMVERSION_H
#define COVERME_LLVMVERSION_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/ProfileData/GCOV.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include <cstdint>
#include <vector>

namespace coverme {

/// Of an address: indices that are no constants, with their factors.
#if LLVM_VERSION_MAJOR >= 22
using VariableOffsets = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;
#else
using VariableOffsets = llvm::MapVector<llvm::Value *, llvm::APInt>;
#endif

/// The unit's language, for dwarf::isC and the like.
inline llvm::dwarf::SourceLanguage
sourceLanguage(const llvm::DICompileUnit &unit) {
#if LLVM_VERSION_MAJOR >= 22
  const llvm::DISourceLanguageName language = unit.getSourceLanguage();
  if (language.hasVersionedName())
    return llvm::dwarf::toDW_LANG(
               llvm::dwarf::SourceLanguageName(language.getName()),
               language.getVersion())
        .value_or(llvm::dwarf::SourceLanguage(0));
  return llvm::dwarf::SourceLanguage(language.getName());
#else
  return llvm::dwarf::SourceLanguage(unit.getSourceLanguage());
#endif
}

/// The lines of a block, in order, of whatever files.
inline std::vector<uint32_t> linesOf(const llvm::GCOVBlock &block) {
  std::vector<uint32_t> lines;
#if LLVM_VERSION_MAJOR >= 22
  for (const llvm::GCOVBlockLocation &location : block.locations)
    lines.insert(lines.end(), location.lines.begin(), location.lines.end());
#else
  lines.assign(block.lines.begin(), block.lines.end());
#endif
  return lines;
}

} // namespace coverme

#endif

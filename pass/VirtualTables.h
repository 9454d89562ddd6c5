// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of virtual functions in a module, and what debug information says
// of the functions in them.
#ifndef COVERME_PASS_VIRTUALTABLES_H
#define COVERME_PASS_VIRTUALTABLES_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coverme::pass {

/// One of the tables of virtual functions that a class has (Itanium C++ ABI,
/// section 2.5.2).
struct TablePart {
  uint64_t objectOffset; // of what points to it, in the object
  uint64_t tableOffset;  // where that points to, in bytes
  const llvm::ConstantArray *entries;
  unsigned first; // of the entries that are functions
};

/// The parts of a table in their order; none where it has another form.
std::vector<TablePart> tableParts(const llvm::GlobalVariable &table,
                                  const llvm::DataLayout &layout);

/// The offset of a virtual base in objects of the class. The table has it
/// `bytesAhead` bytes ahead of where objects point to.
std::optional<uint64_t> virtualBasePlace(const std::vector<TablePart> &parts,
                                         uint64_t bytesAhead);

/// Whether a table has entries for functions that its class does not define.
bool hasPureFunctions(const llvm::GlobalVariable &table);

/// The mangled name of a class (Itanium C++ ABI, section 5.1), where scopes and
/// names tell it: clang leaves it out of types that no other file has.
std::string mangledName(const llvm::DICompositeType &type);

/// The virtual functions of a class by their place in its table; those of base
/// classes that have the same table come first. Destructors have no place.
void findVirtualFunctions(
    const llvm::DICompositeType &type,
    std::map<unsigned, const llvm::DISubprogram *> &found);

/// The offsets in bytes, in tables of pointers such as those of virtual
/// functions, at which calls find their functions.
std::set<int64_t> findVirtualCalls(const llvm::Module &module);

} // namespace coverme::pass

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules of several sources: coverme/sources.h.
#ifndef COVERME_PASS_SOURCES_H
#define COVERME_PASS_SOURCES_H

#include "llvm/IR/Module.h"

namespace coverme::pass {

/// Writes the module to `file` as bitcode, in which each definition carries the
/// number of its source, `source`. What is left of the module has no code, so
/// that the compiler has nothing more to do. Reports what goes wrong as a
/// compiler's error.
void writeModule(llvm::Module &module, llvm::StringRef file,
                 llvm::StringRef source);

/// The number of the source that has the definition; 0 where nothing is said.
uint32_t sourceOf(const llvm::GlobalObject &definition);

} // namespace coverme::pass

#endif

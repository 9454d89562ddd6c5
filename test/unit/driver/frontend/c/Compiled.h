// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C code that tests compile as coverme does.
#ifndef COVERME_TEST_UNIT_DRIVER_FRONTEND_C_COMPILED_H
#define COVERME_TEST_UNIT_DRIVER_FRONTEND_C_COMPILED_H

#include "frontend/c/Compiler.h"
#include "run/Build.h"
#include "support/Files.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace coverme::test {

// An object file, and what its tables say.
struct CompiledText {
  explicit CompiledText(const std::string &text,
                        std::vector<std::string> flags = {},
                        std::vector<std::string> marks = {}) {
    options.source = folder.path() / "test.c";
    options.compilerFlags = std::move(flags);
    options.marks = std::move(marks);
    writeFileAtomically(options.source, text);
    object = compileInstrumented(options, folder.path()).path;
    program = readProgram(object);
  }

  TemporaryFolder folder;
  RunOptions options;
  std::filesystem::path object;
  Program program;
};

// A function, linked with what its inputs need.
struct PreparedText {
  explicit PreparedText(const std::string &text,
                        DebugInfo debugInfo = DebugInfo::Dropped,
                        const std::string &function = "f",
                        std::vector<std::string> marks = {}) {
    options.source = folder.path() / "test.c";
    options.entry = function;
    options.marks = std::move(marks);
    options.gcov = false;
    writeFileAtomically(options.source, text);
    prepared = prepare(options, debugInfo);
    entry = findEntry(prepared.program, options);
  }

  const std::filesystem::path &sharedObject() const {
    return prepared.sharedObject.path;
  }

  TemporaryFolder folder;
  RunOptions options;
  Prepared prepared;
  uint32_t entry = 0;
};

} // namespace coverme::test

#endif

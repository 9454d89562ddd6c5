# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Substitutions, so that a RUN line says only what the test is about:
#
#   %cover    opt with the pass, IR to IR          (%cover < %s | FileCheck %s)
#   %clang    clang for x86-64, without the pass
#   %cc       the same with the pass; pick -c or -S, and the level
#   %frontend what has clang load the other plugin (%cc %frontend -c %s)
#   %extents  prints the declared extents of a module, see pass/Extents.h
#   %runtime  what a runtime in a test needs to include coverme/runtime.h
#   %tables   prints the tables of an object, see dump_tables.py
#   %code     writes the code that an object keeps to files, see dump_code.py
#   %plugin   the plugin itself
import os

import lit.formats

config.name = "coverme-ir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.coverme_obj_root, "output")

config.environment["PATH"] = os.pathsep.join(
    [config.coverme_llvm_tools, os.environ["PATH"]]
)
# The options under test must not leak in from the user's shell.
for option in (
    "COVERME_STRIP_DEBUG", "COVERME_EMBED_IR", "COVERME_MARKS",
    "COVERME_MATCH", "COVERME_SKIP", "COVERME_LIST", "COVERME_PLAIN_LOOPS",
):  # fmt: skip
    config.environment.pop(option, None)

# That of LLVM 22 cannot be loaded by it.
if "19" in config.coverme_llvm_tools:
    config.available_features.add("old-clang")

plugin = config.coverme_plugin
clang = "clang --target=x86_64-linux-gnu -fPIC -ffp-contract=off"
config.substitutions += [
    ("%cover", f"opt -load-pass-plugin={plugin} -passes=coverme -S"),
    ("%cc", f"{clang} -fpass-plugin={plugin}"),
    ("%clang", clang),
    ("%frontend", f"-fplugin={config.coverme_frontend}"),
    (
        "%extents",
        f"opt -load-pass-plugin={plugin} '-passes=print<coverme-extents>' -S",
    ),
    ("%tables", f"{config.coverme_python} {config.test_source_root}/dump_tables.py"),
    ("%code", f"{config.coverme_python} {config.test_source_root}/dump_code.py"),
    ("%runtime", f"-I{config.test_source_root}/../../runtime/include"),
    ("%python", config.coverme_python),
    ("%plugin", plugin),
]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configuration of the end-to-end tests; README.md lists the substitutions.
import os

import lit.formats

config.name = "coverme-e2e"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["helpers", "Inputs"]
config.test_source_root = os.path.dirname(__file__)

helpers = os.path.join(config.test_source_root, "helpers")
python = "/usr/bin/python3"
# Beside the tool, in the build tree as well as installed.
libraries = os.path.join(os.path.dirname(config.coverme), "../lib/coverme")
# Unpacked once for all tests.
newlib = os.path.join(config.test_exec_root, "newlib")
schemas = os.path.join(config.repository, "docs")
schema = os.path.join(schemas, "coverme-suite-1.schema.json")
fileSchema = os.path.join(schemas, "coverme-file-1.schema.json")

config.substitutions += [
    ("%coverme-cc", config.coverme + "-cc"),
    ("%coverme", config.coverme),
    ("%python", python),
    ("%manuals", os.path.join(os.path.dirname(config.coverme),
                              "../share/man/man1")),
    ("%exits", os.path.join(helpers, "exits")),
    ("%refuses", os.path.join(helpers, "refuses")),
    ("%kept", f"{python} -B {helpers}/kept.py"),
    ("%check-suite", f"{python} {helpers}/check_suite.py --schema {schema}"),
    ("%paste-findings", f"{python} {helpers}/paste_findings.py {config.coverme}"),
    ("%check-file", f"{python} -B {helpers}/check_file.py --schema {fileSchema}"),
    ("%same-suite", f"{python} {helpers}/same_suite.py"),
    ("%gcov-by-hand", f"{python} {helpers}/gcov_by_hand.py"),
    ("%on-terminal", f"{python} {helpers}/on_terminal.py"),
    ("%signal-job", f"{python} {helpers}/signal_job.py"),
    ("%check-html", f"{python} {helpers}/check_html.py"),
    ("%check-docs", f"{python} {helpers}/check_docs.py"),
    ("%newlib", f"{helpers}/newlib {config.repository} {newlib}"),
    (
        "%bit-identity",
        f"{python} {helpers}/bit_identity.py {config.repository} {libraries}"
        f" {newlib}",
    ),
    ("%misbehaves", f"{python} {helpers}/misbehaves.py"),
    ("%inputs", f"{python} -B {helpers}/check_inputs.py {config.coverme}"),
    ("%truth", f"{python} {helpers}/check_truth.py {config.coverme}"),
    ("%docs", os.path.join(config.repository, "docs")),
    ("%examples", os.path.join(config.repository, "examples")),
    ("%repository", config.repository),
]

# FileCheck, not, count and split-file.
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, os.environ["PATH"]]
)
# Reports are compared as plain text; tests of colour set these themselves.
for variable in ("NO_COLOR", "TERM"):
    config.environment.pop(variable, None)

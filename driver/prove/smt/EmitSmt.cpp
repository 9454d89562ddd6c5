// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/EmitSmt.h"

#include "Config.h"
#include "ir/Lower.h"
#include "prove/smt/SmtLib.h"
#include "support/Files.h"
#include "support/Interrupt.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace coverme {

std::string emitSmt(const std::filesystem::path &folder,
                    const std::filesystem::path &object, const Program &program,
                    uint32_t entry, std::span<const BranchId> branches) {
  if (branches.empty())
    return {};
  const auto lowered = lowerEntry(object, program, entry);
  if (const auto *refused = std::get_if<NotLowered>(&lowered))
    return refused->reason;
  const LoweredEntry &code = std::get<LoweredEntry>(lowered);
  const Function &function = program.functions[entry];
  SmtOptions options;
  options.space = &code.inputs;
  for (const InputVariable &input : function.inputs())
    options.inputNames.push_back(input.name);
  std::set<std::string> written;
  for (const BranchId branch : branches) {
    throwIfInterrupted();
    if (!std::binary_search(code.sites.begin(), code.sites.end(),
                            siteOf(branch)))
      continue;
    const Site &site = program.sites[siteOf(branch)];
    const char *outcome = outcomeOf(branch) ? "true" : "false";
    options.title = {
        fmt::format("Does some input of {} take the {} branch at {}:{}:{}?",
                    function.signature(), outcome,
                    site.file.filename().string(), site.line, site.column),
        fmt::format("Asked by coverme {}.", kVersion)};
    std::string name =
        fmt::format("{}-{}-{}-{}", program.functions[site.function].fileName(),
                    site.line, site.column, outcome);
    if (!written.insert(name).second)
      name += fmt::format("-{}", siteOf(branch));
    writeFileAtomically(
        folder / (name + ".smt2"),
        encodeBranch(code.code, siteOf(branch), outcomeOf(branch), options)
            .text);
  }
  return {};
}

} // namespace coverme

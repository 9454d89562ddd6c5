// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Reproduce.h"

#include "core/InputBounds.h"
#include "core/ScalarText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace coverme {

std::string shellWord(const std::string &word) {
  constexpr const char *kPlain = "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789@%_+=:,./-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos)
    return word;
  std::string quoted = "'";
  for (const char c : word)
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string reproduceCommand(const RunOptions &options, const Function &entry,
                             const FindingReport &finding) {
  // A name like -x.c would be an option.
  const std::string source = options.source;
  std::vector<std::string> words = {
      "coverme", "run", source.starts_with('-') ? "./" + source : source,
      "--entry", entry.label()};
  // What decides which inputs there are, and what they mean; of what was said
  // for all functions, what is about this one.
  const InputOptions &inputs = options.inputs;
  for (const auto &[name, text] : inputs.arrays)
    if (std::any_of(
            entry.plan.buffers.begin(), entry.plan.buffers.end(),
            [&name = name](const Buffer &each) { return each.name == name; }))
      words.push_back(fmt::format("--array={}={}", name, text));
  for (const auto &[name, text] : inputs.ranges)
    if (std::any_of(entry.inputs().begin(), entry.inputs().end(),
                    [&name = name](const InputVariable &each) {
                      return isAbout(name, each);
                    }))
      words.push_back(fmt::format("--range={}={}", name, text));
  for (const std::string &assumption : inputs.assumptions)
    words.push_back("--assume=" + assumption);
  for (const std::string &name : inputs.globals)
    words.push_back("--global=" + name);
  for (const auto &[flag, isSet] :
       {std::pair("--null", inputs.null),
        std::pair("--distinct", inputs.distinct),
        std::pair("--stub", inputs.stubs),
        std::pair("--stub-undefined", inputs.stubUndefined),
        std::pair("--rounding-modes", inputs.roundingModes)})
    if (isSet)
      words.emplace_back(flag);
  // Pointers lead to objects of their own if nothing else is said.
  size_t count = finding.inputs.size();
  const size_t numbers = std::min(count, entry.plan.numberCount());
  while (count > numbers && finding.inputs[count - 1] == 0)
    --count;
  for (size_t i = 0; i < count; ++i)
    if (const InputVariable &number = entry.inputs()[i]; number.startsNumber())
      words.push_back("--input=" + inputText(number, &finding.inputs[i]));
  if (options.search.memory != SearchOptions().memory)
    words.push_back(fmt::format("--memory={}", options.search.memory >> 20));
  if (!options.search.directory.empty())
    words.push_back("--cwd=" + options.search.directory.string());
  if (finding.kind == kSanitizer)
    words.push_back(
        fmt::format("--sanitize={}", fmt::join(options.sanitizers, ",")));
  if (finding.kind == kReplayDiffers)
    words.push_back("--gcov-cc=" + options.gcovCompiler);
  if (!options.compilerFlags.empty())
    words.emplace_back("--");
  words.insert(words.end(), options.compilerFlags.begin(),
               options.compilerFlags.end());
  for (std::string &word : words)
    word = shellWord(word);
  return fmt::format("{}", fmt::join(words, " "));
}

} // namespace coverme

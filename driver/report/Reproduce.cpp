// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Reproduce.h"

#include "core/InputBounds.h"
#include "core/ScalarText.h"
#include "frontend/c/SetupCalls.h"
#include "options/OptionTable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
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

namespace {

// Adds what gives an option the value that it has.
struct ShellWords {
  const char *flag;
  std::vector<std::string> &words;

  void operator()(const Switch &value) const {
    if (*value.target == value.given)
      words.emplace_back(flag);
  }
  void operator()(const Texts &value) const {
    for (const std::string &text : *value.target)
      words.push_back(fmt::format("{}={}", flag, text));
  }
  void operator()(const NamedTexts &value) const {
    for (const auto &[name, text] : *value.target)
      words.push_back(fmt::format("{}={}={}", flag, name, text));
  }
  // No option of the inputs has another kind of value.
  template <class T> void operator()(const T &) const { assert(false); }
};

} // namespace

std::string reproduceCommand(const RunOptions &options, const Function &entry,
                             const FindingReport &finding) {
  assert(finding.isConfirmed);
  // A name like -x.c would be an option.
  const std::string source = options.source;
  std::vector<std::string> words = {
      "coverme", "run", source.starts_with('-') ? "./" + source : source,
      "--entry", entry.label()};
  // What decides which inputs there are, and what they mean; of what was said
  // for all functions, what is about this one.
  CommandLine line;
  line.run = options;
  for (const auto &[name, elements] : options.inputs.learnt)
    line.run.inputs.arrays.push_back({name, std::to_string(elements)});
  std::erase_if(line.run.inputs.arrays, [&](const NamedText &array) {
    return std::none_of(
        entry.plan.buffers.begin(), entry.plan.buffers.end(),
        [&](const Buffer &each) { return each.name == array.name; });
  });
  std::erase_if(line.run.inputs.ranges, [&](const NamedText &range) {
    return std::none_of(
        entry.inputs().begin(), entry.inputs().end(),
        [&](const InputVariable &each) { return isAbout(range.name, each); });
  });
  // The calls that are made, and no others.
  if (options.inputs.setupsAreChoices) {
    line.run.inputs.setups.clear();
    for (const SetupCall &call : entry.plan.setupCalls)
      if (isMade(call, finding.inputs))
        line.run.inputs.setups.push_back(entry.inputs()[*call.choiceSlot].name);
  }
  for (const Option &option : optionTable(line))
    if (option.group == OptionGroup::Inputs)
      std::visit(ShellWords{option.flag, words}, option.value);
  // Pointers lead to objects of their own if nothing else is said.
  const std::vector<bool> isUnmade =
      findUnmadeSlots(entry.plan, finding.inputs);
  size_t count =
      finding.inputs.size() -
      std::min<size_t>(entry.plan.setupChoices, finding.inputs.size());
  const size_t numbers = std::min(count, entry.plan.numberCount());
  while (count > numbers && finding.inputs[count - 1] == 0)
    --count;
  for (size_t i = 0; i < count; ++i)
    if (const InputVariable &number = entry.inputs()[i];
        number.startsNumber() && !isUnmade[i])
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

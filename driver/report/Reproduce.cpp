// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Reproduce.h"

#include "core/ElementNames.h"
#include "core/InputBounds.h"
#include "core/ScalarText.h"
#include "core/SeedInputs.h"
#include "core/SetupPlan.h"
#include "options/OptionTable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <set>
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
  void operator()(const Choice &value) const {
    if (const std::string given = value.get(); given != value.names.front())
      words.push_back(fmt::format("{}={}", flag, given));
  }
  // No option of the inputs has another kind of value.
  template <class T> void operator()(const T &) const { assert(false); }
};

// Of more numbers, only those that are not zero are given, by their names.
constexpr size_t kMostInOrder = 8;

// --input of each number that the call takes.
std::vector<std::string> inputWords(const Function &entry, const Input &input) {
  // Pointers lead to objects of their own if nothing else is said.
  const std::vector<bool> isUnmade = findUnmadeSlots(entry.plan, input);
  size_t count =
      input.size() - std::min<size_t>(entry.plan.setupChoices, input.size());
  const size_t numbers = std::min(count, entry.plan.numberCount());
  while (count > numbers && input[count - 1] == 0)
    --count;
  std::vector<size_t> given, others;
  std::set<std::string> names;
  for (size_t i = 0; i < count; ++i)
    if (const InputVariable &number = entry.inputs()[i];
        number.startsNumber() && !isUnmade[i]) {
      given.push_back(i);
      names.insert(number.name);
      if (std::any_of(input.begin() + static_cast<ptrdiff_t>(i),
                      input.begin() +
                          static_cast<ptrdiff_t>(i + slotCount(number)),
                      [](uint64_t bits) { return bits != 0; }))
        others.push_back(i);
    }
  const bool byName =
      given.size() > kMostInOrder && names.size() == given.size();
  if (byName && others.empty())
    others.push_back(given[0]); // so that it has names
  std::vector<std::string> words;
  for (const size_t i : byName ? others : given) {
    const InputVariable &number = entry.inputs()[i];
    words.push_back(fmt::format("--input={}{}",
                                byName ? number.name + '=' : std::string(),
                                inputText(number, &input[i])));
  }
  return words;
}

} // namespace

std::string withInputsOf(const std::string &command, const std::string &finding,
                         const std::vector<ReportedSize> &sizes) {
  std::vector<std::string> words(1);
  bool isQuoted = false, isEscaped = false; // as shellWord does
  for (const char c : command) {
    isQuoted ^= c == '\'' && !isEscaped;
    isEscaped = c == '\\' && !isQuoted;
    if (c == ' ' && !isQuoted)
      words.emplace_back();
    else
      words.back() += c;
  }
  const auto isInput = [](const std::string &word) {
    return word.starts_with("--input=") || word.starts_with("'--input=");
  };
  const auto first = std::find_if(words.begin(), words.end(), isInput);
  if (first == words.end())
    return command;
  *first = shellWord("--input=" + finding);
  std::set<std::string> known;
  for (const ReportedSize &size : sizes)
    if (size.isGrown)
      known.insert(shellWord(fmt::format(
          "--array={}={}", size.name, extentText(size.ahead, size.elements))));
  // What the compiler is given is behind them.
  const std::vector<std::string> last(std::find(first, words.end(), "--"),
                                      words.end());
  words.resize(words.size() - last.size());
  std::erase_if(words, [&, input = *first](const std::string &word) {
    return (isInput(word) && word != input) || known.contains(word);
  });
  words.insert(words.end(), last.begin(), last.end());
  return fmt::format("{}", fmt::join(words, " "));
}

// The options as `coverme run` has them, for which names that it lacks are
// others'.
static InputOptions optionsOfRun(const InputOptions &inputs) {
  InputOptions said = inputs;
  said.setupsAreChoices = false;
  said.learnt.clear();
  said.learntAhead.clear();
  said.learntGlobals.clear();
  said.learntAllocations = 0;
  said.freed.clear();
  said.saidInFile.clear();
  said.isForMany = true;
  return said;
}

static bool haveSameNames(const InputPlan &one, const InputPlan &other) {
  const size_t count = std::min(one.inputs.size() - one.setupChoices,
                                other.inputs.size() - other.setupChoices);
  return one.numberCount() == other.numberCount() &&
         std::equal(one.inputs.begin(),
                    one.inputs.begin() + static_cast<ptrdiff_t>(count),
                    other.inputs.begin(),
                    [](const InputVariable &a, const InputVariable &b) {
                      return a.name == b.name;
                    });
}

std::string reproduceCommand(
    const RunOptions &options, const Function &entry,
    const FindingReport &finding,
    const std::function<InputPlan(const InputOptions &)> &planWith) {
  assert(finding.isConfirmed);
  std::vector<std::string> words = {"coverme", "run"};
  // A name like -x.c would be an option.
  const auto addFile = [&](const std::string &file) {
    words.push_back(file.starts_with('-') ? "./" + file : file);
  };
  addFile(options.source);
  for (const std::string &other : options.others)
    addFile(other);
  for (const std::string &file : options.with) {
    words.emplace_back("--with");
    addFile(file);
  }
  words.insert(words.end(), {"--entry", entry.label()});
  // What decides which inputs there are, and what they mean; of what was said
  // for all functions, what is about this one.
  CommandLine line;
  line.run = options;
  const std::vector<bool> isUnmade =
      findUnmadeBuffers(entry.plan, finding.inputs);
  for (size_t i = 0; i < entry.plan.buffers.size(); ++i) {
    const Buffer &buffer = entry.plan.buffers[i];
    if (const auto learnt = options.inputs.learnt.find(siblingsOf(buffer.name));
        buffer.isGuessed && !isUnmade[i] &&
        (learnt != options.inputs.learnt.end() || buffer.ahead.byteSize != 0)) {
      const uint32_t element = std::max<uint32_t>(buffer.elementSize, 1);
      const uint32_t elements =
          learnt != options.inputs.learnt.end()
              ? learnt->second
              : (buffer.image.byteSize - buffer.image.tailBytes) / element;
      line.run.inputs.arrays.push_back(
          {buffer.name, extentText(buffer.ahead.byteSize / element, elements)});
    }
  }
  for (const Stub &stub : entry.plan.stubs)
    if (const auto learnt = options.inputs.learnt.find(siblingsOf(stub.called));
        learnt != options.inputs.learnt.end())
      line.run.inputs.arrays.push_back(
          {stub.called, std::to_string(learnt->second)});
  for (size_t i = 0; i < entry.plan.buffers.size(); ++i)
    if (const std::string &name = entry.plan.buffers[i].name;
        !isUnmade[i] && options.inputs.freed.contains(siblingsOf(name)))
      line.run.inputs.heap.push_back(name);
  // Inputs that say so are given in their order.
  const std::optional<uint32_t> &failing = entry.plan.failingSlot;
  line.run.inputs.allocations = failing && finding.inputs[*failing] != 0
                                    ? AllocationMode::Fail
                                    : AllocationMode::Auto;
  // The calls that are made, and no others.
  if (options.inputs.setupsAreChoices) {
    line.run.inputs.setups.clear();
    for (const SetupCall &call : entry.plan.setupCalls)
      if (isMade(call, finding.inputs))
        line.run.inputs.setups.push_back(entry.inputs()[*call.choiceSlot].name);
  }
  Function again = entry;
  try {
    again.plan = planWith(optionsOfRun(line.run.inputs));
  } catch (const Error &) {
    // The command will say what is wrong; a report does not fail for that.
  }
  const auto has = [&](const std::string &name, bool isOwned) {
    return std::ranges::any_of(again.plan.buffers, [&](const Buffer &each) {
      return each.name == name && (each.isOwned || !isOwned);
    });
  };
  std::erase_if(line.run.inputs.heap,
                [&](const std::string &name) { return !has(name, true); });
  std::erase_if(line.run.inputs.arrays, [&](const NamedText &array) {
    return !has(array.name, false) &&
           std::ranges::none_of(again.plan.stubs, [&](const Stub &stub) {
             return stub.called == array.name;
           });
  });
  std::erase_if(line.run.inputs.ranges, [&](const NamedText &range) {
    return std::ranges::none_of(again.inputs(), [&](const InputVariable &each) {
      return isAbout(range.name, each);
    });
  });
  std::erase_if(line.run.inputs.stubs, [&](const std::string &name) {
    return options.inputs.mayBeOfOthers("--stub", name) &&
           std::ranges::none_of(again.plan.stubs, [&](const Stub &stub) {
             return stub.linkageName == name;
           });
  });
  const std::vector<std::string> inputs =
      haveSameNames(entry.plan, again.plan)
          ? inputWords(entry, finding.inputs)
          : inputWords(again,
                       sameInput(entry.plan, finding.inputs, again.plan));
  for (const Option &option : optionTable(line))
    if (option.group == OptionGroup::Inputs)
      std::visit(ShellWords{option.flag, words}, option.value);
  words.insert(words.end(), inputs.begin(), inputs.end());
  // It is all here, once.
  if (!options.config.empty() || !options.readsConfig)
    words.emplace_back("--no-config");
  if (!options.project.empty())
    words.insert(words.end(), {"-p", options.project.string()});
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

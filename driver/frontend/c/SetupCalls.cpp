// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/SetupCalls.h"

#include "core/SetupPlan.h"
#include "coverme/declared.h"
#include "frontend/c/Inputs.h"
#include "frontend/c/LibraryTypes.h"
#include "support/Error.h"
#include "support/NearestName.h"
#include "support/Trimmed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace coverme {
namespace {

// At the commas outside of brackets and quotes.
std::vector<std::string> splitArguments(std::string_view text) {
  std::vector<std::string> list;
  std::string now;
  int depth = 0;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\' && i + 1 < text.size())
        now += text[i++];
      else if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else {
      depth += (c == '(') - (c == ')');
      if (c == ',' && depth == 0) {
        list.emplace_back(trimmed(now));
        now.clear();
        continue;
      }
    }
    now += text[i];
  }
  if (!list.empty() || !trimmed(now).empty())
    list.emplace_back(trimmed(now));
  return list;
}

// Words of names that tell what a function is for.
constexpr std::string_view kMakers[] = {
    "init",  "create", "make",    "new",    "setup",  "set",  "open",
    "reset", "ctl",    "control", "config", "option", "param"};
constexpr size_t kInitialisers = 5; // the first of them
// The same of methods that put something into an object.
constexpr std::string_view kAdders[] = {"add", "insert", "push", "append",
                                        "put"};
constexpr std::string_view kEnders[] = {"free",  "delete", "destroy", "release",
                                        "close", "fini",   "dispose", "unref"};

std::string lowered(const std::string &name) {
  std::string text = name;
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return text;
}

// The place of the first of the words that the name holds; their number if it
// holds none.
template <size_t N>
size_t rankOf(const std::string &name, const std::string_view (&words)[N]) {
  const std::string text = lowered(name);
  return static_cast<size_t>(std::find_if(words, words + N,
                                          [&](std::string_view word) {
                                            return text.find(word) !=
                                                   std::string::npos;
                                          }) -
                             words);
}

// So many characters the names have in common from the start.
size_t alikeBegin(const std::string &left, const std::string &right) {
  return static_cast<size_t>(
      std::mismatch(left.begin(), left.end(), right.begin(), right.end())
          .first -
      left.begin());
}

bool isDeclaredOnly(const Function &function) {
  return function.source == COVERME_DECLARED_SOURCE;
}

// What is at an end may not be used any more.
bool endsObjects(const Function &function) {
  return rankOf(function.name, kEnders) != std::size(kEnders) ||
         function.name.starts_with('~');
}

class Finder {
public:
  Finder(const Program &program, uint32_t index,
         const std::set<std::string> &linked)
      : program(program), index(index), entry(program.functions[index]) {
    for (uint32_t i = 0; i < program.functions.size(); ++i)
      if (isCallable(i) && (!isDeclaredOnly(program.functions[i]) ||
                            linked.contains(program.functions[i].linkageName)))
        callable.push_back(i);
  }

  std::vector<std::string> find() {
    for (const Parameter &parameter : entry.parameters) {
      if (isHandle(parameter.type) && parameter.extentParameter == 0)
        addBest(handleMakers(), parameter.name, 1);
      if (const auto pointee = structBehind(parameter.type)) {
        if (parameter.extentParameter == 0)
          addBest(makers(*pointee), parameter.name, 1);
        std::vector<Candidate> known = fillers(*pointee);
        addBest(takeConstructors(known), "", kConstructors);
        addBest(known, "", kFillers);
        addBest(named(known), "", 1);
      }
    }
    const std::optional<uint32_t> repeated = addState();
    if (calls.size() > kMaxSetupCalls)
      calls.resize(kMaxSetupCalls);
    if (repeated)
      for (size_t i = mostRepeated(*repeated); i != 0; --i)
        add(*repeated, "", true);
    return std::move(calls);
  }

  bool readsMadeObjects() const {
    return std::ranges::any_of(
        entry.parameters, [&](const Parameter &parameter) {
          const auto pointee = structBehind(parameter.type);
          if (!pointee || (!parameter.readsAny && parameter.reads.empty()))
            return false;
          std::vector<Candidate> known = fillers(*pointee);
          const auto isOneOf = [](size_t words) {
            return [=](const Candidate &each) { return each.rank < words; };
          };
          return std::ranges::any_of(makers(*pointee),
                                     isOneOf(std::size(kMakers))) ||
                 !takeConstructors(known).empty() ||
                 std::ranges::any_of(known, isOneOf(kInitialisers + 1));
        });
  }

private:
  static constexpr size_t kConstructors = 2; // of each parameter's object
  static constexpr size_t kFillers = 2;      // the same
  static constexpr size_t kSetters = 2;      // of variables
  static constexpr size_t kPrefix = 3;       // of names in one library

  // A function with what is worth a try first.
  struct Candidate {
    size_t rank;
    uint32_t function;
  };

  const CType &type(uint32_t i) const { return program.types[i]; }

  std::optional<uint32_t> structBehind(uint32_t pointer) const {
    const CType &own = type(pointer);
    if (own.kind != CTypeKind::Pointer)
      return std::nullopt;
    // Streams are made already.
    if (type(own.element).isStream() || streamClassOf(type(own.element)) != 0)
      return std::nullopt;
    const CTypeKind kind = type(own.element).kind;
    return kind == CTypeKind::Struct || kind == CTypeKind::Incomplete
               ? std::optional(own.element)
               : std::nullopt;
  }

  bool isHandle(uint32_t pointer) const {
    return type(pointer).kind == CTypeKind::Pointer &&
           ((type(pointer).flags & COVERME_TYPE_IS_HANDLE) != 0 ||
            type(type(pointer).element).kind == CTypeKind::Void);
  }

  bool isSame(uint32_t left, uint32_t right) const {
    return left == right ||
           (!type(left).name.empty() && type(left).name == type(right).name &&
            type(left).kind == type(right).kind);
  }

  bool isCallable(uint32_t i) const {
    const Function &function = program.functions[i];
    return i != index && function.name != "main" && !function.isVariadic() &&
           (function.flags & COVERME_FUNCTION_RunsUnasked) == 0 &&
           isReachable(function, entry.source) &&
           !function.name.starts_with(COVERME_HARNESS) &&
           function.linkageName.find("$_") == std::string::npos &&
           !isCompilersOwn(function) && !isForBaseAlone(program, function) &&
           !endsObjects(function);
  }

  // Functions that write what a parameter points to, best those that do not
  // read it before.
  std::vector<Candidate> fillers(uint32_t pointee) const {
    std::vector<Candidate> list;
    for (const uint32_t i : callable) {
      const Function &function = program.functions[i];
      // What one does that is only declared, its name has to say.
      if (isDeclaredOnly(function) &&
          rankOf(function.name, kMakers) == std::size(kMakers))
        continue;
      for (const Parameter &parameter : function.parameters) {
        const auto own = structBehind(parameter.type);
        if (!own || !isSame(*own, pointee) ||
            (type(parameter.type).flags & COVERME_TYPE_IS_CONST) != 0 ||
            (parameter.flags & COVERME_PARAMETER_Stores) == 0)
          continue;
        const bool reads = parameter.readsAny || !parameter.reads.empty();
        const bool adds = parameter.name == "this" &&
                          rankOf(function.name, kAdders) != std::size(kAdders);
        list.push_back({(reads ? 3 * std::size(kMakers) : 0) +
                            rankOf(function.name, kMakers) + (adds ? 0 : 1),
                        i});
        break;
      }
    }
    return list;
  }

  // In C++, objects begin with one of them, whatever comes then. One that
  // copies wants another object.
  std::vector<Candidate> takeConstructors(std::vector<Candidate> &list) const {
    std::vector<Candidate> constructors;
    std::erase_if(list, [&](const Candidate &each) {
      const Function &function = program.functions[each.function];
      if (!isConstructor(function))
        return false;
      if (std::none_of(
              function.parameters.begin() + 1, function.parameters.end(),
              [&](const Parameter &parameter) {
                return isGiven(*structBehind(function.parameters[0].type),
                               parameter);
              }))
        constructors.push_back({0, each.function});
      return true;
    });
    return constructors;
  }

  // A method of the name of its class.
  bool isConstructor(const Function &function) const {
    if (function.parameters.empty() || function.parameters[0].name != "this")
      return false;
    const auto own = structBehind(function.parameters[0].type);
    if (!own)
      return false;
    std::string_view name = type(*own).name; // "struct A<int>"
    name.remove_prefix(std::min(name.find(' ') + 1, name.size()));
    return name.substr(0, name.find('<')) ==
           std::string_view(function.name).substr(0, function.name.find('<'));
  }

  // Of these, those whose names speak of settings, whatever they read.
  std::vector<Candidate> named(std::vector<Candidate> list) const {
    for (Candidate &each : list)
      each.rank = rankOf(program.functions[each.function].name, kMakers);
    std::erase_if(list, [](const Candidate &each) {
      return each.rank == std::size(kMakers);
    });
    return list;
  }

  std::vector<Candidate> makers(uint32_t pointee) const {
    std::vector<Candidate> list;
    for (const uint32_t i : callable) {
      const Function &function = program.functions[i];
      const auto own = structBehind(function.resultType);
      const bool passesOn =
          std::any_of(function.parameters.begin(), function.parameters.end(),
                      [&](const Parameter &parameter) {
                        return isGiven(pointee, parameter);
                      });
      if (own && isSame(*own, pointee) && !passesOn &&
          !type(function.resultType).isReference())
        list.push_back({rankOf(function.name, kMakers), i});
    }
    return list;
  }

  // A void * says nothing of what is behind it. Names have to: fft_init makes
  // what fft_run takes, where allocate does not.
  std::vector<Candidate> handleMakers() const {
    std::vector<Candidate> list;
    for (const uint32_t i : callable) {
      const Function &function = program.functions[i];
      const size_t rank = rankOf(function.name, kMakers);
      const size_t alike = alikeBegin(function.name, entry.name);
      if (isHandle(function.resultType) && rank != std::size(kMakers) &&
          alike >= kPrefix &&
          std::none_of(function.parameters.begin(), function.parameters.end(),
                       [&](const Parameter &parameter) {
                         return isHandle(parameter.type);
                       }))
        list.push_back(
            {rank + std::size(kMakers) * (entry.name.size() - alike), i});
    }
    return list;
  }

  // Those that come first, as calls whose results are for `target`.
  void addBest(std::vector<Candidate> list, const std::string &target,
               size_t most) {
    std::sort(
        list.begin(), list.end(), [](const Candidate &a, const Candidate &b) {
          return std::pair(a.rank, a.function) < std::pair(b.rank, b.function);
        });
    list.resize(std::min(list.size(), most));
    for (const Candidate &each : list)
      add(each.function, target);
  }

  // Each has inputs of its own, of which a plan has so many in all.
  size_t mostRepeated(uint32_t function) const {
    const size_t inputs =
        std::max(entry.plan.numberCount(),
                 program.functions[function].plan.numberCount());
    return std::clamp(kMaxInputs / 2 / (inputs + 1), kMaxSetupsMade,
                      kMaxRepeatedSetups);
  }

  // The variables that a function reads, or writes.
  std::set<uint32_t> usedBy(const Function &function, uint32_t flag) const {
    std::set<uint32_t> used;
    for (const GlobalUse &use : function.uses)
      if (type(program.globals[use.global].type).kind != CTypeKind::Function &&
          (use.flags & flag) != 0)
        used.insert(use.global);
    return used;
  }

  static bool haveCommon(const std::set<uint32_t> &a,
                         const std::set<uint32_t> &b) {
    return std::any_of(a.begin(), a.end(),
                       [&](uint32_t each) { return b.contains(each); });
  }

  // Does it go on from what its last call has left, in variables or where a
  // pointer in one leads?
  bool goesOn(const Function &function) const {
    const std::set<uint32_t> read = usedBy(function, COVERME_PARAMETER_Loads);
    return haveCommon(read, usedBy(function, COVERME_PARAMETER_Stores)) ||
           ((function.flags & COVERME_FUNCTION_WritesGlobal) != 0 &&
            std::ranges::any_of(read, [&](uint32_t global) {
              return holdsPointer(program, program.globals[global].type);
            }));
  }

  // Functions that write variables which the entry reads. The result is one
  // that goes on from call to call, and has not been added: the entry, or else
  // another.
  std::optional<uint32_t> addState() {
    const std::set<uint32_t> read = usedBy(entry, COVERME_PARAMETER_Loads);
    std::vector<Candidate> list;
    for (const uint32_t i : callable)
      if (haveCommon(read,
                     usedBy(program.functions[i], COVERME_PARAMETER_Stores)))
        list.push_back({rankOf(program.functions[i].name, kMakers), i});
    std::optional<uint32_t> repeated;
    if (goesOn(entry) && !entry.isVariadic() && entry.name != "main") {
      repeated = index;
    } else if (const auto first = std::find_if(
                   list.begin(), list.end(),
                   [&](const Candidate &each) {
                     return goesOn(program.functions[each.function]);
                   });
               first != list.end()) {
      repeated = first->function;
      list.erase(first);
    }
    addBest(std::move(list), "", kSetters);
    return repeated;
  }

  // Pointers to structs of the entry's types get its objects, each once; the
  // rest are new inputs.
  void add(uint32_t function, const std::string &target,
           bool isRepeated = false) {
    const Function &called = program.functions[function];
    if (!isRepeated && !known.insert(function).second)
      return;
    SetupText call{target, called.label(), {}};
    const size_t count = ++made[function];
    const std::string prefix =
        count == 1 ? called.name : fmt::format("{}.{}", called.name, count);
    std::set<size_t> taken;
    for (const Parameter &parameter : called.parameters) {
      const auto own = structBehind(parameter.type);
      size_t given = 0;
      while (given < entry.parameters.size() &&
             (!own || taken.contains(given) ||
              !isGiven(*own, entry.parameters[given])))
        ++given;
      if (given != entry.parameters.size() && target.empty()) {
        taken.insert(given);
        call.arguments.push_back(entry.parameters[given].name);
      } else {
        call.arguments.push_back(prefix + "." + parameter.name);
      }
    }
    calls.push_back(setupText(call));
  }

  bool isGiven(uint32_t own, const Parameter &parameter) const {
    const auto pointee = structBehind(parameter.type);
    return pointee && isSame(own, *pointee);
  }

  const Program &program;
  const uint32_t index;
  const Function &entry;
  std::vector<uint32_t> callable;
  std::vector<std::string> calls;
  std::set<uint32_t> known;
  std::map<uint32_t, size_t> made; // calls of a function
};

} // namespace

SetupText parseSetup(const std::string &text) {
  SetupText call;
  const size_t open = text.find('(');
  const size_t close = text.find_last_not_of(" \t\n");
  if (open == std::string::npos || text[close] != ')' || close < open)
    fail(ExitCode::BadInput,
         "--setup '{}': a call is written FUNCTION(ARGUMENT, ...)", text);
  std::string head = text.substr(0, open);
  // Not that of an operator's name.
  if (const size_t equals = head.find('=');
      equals != std::string::npos &&
      head.find("operator") == std::string::npos) {
    call.target = trimmed(std::string_view(head).substr(0, equals));
    head = head.substr(equals + 1);
  }
  // The label of a C++ function may have its parameters in it.
  size_t begin = open, end = close;
  if (const size_t second = text.find(")(", open);
      second != std::string::npos) {
    head = text.substr(call.target.empty() ? 0 : text.find('=') + 1);
    begin = second + 1;
    head.resize(head.size() - (text.size() - begin));
  }
  call.function = trimmed(head);
  if (call.function.empty())
    fail(ExitCode::BadInput,
         "--setup '{}': a call is written FUNCTION(ARGUMENT, ...)", text);
  call.arguments =
      splitArguments(std::string_view(text).substr(begin + 1, end - begin - 1));
  for (const std::string &argument : call.arguments)
    if (argument.empty())
      fail(ExitCode::BadInput, "--setup '{}': an argument is missing", text);
  return call;
}

std::string setupText(const SetupText &call) {
  return fmt::format("{}{}({})", call.target.empty() ? "" : call.target + " = ",
                     call.function, fmt::join(call.arguments, ", "));
}

bool isConstantArgument(const std::string &argument) {
  const auto c = static_cast<unsigned char>(argument[0]);
  return (std::isalpha(c) == 0 && c != '_') || argument == "NULL";
}

bool isInputName(const std::string &argument) {
  return std::all_of(argument.begin(), argument.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.';
  });
}

uint32_t findSetupFunction(const Program &program, const Function &entry,
                           const std::string &name) {
  std::vector<uint32_t> found;
  std::vector<std::string> names;
  const auto collect = [&](const auto &nameOf) {
    if (found.empty())
      for (uint32_t i = 0; i < program.functions.size(); ++i)
        if (nameOf(program.functions[i]) == name &&
            isReachable(program.functions[i], entry.source))
          found.push_back(i);
  };
  collect([](const Function &each) { return each.label(); });
  collect([](const Function &each) { return each.linkageName; });
  collect([](const Function &each) { return each.name; });
  for (const Function &each : program.functions)
    names.push_back(each.label());
  if (found.empty())
    fail(ExitCode::BadInput, "--setup {}: there is no function of this name{}",
         name, suggestion(name, names));
  if (found.size() > 1)
    fail(ExitCode::BadInput, "--setup {}: {} functions have this name", name,
         found.size());
  const Function &function = program.functions[found[0]];
  if (function.isVariadic() || function.name == "main")
    fail(ExitCode::BadInput, "--setup {}: it cannot be called", name);
  return found[0];
}

bool isCompilersOwn(const Function &function) {
  const std::string &name = function.linkageName;
  return name.starts_with("__clang_") || name.starts_with("__cxx_global_") ||
         name.starts_with("_GLOBAL__") || name.starts_with("__tls_init") ||
         name.starts_with("_ZT") || name.find(".__await_") != name.npos ||
         (name.starts_with("_ZN") && name.ends_with("D0Ev"));
}

bool isForBaseAlone(const Program &program, const Function &function) {
  for (const char *const part : {"C2E", "D2E"}) {
    std::string name = function.linkageName;
    const size_t at = name.rfind(part);
    if (at == name.npos)
      continue;
    name[at + 1] = '1'; // that for a whole object
    if (std::ranges::any_of(program.functions, [&](const Function &each) {
          return each.linkageName == name &&
                 each.siteCount >= function.siteCount; // it does not call ours
        }))
      return true;
  }
  return false;
}

bool readsMadeObjects(const Program &program, uint32_t entry) {
  return Finder(program, entry, declaredFunctions(program)).readsMadeObjects();
}

std::vector<std::string> findSetupCalls(const Program &program, uint32_t entry,
                                        const std::set<std::string> &linked) {
  return Finder(program, entry, linked).find();
}

std::set<std::string> declaredFunctions(const Program &program) {
  std::set<std::string> names;
  for (const Function &function : program.functions)
    if (isDeclaredOnly(function))
      names.insert(function.linkageName);
  return names;
}

SetupText textOf(const Program &program, const Function &entry,
                 const SetupCall &call) {
  SetupText text{call.target ? entry.parameters[*call.target].name : "",
                 program.functions[call.function].label(),
                 {}};
  for (const SetupArgument &argument : call.arguments)
    text.arguments.push_back(argument.text);
  return text;
}

} // namespace coverme

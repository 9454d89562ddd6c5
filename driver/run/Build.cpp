// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/Build.h"

#include "core/Scope.h"
#include "frontend/c/Assumptions.h"
#include "frontend/c/Harness.h"
#include "frontend/c/Inputs.h"
#include "frontend/c/Linker.h"
#include "frontend/c/SetupCalls.h"
#include "frontend/c/Symbols.h"
#include "goals/Goals.h"
#include "goals/reach/ReachGoal.h"
#include "support/Demangled.h"
#include "support/Error.h"
#include "support/FileDescriptor.h"
#include "support/Interrupt.h"
#include "support/NearestName.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// Functions that nothing calls may call what nobody defines: then without
// members of classes, and then without any.
void dropUnused(Prepared &prepared, const RunOptions &options,
                DebugInfo debugInfo) {
  prepared.unused =
      prepared.unused == Unused::Kept && hasCxxNames(prepared.program)
          ? Unused::WithoutMembers
          : Unused::Dropped;
  prepared.object = compileInstrumented(options, prepared.folder->path(),
                                        debugInfo, prepared.unused);
  prepared.program = readProgram(prepared.object.path);
}

// Links the entry of the plan, with its harness if it needs one.
void linkEntry(Prepared &prepared, const RunOptions &options,
               const InputPlan &plan, const fs::path &folder) {
  const uint32_t entry = findEntry(prepared.program, options);
  std::vector<fs::path> objects{prepared.object.path};
  if (plan.needsHarness) {
    usePlan(prepared.program, entry, plan);
    // To optimise one of many inputs takes the compiler seconds.
    constexpr size_t kManyInputs = 256;
    const bool isQuicklyMade =
        !options.inputs.learnt.empty() || plan.inputs.size() > kManyInputs;
    prepared.harness = compileHarness(
        harnessText(prepared.program, entry), folder,
        isQuicklyMade && plan.assumptions.empty() ? HarnessSpeed::OfCompiler
                                                  : HarnessSpeed::OfCalls);
    objects.push_back(prepared.harness->path);
  }
  prepared.sharedObject =
      linkInstrumented(objects, options, folder / "entry.so");
  prepared.program = readProgram(prepared.sharedObject.path);
  usePlan(prepared.program, entry, plan);
}

void makeFolder(const fs::path &folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    fail(ExitCode::BadInput, "cannot create the folder '{}': {}",
         folder.string(), error.message());
}

// The prepared object once more, in the folder, which may be there.
fs::path recompile(const Prepared &prepared, const RunOptions &options,
                   const fs::path &folder, DebugInfo debugInfo,
                   const std::vector<std::string> &mutated = {}) {
  RunOptions same = options;
  same.entry = prepared.compiledFor;
  makeFolder(folder);
  return compileInstrumented(same, folder, debugInfo, prepared.unused, mutated)
      .path;
}

// The prepared object with debug information. Functions of a file, which run
// side by side, share it: the first that needs it compiles it.
fs::path objectWithLines(const Prepared &prepared, const RunOptions &options) {
  const fs::path folder =
      prepared.folder->path() / (prepared.unused == Unused::Kept ? "lines"
                                 : prepared.unused == Unused::WithoutMembers
                                     ? "lines-without-members"
                                     : "lines-of-used");
  fs::path object = folder / "whole.o";
  makeFolder(folder);
  const FileDescriptor lock(
      ::open((folder / "lock").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  // An interrupt ends the wait, as its handler is set without SA_RESTART
  // (support/Interrupt).
  if (!lock || ::flock(lock.get(), LOCK_EX) != 0) {
    const int reason = errno;
    throwIfInterrupted();
    fail(ExitCode::Internal, "cannot lock '{}': {}", folder.string(),
         std::strerror(reason));
  }
  std::error_code error;
  if (fs::exists(object, error))
    return object;
  const fs::path made = recompile(prepared, options, folder, DebugInfo::Kept);
  fs::rename(made, object, error);
  if (error)
    fail(ExitCode::Internal, "cannot rename '{}' to '{}': {}", made.string(),
         object.string(), error.message());
  return object;
}

// Links an object of the prepared entry as its own was.
fs::path relink(const Prepared &prepared, const RunOptions &options,
                const fs::path &object, const fs::path &folder) {
  makeFolder(folder);
  std::vector<fs::path> objects{object};
  if (prepared.harness)
    objects.push_back(prepared.harness->path);
  return linkInstrumented(objects, options, folder / "entry.so").path;
}

bool isNamed(const Function &function, const std::string &name) {
  if (function.name == name || function.linkageName == name)
    return true;
  if (!function.linkageName.starts_with("_Z"))
    return false;
  const std::string full = demangled(function.linkageName);
  return full == name || full.substr(0, full.find('(')) == name ||
         function.name.substr(0, function.name.find('<')) == name;
}

// A call ahead needs a function.
void checkLinked(const Prepared &prepared, const InputPlan &plan) {
  const std::set<std::string> declared = declaredFunctions(prepared.program);
  for (const SetupCall &call : plan.setupCalls) {
    const std::string &name =
        prepared.program.functions[call.function].linkageName;
    if (declared.contains(name) && !prepared.linkedFunctions.contains(name))
      fail(
          ExitCode::BadInput,
          "--setup {}: it is only declared; an object or shared library behind "
          "-- has to define it",
          name);
  }
}

void findLinkedFunctions(Prepared &prepared, const RunOptions &options) {
  prepared.linkedFunctions = definedByFlags(declaredFunctions(prepared.program),
                                            options, prepared.folder->path());
}

} // namespace

Prepared compileFile(const RunOptions &options, DebugInfo debugInfo) {
  if (options.gcov)
    requireReplayTools(options);
  Prepared prepared;
  prepared.compiledFor = options.entry;
  prepared.folder = std::make_unique<TemporaryFolder>();
  prepared.object =
      compileInstrumented(options, prepared.folder->path(), debugInfo);
  prepared.program = readProgram(prepared.object.path);
  findLinkedFunctions(prepared, options);
  if (goalNamed(options.goal).takesPlaces())
    requirePlaces(prepared.program, options.marks);
  return prepared;
}

Prepared prepareFile(const RunOptions &options,
                     std::optional<Prepared> compiled) {
  if (compiled)
    findLinkedFunctions(*compiled, options);
  Prepared prepared = compiled ? std::move(*compiled) : compileFile(options);
  // Ahead of the processes of functions, for which it has to be done.
  if (options.gcov)
    prepared.companions = startCompanions(
        options, prepared.program, options.gcovCompiler, coversCallees(options),
        prepared.folder->path() / "sources");
  if (prepared.companions)
    prepared.companions->finish();
  // Each function has its own stubs, and is linked with them.
  if (options.inputs.stubUndefined)
    return prepared;
  const std::set<std::string> stubs(options.inputs.stubs.begin(),
                                    options.inputs.stubs.end());
  const auto link = [&](bool isLast) {
    try {
      prepared.sharedObject = linkInstrumented(
          {prepared.object.path}, options, prepared.folder->path() / "file.so");
      prepared.program = readProgram(prepared.sharedObject.path);
      return true;
    } catch (const LinkError &error) {
      const bool needsStubs = !error.undefined.empty() &&
                              std::ranges::includes(stubs, error.undefined);
      if (!needsStubs && (isLast || error.undefined.empty()))
        throw;
      return needsStubs;
    }
  };
  while (!link(prepared.unused == Unused::Dropped))
    dropUnused(prepared, options, DebugInfo::Dropped);
  return prepared;
}

void prepareEntry(Prepared &prepared, const RunOptions &options,
                  const fs::path &folder, DebugInfo debugInfo) {
  std::optional<std::vector<AssumedBound>> assumed;
  const auto makePlan = [&](const InputOptions &inputs) {
    const uint32_t entry = findEntry(prepared.program, options);
    // What an assumption says depends on the types of the parameters alone, and
    // is asked for once.
    if (!assumed && !inputs.assumptions.empty()) {
      usePlan(prepared.program, entry,
              planInputs(prepared.program, entry, inputs, prepared.undefined));
      assumed = boundsInAssumptions(prepared.program, entry, folder);
    }
    InputPlan plan =
        planInputs(prepared.program, entry, inputs, prepared.undefined,
                   assumed ? *assumed : std::vector<AssumedBound>());
    checkLinked(prepared, plan);
    usePlan(prepared.program, entry, plan);
    return plan;
  };
  const auto startReplay = [&] {
    if (!options.gcov)
      return;
    const Function &entry =
        prepared.program.functions[findEntry(prepared.program, options)];
    if (!prepared.companions)
      prepared.companions =
          startCompanions(options, prepared.program, options.gcovCompiler,
                          coversCallees(options),
                          prepared.folder->path() / "sources", entry.source);
    prepared.replay =
        coverageBuild(options, prepared.program, entry, options.gcovCompiler,
                      prepared.companions, folder / "replayed", 0,
                      recordingFor(options.goal, options.gcovCompiler),
                      prepared.sourceObjects);
  };
  // What is made up, and so has ranges and results, only linking tells.
  InputOptions inputs = options.inputs;
  const auto mayBeMadeUp = [&](const NamedText &said) {
    const std::string name = said.name.substr(0, said.name.find_first_of("[("));
    return std::ranges::any_of(
        prepared.program.globals, [&](const Global &global) {
          return global.name == name &&
                 (global.flags & COVERME_GLOBAL_Declared) != 0;
        });
  };
  const bool waits = inputs.stubUndefined &&
                     prepared.sharedObject.path.empty() &&
                     std::erase_if(inputs.ranges, mayBeMadeUp) +
                             std::erase_if(inputs.arrays, mayBeMadeUp) !=
                         0;
  const InputPlan plan = [&] {
    try {
      return makePlan(inputs);
    } catch (const Error &error) {
      throw withPlace(inputs, error);
    }
  }();
  const bool isLinked =
      !plan.needsHarness && !prepared.sharedObject.path.empty();
  // The object file's own tables are enough for the replay's compiler, which
  // then runs beside linker and search.
  if (!options.inputs.stubUndefined || isLinked)
    startReplay();
  if (isLinked)
    return;
  const auto linkWithFewer = [&] {
    for (;;) {
      dropUnused(prepared, options, debugInfo);
      try {
        return linkEntry(prepared, options, makePlan(options.inputs), folder);
      } catch (const LinkError &) {
        if (prepared.unused == Unused::Dropped)
          throw;
      }
    }
  };
  try {
    linkEntry(prepared, options, plan, folder);
    if (waits)
      linkEntry(prepared, options, makePlan(options.inputs), folder);
  } catch (const LinkError &error) {
    if (error.undefined.empty())
      throw;
    if (options.inputs.stubUndefined) {
      std::set<std::string> &madeUp = prepared.undefined;
      madeUp.insert(error.undefined.begin(), error.undefined.end());
      // The next link says that nobody defines these.
      for (const Symbol &symbol : readSymbols(prepared.object.path))
        if (symbol.isThreadLocal)
          madeUp.erase(symbol.name);
      linkEntry(prepared, options, makePlan(options.inputs), folder);
    } else {
      linkWithFewer();
    }
  }
  if (options.inputs.stubUndefined)
    startReplay();
}

Prepared prepare(const RunOptions &options, DebugInfo debugInfo) {
  Prepared prepared = compileFile(options, debugInfo);
  prepareEntry(prepared, options, prepared.folder->path(), debugInfo);
  return prepared;
}

uint32_t findEntry(const Program &program, const RunOptions &options) {
  std::vector<std::string> names, matches;
  uint32_t found = 0;
  // One and no other is called exactly that.
  const auto isLabel = [&](const Function &function) {
    return options.isCounted(function.source) &&
           function.label() == options.entry;
  };
  const auto &all = program.functions;
  if (std::count_if(all.begin(), all.end(), isLabel) == 1)
    return static_cast<uint32_t>(std::find_if(all.begin(), all.end(), isLabel) -
                                 all.begin());
  for (uint32_t i = 0; i < program.functions.size(); ++i) {
    const Function &function = program.functions[i];
    if (!options.isCounted(function.source))
      continue;
    if (isNamed(function, options.entry)) {
      found = i;
      matches.push_back(function.label());
    }
    names.push_back(function.label());
  }
  if (matches.size() == 1)
    return found;
  // A function that is in no class or namespace goes by its plain name.
  const auto isWritten = [&](const Function &function) {
    const std::string full = demangled(function.sourceLinkageName());
    return options.isCounted(function.source) &&
           full.substr(0, full.find('(')) == options.entry;
  };
  if (std::count_if(all.begin(), all.end(), isWritten) == 1)
    return static_cast<uint32_t>(
        std::find_if(all.begin(), all.end(), isWritten) - all.begin());
  const std::string source = options.source;
  if (matches.size() > 1)
    fail(ExitCode::BadInput, "'{}' names {} functions: {}", options.entry,
         matches.size(), fmt::join(matches, ", "));
  if (names.empty())
    fail(ExitCode::BadInput, "'{}' defines no functions", source);
  fail(ExitCode::BadInput, "no function '{}' in '{}'{}{}", options.entry,
       source, options.others.empty() ? "" : " and the other files",
       suggestion(options.entry, names, "; --list shows what is there"));
}

std::string whyNotRunnable(const Program &program, uint32_t function,
                           const InputOptions &options) {
  try {
    planInputs(program, function, options);
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

fs::path buildWithLines(const Prepared &prepared, const RunOptions &options,
                        const fs::path &folder) {
  return relink(prepared, options, objectWithLines(prepared, options), folder);
}

fs::path buildWithMutants(const Prepared &prepared, const RunOptions &options,
                          const fs::path &folder) {
  const Scope scope =
      makeScope(prepared.program, findEntry(prepared.program, options), true);
  std::vector<std::string> names;
  for (const uint32_t function : scope.functions)
    names.push_back(prepared.program.functions[function].linkageName);
  return relink(prepared, options,
                recompile(prepared, options, folder, DebugInfo::Dropped, names),
                folder);
}

} // namespace coverme

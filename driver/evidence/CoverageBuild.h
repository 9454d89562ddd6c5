// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source as it is, compiled with --coverage, and what it does with each
// test: in a process of its own, whose counters outlive it.
#ifndef COVERME_DRIVER_EVIDENCE_COVERAGEBUILD_H
#define COVERME_DRIVER_EVIDENCE_COVERAGEBUILD_H

#include "core/InputSpace.h"
#include "evidence/Companions.h"
#include "evidence/FlowNotes.h"
#include "evidence/SourceObject.h"
#include "evidence/StateNumbers.h"
#include "options/Options.h"
#include "support/Subprocess.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// What a test did.
struct TestTrace {
  // Did the test run? If not, the program that runs the tests has died, and the
  // rest says nothing.
  bool hasRun = false;
  // The time limit in seconds that ended the test; 0: it ended by itself.
  double limit = 0;
  std::string ending;        // as in "raises signal 8"; empty: it returned
  int signal = 0;            // that ended it
  std::optional<int> status; // the exit status with which it ended its process
  // Of one that returned: the result's bits, and as InputPlan::outputs.
  std::optional<uint64_t> result;
  std::vector<uint64_t> outputs;
  // By CallSlots::variables, the noted bytes of all that may be the variable.
  std::vector<std::vector<std::string>> variables;
  uint64_t written = 0; // as coverme_replay_record has it
  bool isWhole = false; // as FlowFunction::taken asks
  std::string counters; // the bytes of FlowNotes::ranges
  std::string recorded; // those of Recording::variable

  // Is it counted in gcov's figures? For a test that ended in the middle of a
  // function, gcov would make up the rest.
  bool isCounted() const { return hasRun && isWhole; }
};

// What a goal needs to record of each test beside counters.
struct Recording {
  std::vector<std::string> flags; // of the compiler
  // A variable of libcoverme_replay.a, all zeros before each test; empty: none.
  std::string variable;
};

// The program of a replay: a text that includes the source, and where there is
// an object of the source already, one that does without.
struct ReplayText {
  std::string including;
  std::shared_ptr<const SourceObject> object; // null: none
  std::string beside;                         // the object
};

// What a call takes and leaves.
struct CallSlots {
  size_t inputs = 0; // of 64 bits each
  size_t outs = 1;   // the result's, and those of InputPlan::outputs
  // To be noted after a call that returns.
  std::vector<CodeVariable> variables = {};
};

class CoverageBuild {
public:
  // Starts `compiler` on `text`, which calls the entry in source number
  // `source` and defines __coverme_replay_call. Works in `folder`, which it
  // makes, for at most `seconds`; 0: no limit. `companions` are the other
  // sources of a run of several; null for one.
  CoverageBuild(const RunOptions &options, uint32_t source,
                std::string compiler, ReplayText text,
                std::shared_ptr<Companions> companions,
                std::filesystem::path folder, double seconds,
                Recording recording = {});

  // Waits for the compiler; null if its time was up. Throws
  // Error(CompileFailed) when it rejects the program or a companion,
  // Error(BadInput) when there are no counters in it, or no room for it.
  // require: no call before has thrown
  const FlowNotes *notes();

  // Runs the tests in that order, in `directory`, for `seconds` at most, each
  // for a third of it or 5 s, or twice as long as the slowest has taken before;
  // none if the compiler's time was up. Throws as notes() does.
  // require: no input has more than slots.inputs slots
  std::vector<TestTrace> run(const std::vector<Input> &inputs,
                             const CallSlots &slots,
                             const std::filesystem::path &directory,
                             double seconds, double slowest = 0);

  // What `gcov` (with its arguments) says of these runs together; nothing if it
  // takes longer than `seconds`. Throws Error(BadInput) when it fails.
  // require: notes() was called, and is not null
  std::optional<std::string>
  annotate(std::vector<std::string> gcov,
           const std::vector<const TestTrace *> &traces, double seconds) const;

  // Where annotate leaves the notes and counters of the runs, a N.gcno and a
  // N.gcda for each source that counts.
  std::filesystem::path counters() const { return folder / "counters"; }

  const std::string &compiler() const { return name; }
  const std::filesystem::path &program() const { return executable; }

private:
  void start(const std::string &program);
  void findRecorded();
  // Where the program has what may be a variable.
  struct VariablePlace {
    size_t variable; // in CallSlots::variables
    coverme_replay_range range;
  };
  std::vector<VariablePlace>
  placesOf(const std::vector<CodeVariable> &variables) const;
  void runFrom(size_t first, const std::vector<Input> &inputs,
               const CallSlots &slots, const std::vector<VariablePlace> &places,
               const std::filesystem::path &directory, double seconds,
               double slowest, std::vector<TestTrace> &traces);

  std::vector<std::string> linkWords() const;
  bool isLinkedLater() const;
  bool isCxx() const;
  bool makeUp(const std::set<std::string> &undefined);
  ProcessResult link() const;
  // What came of the compiler and the linker, and which of them it was.
  struct Made {
    ProcessResult result;
    const char *step;
  };
  Made finish();

  RunOptions options;
  uint32_t source;
  std::string name;
  ReplayText text;
  double seconds;
  std::shared_ptr<Companions> companions;
  std::filesystem::path folder, executable;
  std::filesystem::path madeUp; // an object with what nobody defines; empty: no
  std::set<std::string> madeUpNames;
  std::vector<ObjectNotes> notesFiles;
  std::optional<Process> process; // of the compiler, until it has ended
  std::optional<FlowNotes> flow;
  Recording recording;
  coverme_replay_range recorded = {}; // the variable
};

// The gcov that reads what the compiler writes, with its first arguments.
std::vector<std::string> gcovOf(const std::string &compiler);

// Throws Error(BadInput) when the compiler of the replay or its gcov cannot be
// run, or a source cannot be included.
void requireReplayTools(const RunOptions &options);

} // namespace coverme

#endif

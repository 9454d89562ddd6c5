// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Subprocess.h"

#include "driver/support/ExpectError.h"
#include "support/Files.h"
#include "support/Stopwatch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

namespace coverme {
namespace {

using namespace test;

ProcessResult shell(const std::string &script, ProcessOptions options = {}) {
  return runProcess({"sh", "-c", script}, options);
}

TEST(Subprocess, GivesOutputErrorsAndExitCode) {
  const ProcessResult result = shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
  EXPECT_EQ(result.exitCode, 7);
  EXPECT_EQ(result.signal, 0);
  EXPECT_FALSE(result.succeeded());
  EXPECT_FALSE(result.timedOut);
}

TEST(Subprocess, ThrowsWhenItDoesNotComeToItsEnd) {
  ProcessOptions options;
  options.mostSeconds = 0.2;
  expectError([&] { shell("sleep 100", options); }, ExitCode::CompileFailed,
              {"'sh' does not come to its end"});
  options.timeoutSeconds = 0.1;
  EXPECT_TRUE(shell("sleep 100", options).timedOut);
}

TEST(Subprocess, ForeignProgramCannotSignalUs) {
  ProcessOptions options;
  options.isForeign = true;
  const std::string group = std::to_string(::getpgrp());
  EXPECT_NE(shell("kill -USR1 $PPID", options).exitCode, 0);
  EXPECT_NE(shell("kill -USR1 -- -" + group, options).exitCode, 0);
  EXPECT_NE(shell("kill -USR1 -- -1", options).exitCode, 0);
  EXPECT_EQ(shell("kill -9 $$", options).signal, SIGKILL);
  EXPECT_EQ(shell("sleep 100 & kill $!", options).exitCode, 0);
}

TEST(Subprocess, SucceedsWithExitCodeZero) {
  const ProcessResult result = runProcess({"true"});
  EXPECT_TRUE(result.succeeded());
  EXPECT_EQ(result.output + result.errors, "");
}

TEST(Subprocess, PassesArgumentsAsTheyAre) {
  EXPECT_EQ(runProcess({"printf", "%s|%s|%s", "a b", "", "$x\"'\\"}).output,
            "a b||$x\"'\\");
}

TEST(Subprocess, TakesMoreOutputThanAPipeHoldsOnBothStreams) {
  const ProcessResult result =
      shell("head -c 1000000 /dev/zero | tr '\\0' x;"
            "head -c 1000000 /dev/zero | tr '\\0' y >&2");
  EXPECT_EQ(result.output, std::string(1'000'000, 'x'));
  EXPECT_EQ(result.errors, std::string(1'000'000, 'y'));
}

TEST(Subprocess, TellsThatItWaits) {
  int ticks = 0;
  {
    const WaitWatch watch([&] { ++ticks; });
    shell("sleep 0.5");
  }
  EXPECT_GE(ticks, 2);
  const int before = ticks;
  shell("sleep 0.3");
  EXPECT_EQ(ticks, before);
}

TEST(Subprocess, HasAnEmptyInput) { EXPECT_EQ(shell("wc -c").output, "0\n"); }

TEST(Subprocess, ReadsItsInputFromTheFile) {
  const TemporaryFolder folder;
  ProcessOptions options;
  options.input = folder.path() / "input";
  expectError([&] { shell("cat", options); }, ExitCode::BadInput,
              {"cannot read", options.input, "No such file"});
  writeFileAtomically(options.input, std::string("a\0b", 3));
  EXPECT_EQ(shell("cat", options).output, std::string("a\0b", 3));
}

TEST(Subprocess, TellsTheSignalThatEndedIt) {
  const ProcessResult result = shell("echo before; kill -TERM $$");
  EXPECT_EQ(result.signal, SIGTERM);
  EXPECT_EQ(result.exitCode, -1);
  EXPECT_FALSE(result.succeeded());
  EXPECT_EQ(result.output, "before\n");
}

TEST(Subprocess, SaysThatAProgramIsMissing) {
  for (const char *program : {"no-such-program", "/no/such/program"})
    expectError([&] { runProcess({program, "-x"}); }, ExitCode::BadInput,
                {std::string("cannot run '") + program + "'", "No such file"});
}

TEST(Subprocess, SaysThatAFileIsNoProgram) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "text";
  writeFileAtomically(path, "echo hi\n");
  expectError([&] { runProcess({path}); }, ExitCode::BadInput,
              {path, "Permission denied"});
}

TEST(Subprocess, RunsInTheFolder) {
  const TemporaryFolder folder;
  ProcessOptions options;
  options.directory = folder.path();
  EXPECT_EQ(shell("pwd -P", options).output,
            std::filesystem::canonical(folder.path()).string() + "\n");
  options.directory = "/no/such/folder";
  EXPECT_THROW(shell("pwd", options), Error);
}

TEST(Subprocess, AddsToTheEnvironmentAndReplaces) {
  ::setenv("COVERME_TEST_KEPT", "kept", 1);
  ::setenv("COVERME_TEST_REPLACED", "old", 1);
  ProcessOptions options;
  options.environment = {"COVERME_TEST_REPLACED=new", "COVERME_TEST_ADDED=a=b",
                         "COVERME_TEST=prefix of the others"};
  const ProcessResult result = shell(
      "echo $COVERME_TEST_KEPT $COVERME_TEST_REPLACED $COVERME_TEST_ADDED;"
      "env | grep -c COVERME_TEST_REPLACED",
      options);
  EXPECT_EQ(result.output, "kept new a=b\n1\n");
  EXPECT_STREQ(std::getenv("COVERME_TEST_REPLACED"), "old") << "ours stays";
  ::unsetenv("COVERME_TEST_KEPT");
  ::unsetenv("COVERME_TEST_REPLACED");
}

// --- time limits
// --------------------------------------------------------------

constexpr double kShort = 0.2;
constexpr double kLong = 10; // far from kShort even on a busy machine

ProcessOptions limited() {
  ProcessOptions options;
  options.timeoutSeconds = kShort;
  return options;
}

TEST(Subprocess, IsKilledAfterItsTime) {
  const Stopwatch watch;
  const ProcessResult result = shell("echo early; exec sleep 30", limited());
  EXPECT_TRUE(result.timedOut);
  EXPECT_FALSE(result.succeeded());
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_EQ(result.output, "early\n");
  EXPECT_GE(watch.seconds(), kShort);
  EXPECT_LT(watch.seconds(), kLong);
}

TEST(Subprocess, IsKilledAfterItsTimeWithItsChildren) {
  const TemporaryFolder folder;
  ProcessOptions options = limited();
  options.directory = folder.path();
  // The grandchild holds our pipes, and would leave a file.
  const Stopwatch watch;
  EXPECT_TRUE(
      shell("(sleep 1; echo still here > alive) & wait", options).timedOut);
  EXPECT_LT(watch.seconds(), kLong);
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "alive"));
}

TEST(Subprocess, IsNotCutBeforeItsTime) {
  ProcessOptions options;
  options.timeoutSeconds = 60;
  const ProcessResult result = shell("sleep 0.1; echo done", options);
  EXPECT_FALSE(result.timedOut);
  EXPECT_EQ(result.output, "done\n");
}

// Failed before: only the reading had a time limit.
TEST(Subprocess, ThatClosesItsOutputIsKilledAfterItsTimeToo) {
  const Stopwatch watch;
  const ProcessResult result = shell("exec sleep 5 >&- 2>&-", limited());
  EXPECT_TRUE(result.timedOut);
  EXPECT_LT(watch.seconds(), 4);
}

// Failed before: the shell had exited with zero.
TEST(Subprocess, ThatTimedOutHasNotSucceeded) {
  const ProcessResult result = shell("sleep 30 & exit 0", limited());
  EXPECT_TRUE(result.timedOut) << "its child still writes";
  EXPECT_FALSE(result.succeeded());
}

// Failed before: there was always something to read.
TEST(Subprocess, ThatNeverStopsWritingIsKilledAfterItsTime) {
  EXPECT_TRUE(runProcess({"yes"}, limited()).timedOut);
}

// --- beside ours
// --------------------------------------------------------------

// Waits for a file that another process writes.
std::string contentOf(const std::filesystem::path &file) {
  while (!std::filesystem::exists(file))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return readFile(file);
}

TEST(Process, RunsBeforeItIsWaitedFor) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "done";
  Process process({"sh", "-c",
                   "echo out; mv $(mktemp " + file.string() + "XXX) " +
                       file.string() + "; exit 3"});
  contentOf(file);
  const ProcessResult result = process.wait();
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.exitCode, 3);
}

TEST(Process, IsKilledWithItsChildrenUnlessWaitedFor) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "child";
  const Stopwatch watch;
  pid_t child = 0;
  {
    const Process process({"sh", "-c",
                           "sleep 30 & echo $! > $0.new; mv $0.new $0; wait",
                           file.string()});
    child = std::stoi(contentOf(file));
    EXPECT_EQ(::kill(child, 0), 0);
  }
  EXPECT_LT(watch.seconds(), kLong);
  // Dead, be it that nobody has asked for its status yet.
  const std::string status = "/proc/" + std::to_string(child) + "/stat";
  const auto isDead = [&] {
    std::string text;
    std::getline(std::ifstream(status), text);
    return text.empty() || text.find(") Z ") != std::string::npos;
  };
  while (!isDead() && watch.seconds() < kLong)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(isDead());
}

TEST(Process, IsKilledRightAfterItsStart) {
  const Stopwatch watch;
  for (int i = 0; i < 20; ++i)
    const Process process({"sleep", "30"});
  EXPECT_LT(watch.seconds(), kLong);
}

TEST(Process, ThatIsMissingSaysSoWhenWaitedFor) {
  Process process({"no-such-program"});
  expectError([&] { process.wait(); }, ExitCode::BadInput,
              {"cannot run 'no-such-program'"});
}

// Failed before: it was all kept.
TEST(Subprocess, KeepsNoMoreThanMemoryHasRoomFor) {
  const ProcessResult result =
      runProcess({"sh", "-c", "head -c 70000000 /dev/zero; echo end >&2"});
  EXPECT_EQ(result.output.size(), size_t{64} << 20);
  EXPECT_EQ(result.errors, "end\n");
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/WriteLimits.h"

#include "support/Files.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// What `act` returns in a process that has entered the limits.
template <class Act> int within(const fs::path &folder, const Act &act) {
  const WriteLimits limits(folder);
  const pid_t child = ::fork();
  if (child == 0) {
    limits.enter();
    ::_exit(act());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// 0, or errno.
int writeTo(const fs::path &file) {
  const FileDescriptor open(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600));
  return open ? 0 : errno;
}

// That of the kernel: without it, nothing is limited.
int denied() {
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0,
                   LANDLOCK_CREATE_RULESET_VERSION) > 0
             ? EACCES
             : 0;
}

// Not one of the temporary folders that may be written to.
class Elsewhere : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    file = fs::path(name) / "file";
    writeFileAtomically(file, "text");
  }
  void TearDown() override { fs::remove_all(name); }

  std::string name = "/var/tmp/coverme-test-XXXXXX";
  fs::path file;
};

TEST_F(Elsewhere, IsNotWrittenTo) {
  const TemporaryFolder folder;
  EXPECT_EQ(within(folder.path(), [&] { return writeTo(file); }), denied());
  EXPECT_EQ(
      within(folder.path(), [&] { return writeTo(fs::path(name) / "new"); }),
      denied());
  EXPECT_EQ(within(folder.path(),
                   [&] { return ::unlink(file.c_str()) == 0 ? 0 : errno; }),
            denied());
  EXPECT_EQ(within(folder.path(),
                   [&] {
                     const fs::path made = fs::path(name) / "made";
                     return ::mkdir(made.c_str(), 0700) == 0 ? 0 : errno;
                   }),
            denied());
}

TEST_F(Elsewhere, IsWrittenToWhereItIsTheFolder) {
  EXPECT_EQ(within(name, [&] { return writeTo(fs::path(name) / "new"); }), 0);
  EXPECT_EQ(within(name, [&] { return writeTo(file); }), 0);
}

TEST(WriteLimits, LeaveTemporaryFilesAndDevices) {
  const TemporaryFolder folder, other;
  EXPECT_EQ(
      within(folder.path(), [&] { return writeTo(folder.path() / "new"); }), 0);
  EXPECT_EQ(
      within(folder.path(), [&] { return writeTo(other.path() / "new"); }), 0);
  EXPECT_EQ(within(folder.path(), [] { return writeTo("/dev/null"); }), 0);
}

} // namespace
} // namespace coverme

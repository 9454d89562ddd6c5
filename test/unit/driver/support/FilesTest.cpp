// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Files.h"
#include "support/WorkFolder.h"

#include "driver/support/ExpectError.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <linux/fs.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {
namespace {

using namespace test;
namespace fs = std::filesystem;

std::vector<std::string> namesIn(const fs::path &folder) {
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename());
  return names;
}

TEST(TemporaryFolder, IsThereAndGoesWithAllInIt) {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    EXPECT_TRUE(fs::is_directory(path));
    fs::create_directories(path / "a/b");
    writeFileAtomically(path / "a/b/file", "text");
  }
  EXPECT_FALSE(fs::exists(path));
}

// Attributes are for the superuser, and for file systems that have them.
TEST(TemporaryFolder, GoesThoughItIsKeptFromIt) {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    fs::create_directories(path / "a/b");
    fs::permissions(path / "a", fs::perms::none);
    for (const fs::path &each : {path / "a/b", path}) {
      const FileDescriptor file(::open(each.c_str(), O_RDONLY | O_CLOEXEC));
      int flags = 0;
      if (file && ::ioctl(file.get(), FS_IOC_GETFLAGS, &flags) == 0) {
        flags |= FS_IMMUTABLE_FL;
        ::ioctl(file.get(), FS_IOC_SETFLAGS, &flags);
      }
    }
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, GoesHoweverDeepItIs) {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    FileDescriptor place(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    for (int depth = 0; depth < 1100; ++depth) {
      ASSERT_EQ(::mkdirat(place.get(), "deeper", 0700), 0);
      place.reset(::openat(place.get(), "deeper", O_RDONLY | O_CLOEXEC));
    }
    ASSERT_EQ(::mkdirat(place.get(), "locked", 0), 0);
    ::fchmod(place.get(), 0);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(IsWithin, GoesByWholeNames) {
  EXPECT_TRUE(isWithin("/usr/lib/a.h", "/usr/lib"));
  EXPECT_TRUE(isWithin("/usr/lib", "/usr/lib/"));
  EXPECT_TRUE(isWithin("/usr/x/../lib/a.h", "/usr/./lib/"));
  EXPECT_FALSE(isWithin("/usr/lib64/a.h", "/usr/lib"));
  EXPECT_FALSE(isWithin("/usr", "/usr/lib"));
  EXPECT_TRUE(isWithin("/usr/lib", "/"));
}

TEST(Paths, AreKnownByTheirEnds) {
  EXPECT_TRUE(endsWith("a/lib2/x.c", "lib2/x.c"));
  EXPECT_TRUE(endsWith("a/lib2/x.c", "x.c"));
  EXPECT_TRUE(endsWith("x.c", "./x.c"));
  EXPECT_FALSE(endsWith("a/lib2/x.c", "b2/x.c"));
  EXPECT_FALSE(endsWith("x.c", "lib2/x.c"));
  EXPECT_FALSE(endsWith("lib1/x.c", "lib2/x.c"));
}

TEST(Paths, AreToldApartByTheFewestParts) {
  using Names = std::map<fs::path, std::string>;
  EXPECT_EQ(toldApart({"a/lib1/x.c", "a/lib2/x.c", "a/lib1/y.c"}),
            (Names{{"a/lib1/x.c", "lib1/x.c"},
                   {"a/lib2/x.c", "lib2/x.c"},
                   {"a/lib1/y.c", "y.c"}}));
  EXPECT_EQ(toldApart({"a/s/x.c", "b/s/x.c"}),
            (Names{{"a/s/x.c", "a/s/x.c"}, {"b/s/x.c", "b/s/x.c"}}));
  EXPECT_EQ(toldApart({"x.c", "lib/x.c"}),
            (Names{{"x.c", "x.c"}, {"lib/x.c", "lib/x.c"}}));
  EXPECT_EQ(toldApart({"/x.c", "/a/x.c"}),
            (Names{{"/x.c", "x.c"}, {"/a/x.c", "a/x.c"}}));
  EXPECT_TRUE(toldApart({}).empty());
}

TEST(WorkFolder, IsMadeAnewIfItIsOurs) {
  const TemporaryFolder folder;
  const fs::path ours = folder.path() / "ours";
  prepareWorkFolder(ours);
  fs::create_directory(ours / "inner");
  fs::permissions(ours, fs::perms::none);
  prepareWorkFolder(ours);
  EXPECT_TRUE(namesIn(ours).empty());
}

TEST(WorkFolder, StaysIfItIsLikeNew) {
  const TemporaryFolder folder;
  const fs::path ours = folder.path() / "ours";
  const auto inode = [&] {
    prepareWorkFolder(ours);
    struct stat status{};
    EXPECT_EQ(::lstat(ours.c_str(), &status), 0);
    return status.st_ino;
  };
  const ino_t first = inode();
  fs::create_directory(folder.path() / "other");
  EXPECT_EQ(inode(), first);
}

TEST(WorkFolder, IsMadeAnewHoweverTheCodeHasLeftIt) {
  const TemporaryFolder folder;
  const fs::path ours = folder.path() / "scratch" / "ours",
                 other = folder.path() / "other";
  fs::create_directory(other);
  const auto expectNew = [&](const std::function<void()> &change) {
    prepareWorkFolder(ours);
    change();
    prepareWorkFolder(ours);
    EXPECT_TRUE(fs::is_directory(fs::symlink_status(ours)));
    EXPECT_EQ(fs::status(ours).permissions() & fs::perms::owner_all,
              fs::perms::owner_all);
    EXPECT_TRUE(namesIn(ours).empty());
    EXPECT_TRUE(fs::is_directory(other));
  };
  expectNew([] {});
  expectNew([&] { std::ofstream(ours / "file") << "x"; });
  expectNew([&] { fs::permissions(ours, fs::perms::owner_read); });
  expectNew([&] { fs::remove(ours); });
  expectNew([&] {
    fs::remove(ours);
    fs::create_directory_symlink(other, ours);
  });
  expectNew([&] {
    fs::remove(ours);
    std::ofstream(ours) << "x";
  });
}

TEST(WorkFolder, StaysAsItIsIfItIsTheUsers) {
  const fs::path theirs = fs::current_path() / "coverme-tmp.theirs";
  fs::create_directories(theirs / "inner");
  fs::permissions(theirs / "inner", fs::perms::none);
  prepareWorkFolder(theirs);
  EXPECT_EQ(namesIn(theirs), std::vector<std::string>{"inner"});
  EXPECT_EQ(fs::status(theirs / "inner").permissions(), fs::perms::none);
  fs::remove_all(theirs);
}

TEST(TemporaryFolder, IsANewOneEachTime) {
  const TemporaryFolder first, second;
  EXPECT_NE(first.path(), second.path());
}

class TmpDir : public testing::Test {
protected:
  TmpDir() {
    if (const char *value = std::getenv("TMPDIR"))
      before = value;
  }
  ~TmpDir() override {
    if (before.empty())
      ::unsetenv("TMPDIR");
    else
      ::setenv("TMPDIR", before.c_str(), 1);
  }
  std::string before;
};

TEST_F(TmpDir, SaysWhereTemporaryFoldersAreMade) {
  const TemporaryFolder parent;
  ::setenv("TMPDIR", parent.path().c_str(), 1);
  EXPECT_EQ(TemporaryFolder().path().parent_path(), parent.path());
  ::setenv("TMPDIR", "", 1);
  EXPECT_EQ(TemporaryFolder().path().parent_path(), "/tmp");
}

TEST_F(TmpDir, IsNamedWhereItIsMissing) {
  ::setenv("TMPDIR", "/no/such/folder", 1);
  expectError([] { TemporaryFolder(); }, ExitCode::BadInput,
              {"/no/such/folder", "No such file"});
}

// One below a folder of the test.
class DeadFolders : public TmpDir {
protected:
  DeadFolders() { ::setenv("TMPDIR", base.path().c_str(), 1); }

  fs::path make(const std::string &name) const {
    fs::create_directories(base.path() / name / "inside");
    ::chmod((base.path() / name).c_str(), 0700);
    return base.path() / name;
  }

  const TemporaryFolder base;
};

TEST_F(DeadFolders, AreRemovedWithAllInThem) {
  make("coverme-tmp.aB3xyz");
  make("coverme-tmp.000000");
  removeDeadFolders();
  EXPECT_TRUE(fs::is_empty(base.path()));
}

TEST_F(DeadFolders, AreNotThoseOfTheLiving) {
  const TemporaryFolder mine;
  removeDeadFolders();
  EXPECT_TRUE(fs::exists(mine.path()));
}

TEST_F(DeadFolders, AreNotWhatOthersMake) {
  make("coverme-tmp.longer7");
  make("coverme-tmp.x");
  make("coverme-abcdef");
  const fs::path target = make("elsewhere");
  fs::create_directory_symlink(target, base.path() / "coverme-tmp.tolink");
  writeFileAtomically(base.path() / "coverme-tmp.isfile", "x");
  const size_t count = namesIn(base.path()).size();
  removeDeadFolders();
  EXPECT_EQ(namesIn(base.path()).size(), count);
  EXPECT_TRUE(fs::exists(target / "inside"));
}

// Failed where one lock was taken for the other's.
TEST_F(DeadFolders, AreToldFromThoseThatOthersAreJustMaking) {
  std::vector<pid_t> makers;
  for (int i = 0; i < 4; ++i)
    if (makers.push_back(::fork()); makers.back() == 0) {
      bool isThere = true;
      for (int round = 0; round < 200; ++round) {
        const TemporaryFolder folder;
        removeDeadFolders();
        isThere &= fs::exists(folder.path());
      }
      ::_exit(isThere ? 0 : 1);
    }
  for (const pid_t maker : makers) {
    int status = 0;
    ::waitpid(maker, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_TRUE(fs::is_empty(base.path()));
}

TEST(MemoryFile, HoldsItsText) {
  for (const std::string &text :
       {std::string(), std::string("\0x", 2), std::string(1'000'000, 'y')})
    EXPECT_EQ(readFile(MemoryFile(text).path()), text);
}

TEST(ReadFile, GivesEveryByte) {
  const TemporaryFolder folder;
  for (const std::string &text : {std::string(), std::string("\0\r\n\xff\n", 5),
                                  std::string(100'000, 'x')}) {
    writeFileAtomically(folder.path() / "file", text);
    EXPECT_EQ(readFile(folder.path() / "file"), text);
  }
}

TEST(ReadFile, NamesTheFileAndTheReason) {
  const TemporaryFolder folder;
  expectError([] { readFile("/dev/zero"); }, ExitCode::BadInput,
              {"'/dev/zero'", "neither a file nor a pipe"});
  expectError([&] { readFile(folder.path() / "none"); }, ExitCode::BadInput,
              {folder.path() / "none", "No such file"});
  expectError([&] { readFile(folder.path()); }, ExitCode::BadInput,
              {folder.path(), "is a folder"});
}

TEST(WriteFileAtomically, ReplacesTheFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  for (const char *text : {"a longer first text", "second", ""}) {
    writeFileAtomically(folder.path() / "file", text);
    EXPECT_EQ(readFile(folder.path() / "file"), text);
    EXPECT_EQ(namesIn(folder.path()), std::vector<std::string>{"file"});
  }
}

TEST(WriteFileAtomically, LeavesAReaderOfTheOldFileAlone) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "file";
  writeFileAtomically(path, "old");
  std::ifstream reader(path);
  writeFileAtomically(path, "new");
  std::string text;
  reader >> text;
  EXPECT_EQ(text, "old");
}

TEST(WriteFileAtomically, NamesTheFileAndTheReasonAndLeavesNothing) {
  const TemporaryFolder folder;
  expectError([&] { writeFileAtomically(folder.path() / "no/file", "x"); },
              ExitCode::BadInput, {folder.path() / "no/file'", "No such file"});
  fs::create_directories(folder.path() / "folder/inside");
  expectError([&] { writeFileAtomically(folder.path() / "folder", "x"); },
              ExitCode::BadInput, {folder.path() / "folder'", "directory"});
  EXPECT_EQ(namesIn(folder.path()), std::vector<std::string>{"folder"});
}

TEST(WriteFileAtomically, LeavesTheModeToTheUmask) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  writeFileAtomically(folder.path() / "file", "x");
  ::umask(before);
  EXPECT_EQ(fs::status(folder.path() / "file").permissions(),
            static_cast<fs::perms>(0640));
}

// Failed before: the temporary name was longer than the file's own.
TEST(WriteFileAtomically, TakesTheLongestNames) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / std::string(255, 'n');
  writeFileAtomically(path, "x");
  EXPECT_EQ(readFile(path), "x");
}

// Failed before: root's --json /dev/null replaced the device by a file.
TEST(WriteFileAtomically, WritesToADeviceWithoutReplacingIt) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "fifo";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int reader = ::open(path.c_str(), O_RDWR);
  writeFileAtomically(path, "text");
  EXPECT_TRUE(fs::is_fifo(path));
  pollfd readable{reader, POLLIN, 0};
  std::string text(4, '\0');
  if (::poll(&readable, 1, 0) == 1) {
    EXPECT_EQ(::read(reader, text.data(), 4), 4);
  }
  EXPECT_EQ(text, "text");
  ::close(reader);
}

TEST(WriteFileAtomically, KeepsALinkAndWritesItsFile) {
  const TemporaryFolder folder;
  writeFileAtomically(folder.path() / "file", "old");
  fs::create_symlink("file", folder.path() / "link");
  writeFileAtomically(folder.path() / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(readFile(folder.path() / "file"), "new");
}

TEST(CheckWritable, LeavesNothing) {
  const TemporaryFolder folder;
  checkWritable(folder.path());
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(CheckWritable, RemovesWhatDeadRunsWereWriting) {
  const TemporaryFolder folder;
  const auto make = [&](const char *name) {
    return FileDescriptor(
        ::open((folder.path() / name).c_str(), O_CREAT | O_RDWR, 0600));
  };
  make(".coverme-tmp.00beef");
  make(".coverme-tmp.");
  const FileDescriptor living = make(".coverme-tmp.123456");
  ASSERT_EQ(::flock(living.get(), LOCK_EX), 0);
  checkWritable(folder.path());
  auto left = namesIn(folder.path());
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left,
            (std::vector<std::string>{".coverme-tmp.", ".coverme-tmp.123456"}));
}

TEST(CheckWritable, NamesTheFolderAndTheReason) {
  expectError([] { checkWritable("/no/such"); }, ExitCode::BadInput,
              {"'/no/such'", "No such file"});
}

TEST(OutputFolder, TakesAwayWhatItMadeWhereItStaysEmpty) {
  const TemporaryFolder base;
  for (const char *name : {"a", "a/b/c", "a/b/", "./a/../a/x"}) {
    {
      const OutputFolder folder(base.path() / name);
      EXPECT_TRUE(fs::is_directory(folder.path()));
      EXPECT_TRUE(fs::is_empty(folder.path()));
    }
    EXPECT_TRUE(fs::is_empty(base.path())) << name;
  }
}

TEST(OutputFolder, LeavesWhatWasThereBefore) {
  const TemporaryFolder base;
  fs::create_directories(base.path() / "mine/empty");
  {
    const OutputFolder folder(base.path() / "mine/empty");
  }
  EXPECT_TRUE(fs::is_directory(base.path() / "mine/empty"));
  {
    const OutputFolder folder(base.path() / "mine/empty/new");
  }
  EXPECT_EQ(namesIn(base.path() / "mine"), std::vector<std::string>{"empty"});
  EXPECT_TRUE(fs::is_empty(base.path() / "mine/empty"));
}

TEST(OutputFolder, LeavesResultsAndTheFoldersAroundThem) {
  const TemporaryFolder base;
  {
    const OutputFolder folder(base.path() / "a/b");
    writeFileAtomically(folder.path() / "result", "42");
  }
  EXPECT_EQ(readFile(base.path() / "a/b/result"), "42");
}

TEST(OutputFolder, TakesARelativeName) {
  const TemporaryFolder base;
  const fs::path here = fs::current_path();
  fs::current_path(base.path());
  {
    const OutputFolder folder("x/y");
    EXPECT_TRUE(fs::is_directory(base.path() / "x/y"));
  }
  fs::current_path(here);
  EXPECT_TRUE(fs::is_empty(base.path()));
}

TEST(OutputFolder, NamesTheFolderAndTheReason) {
  const TemporaryFolder base;
  writeFileAtomically(base.path() / "file", "x");
  expectError([&] { OutputFolder(base.path() / "file"); }, ExitCode::BadInput,
              {base.path() / "file'", "Not a directory"});
  expectError([&] { OutputFolder(base.path() / "file/below"); },
              ExitCode::BadInput,
              {base.path() / "file/below'", "Not a directory"});
  expectError([] { OutputFolder("/proc/coverme"); }, ExitCode::BadInput,
              {"'/proc/coverme'", "No such file"});
}

// Failed before: the parents stayed.
TEST(OutputFolder, ThatCannotBeMadeLeavesNothing) {
  const TemporaryFolder base;
  const fs::path tooLong = base.path() / "a/b" / std::string(300, 'x');
  expectError([&] { OutputFolder folder(tooLong); }, ExitCode::BadInput,
              {"File name too long"});
  EXPECT_TRUE(fs::is_empty(base.path()));
}

} // namespace
} // namespace coverme

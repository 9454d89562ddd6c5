// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Flags.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace coverme {
namespace {

using Flags = std::vector<std::string>;

void expectCompile(const Flags &flags) {
  const SplitFlags split = splitFlags(flags);
  EXPECT_EQ(split.compile, flags);
  EXPECT_EQ(split.link, Flags{});
}

void expectLink(const Flags &flags) {
  const SplitFlags split = splitFlags(flags);
  EXPECT_EQ(split.compile, Flags{});
  EXPECT_EQ(split.link, flags);
}

TEST(SplitFlags, GivesCompilerFlagsToTheCompiler) {
  for (const Flags &flags :
       {Flags{"-O2"}, Flags{"-Iinclude"}, Flags{"-I", "include"},
        Flags{"-DX=1"}, Flags{"-D", "X=1"}, Flags{"-U", "X"},
        Flags{"-include", "a.h"}, Flags{"-isystem", "/usr/x"},
        Flags{"-std=c99"}, Flags{"-fwrapv", "-m32"}, Flags{"-pthread"}})
    expectCompile(flags);
}

TEST(SplitFlags, LeavesOutThatCodeStaysInItsPlace) {
  for (const char *flag : {"-fno-pic", "-fno-PIC", "-fno-pie", "-fno-PIE"}) {
    const SplitFlags split = splitFlags({"-DX", flag, "-lm"});
    EXPECT_EQ(split.compile, Flags{"-DX"});
    EXPECT_EQ(split.link, Flags{"-lm"});
  }
}

TEST(SplitFlags, GivesLinkerFlagsToTheLinker) {
  for (const Flags &flags :
       {Flags{"-lm"}, Flags{"-l", "m"}, Flags{"-Llib"}, Flags{"-L", "lib"},
        Flags{"-Wl,-rpath,/x"}, Flags{"-Xlinker", "--as-needed"}, Flags{"a.o"},
        Flags{"lib/libx.a"}, Flags{"libx.so"}, Flags{"/usr/lib/libm.so.6"}})
    expectLink(flags);
}

TEST(SplitFlags, LetsTheLoaderLookWhereTheLinkerDoes) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "loader";
  std::filesystem::create_directories(folder / "own");
  std::filesystem::create_directories(folder / "other");
  const std::string library = folder / "own" / "libx.so.2";
  std::ofstream(library) << "";
  const std::string other = folder / "other";
  const Flags flags = {"-L" + other,     library,     "-L", other,
                       "absent/libx.so", "-Lnowhere", "-L"};
  Flags link = splitFlags(flags).link;
  ASSERT_GT(link.size(), flags.size());
  link.erase(link.begin(), link.begin() + static_cast<ptrdiff_t>(flags.size()));
  // The old tag: also for what the libraries need in turn.
  EXPECT_EQ(link, (Flags{"-Xlinker", "--disable-new-dtags", "-Xlinker",
                         "-rpath", "-Xlinker", other, "-Xlinker", "-rpath",
                         "-Xlinker", folder / "own"}));
}

TEST(SplitFlags, KeepsTheOrderOnEachSide) {
  const SplitFlags split =
      splitFlags({"-O2", "b.o", "-lx", "-DA", "-L", "d", "a.o", "-lx", "-g"});
  EXPECT_EQ(split.compile, (Flags{"-O2", "-DA", "-g"}));
  EXPECT_EQ(split.link, (Flags{"b.o", "-lx", "-L", "d", "a.o", "-lx"}));
}

TEST(SplitFlags, LeavesAnArgumentWithItsFlag) {
  // A definition or a folder may look like an object.
  expectCompile({"-D", "libx.so"});
  expectCompile({"-I", "folder.a"});
  expectCompile({"-include", "config.o"});
  expectLink({"-L", "-O2"});
}

// Failed before: only -I, -D, -U, -include and -isystem were known to take
// an argument.
TEST(SplitFlags, LeavesTheArgumentOfRarerFlagsWithThem) {
  for (const char *flag : {"-iquote", "-idirafter", "-imacros", "-isysroot",
                           "-MF", "-MT", "-Xpreprocessor"})
    expectCompile({flag, "folder.a"});
}

TEST(SplitFlags, TakesAFlagWithoutItsArgument) {
  expectLink({"-L"});
  expectLink({"-Xlinker"});
  expectCompile({"-I"});
}

TEST(SplitFlags, OfNothingIsNothing) { expectCompile({}); }

TEST(FlagsOf, LeavesThreadsOut) {
  RunOptions options;
  options.compilerFlags = {"-fopenmp", "-DA"};
  const Flags flags = flagsOf(options);
  EXPECT_EQ(flags[0], "-D_OPENMP=201511");
  EXPECT_EQ(flags[1], "-fopenmp-simd");
  EXPECT_EQ(flags.back(), "-lgomp");
  options.compilerFlags = {"-fopenmp-simd"};
  EXPECT_EQ(flagsOf(options), options.compilerFlags);
}

TEST(SemanticFlags, ForbidContraction) {
  EXPECT_NE(std::find(semanticFlags().begin(), semanticFlags().end(),
                      "-ffp-contract=off"),
            semanticFlags().end());
}

} // namespace
} // namespace coverme

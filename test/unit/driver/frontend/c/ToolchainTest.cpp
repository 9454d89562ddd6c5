// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Toolchain.h"

#include "driver/support/ExpectError.h"
#include "support/Files.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;
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

TEST(SplitFlags, GivesLinkerFlagsToTheLinker) {
  for (const Flags &flags :
       {Flags{"-lm"}, Flags{"-l", "m"}, Flags{"-Llib"}, Flags{"-L", "lib"},
        Flags{"-Wl,-rpath,/x"}, Flags{"-Xlinker", "--as-needed"}, Flags{"a.o"},
        Flags{"lib/libx.a"}, Flags{"libx.so"}, Flags{"/usr/lib/libm.so.6"}})
    expectLink(flags);
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

TEST(SemanticFlags, ForbidContraction) {
  EXPECT_NE(std::find(semanticFlags().begin(), semanticFlags().end(),
                      "-ffp-contract=off"),
            semanticFlags().end());
}

TEST(LinkError, NamesWhatNobodyDefines) {
  const LinkError error =
      linkErrorOf("a.c", "ld: a.o: in function `f':\n"
                         "a.c:(.text+0x5): undefined reference to `_Z1gd'\n"
                         "ld: a.c:(.text+0x9): undefined reference to `h'\n"
                         "ld: a.c:(.text+0xd): undefined reference to `h'\n");
  EXPECT_EQ(error.undefined, (std::set<std::string>{"_Z1gd", "h"}));
  EXPECT_EQ(error.detail, "");
  EXPECT_TRUE(std::string(error.what())
                  .starts_with("'a.c' does not link: nobody defines "
                               "'g(double)', 'h'; give "))
      << error.what();
}

TEST(LinkError, NamesAnObjectThatCannotBeShared) {
  for (const char *words :
       {"ld: lib.a(b.o): relocation R_X86_64_32 against `.rodata' can "
        "not be used when making a shared object; recompile with -fPIC\n"
        "ld: failed to set dynamic section sizes: bad value\n",
        // Failed before.
        "ld: lib.a(b.o): warning: relocation in read-only section `.text'\n"
        "ld: read-only segment has dynamic relocations\n"}) {
    const LinkError error = linkErrorOf("a.c", words);
    EXPECT_TRUE(std::string(error.what())
                    .starts_with("'a.c' does not link: 'lib.a(b.o)' was "
                                 "compiled without -fPIC"))
        << error.what();
  }
}

TEST(LinkError, LeavesOthersToTheLinker) {
  const LinkError error = linkErrorOf("a.c", "ld: cannot find -lfoo\n");
  EXPECT_STREQ(error.what(), "'a.c' does not link");
  EXPECT_EQ(error.detail, "ld: cannot find -lfoo\n");
  EXPECT_TRUE(error.undefined.empty());
}

TEST(BuildInstrumented, RefusesWhatIsNoCSource) {
  const TemporaryFolder folder;
  const auto refuse = [&](const std::string &source,
                          const std::vector<std::string> &words) {
    RunOptions options;
    options.source = source;
    expectError([&] { compileInstrumented(options, folder.path()); },
                ExitCode::BadInput, words);
  };
  refuse("/no/such.c", {"no such file", "/no/such.c"});
  refuse(folder.path(), {"is a folder", folder.path()});
  const auto other = folder.path() / "a.f90";
  writeFileAtomically(other, "end\n");
  refuse(other, {other, "is no source in C"});
}

TEST(BuildInstrumented, RefusesAPlaceThatWouldBeTwo) {
  const TemporaryFolder folder;
  RunOptions options;
  options.source = folder.path() / "a.c";
  options.marks = {"assert", "call:f;call:g"};
  writeFileAtomically(options.source, "void f(void) {}\n");
  expectError([&] { compileInstrumented(options, folder.path()); },
              ExitCode::BadInput, {"'call:f;call:g'", "';'"});
}

} // namespace
} // namespace coverme

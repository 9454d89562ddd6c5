// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/CompileCommands.h"

#include "support/Files.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using Words = std::vector<std::string>;

SourceFlags flagsOf(Words arguments) {
  CompileCommand command;
  command.directory = "/build/lib";
  command.file = "/src/a.c";
  command.arguments = std::move(arguments);
  return sourceFlags(command);
}

TEST(CompileCommands, SplitsAsAShellDoes) {
  EXPECT_EQ(shellWords("  a  b\tc "), (Words{"a", "b", "c"}));
  EXPECT_EQ(shellWords(R"('a b'"c d"e '')"), (Words{"a bc de", ""}));
  EXPECT_EQ(shellWords(R"(-DX=\"a\ b\" "-DY=\"c\"" '\' "\n")"),
            (Words{"-DX=\"a b\"", "-DY=\"c\"", "\\", "\\n"}));
  EXPECT_EQ(shellWords(""), Words{});
}

TEST(CompileCommands, StripsOutputsDependenciesAndTheSource) {
  EXPECT_EQ(flagsOf({"gcc", "-c", "-o", "a.o", "-MD", "-MT", "a.o", "-MF",
                     "a.d", "-oa.o", "../../src/a.c"})
                .flags,
            Words{});
}

TEST(CompileCommands, StripsWhatIsTheBuildsOwn) {
  EXPECT_EQ(flagsOf({"gcc", "-O2", "-g3", "-Wall", "-Werror=foo", "-fPIE",
                     "--coverage", "-fsanitize=address", "-flto=auto",
                     "-Wp,-MD,a.d", "-D_FORTIFY_SOURCE=2", "-lm", "-L", "x",
                     "--param", "a=1", "helper.o"})
                .flags,
            Words{});
}

TEST(CompileCommands, KeepsWhatTheSourceIsReadWith) {
  const Words flags = {"-std=gnu11", "-D",     "A=1",     "-DB=c d",
                       "-UB",        "-x",     "c",       "-march=core2",
                       "-fwrapv",    "-Wno-x", "-Xclang", "-foo"};
  Words command = flags;
  command.insert(command.begin(), "gcc");
  EXPECT_EQ(flagsOf(command).flags, flags);
  EXPECT_EQ(flagsOf({"gcc", "-Ofast"}).flags, Words{"-ffast-math"});
  // gcc refuses the first form of a name that it does not know.
  EXPECT_EQ(flagsOf({"clang", "-Wno-error=x", "-Wno-error"}).flags,
            (Words{"-Wno-x", "-Wno-error"}));
}

TEST(CompileCommands, KnowsWhichFlagsHaveTwoWords) {
  for (const char *flag : {"-o", "-MF", "-MT", "-MQ", "-l", "-L", "-Xlinker",
                           "-z", "-T", "-u", "-include-pch", "--param",
                           "-dumpdir", "-dumpbase", "-dumpbase-ext", "-arch"})
    EXPECT_EQ(flagsOf({"gcc", flag, "word", "-DA"}).flags, Words{"-DA"})
        << flag;
  for (const char *flag : {"-D", "-U", "-x", "-Xclang", "-iwithprefixbefore"})
    EXPECT_EQ(flagsOf({"gcc", flag, "word", "-DA"}).flags,
              (Words{flag, "word", "-DA"}));
  for (const char *flag :
       {"-I", "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot"})
    EXPECT_EQ(flagsOf({"gcc", flag, "..", "-DA"}).flags,
              (Words{flag, "/build/", "-DA"}));
  EXPECT_EQ(flagsOf({"gcc", "-D", "_FORTIFY_SOURCE=2"}).flags, Words{});
}

TEST(CompileCommands, FoldersAreThoseOfTheCompiler) {
  EXPECT_EQ(flagsOf({"gcc", "-I.", "-I", "../x", "-isystem", "/abs", "-iquotey",
                     "-include", "no-such-file.h"})
                .flags,
            (Words{"-I/build/lib/", "-I", "/build/x", "-isystem", "/abs",
                   "-iquote/build/lib/y", "-include", "no-such-file.h"}));
}

TEST(CompileCommands, PassesOverLaunchers) {
  EXPECT_EQ(flagsOf({"/usr/bin/ccache", "distcc", "cc", "a.c"}).compiler, "cc");
  EXPECT_EQ(flagsOf({"gcc-12"}).compiler, "gcc-12");
}

TEST(CompileCommands, KnowsCovermeCcInWhatARecorderSees) {
  const auto recorded = [](const char *mode) {
    return flagsOf({"/usr/bin/clang-19", mode, "--start-no-unused-arguments",
                    "-fplugin=/usr/lib/coverme/CovermePass.so",
                    "-fpass-plugin=/usr/lib/coverme/CovermePass.so",
                    "--config=/usr/lib/coverme/coverme.cfg", "-g",
                    "/usr/lib/coverme/libcoverme_runtime.a",
                    "--end-no-unused-arguments", "-DA", "-c", "a.c"});
  };
  EXPECT_EQ(recorded("--driver-mode=gcc").compiler, "coverme-cc");
  EXPECT_EQ(recorded("--driver-mode=gcc").flags, Words{"-DA"});
  EXPECT_EQ(recorded("--driver-mode=g++").compiler, "coverme-c++");
  EXPECT_EQ(knownCompiler("coverme-cc", "/"), "gcc");
  EXPECT_EQ(knownCompiler("/not/there/coverme-c++", "/"), "g++");
  EXPECT_EQ(
      flagsOf({"clang", "-fplugin=/usr/lib/coverme/CovermePass.so"}).compiler,
      "clang");
}

TEST(CompileCommands, ExpandsResponseFiles) {
  const TemporaryFolder folder;
  writeFileAtomically(folder.path() / "flags", "-DA='b c' -c\n");
  EXPECT_EQ(flagsOf({"gcc", "@" + (folder.path() / "flags").string()}).flags,
            Words{"-DA=b c"});
  // A file may name another, and, if somebody is careless, itself.
  const std::string outer = folder.path() / "outer";
  writeFileAtomically(outer,
                      "@" + (folder.path() / "flags").string() + " -DB\n");
  EXPECT_EQ(flagsOf({"gcc", "@" + outer}).flags, (Words{"-DA=b c", "-DB"}));
  writeFileAtomically(outer, "@" + outer);
  EXPECT_EQ(flagsOf({"gcc", "@" + outer}).flags, Words{});
}

TEST(CompileCommands, EndsFlagsWhereTheCommandDoes) {
  EXPECT_EQ(flagsOf({"gcc", "-DA", "-c", "--", "a.c"}).flags, Words{"-DA"});
}

TEST(CompileCommands, CompilersOfCxxTakeCForCxx) {
  EXPECT_EQ(flagsOf({"g++", "-DA", "-c", "a.c"}).flags,
            (Words{"-x", "c++", "-DA"}));
  EXPECT_EQ(flagsOf({"/usr/bin/clang++-19", "a.c"}).flags,
            (Words{"-x", "c++"}));
  EXPECT_EQ(flagsOf({"g++", "-xc", "a.c"}).flags, Words{"-xc"});
  EXPECT_EQ(flagsOf({"g++", "-x", "c", "a.c"}).flags, (Words{"-x", "c"}));
  EXPECT_EQ(flagsOf({"gcc", "a.c"}).flags, Words{});
}

TEST(CompileCommands, DropsWhatClangDoesNotKnow) {
  Words flags = {"-DA", "-fno-such-flag", "-fwrapv", "-mno-such-flag"};
  EXPECT_EQ(dropUnknown(flags), (Words{"-fno-such-flag", "-mno-such-flag"}));
  EXPECT_EQ(flags, (Words{"-DA", "-fwrapv"}));
}

TEST(CompileCommands, KnowsCompilers) {
  EXPECT_EQ(knownCompiler("gcc", "/"), "gcc");
  EXPECT_EQ(knownCompiler("/usr/bin/gcc", "/"), "gcc");
  EXPECT_EQ(knownCompiler("icc-that-is-not-there", "/"), "");
  EXPECT_EQ(knownCompiler("/bin/sh", "/"), "");
}

TEST(CompileCommands, PathsAreThoseOfTheFolder) {
  const TemporaryFolder folder;
  writeFileAtomically(folder.path() / "compile_commands.json",
                      R"([{"directory": "sub", "file": "../a.c",
                           "command": "gcc -c ../a.c -o a.o"}])");
  const std::vector<CompileCommand> commands =
      readCompileCommands(compilationDatabase(folder.path()));
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_EQ(commands[0].file, folder.path() / "a.c");
  EXPECT_EQ(commands[0].output, folder.path() / "sub/a.o");
}

} // namespace
} // namespace coverme

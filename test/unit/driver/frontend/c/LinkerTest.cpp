// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Linker.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

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

} // namespace
} // namespace coverme

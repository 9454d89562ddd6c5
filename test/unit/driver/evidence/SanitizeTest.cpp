// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Sanitize.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

std::vector<SanitizerReport> parsed(const std::string &output) {
  // No address of ours has a line.
  return parseSanitizerOutput(output, LineTable("/proc/self/exe"));
}

TEST(ParseSanitizerOutput, TakesUndefinedBehaviourWithItsLine) {
  const auto reports =
      parsed("12\nnoise\n"
             "/a/b c.c:12:34: runtime error: division by zero\n"
             "/a/h.h:5:1: runtime error: load of null pointer 0x7ffc12345678 "
             "of type 'int'\n"
             "SUMMARY: UndefinedBehaviorSanitizer: x /a/b c.c:12:34 in \n");
  ASSERT_EQ(reports.size(), 2);
  EXPECT_EQ(reports[0].sanitizer, "undefined");
  EXPECT_EQ(reports[0].message, "division by zero");
  EXPECT_EQ(reports[0].line, (SourceLine{"b c.c", 12}));
  EXPECT_EQ(reports[1].message, "load of null pointer (address) of type 'int'");
}

TEST(ParseSanitizerOutput, TakesNothingElse) {
  for (const char *text :
       {"", "\n", "runtime error: x", "a.c:1: runtime error: x",
        "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1",
        "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n"
        "    #0 0x1 (/no/file+0xffffffffffff)\n",
        "    #0 0x1 (/no/file+0x10)\n"})
    EXPECT_TRUE(parsed(text).empty()) << text;
}

} // namespace
} // namespace coverme

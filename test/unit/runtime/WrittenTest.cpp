// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "coverme/replay.h"

#include <gtest/gtest.h>

#include <string>

namespace {

uint64_t writtenOf(const std::string &text) {
  return coverme_written(text.data(), text.size());
}

TEST(Written, TellsTextsApart) {
  EXPECT_EQ(writtenOf("up\n"), writtenOf("up\n"));
  EXPECT_NE(writtenOf("up\n"), writtenOf("down\n"));
  EXPECT_NE(writtenOf("up"), writtenOf(""));
}

TEST(Written, AddressesAreEachProgramsOwn) {
  EXPECT_EQ(writtenOf("at 0x7ffc12345678 up"),
            writtenOf("at 0x55d0cafe0010 up"));
  EXPECT_NE(writtenOf("at 0x7ffc12345678 up"),
            writtenOf("at 0x55d0cafe0010 on"));
  // Numbers are not: those in hexadecimal are short, or have a point.
  EXPECT_NE(writtenOf("0x1.8p+1"), writtenOf("0x1.9p+1"));
  EXPECT_NE(writtenOf("0x1234567"), writtenOf("0x1234568"));
}

TEST(Written, EndsWhereTheFileDoes) {
  const std::string full(COVERME_MOST_WRITTEN, 'x');
  EXPECT_EQ(coverme_written(full.data(), full.size() + 1), writtenOf(full));
}

} // namespace

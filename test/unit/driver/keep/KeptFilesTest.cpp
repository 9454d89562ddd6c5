// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/KeptFiles.h"

#include "support/Error.h"
#include "support/Files.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

TEST(KeptFiles, TellsOursFromEditedAndForeignOnes) {
  const KeptFile file{"f_test.c", "int f(void);\n"};
  const std::string text = markedText(file);
  EXPECT_EQ(keptState(text), KeptState::Intact);
  EXPECT_EQ(keptState(text + "\n"), KeptState::Edited);
  EXPECT_EQ(keptState(file.text), KeptState::Foreign);
  EXPECT_EQ(keptState(""), KeptState::Foreign);
  // A marker further down is a quotation.
  EXPECT_EQ(keptState("// mine\n" + text), KeptState::Foreign);
  EXPECT_TRUE(markedText({"CMakeLists.txt", ""}).starts_with("# "));
  const std::string xml = markedText({"test-1.xml", "<testcase/>\n"});
  EXPECT_TRUE(xml.starts_with("<?coverme ")) << xml;
  EXPECT_EQ(keptState(xml), KeptState::Intact);
  EXPECT_EQ(keptState(xml + "<!-- mine -->\n"), KeptState::Edited);
}

TEST(KeptFiles, WritesOverNothingButIntactOnesOnUpdate) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "f_test.c";
  EXPECT_NO_THROW(checkKeptFolder(folder.path(), false));
  EXPECT_EQ(writeKept({{"f_test.c", "one\n"}}, folder.path(), false), "");
  EXPECT_THROW(checkKeptFolder(folder.path(), false), Error);
  EXPECT_NO_THROW(checkKeptFolder(folder.path(), true));
  // The same is no change.
  EXPECT_EQ(writeKept({{"f_test.c", "one\n"}}, folder.path(), true), "");
  const std::string changes =
      writeKept({{"f_test.c", "two\n"}}, folder.path(), true);
  EXPECT_NE(changes.find("\n-one\n"), std::string::npos) << changes;
  EXPECT_NE(changes.find("\n+two\n"), std::string::npos) << changes;
  EXPECT_EQ(readFile(file), markedText({"f_test.c", "two\n"}));
  const std::string edited = readFile(file) + "mine\n";
  writeFileAtomically(file, edited);
  writeKept({{"f_test.c", "three\n"}}, folder.path(), true);
  EXPECT_EQ(readFile(file), edited);
}

TEST(KeptFiles, LeavesFoldersOfOthersAlone) {
  const TemporaryFolder folder;
  writeFileAtomically(folder.path() / "notes.txt", "mine\n");
  EXPECT_THROW(checkKeptFolder(folder.path(), true), Error);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/ElementNames.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

TEST(ElementNames, AreTheSameForOneElementAndMore) {
  EXPECT_EQ(asElement("p"), "p");
  EXPECT_EQ(asElement("*p"), "p[0]");
  EXPECT_EQ(asElement("p->x"), "p[0].x");
  EXPECT_EQ(asElement("(*p)[2]"), "p[0][2]");
  EXPECT_EQ(asElement("*p->row"), "p[0].row[0]");
}

TEST(ElementNames, OfMembersAreCs) {
  EXPECT_EQ(memberOf("s", "x"), "s.x");
  EXPECT_EQ(memberOf("*p", "x"), "p->x");
  EXPECT_EQ(memberOf("**a->pt", "x"), "(*a->pt)->x");
  EXPECT_EQ(siblingsOf(memberOf("**a->pt", "x")),
            siblingsOf(memberOf("*a->pt[1]", "x")));
}

TEST(ElementNames, OfSiblingsAreOne) {
  EXPECT_EQ(siblingsOf("p"), "p");
  EXPECT_EQ(siblingsOf("*m->row"), "m[].row[]");
  EXPECT_EQ(siblingsOf("m->row[12]"), "m[].row[]");
  EXPECT_EQ(siblingsOf("m[3].row[0]"), "m[].row[]");
  EXPECT_NE(siblingsOf("m->row"), siblingsOf("m->column"));
}

} // namespace
} // namespace coverme

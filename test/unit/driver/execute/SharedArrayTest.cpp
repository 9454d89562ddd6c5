// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/SharedArray.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {
namespace {

TEST(SharedArray, IsZeroAtFirst) {
  const SharedArray<uint64_t> array(1000);
  EXPECT_EQ(array.size(), 1000u);
  for (const uint64_t element : array)
    ASSERT_EQ(element, 0u);
}

TEST(SharedArray, OfNoElementsIsEmpty) {
  const SharedArray<uint64_t> array(0);
  EXPECT_EQ(array.size(), 0u);
  EXPECT_EQ(array.begin(), array.end());
}

TEST(SharedArray, ShowsAChildsWritesAfterItsDeath) {
  const SharedArray<int> array(2);
  array[0] = 1;
  const pid_t child = ::fork();
  if (child == 0) {
    array[1] = array[0] + 41;
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_EQ(array[1], 42);
}

TEST(SharedArray, KeepsItsElementsWhenMoved) {
  SharedArray<int> array(3);
  array[2] = 7;
  const SharedArray<int> moved(std::move(array));
  EXPECT_EQ(moved.size(), 3u);
  EXPECT_EQ(moved[2], 7);
}

TEST(SharedArray, OfMoreThanThereIsIsAnError) {
  EXPECT_THROW(SharedArray<uint64_t>(size_t{1} << 58), Error);
}

} // namespace
} // namespace coverme

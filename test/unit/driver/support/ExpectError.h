// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_TEST_UNIT_DRIVER_SUPPORT_EXPECTERROR_H
#define COVERME_TEST_UNIT_DRIVER_SUPPORT_EXPECTERROR_H

#include "support/Error.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace coverme::test {

// The action throws an Error with this code, whose one-line message names all
// of the words.
inline void expectError(const std::function<void()> &action, ExitCode code,
                        const std::vector<std::string> &words) {
  try {
    action();
    ADD_FAILURE() << "no error, expected one about " << words.front();
  } catch (const Error &error) {
    const std::string message = error.what();
    EXPECT_EQ(error.code, code) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    for (const std::string &word : words)
      EXPECT_NE(message.find(word), std::string::npos)
          << "'" << word << "' is not in: " << message;
  }
}

} // namespace coverme::test

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each harness has: one input tried, where Errors are fine and anything
// else that is thrown, and every crash, is found by libFuzzer.
#ifndef COVERME_TEST_FUZZ_FUZZ_H
#define COVERME_TEST_FUZZ_FUZZ_H

#include <algorithm>
#include <string>
#include <string_view>

namespace coverme::fuzz {

// The return value is libFuzzer's: 0.
int tryInput(std::string_view bytes);

} // namespace coverme::fuzz

#endif

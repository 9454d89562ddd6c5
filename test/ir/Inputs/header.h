// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function to be found in a header.
static inline int from_header(double x) { return 5 < x ? 1 : 2; }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is this a date? Small ranges of integers that depend on each other, up to 29
// February of a century's year.
//
// REACHABLE: 32 of 32
// WITNESS: 2000, 2, 29 -> 3
// WITNESS: 1900, 2, 29 -> 2
// WITNESS: 2024, 2, 29 -> 1
// WITNESS: 2023, 2, 29 -> 0
// WITNESS: 2023, 4, 31 -> 0
// WITNESS: 2023, 12, 31 -> 4
// WITNESS: 1500, 1, 1 -> -1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=32 \
// RUN:   --expect branches.total=32 %t
int f(int year, int month, int day) {
  if (year < 1583 || year > 9999)
    return -1;
  if (month < 1 || month > 12 || day < 1)
    return -1;
  if (month == 2 && day == 29) {
    if (year % 400 == 0)
      return 3;
    if (year % 100 == 0)
      return 2;
    return year % 4 == 0 ? 1 : 0;
  }
  int last = 31;
  if (month == 2)
    last = 28;
  else if (month == 4 || month == 6 || month == 9 || month == 11)
    last = 30;
  return day <= last ? 4 : 0;
}

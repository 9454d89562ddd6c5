// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thermostat in float over six samples: on below 19.5, off above 20.5. Six
// samples that all switch, and six that all stay in the band after the first.
//
// REACHABLE: 22 of 22
// WITNESS: 19, 21, 19, 21, 19, 21 -> 1
// WITNESS: 19, 20, 20, 20, 20, 20 -> 2
// WITNESS: 25, 25, 25, 25, 25, 25 -> 0
// WITNESS: 19, 20, 20, 20, 20, 20.5f -> 3
// WITNESS: 19, 21, 20, 20, 20, 20 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=22 \
// RUN:   --expect branches.total=22 %t
int f(float a, float b, float c, float d, float e, float g) {
  float samples[6] = {a, b, c, d, e, g};
  int on = 0, switches = 0, inside = 0;
  for (int i = 0; i < 6; ++i) {
    float t = samples[i];
    if (!on && t < 19.5f) {
      on = 1;
      ++switches;
    } else if (on && t > 20.5f) {
      on = 0;
      ++switches;
    } else if (t >= 19.5f && t <= 20.5f) {
      ++inside;
    }
  }
  if (switches == 6)
    return 1;
  if (on && inside == 5)
    return g == 20.5f ? 3 : 2;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number over nights, as SVG.
#ifndef COVERME_DRIVER_NIGHTLY_TRENDPLOT_H
#define COVERME_DRIVER_NIGHTLY_TRENDPLOT_H

#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct Trend {
  std::string name;
  std::string unit; // " %", behind its numbers
  int decimals = 0;
  std::vector<std::optional<double>> values; // by night
};

// A night on which something else than the code has changed, which may explain
// a step.
struct TrendMark {
  size_t night;
  std::string words;
};

// The plot as SVG; empty if there are no values.
std::string trendPlot(const Trend &trend,
                      const std::vector<std::string> &labels,
                      const std::vector<TrendMark> &marks);

} // namespace coverme

#endif

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

// Nights on which something else has changed, which a step may come of.
struct TrendMark {
  size_t night;
  std::string words;
};

// Empty without a value.
std::string trendPlot(const Trend &trend,
                      const std::vector<std::string> &labels,
                      const std::vector<TrendMark> &marks);

} // namespace coverme

#endif

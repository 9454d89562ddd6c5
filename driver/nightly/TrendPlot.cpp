// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/TrendPlot.h"

#include "report/Markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace coverme {
namespace {

constexpr double kLeft = 60, kRight = 420, kTop = 10, kBottom = 130;

class Plot {
public:
  Plot(const Trend &trend, const std::vector<std::string> &labels)
      : trend(trend), labels(labels) {
    for (size_t i = 0; i < trend.values.size(); ++i)
      if (trend.values[i]) {
        first = std::min(first.value_or(i), i);
        last = i;
        low = std::min(low, *trend.values[i]);
        high = std::max(high, *trend.values[i]);
      }
  }

  std::string html(const std::vector<TrendMark> &marks) const {
    if (!first)
      return "";
    const std::string words = fmt::format(
        "{}: {} on {}{}", trend.name, text(*trend.values[*last]), labels[*last],
        *first == *last
            ? ""
            : fmt::format(", {} on {}; {} to {}", text(*trend.values[*first]),
                          labels[*first], text(low), text(high)));
    std::string out = fmt::format(
        R"(<figure>
<svg viewBox="0 0 {0} {1}" role="img" aria-label="{2}">
<line class="axis" x1="{3}" x2="{4}" y1="{5}" y2="{5}"/>
<line class="axis" x1="{3}" x2="{3}" y1="{6}" y2="{5}"/>
<text x="{7}" y="{8}" text-anchor="end">{9}</text>
<text x="{7}" y="{5}" text-anchor="end">{10}</text>
<text x="{3}" y="{11}">{12}</text>
<text x="{4}" y="{11}" text-anchor="end">{13}</text>
)",
        kRight + 20, kBottom + 30, escaped(words), kLeft, kRight, kBottom, kTop,
        kLeft - 6, kTop + 8, text(high), low == high ? "" : text(low),
        kBottom + 18, escaped(labels[*first]),
        *first == *last ? "" : escaped(labels[*last]));
    for (const TrendMark &mark : marks)
      if (mark.night > *first && mark.night <= *last)
        out += fmt::format("<line class=\"all\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" "
                           "y1=\"{1}\" y2=\"{2}\"><title>{3}</title></line>\n",
                           x(mark.night), kTop, kBottom, escaped(mark.words));
    return out + fmt::format("<path class=\"curve\" d=\"{}\"/>\n</svg>\n"
                             "<figcaption class=\"soft\">{}</figcaption>\n"
                             "</figure>\n",
                             curve(), escaped(words));
  }

private:
  std::string text(double value) const {
    return fmt::format("{:.{}f}{}", value, trend.decimals, trend.unit);
  }
  double x(size_t night) const {
    const double part = *first == *last
                            ? 0
                            : static_cast<double>(night - *first) /
                                  static_cast<double>(*last - *first);
    return kLeft + part * (kRight - kLeft);
  }
  double y(double value) const {
    const double part = low == high ? 1 : (value - low) / (high - low);
    return kBottom - part * (kBottom - kTop - 4);
  }

  // A point's ends are round; a night without a value is a gap.
  std::string curve() const {
    std::string path;
    bool isOn = false;
    for (size_t i = *first; i <= *last; ++i) {
      const std::optional<double> &value = trend.values[i];
      if (value)
        path +=
            fmt::format("{}{:.1f} {:.1f}", isOn ? "L" : "M", x(i), y(*value));
      if (value && !isOn)
        path += "h.1";
      isOn = value.has_value();
    }
    return path;
  }

  const Trend &trend;
  const std::vector<std::string> &labels;
  std::optional<size_t> first, last;
  double low = INFINITY, high = -INFINITY;
};

} // namespace

std::string trendPlot(const Trend &trend,
                      const std::vector<std::string> &labels,
                      const std::vector<TrendMark> &marks) {
  return Plot(trend, labels).html(marks);
}

} // namespace coverme

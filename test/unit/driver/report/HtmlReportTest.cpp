// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/HtmlReport.h"

#include "driver/report/Reports.h"
#include "report/Markup.h"

#include <gtest/gtest.h>

#include <sstream>

namespace coverme {
namespace {

using namespace test;

std::string html(const FunctionReport &report) {
  std::ostringstream stream;
  HtmlReport().write(report, {}, stream);
  return stream.str();
}

size_t count(const std::string &text, const std::string &part) {
  size_t number = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++number;
  return number;
}

TEST(HtmlPage, EscapesWhatIsNoText) {
  EXPECT_EQ(escaped("<a href=\"x\">&'"),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  EXPECT_EQ(escaped("tab\there\nπ 𝛑"), "tab\there\nπ 𝛑");
}

// Not UTF-8, control characters, and those that reorder text.
TEST(HtmlPage, ReplacesWhatHasNoPlaceInAPage) {
  const std::string none = "\xef\xbf\xbd";
  for (const char *text : {"\xff", "\x01", "\x7f", "\xc2\x80", "\xe2\x80\xae",
                           "\xe2\x81\xa6", "\xef\xbf\xbe"})
    EXPECT_EQ(escaped(std::string("a") + text + "b"), "a" + none + "b");
  EXPECT_EQ(escaped(std::string_view("\0", 1)), none);
  EXPECT_EQ(escaped("\xc3"), none);
  EXPECT_EQ(escaped("\xc0\xbc"), none + none);            // overlong '<'
  EXPECT_EQ(escaped("\xe0\x80\xbc"), none + none + none); // the same
  EXPECT_EQ(escaped("\xed\xa0\x80"), none + none + none); // a surrogate
  EXPECT_EQ(escaped("\xe2\x82<"), none + none + "&lt;");  // cut short
  EXPECT_EQ(escaped("\xf4\x90\x80\x80").size(), 4 * none.size());
}

TEST(HtmlReport, LinksBranchesAndWhatDecidedThem) {
  const std::string page = html(coverageReport());
  for (const char *part :
       {R"(<a id="b0f" class="covered" href="#t1">false)",
        R"(<a id="b0t" class="proved" href="#b0t-why">true)",
        R"(<a id="b7t" class="open" href="#b7t-why">true)", R"(<tr id="t1">)",
        R"(<tr id="b0t-why"><td><a href="#b0t">)",
        R"(<tr id="b7t-why"><td><a href="#b7t">)",
        R"(<a href="#b0f">f.c:4:7 false</a>)"})
    EXPECT_EQ(count(page, part), 1u) << part;
}

TEST(HtmlReport, PlotsWhenBranchesWereFound) {
  FunctionReport report = coverageReport();
  report.evaluations = 1000;
  EXPECT_EQ(count(html(report), "<svg"), 0u);
  report.sites[0].targets[0].foundAfter = 1;
  report.sites[1].targets[0].foundAfter = 1000;
  const std::string page = html(report);
  EXPECT_EQ(count(page, "2 of 4 branches covered, the last after 1,000 of "
                        "1,000 evaluations"),
            2u);
  EXPECT_EQ(count(page, R"( d="M50 195H109V150H640V105H640")"), 1u) << page;
  report.evaluations = 999; // of another tool's making
  EXPECT_EQ(count(html(report), "<svg"), 0u);
}

// A browser lays them out one by one.
TEST(HtmlReport, SplitsLongTables) {
  FunctionReport report = coverageReport();
  report.excerpts = {{"f.c", 1, std::vector<std::string>(401, "x")}};
  EXPECT_EQ(count(html(report), R"(<table class="src">)"), 4u); // and of g.h
}

TEST(HtmlReport, MarksNamesAndOperatorsAtTheirColumn) {
  FunctionReport report = coverageReport();
  report.sites[0].line = 1;
  for (const auto &[column, text] : {std::pair(3U, "a <mark>&lt;=</mark> b"),
                                     {1U, "<mark>a</mark> &lt;= b"},
                                     {6U, "a &lt;= <mark>b</mark>"},
                                     {2U, "a &lt;= b"},
                                     {0U, "a &lt;= b"},
                                     {7U, "a &lt;= b"}}) {
    report.sites[0].column = column;
    report.excerpts = {{"f.c", 1, {"a <= b"}}};
    EXPECT_EQ(count(html(report), std::string("<td>") + text + "</td>"), 1u)
        << column;
  }
}

} // namespace
} // namespace coverme

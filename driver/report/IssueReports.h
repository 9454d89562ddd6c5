// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats that list what somebody should look at: findings, and branches
// without a test (docs/reports.md).
#ifndef COVERME_DRIVER_REPORT_ISSUEREPORTS_H
#define COVERME_DRIVER_REPORT_ISSUEREPORTS_H

#include "report/ReportWriter.h"

namespace coverme {

// JUnit's XML: a test case for each function, which fails by findings, is in
// error where its run was, and is skipped where it cannot be run.
class JunitReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &style,
             std::ostream &out) const override;
  void write(const FileReport &report, const TextStyle &style,
             std::ostream &out) const override;
};

// SARIF 2.1.0: findings, and branches that are proved infeasible.
class SarifReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &style,
             std::ostream &out) const override;
  void write(const FileReport &report, const TextStyle &style,
             std::ostream &out) const override;
};

// A summary for pull requests and wikis, in GitHub's Markdown.
class MarkdownReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &style,
             std::ostream &out) const override;
  void write(const FileReport &report, const TextStyle &style,
             std::ostream &out) const override;
};

// Commands that a job of GitHub Actions prints: a warning for each finding, a
// notice for each branch or place that is open.
class GithubReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &style,
             std::ostream &out) const override;
  void write(const FileReport &report, const TextStyle &style,
             std::ostream &out) const override;
};

} // namespace coverme

#endif

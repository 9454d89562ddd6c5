// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every page of HTML begins and ends with, and how text is put into it.
#ifndef COVERME_DRIVER_REPORT_HTMLPAGE_H
#define COVERME_DRIVER_REPORT_HTMLPAGE_H

#include <optional>
#include <string>
#include <string_view>

namespace coverme {

// The text up to the page's heading. A page by itself contains its style and
// its script; one of a site loads them from `root`, the way to the site's
// folder ("../").
std::string pageBegin(std::string_view title,
                      const std::optional<std::string> &root = {});

// The text from </main> on. The script makes tables of the class "functions"
// sortable and searchable.
std::string pageEnd(std::string_view tool,
                    const std::optional<std::string> &root = {});

// The files that pages of a site load.
inline constexpr const char *kStyleFile = "site.css";
inline constexpr const char *kScriptFile = "site.js";
std::string pageStyle();
std::string pageScript();

} // namespace coverme

#endif

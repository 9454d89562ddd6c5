// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every page of HTML begins and ends with, and how text is put into it.
#ifndef COVERME_DRIVER_REPORT_HTMLPAGE_H
#define COVERME_DRIVER_REPORT_HTMLPAGE_H

#include <string>
#include <string_view>

namespace coverme {

// Up to the page's <main>, with its style.
std::string pageBegin(std::string_view title);

// From </main> on. The script makes tables of the class "functions" sortable
// and searchable.
std::string pageEnd(std::string_view tool);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the pages of the dashboard have beyond those of a report.
#ifndef COVERME_DRIVER_NIGHTLY_SITESCRIPT_H
#define COVERME_DRIVER_NIGHTLY_SITESCRIPT_H

namespace coverme {

extern const char *const kSiteStyle;

// Compares two nights, and looks for functions by name. Data come from scripts
// that append to the array `coverme`: pages that are files can load nothing
// else. What is in them, writers and readers agree on here:
//
//   {nights: [label...], verdicts: [name...]}
//   {library: name, totals: [[night, functions, branches, covered, proved,
//       deemed, open, findings, seconds]...], files: [[file, folder,
//       [[function, page, [[first, last, status, branches, findings]...]]...
//       ]]...]}
//     The functions with more than one result or without one on some night;
//     nights are indices. `branches` holds what differs from the result
//     before: [name, verdict before, verdict], indices, -1 for none; and
//     `findings` does: [text, 1 for new and -1 for gone].
//   {names: library, files: [[file, folder, [function, ...]]...]}
//     All functions, those whose page has another name as [function, page].
extern const char *const kSiteScript;

} // namespace coverme

#endif

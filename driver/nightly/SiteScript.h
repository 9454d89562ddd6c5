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
//   {nights: [label...], verdicts: [name...], kept: nights of a file of events,
//       libraries: [{name, folder, kept: [number...], totals: [[night,
//       functions, branches, covered, proved, deemed, open, findings,
//       seconds]...]}...]}
//     Nights are indices. What is kept of night N is in
//     data/FOLDER/NUMBER.js, with N / kept as the number.
//   {events: folder, number, files: [[file, address, [[function, page, [[night,
//   status
//       before, status, branches, findings]...]]...]]...]}
//     What is not as on the night before, by night. A status is null where the
//     function has no result. Of `branches`, those that differ: [name, verdict
//     before, verdict], indices, -1 for none, and the name before if it was
//     another one; `findings`: [text, 1 for new and
//     -1 for gone].
//   {names: folder, files: [[file, address, [function, ...]]...]}
//     All functions, those whose page has another name as [function, page].
extern const char *const kSiteScript;

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what the store says, for people and for other programs: always in the
// same order, and without times, so that the same results are the same bytes.
#ifndef COVERME_DRIVER_NIGHTLY_EXPORT_H
#define COVERME_DRIVER_NIGHTLY_EXPORT_H

#include "nightly/Sqlite.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace coverme {

// All runs with all results.
void exportJson(const Database &store, std::ostream &out);
// A line for each function, with its newest result.
void exportCsv(const Database &store, std::ostream &out);

// The questions that `coverme nightly query` answers.
struct NightlyQuestion {
  const char *name, *says;
};
std::vector<NightlyQuestion> nightlyQuestions();

// A line for each row, with tabs between its columns, which the first line
// names. `about` is a night for "changes" (empty: the newest), and a part of
// the function's name for the others (empty: all). Throws Error(BadInput) when
// there is no such question.
void answer(const Database &store, const std::string &question,
            const std::string &about, std::ostream &out);

// The suite of a function's newest result, "LIBRARY/FILE:NAME" or a name that
// only one function has. Throws Error(BadInput) when there is none.
std::string suiteOfFunction(const Database &store, const std::string &function);

} // namespace coverme

#endif

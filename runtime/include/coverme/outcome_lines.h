// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a site's outcomes lead in the source, in coverme_site's `outcomes`:
// which of them stands first, and the lines that they go on at, as differences
// from the site's line. Of a select or a mark, nothing is known.
#ifndef COVERME_OUTCOME_LINES_H
#define COVERME_OUTCOME_LINES_H

#define COVERME_OUTCOMES_KNOWN 1u
#define COVERME_OUTCOMES_TRUE_FIRST 2u
#define COVERME_OUTCOMES_LINE_SHIFT(outcome) ((outcome) ? 2 : 17)
#define COVERME_OUTCOMES_LINE_MASK 0x7fffu // 0: not known
#define COVERME_OUTCOMES_LINE_BIAS 0x4000

#endif

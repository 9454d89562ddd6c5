// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a site's outcomes lead in the source, in coverme_site's `outcomes`:
// which of them stands first, and the lines that they go on at, as differences
// from the site's line. Of a mark, nothing is known, and of a select no lines.
#ifndef COVERME_OUTCOME_LINES_H
#define COVERME_OUTCOME_LINES_H

#define COVERME_OUTCOMES_TRUE_FIRST 1u
// The site is the last operand of a && or ||, for which clang has no branch: it
// branches on the value of the whole, or not at all.
#define COVERME_OUTCOMES_OF_WHOLE 2u
#define COVERME_OUTCOMES_OF_VALUE 4u
// Its outcomes choose a value, as those of ?: do, and no way to go.
#define COVERME_OUTCOMES_OF_CHOICE 8u
// gcc has what they lead to in the same order, or the other way round; without
// either, nobody knows.
#define COVERME_OUTCOMES_KEPT_BY_GCC 16u
#define COVERME_OUTCOMES_TURNED_BY_GCC 32u
#define COVERME_OUTCOMES_LINE_SHIFT(outcome) ((outcome) ? 6 : 19)
#define COVERME_OUTCOMES_LINE_MASK 0x1fffu // 0: not known
#define COVERME_OUTCOMES_LINE_BIAS 0x1000

#endif

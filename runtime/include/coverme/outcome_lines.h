// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a site's outcomes lead in the source, in coverme_site's `outcomes`:
// which of them stands first, and the lines that they go on at, as differences
// from the site's line. Of a select or a mark, nothing is known.
#ifndef COVERME_OUTCOME_LINES_H
#define COVERME_OUTCOME_LINES_H

#define COVERME_OUTCOMES_KNOWN 1u
#define COVERME_OUTCOMES_TRUE_FIRST 2u
// The site is the last operand of a && or ||, for which clang has no branch: it
// branches on the value of the whole, or not at all.
#define COVERME_OUTCOMES_OF_WHOLE 4u
#define COVERME_OUTCOMES_OF_VALUE 8u
// Its outcomes choose a value, as those of ?: do, and no way to go.
#define COVERME_OUTCOMES_OF_CHOICE 16u
// They lead to the body of an `if` and to its `else` or what follows, or to
// what decides between these, and both have code.
#define COVERME_OUTCOMES_OF_BODIES 32u
#define COVERME_OUTCOMES_LINE_SHIFT(outcome) ((outcome) ? 6 : 19)
#define COVERME_OUTCOMES_LINE_MASK 0x1fffu // 0: not known
#define COVERME_OUTCOMES_LINE_BIAS 0x1000

#endif

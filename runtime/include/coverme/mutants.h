/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Mutants: small changes of the code, as a mistake makes them, all in one
 * object. One at a time is in force, or none. */
#ifndef COVERME_MUTANTS_H
#define COVERME_MUTANTS_H

/* A variable of the environment: which functions have mutants, by their names
 * in the object, one a line. */
#define COVERME_MUTANTS_VARIABLE "COVERME_MUTANTS"

/* The most mutants of an object. If there are more, some are left out, evenly.
 */
#define COVERME_MOST_MUTANTS 2048

/* A variable of the object, `uint32_t *`. What it points to may be replaced
 * between calls: 1 + COVERME_MUTANT_COUNT words. The first one is the number of
 * the mutant in force; 0: none. Word n becomes 1 where the value that mutant n
 * changes is another one than without. */
#define COVERME_MUTANT_WORDS "__coverme_mutant_words"
/* A variable of the object, `const uint32_t`: how many mutants there are. */
#define COVERME_MUTANT_COUNT "__coverme_mutant_count"

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Marks: sites that stand at places of the source instead of at decisions. The
 * true outcome of a mark says that the place is reached; only boundaries have a
 * false one.
 *
 * The pass sets one at each place that this variable of the environment names,
 * separated by semicolons:
 *
 *   line:FILE:LINE  where control enters the line. FILE is the name of the file
 *                   or the last parts of it.
 *   call:NAME       where the function is entered, or called if the module does
 *                   not define it. NAME is the object's name for it, or in C++
 *                   its name with scopes and template arguments and without
 *                   parameters.
 *   assert          where an assertion has failed.
 *   boundary        ahead of each decision that compares numbers. Its condition
 *                   is that the two sides are equal; then the true outcome says
 *                   that, and there is a false one.
 *
 * In the tables, constantBits of a mark is a coverme_string: its place, in the
 * words of the variable. */
#ifndef COVERME_MARKS_H
#define COVERME_MARKS_H

#define COVERME_MARKS_VARIABLE "COVERME_MARKS"
#define COVERME_MARKS_SEPARATOR ';'
#define COVERME_MARK_LINE "line:"
#define COVERME_MARK_CALL "call:"
#define COVERME_MARK_ASSERT "assert"
#define COVERME_MARK_BOUNDARY "boundary"

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Why what the source says is clang's meaning of it and not C's, so that it
 * proves nothing. */
#ifndef COVERME_MEANING_H
#define COVERME_MEANING_H

// An attribute of a function, and of a variable whose content it is about.
#define COVERME_OPEN_MEANING_ATTRIBUTE "coverme-open"
// Beside it, of a function, where the source is the reason and not flags.
#define COVERME_OPEN_SOURCE_ATTRIBUTE "coverme-open-source"
// Of a static function or variable that an open function of its file may use
// where the IR does not show it.
#define COVERME_OPEN_USES_ATTRIBUTE "coverme-open-uses"
// Of a function whose code the compiler has written.
#define COVERME_UNWRITTEN_ATTRIBUTE "coverme-unwritten"
// Of a function whose calls may go to another definition of it.
#define COVERME_INLINE_COPY_ATTRIBUTE "coverme-inline-copy"
// Its value where COVERME_INLINE_COPIES_VARIABLE names the function, so that
// gcc sees the same definition.
#define COVERME_IS_NAMED_COPY "named"
/* Variables of the environment, of which the pass makes these attributes. Two
 * are about the whole file: the driver sets the first, by flags, and clang's
 * plugin the second, in the same process, by the source. The plugin also sets
 * the third, which has a line for each function, its name as in IR and the
 * reason, with a tab between them. */
#define COVERME_OPEN_MEANING_VARIABLE "COVERME_OPEN_MEANING"
#define COVERME_OPEN_FILE_VARIABLE "COVERME_OPEN_FILE"
#define COVERME_OPEN_FUNCTIONS_VARIABLE "COVERME_OPEN_FUNCTIONS"
// An environment variable: the names of C99's inline definitions whose external
// ones are elsewhere, a line for each.
#define COVERME_INLINE_COPIES_VARIABLE "COVERME_INLINE_COPIES"
// An environment variable: the texts that are not the same for all compilers,
// in hexadecimal digits, a line for each.
#define COVERME_OPEN_TEXTS_VARIABLE "COVERME_OPEN_TEXTS"
// An environment variable: the names, as in IR, of functions to have
// COVERME_UNWRITTEN_ATTRIBUTE, a line for each.
#define COVERME_UNWRITTEN_VARIABLE "COVERME_UNWRITTEN"
// An environment variable: the command that preprocesses the source with the
// user's own compiler, a line for each word.
#define COVERME_PREPROCESS_VARIABLE "COVERME_PREPROCESS"

#endif

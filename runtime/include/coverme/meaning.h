/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Why what the source says is clang's meaning of it and not C's, so that it
 * proves nothing. */
#ifndef COVERME_MEANING_H
#define COVERME_MEANING_H

/* Of a function: an annotation of clang's plugin, of which the pass makes an
 * attribute of the function. */
#define COVERME_OPEN_MEANING_ANNOTATION "coverme.open:"
#define COVERME_OPEN_MEANING_ATTRIBUTE "coverme-open"
// Of a function whose calls may go to another definition of it.
#define COVERME_INLINE_COPY_ATTRIBUTE "coverme-inline-copy"
/* Of a file: a variable of the environment, set by the driver, or by clang's
 * plugin for the pass, which runs in the same process. */
#define COVERME_OPEN_MEANING_VARIABLE "COVERME_OPEN_MEANING"

#endif

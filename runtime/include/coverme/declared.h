/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Functions that a file only declares, and that make or fill what its own
 * functions take: they may be called ahead of an entry where a library that is
 * linked has them. Of each the frontend's plugin makes one that calls it, so
 * that the tables describe it. */
#ifndef COVERME_DECLARED_H
#define COVERME_DECLARED_H

/* The prefix of the functions that the plugin makes; the name of the function
 * that each calls follows. */
#define COVERME_DECLARED "__coverme_declared_"

/* The prefix of the functions that return the addresses of variables that the
 * file only declares; a number follows. The pass reads their types and removes
 * them. */
#define COVERME_ADDRESS_OF "__coverme_address_of_"

/* Function::source of such a function: it belongs to no source. */
#define COVERME_DECLARED_SOURCE UINT32_MAX

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Variables of the environment by which users of the plugin say what it is to
 * instrument (pass/FunctionFilter.h): two regular expressions, and the name of
 * a file. The driver's own builds take all. */
#ifndef COVERME_FILTER_H
#define COVERME_FILTER_H

#define COVERME_MATCH_VARIABLE "COVERME_MATCH"
#define COVERME_SKIP_VARIABLE "COVERME_SKIP"
#define COVERME_LIST_VARIABLE "COVERME_LIST"

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Several sources in one object. The pass runs over each of them, and writes
 * what it has got to a file of bitcode; then once more over all of these,
 * linked. */
#ifndef COVERME_SOURCES_H
#define COVERME_SOURCES_H

/* A variable of the environment: the file that the pass writes the module to,
 * instead of instrumenting it. */
#define COVERME_MODULE_VARIABLE "COVERME_MODULE"
/* An environment variable: the number of the source, from 0. */
#define COVERME_SOURCE_VARIABLE "COVERME_SOURCE"
/* An attribute of functions and variables in that file: the number of their
 * source. */
#define COVERME_SOURCE_ATTRIBUTE "coverme-source"

#endif

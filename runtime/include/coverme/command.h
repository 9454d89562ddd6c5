/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * How an object was compiled: in the bitcode of its section coverme_ir. */
#ifndef COVERME_COMMAND_H
#define COVERME_COMMAND_H

/* Metadata of the module, where clang was asked to record the command
 * (-grecord-command-line): the folder that it ran in, the source, and the
 * command line, in which a backslash stands ahead of each blank and backslash
 * of a word. */
#define COVERME_COMMAND_METADATA "coverme.command"

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Which code of an instrumented object is what it is made for (instrumented
 * code, the harness, coverme's runtime), and which the user's linker words have
 * brought: objects and archives as they are. */
#ifndef COVERME_OWN_CODE_H
#define COVERME_OWN_CODE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Not to be called: its address is ahead of the user's objects and behind all
 * else. */
void coverme_end_of_own_code(void);

#ifdef __cplusplus
}
#endif

#endif

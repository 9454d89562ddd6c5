/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The contract of pass and driver about pointers in structs. */
#ifndef COVERME_MEMBERS_H
#define COVERME_MEMBERS_H

/* In the flags of a coverme_member_use: from this bit on, one more than the
   offset, in the same struct, of the pointer to where the range begins that
   this pointer ends; 0: it ends none. */
#define COVERME_MEMBER_BEGIN_BIT 8

#endif

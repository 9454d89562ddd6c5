// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where interposers note texts that the driver tries as inputs.
#ifndef COVERME_RUNTIME_INTERPOSERS_TEXTS_H
#define COVERME_RUNTIME_INTERPOSERS_TEXTS_H

#include "Next.h"

#include "coverme/texts.h"

namespace coverme {

// Are texts asked for, of which there are not enough yet?
bool wantsTexts();

// Is this the code's own? Literals and variables are in the object or in a
// library, inputs are not, nor is what the code copies to memory of its own
// that begins with zeros.
bool isOfCode(const void *address);

// Notes the text, which ends with a zero. One that is empty or known is not.
// require: wantsTexts()
void noteText(const char (&text)[COVERME_TEXT_SIZE]);

} // namespace coverme

#endif

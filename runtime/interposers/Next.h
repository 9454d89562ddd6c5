// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interposers stand between the code under test and libc: functions of libc's
// names that look at a call and pass it on. They are weak, so that the code may
// have its own. Linked into the code's object, they serve it and the libraries
// that come with it (execute/LoadedObject), and nobody else.
#ifndef COVERME_RUNTIME_GUARDS_NEXT_H
#define COVERME_RUNTIME_GUARDS_NEXT_H

#include "Session.h"

#include <dlfcn.h>

#define COVERME_GUARD __attribute__((weak, visibility("default")))

namespace coverme {

// A function behind an interposer: libc's, or a sanitizer's ahead of it.
template <class Function> class Next;
template <class Result, class... Arguments> class Next<Result(Arguments...)> {
public:
  constexpr explicit Next(const char *name) : name(name) {}

  void find() {
    if (function == nullptr)
      function =
          reinterpret_cast<Result (*)(Arguments...)>(dlsym(RTLD_NEXT, name));
  }
  Result operator()(Arguments... arguments) {
    find();
    return function(arguments...);
  }

private:
  const char *name;
  Result (*function)(Arguments...) = nullptr;
};
// Find what is behind the interposers of a file; for
// coverme_prepare_interposers.
void findAbort();
void findDelete();
void findMemoryFunctions();
void findSignalFunctions();
void findJumpFunctions();
void findSleepFunctions();

} // namespace coverme

#endif

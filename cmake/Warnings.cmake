# An interface target with the warnings that all of our own code obeys.
# Left out, since gcc 12 gives them for std's own code: -Wrestrict, for
# std::string (gcc bug 105651); -Wmaybe-uninitialized, for std::regex under
# -fsanitize=address (gcc bug 105562); -Wstringop-overflow, for std::string out
# of a precompiled header; and for LLVM's, -Wmismatched-new-delete, where many
# files are compiled as one. clang gives -Wdeprecated-declarations for std's own
# stable_sort.
# LLVM 22 deprecates what LLVM 19 has nothing else for (StringSwitch's Cases).
add_library(coverme_warnings INTERFACE)
target_compile_options(coverme_warnings INTERFACE
  -Wall -Wextra -Wnon-virtual-dtor -Woverloaded-virtual
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-maybe-uninitialized;-Wno-stringop-overflow;-Wno-mismatched-new-delete>"
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
  $<$<VERSION_GREATER_EQUAL:${LLVM_VERSION_MAJOR},22>:-Wno-deprecated-declarations>
  $<$<BOOL:${COVERME_WERROR}>:-Werror>)

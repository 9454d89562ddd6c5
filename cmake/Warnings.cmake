# An interface target with the warnings that all of our own code obeys.
# Left out, since gcc 12 gives them for std's own code: -Wrestrict, for
# std::string (gcc bug 105651); -Wmaybe-uninitialized, for std::regex under
# -fsanitize=address (gcc bug 105562); -Wstringop-overflow, for std::string out
# of a precompiled header; and for LLVM's, -Wmismatched-new-delete, where many
# files are compiled as one. clang gives -Wdeprecated-declarations for std's own
# stable_sort.
add_library(coverme_warnings INTERFACE)
target_compile_options(coverme_warnings INTERFACE
  -Wall -Wextra -Wnon-virtual-dtor -Woverloaded-virtual
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-maybe-uninitialized;-Wno-stringop-overflow;-Wno-mismatched-new-delete>"
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
  $<$<BOOL:${COVERME_WERROR}>:-Werror>)

# And what code with LLVM's headers needs. They are no warnings of ours.
add_library(coverme_llvm INTERFACE)
target_include_directories(coverme_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_link_libraries(coverme_llvm INTERFACE coverme_warnings)
target_compile_options(coverme_llvm INTERFACE
  # A vtable of LLVM's has type information exactly when LLVM was built with it.
  $<$<NOT:$<BOOL:${LLVM_ENABLE_RTTI}>>:-fno-rtti>
  # LLVM 22 deprecates what LLVM 19 has nothing else for (StringSwitch's Cases).
  $<$<VERSION_GREATER_EQUAL:${LLVM_VERSION_MAJOR},22>:-Wno-deprecated-declarations>)

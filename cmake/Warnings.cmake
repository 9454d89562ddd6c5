# An interface target with the warnings that all of our own code obeys.
# -Wrestrict is left out: gcc 12 sees overlaps in std::string's own code
# (gcc bug 105651).
add_library(coverme_warnings INTERFACE)
target_compile_options(coverme_warnings INTERFACE
  -Wall -Wextra -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-maybe-uninitialized>
  $<$<BOOL:${COVERME_WERROR}>:-Werror>)

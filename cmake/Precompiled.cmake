# Headers of the standard library that most files need. Precompiled, once for
# each target that wants them, they take a second off each file. Every file
# includes what it uses all the same (scripts/check-headers). ccache stores such
# files if its sloppiness is set to pch_defines,time_macros.
set(coverme_standard_headers
  <algorithm> <array> <cstdint> <filesystem> <functional> <map> <memory>
  <optional> <set> <span> <string> <string_view> <vector>)

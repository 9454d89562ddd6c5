# Headers of others that most files need. Precompiled, once for each target that
# wants them, they take a second off each file.
# Every file includes what it uses all the same. ccache stores such files if its
# sloppiness is set to pch_defines,time_macros; with clang, whose precompiled
# headers have absolute paths and times in them, only for a build in the same
# folder, so the preset asan goes without (CMAKE_DISABLE_PRECOMPILE_HEADERS).
set(coverme_common_headers
  <algorithm> <array> <cstdint> <filesystem> <functional> <map> <memory>
  <optional> <set> <span> <string> <string_view> <vector>
  <boost/dynamic_bitset.hpp> <fmt/format.h>)

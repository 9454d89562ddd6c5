# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by the other scripts: enters the repository and helps to build it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# What several builds compile alike, ccache compiles once.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime

# quietly COMMAND...: shows the command's output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    cat "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

# build PRESET FOLDER [CMAKE-BUILD-ARGUMENT...]: configures and builds. A
# folder that was configured elsewhere (a copied tree) or without Ninja is
# configured afresh; one configured without tests gets them.
build() {
  local preset=$1 cache=$2/CMakeCache.txt fresh=()
  shift 2
  if [ -f "$cache" ] && ! {
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache" &&
      grep -qxF "CMAKE_GENERATOR:INTERNAL=Ninja" "$cache"
  }; then
    fresh=(--fresh)
  fi
  quietly cmake --preset "$preset" "${fresh[@]}" -DCOVERME_TESTS=ON
  cmake --build --preset "$preset" "$@"
}

# trackedFiles PATTERN...: the repository's files, NUL-separated; those not
# ignored where git does not know yet, and all in a tree without git.
trackedFiles() {
  if [ -e .git ]; then
    # Another owner's tree (sudo) is fine: nothing but names is read.
    git -c safe.directory="$PWD" ls-files -z --cached --others \
      --exclude-standard --deduplicate -- "$@" |
      while IFS= read -r -d '' file; do
        [ ! -f "$file" ] || printf '%s\0' "$file"
      done
  else
    local pattern names=()
    for pattern in "$@"; do
      names+=(-o -path "./$pattern")
    done
    find . -path './build*' -prune -o -type f \( "${names[@]:1}" \) -print0
  fi
}

# complete.sh FILE WORD...: what bash offers behind `coverme WORD...`.
. "$1"
shift
COMP_WORDS=(coverme "$@")
COMP_CWORD=$#
_coverme
printf '%s\n' "${COMPREPLY[@]}"

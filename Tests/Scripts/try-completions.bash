# Tries bash's completions of atsproxy without a keyboard. Usage: bash try-completions.bash FILE
set -euo pipefail
# shellcheck source=/dev/null
source "$1"
complete -p atsproxy

# Usage: offers EXPECTED WORD…   the cursor is behind the last word
offers() {
    local expected=$1
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMPREPLY=()
    _atsproxy atsproxy "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    [[ " ${COMPREPLY[*]} " == *" $expected "* ]] || {
        echo "bash offers '${COMPREPLY[*]}' for '$*', not '$expected'" >&2
        exit 1
    }
}
offers check atsproxy chec
offers lint atsproxy policy ''
offers observe atsproxy serve --mode ''
offers --examine atsproxy serve --ex
offers README.md atsproxy policy lint READ

#!/bin/sh
# A build phase for Xcode: mistakes in the Info.plist, and what recorded traffic violated, as warnings beside the keys that
# decide. In the target's Build Phases, add a Run Script phase with
#
#     "$SRCROOT/config/ci/xcode-build-phase.sh"
#
# turn off "Based on dependency analysis", and set ENABLE_USER_SCRIPT_SANDBOXING to NO, because the phase reads a recording
# that is no declared input. Build settings that the phase reads:
#
#   ATSPROXY_RECORDING  a recording (`atsproxy serve --events PATH`), or a directory of segments, from $SRCROOT if relative;
#                       default $SRCROOT/atsproxy.jsonl. Without such a file, only the Info.plist is looked at.
#   ATSPROXY_OS         the system whose rules apply, such as ios18.4; default the newest that atsproxy knows
#   ATSPROXY_STRICT     YES: violations, errors in the Info.plist, a missing atsproxy and a recording that is named and not
#                       there fail the build. NO, the default: they are warnings.
#
# An empty setting is as none.
set -eu

case "${ATSPROXY_STRICT:-NO}" in
NO | no | false | 0) strict=NO ;;
YES | yes | true | 1) strict=YES ;;
*)
    echo "warning: ATSPROXY_STRICT is '$ATSPROXY_STRICT', which is neither YES nor NO; violations fail the build."
    strict=YES
    ;;
esac
# Xcode's PATH lacks the directories of Homebrew.
PATH=$PATH:/opt/homebrew/bin:/usr/local/bin
if ! command -v atsproxy >/dev/null; then
    echo "warning: atsproxy is not installed; App Transport Security is not looked at."
    if [ "$strict" = YES ]; then exit 1; fi
    exit 0
fi
if [ -z "${INFOPLIST_FILE:-}" ]; then
    echo "warning: the target has no INFOPLIST_FILE (Xcode generates its Info.plist); atsproxy looks at nothing."
    exit 0
fi
case "$INFOPLIST_FILE" in
/*) plist=$INFOPLIST_FILE ;;
*) plist=$SRCROOT/$INFOPLIST_FILE ;;
esac
case "${ATSPROXY_RECORDING:-}" in
'') recording=$SRCROOT/atsproxy.jsonl ;;
/*) recording=$ATSPROXY_RECORDING ;;
*) recording=$SRCROOT/$ATSPROXY_RECORDING ;;
esac
set --
if [ -n "${ATSPROXY_OS:-}" ]; then set -- --os "$ATSPROXY_OS"; fi

failed=0
status=0
findings=$(atsproxy policy lint --format xcode "$@" "$plist") || status=$?
# A build in which a script prints an error fails, whatever the status of the script.
errors=error
if [ "$strict" = NO ]; then errors=warning; fi
if [ -n "$findings" ]; then printf '%s\n' "$findings" | sed "s/\(:[0-9][0-9]*\): error: /\1: $errors: /"; fi
[ "$status" -eq 0 ] || failed=1
if [ "$status" -gt 2 ]; then echo "warning: atsproxy could not read $plist; the log of the build has the reason."; fi
if [ -e "$recording" ]; then
    status=0
    findings=$(atsproxy report --format xcode --policy "$plist" "$@" "$recording") || status=$?
    if [ -n "$findings" ]; then printf '%s\n' "$findings" | sed "s/\(:[0-9][0-9]*\): error: /\1: $errors: /"; fi
    case $status in
    # Status 2: nothing is violated, but not everything could be judged, which is a warning already.
    0 | 2) ;;
    1) failed=1 ;;
    *)
        echo "warning: atsproxy could not judge $recording; the log of the build has the reason."
        failed=1
        ;;
    esac
elif [ -n "${ATSPROXY_RECORDING:-}" ]; then
    echo "warning: ATSPROXY_RECORDING is $recording, which does not exist; no traffic is judged."
    failed=1
fi
if [ "$strict" = YES ]; then exit "$failed"; fi

#!/bin/sh
# Tells changes, which standard input has, in one issue of GitHub. Opens the issue if something is wrong and none is open,
# else adds a comment, and closes it once nothing is wrong. The command of `atsproxy watch --notify` in github-watch.yml.
# Usage: watch-issue.sh METRICS
#   METRICS  the file of --textfile, which has the state of all servers
set -eu
metrics=$1
changes=$(mktemp)
trap 'rm -f "$changes"' EXIT
{
    echo '```text'
    cat
    echo '```'
} >"$changes"
issue=$(gh issue list --label atsproxy-watch --state open --json number --jq '.[0].number // empty')
if [ -n "$issue" ]; then
    gh issue comment "$issue" --body-file "$changes"
fi
if grep -Eq '^atsproxy_watch_(server_up\{.*\} 0|conditions\{.*\} [1-9])' "$metrics"; then
    [ -n "$issue" ] || gh issue create --title 'Servers under App Transport Security' --label atsproxy-watch \
        --body-file "$changes"
elif [ -n "$issue" ]; then
    gh issue close "$issue"
fi

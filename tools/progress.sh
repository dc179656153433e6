#!/bin/sh
# progress.sh TEXT COMMAND…: run a command. On a terminal, show the text and the seconds, once a second has gone by.
text=$1
shift
[ -t 2 ] || exec "$@"
"$@" &
command=$!
trap 'kill "$command" 2> /dev/null' INT TERM
tenths=0
while kill -0 "$command" 2> /dev/null; do
  sleep 0.1
  tenths=$((tenths + 1))
  [ $((tenths % 10)) -ne 0 ] || printf '\r%s … %d s' "$text" $((tenths / 10)) >&2
done
wait "$command"
status=$?
[ "$tenths" -lt 10 ] || printf '\r\033[2K' >&2
exit "$status"

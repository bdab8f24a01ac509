#!/usr/bin/env bash
# Start-up time, resident memory when idle, and memory a connection, of the sidecar with one HTTP listener.
# Start-up is from the call of ./hoop to the port accepting, median of ROUNDS (5); the class archives are made by a first start.
# Memory a connection is the growth of resident memory with CONNECTIONS (2000) clients that made one request each and stay.
# Needs nginx as the upstream and a limit of open files that allows it. Everything listens on loopback.
set -euo pipefail
source "$(dirname "$0")/shared.sh"
need nginx
ROUNDS=${ROUNDS:-5}
CONNECTIONS=${CONNECTIONS:-2000}
ulimit -n $((CONNECTIONS * 2 + 200)) 2>/dev/null || fail "raise the limit of open files (ulimit -n)"

upstream=$(free_port); port=$(free_port)
start_nginx "$upstream" ok
sidecar_config "$port" "$upstream" "$work/audit.jsonl" false > "$work/config.yaml"

start() { # prints the milliseconds to accepting; leaves the process id in $work/pid and the log in $work/log
  local from; from=$(date +%s%N)
  ./hoop run --config "$work/config.yaml" 2>>"$work/log" & echo $! > "$work/pid"
  await "$port" 60
  echo $((($(date +%s%N) - from) / 1000000))
}
stop() { local pid; pid=$(cat "$work/pid"); kill "$pid"; wait "$pid" 2>/dev/null || true; }
rss() { awk '/VmRSS/ {print $2}' "/proc/$(cat "$work/pid")/status"; }

./hoop --version > /dev/null
start > /dev/null; sleep 1; stop
for ((i = 0; i < ROUNDS; i++)); do start >> "$work/starts"; sleep 0.5; stop; done
printf 'start to accepting      %s ms\n' "$(median < "$work/starts")"

start > /dev/null; pids+=("$(cat "$work/pid")")
sleep 2
printf 'resident when idle      %s MiB\n' "$(($(rss) / 1024))"
before=$(rss)
fds=()
for ((i = 0; i < CONNECTIONS; i++)); do
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  fds+=("$fd")
  printf 'GET / HTTP/1.1\r\nHost: bench\r\n\r\n' >&"$fd"
done
for fd in "${fds[@]}"; do read -r -t 10 _ <&"$fd"; done
sleep 2
after=$(rss)
printf 'resident with %s idle connections  %s MiB, %s KiB a connection\n' "$CONNECTIONS" "$((after / 1024))" \
  "$(((after - before) / CONNECTIONS))"

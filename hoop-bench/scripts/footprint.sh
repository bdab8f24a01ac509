#!/usr/bin/env bash
# Start-up time, resident memory when idle, and memory a connection, of the sidecar with one HTTP listener.
# Start-up is from the call of ./hoop to the port accepting, median of ROUNDS (5); the class archives are made by a first start.
# Memory a connection is the growth of resident memory with CONNECTIONS (2000) clients that made one request each and stay.
# Needs nginx as the upstream and a limit of open files that allows it. Everything listens on loopback.
set -euo pipefail
cd "$(dirname "$0")/../.."
ROUNDS=${ROUNDS:-5}
CONNECTIONS=${CONNECTIONS:-2000}
ulimit -n $((CONNECTIONS * 2 + 200)) 2>/dev/null || { echo "footprint.sh: raise the limit of open files (ulimit -n)" >&2; exit 1; }

work=$(mktemp -d)
pids=()
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

accepts() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
free_port() {
  local port
  while :; do port=$((20000 + RANDOM % 20000)); accepts "$port" || { echo "$port"; return; }; done
}
upstream=$(free_port); port=$(free_port)
cat > "$work/nginx.conf" <<CONF
daemon off;
pid $work/nginx.pid;
error_log $work/nginx.log;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path $work/b; proxy_temp_path $work/p; fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;
  server { listen 127.0.0.1:$upstream; location / { return 200 "ok"; } }
}
CONF
nginx -c "$work/nginx.conf" 2>/dev/null & pids+=($!)
cat > "$work/config.yaml" <<CONF
log_level: warn
audit: {file: "$work/audit.jsonl"}
guardrails:
  rules:
    - {name: no-delete, type: operation, operations: [DELETE]}
listeners:
  - {name: bench, protocol: http, listen: "127.0.0.1:$port", upstream: "127.0.0.1:$upstream"}
CONF

start() { # prints the milliseconds to accepting; leaves the process id in $work/pid
  local from; from=$(date +%s%N)
  ./hoop run --config "$work/config.yaml" 2>>"$work/log" & echo $! > "$work/pid"
  until accepts "$port"; do
    [ $((($(date +%s%N) - from) / 1000000000)) -lt 60 ] || { cat "$work/log" >&2; exit 1; }
  done
  echo $((($(date +%s%N) - from) / 1000000))
}
stop() { local pid; pid=$(cat "$work/pid"); kill "$pid"; wait "$pid" 2>/dev/null || true; }
rss() { awk '/VmRSS/ {print $2}' "/proc/$(cat "$work/pid")/status"; }

./hoop --version > /dev/null
start > /dev/null; sleep 1; stop
for ((i = 0; i < ROUNDS; i++)); do start >> "$work/starts"; sleep 0.5; stop; done
printf 'start to accepting      %s ms\n' "$(sort -n "$work/starts" | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}')"

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

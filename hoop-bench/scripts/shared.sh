# Sourced by the scripts that measure: the folder to work in, what is ended and removed with the script, ports, and nginx.
# Afterwards the current folder is the root of the repository, and $work a folder for the run.
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
pids=()
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

fail() { echo "$(basename "$0"): $1" >&2; exit 1; }
need() {
  for tool; do
    command -v "$tool" >/dev/null || fail "$tool is not installed; the head of this script says what it needs"
  done
}

# Waits a few milliseconds without starting a process, which would take time from what is measured.
exec {never}<> <(:)
pause() { read -r -t 0.005 -u "$never" _ || true; }

accepts() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
await() { # port, seconds (20)
  local until=$((SECONDS + ${2:-20}))
  until accepts "$1"; do
    [ "$SECONDS" -lt "$until" ] || fail "nothing listens on $1"
    pause
  done
}
free_port() {
  local port
  while :; do port=$((20000 + RANDOM % 20000)); accepts "$port" || { echo "$port"; return; }; done
}

start_nginx() { # port, body of its answer to everything
  cat > "$work/nginx.conf" <<CONF
daemon off;
worker_processes 1;
pid $work/nginx.pid;
error_log $work/nginx.log;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path $work/b; proxy_temp_path $work/p; fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;
  keepalive_requests 100000000;
  server { listen 127.0.0.1:$1; location / { return 200 "$2"; } }
}
CONF
  nginx -c "$work/nginx.conf" 2>/dev/null & pids+=($!)
  await "$1"
}

sidecar_config() { # port, upstream's port, audit file, audit.fail_open: one HTTP listener with one guardrail
  cat <<CONF
log_level: warn
audit: {file: "$3", fail_open: $4}
guardrails:
  rules:
    - {name: no-delete, type: operation, operations: [DELETE], message: deletes are not allowed}
listeners:
  - {name: bench, protocol: http, listen: "127.0.0.1:$1", upstream: "127.0.0.1:$2"}
CONF
}

start_haproxy() { # its mode, port, upstream's port; leaves its process id in $started
  cat > "$work/haproxy-$1.cfg" <<CONF
global
  nbthread 1
  maxconn 2000
defaults
  mode $1
  timeout connect 5s
  timeout client 600s
  timeout server 600s
listen relay
  bind 127.0.0.1:$2
  server upstream 127.0.0.1:$3
CONF
  haproxy -db -f "$work/haproxy-$1.cfg" 2>/dev/null & pids+=($!)
  started=$!
  await "$2"
}

start_sidecar() { # the name of its configuration in $work, its port; leaves its process id in $started
  ./hoop run --config "$work/$1.yaml" 2>"$work/$1.log" & pids+=($!)
  started=$!
  await "$2" 300
}

# Runs a load several times: a JVM drops what it compiled for connections that stay when the first of them close, and what
# is measured comes after that.
warm() { local turn; for ((turn = 1; turn <= 6; turn++)); do "$@"; done; }

# User and system time of a process and all its threads, in clock ticks; 0 where none is named.
HERTZ=$(getconf CLK_TCK)
ticks() { if [ -n "$1" ]; then awk '{print $14 + $15}' "/proc/$1/stat"; else echo 0; fi; }
median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
# The median of a column of $work/rounds for the path that its first column names.
median_of() { awk -v n="$1" -v c="$2" '$1 == n {print $c}' "$work/rounds" | median; }

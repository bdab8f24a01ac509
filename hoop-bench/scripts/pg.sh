#!/usr/bin/env bash
# Transactions per second, CPU per statement and latency of PostgreSQL through the sidecar, beside its peers, in alternating rounds:
#   direct      straight at the server
#   haproxy     HAProxy in TCP mode
#   pgbouncer   PgBouncer in session mode
#   hoop        the sidecar, one guardrail, audit with fail_open: false (records written before forwarding)
#   hoop-queued the same with fail_open: true
#   hoop-uring, hoop-uring-queued
#               the same over io_uring, where the kernel has it and lets a process use it
# Needs PostgreSQL with pgbench, haproxy and pgbouncer (Debian: postgresql postgresql-contrib haproxy pgbouncer). Everything
# listens on loopback and ends with the script.
# A round opens its connections anew, which costs a sidecar as much as some hundred statements: rounds of a second or two measure
# that, too. And a JVM wants half a minute of one kind of load before it has compiled what that needs.
# Environment: ROUNDS (3), SECONDS_EACH (8), WARM (8, six times), CLIENTS (8), MODES ("simple extended prepared"), SCRIPTS ("select tpcb").
# All of it takes 50 minutes, one of the modes 17.
set -euo pipefail
source "$(dirname "$0")/shared.sh"
need pgbench haproxy pgbouncer

ROUNDS=${ROUNDS:-3}
EACH=${SECONDS_EACH:-8}
WARM=${WARM:-8}
CLIENTS=${CLIENTS:-8}
MODES=${MODES:-simple extended prepared}
SCRIPTS=${SCRIPTS:-select tpcb}
bin=$(dirname "$(find /usr/lib/postgresql /usr/pgsql-* /usr/local/pgsql -name initdb 2>/dev/null | sort -V | tail -n 1)")
[ -x "$bin/initdb" ] || fail "no initdb was found (Debian: apt-get install postgresql)"

# Neither the server nor PgBouncer runs as root.
# A prefix and no function: what is started in the background must be the process itself, to be measured and ended.
unprivileged=()
if [ "$(id -u)" = 0 ]; then unprivileged=(setpriv --reuid=nobody --regid=nogroup --clear-groups); fi
mkdir "$work/server"
if [ "$(id -u)" = 0 ]; then chmod 755 "$work" && chown nobody:nogroup "$work/server"; fi

server_port=$(free_port); haproxy_port=$(free_port); pgbouncer_port=$(free_port)

"${unprivileged[@]}" "$bin/initdb" -D "$work/server/data" -U bench -A trust >/dev/null
"${unprivileged[@]}" "$bin/postgres" -D "$work/server/data" -p "$server_port" -c listen_addresses=127.0.0.1 \
  -c unix_socket_directories= -c fsync=off -c max_connections=200 >"$work/server.log" 2>&1 & pids+=($!)
await "$server_port"
until pgbench -h 127.0.0.1 -p "$server_port" -U bench -i -q -s 5 postgres >/dev/null 2>&1; do pause; done

start_haproxy tcp "$haproxy_port" "$server_port"
haproxy_pid=$started

cat > "$work/server/pgbouncer.ini" <<CONF
[databases]
postgres = host=127.0.0.1 port=$server_port dbname=postgres user=bench
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pgbouncer_port
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 100
log_connections = 0
log_disconnections = 0
CONF
"${unprivileged[@]}" pgbouncer -q "$work/server/pgbouncer.ini" >/dev/null 2>&1 & pids+=($!)
pgbouncer_pid=$!
await "$pgbouncer_port"

names=(direct haproxy pgbouncer)
sidecars=()
declare -A port_of=([direct]=$server_port [haproxy]=$haproxy_port [pgbouncer]=$pgbouncer_port)
declare -A pid_of=([haproxy]=$haproxy_pid [pgbouncer]=$pgbouncer_pid)
sidecar() { # its name in the tables, audit.fail_open, the transport
  local port
  port=$(free_port)
  cat > "$work/$1.yaml" <<CONF
log_level: warn
audit: {file: "$work/$1.audit", fail_open: $2}
guardrails:
  rules:
    - {name: no-drop, type: operation, operations: [drop], message: drops are not allowed}
listeners:
  - {name: bench, protocol: postgres, listen: "127.0.0.1:$port", upstream: "127.0.0.1:$server_port"}
CONF
  HOOP_JAVA_OPTS="-Dhoop.transport=$3" start_sidecar "$1" "$port"
  if grep -q transport.unavailable "$work/$1.log"; then
    echo "$(basename "$0"): this machine has no $3, $1 is left out" >&2
    kill "$started"
    return
  fi
  names+=("$1"); sidecars+=("$1"); port_of[$1]=$port; pid_of[$1]=$started
}
sidecar hoop false epoll
sidecar hoop-queued true epoll
sidecar hoop-uring false io_uring
sidecar hoop-uring-queued true io_uring

load() { # port, seconds, clients, more of pgbench's options
  local port=$1 seconds=$2 clients=$3
  shift 3
  (cd "$work" && pgbench -h 127.0.0.1 -p "$port" -U bench -n -c "$clients" -j 1 -T "$seconds" "$@" postgres) >"$work/bench.out" 2>"$work/bench.err" \
    || fail "pgbench: $(tail -n 3 "$work/bench.err")"
  grep -q 'failed transactions: 0 ' "$work/bench.out" || fail "pgbench counted failures"
}
transactions() { awk -F': ' '/transactions actually/ {print $2 + 0}' "$work/bench.out"; }

# Statements of one transaction: pgbench's built-in scripts.
declare -A statements_of=([select]=1 [tpcb]=7)
declare -A option_of=([select]=-S [tpcb]="-b tpcb-like")

for mode in $MODES; do
  for name in "${sidecars[@]}"; do
    # shellcheck disable=SC2086
    for script in $SCRIPTS; do warm load "${port_of[$name]}" "$WARM" "$CLIENTS" ${option_of[$script]} -M "$mode"; done
  done
done
printf '%-10s %-8s %-18s %9s %18s %16s %12s\n' protocol script path tx/s 'CPU us/statement' 'tx/s / HAProxy' 'CPU / HAProxy'
for mode in $MODES; do
  for script in $SCRIPTS; do
    : > "$work/rounds"
    for ((round = 1; round <= ROUNDS; round++)); do
      for name in "${names[@]}"; do
        pid=${pid_of[$name]:-}
        before=$(ticks "$pid")
        # shellcheck disable=SC2086
        load "${port_of[$name]}" "$EACH" "$CLIENTS" ${option_of[$script]} -M "$mode"
        after=$(ticks "$pid")
        awk -v n="$name" -v x="$(transactions)" -v s="$EACH" -v t=$((after - before)) -v hz="$HERTZ" -v k="${statements_of[$script]}" \
          'BEGIN {printf "%s %.1f %.3f\n", n, x / s, t / hz * 1e6 / (x * k)}' >> "$work/rounds"
        for one in "${sidecars[@]}"; do : > "$work/$one.audit"; done
      done
    done
    for name in "${names[@]}"; do
      awk -v m="$mode" -v sc="$script" -v n="$name" -v r="$(median_of "$name" 2)" -v c="$(median_of "$name" 3)" -v br="$(median_of haproxy 2)" -v bc="$(median_of haproxy 3)" \
        'BEGIN {printf "%-10s %-8s %-18s %9.0f %18s %16.2f %12s\n", m, sc, n, r, (c > 0 ? sprintf("%.1f", c) : "-"), r / br, (c > 0 ? sprintf("%.2f", c / bc) : "-")}'
    done
  done
done

echo
printf '%-18s %s\n' path 'p50 of one client, us (select, prepared)'
: > "$work/latencies"
for ((round = 1; round <= ROUNDS; round++)); do
  for name in "${names[@]}"; do
    rm -f "$work"/pgbench_log.*
    load "${port_of[$name]}" "$EACH" 1 -S -M prepared -l
    # The third column of pgbench's log is the time of one transaction in microseconds.
    echo "$name $(cat "$work"/pgbench_log.* | awk '{print $3}' | median)" >> "$work/latencies"
  done
done
for name in "${names[@]}"; do
  printf '%-18s %s\n' "$name" "$(awk -v n="$name" '$1 == n {print $2}' "$work/latencies" | median)"
done

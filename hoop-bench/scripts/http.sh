#!/usr/bin/env bash
# Requests per second and CPU per request of an HTTP request through the sidecar, beside its peers, in alternating rounds:
#   direct      straight at nginx ("return 200", a 124-byte body)
#   haproxy-tcp HAProxy in TCP mode
#   haproxy     HAProxy in HTTP mode
#   hoop        the sidecar, one guardrail, audit with fail_open: false (records written before forwarding)
#   hoop-queued the same with fail_open: true
# Needs nginx, haproxy and wrk (Debian: nginx-light haproxy wrk). Everything listens on loopback and ends with the script.
# Environment: ROUNDS (3), SECONDS_EACH (5), WARM (5, six times), CONNECTIONS (32).
set -euo pipefail
source "$(dirname "$0")/shared.sh"
need nginx haproxy wrk

ROUNDS=${ROUNDS:-3}
EACH=${SECONDS_EACH:-5}
WARM=${WARM:-5}
CONNECTIONS=${CONNECTIONS:-32}

nginx_port=$(free_port); tcp_port=$(free_port); http_port=$(free_port); hoop_port=$(free_port); queued_port=$(free_port)
body=$(printf 'x%.0s' $(seq 124))

start_nginx "$nginx_port" "$body"

for mode in tcp http; do
  port=$([ $mode = tcp ] && echo "$tcp_port" || echo "$http_port")
  start_haproxy "$mode" "$port" "$nginx_port"
  declare "haproxy_$mode=$started"
done

for kind in hoop queued; do
  port=$([ $kind = hoop ] && echo "$hoop_port" || echo "$queued_port")
  sidecar_config "$port" "$nginx_port" "$work/$kind.audit" "$([ $kind = queued ] && echo true || echo false)" > "$work/$kind.yaml"
  start_sidecar "$kind" "$port"
  declare "${kind}_pid=$started"
done

load() { wrk -t1 -c"$CONNECTIONS" -d"$2s" "http://127.0.0.1:$1/orders/42" > "$work/wrk.out"; }
requests() { awk '/requests in/ {print $1}' "$work/wrk.out"; }
failed() { awk '/Non-2xx|Socket errors/ {print}' "$work/wrk.out"; }

names=(direct haproxy-tcp haproxy hoop hoop-queued)
declare -A port_of=([direct]=$nginx_port [haproxy-tcp]=$tcp_port [haproxy]=$http_port [hoop]=$hoop_port [hoop-queued]=$queued_port)
declare -A pid_of=([haproxy-tcp]=$haproxy_tcp [haproxy]=$haproxy_http [hoop]=$hoop_pid [hoop-queued]=$queued_pid)

for name in hoop hoop-queued; do warm load "${port_of[$name]}" "$WARM"; done
for ((round = 1; round <= ROUNDS; round++)); do
  for name in "${names[@]}"; do
    pid=${pid_of[$name]:-}
    before=$(ticks "$pid")
    load "${port_of[$name]}" "$EACH"
    after=$(ticks "$pid")
    [ -z "$(failed)" ] || fail "$name: $(failed)"
    awk -v n="$name" -v r="$(requests)" -v s="$EACH" -v t=$((after - before)) -v hz="$HERTZ" \
      'BEGIN {printf "%s %.0f %.2f\n", n, r / s, r ? t / hz * 1e6 / r : 0}' >> "$work/rounds"
    rm -f "$work"/*.audit.old; : > "$work/hoop.audit"; : > "$work/queued.audit"
  done
done

base_rps=$(median_of haproxy 2); base_cpu=$(median_of haproxy 3)
printf '%-12s %12s %14s %22s %18s\n' path requests/s 'CPU us/request' 'throughput / HAProxy' 'CPU / HAProxy'
for name in "${names[@]}"; do
  awk -v n="$name" -v r="$(median_of "$name" 2)" -v c="$(median_of "$name" 3)" -v br="$base_rps" -v bc="$base_cpu" \
    'BEGIN {printf "%-12s %12d %14s %22.2f %18s\n", n, r, (c > 0 ? c : "-"), r / br, (c > 0 ? sprintf("%.2f", c / bc) : "-")}'
done

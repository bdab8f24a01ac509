#!/usr/bin/env bash
# Unary calls per second and CPU per call of gRPC through the sidecar, beside its peers, in alternating rounds:
#   direct      straight at a grpc-java server
#   haproxy-tcp HAProxy in TCP mode
#   nginx       nginx with grpc_pass
#   hoop        the sidecar, one guardrail by method, audit with fail_open: false (records written before forwarding)
#   hoop-queued the same with fail_open: true
# Needs nginx and haproxy (Debian: nginx-light haproxy). Everything listens on loopback and ends with the script.
# Environment: ROUNDS (3), SECONDS_EACH (5), WARM (5, six times), CONNECTIONS (4), CALLS (8, in flight on each).
set -euo pipefail
source "$(dirname "$0")/shared.sh"
need nginx haproxy java

ROUNDS=${ROUNDS:-3}
EACH=${SECONDS_EACH:-5}
WARM=${WARM:-5}
CONNECTIONS=${CONNECTIONS:-4}
CALLS=${CALLS:-8}

./mvnw -q -Dquick -pl hoop-bench -am -DskipTests compile dependency:build-classpath -Dmdep.outputFile="$work/classpath" >/dev/null
# No function: what is started in the background must be the process itself, to be ended.
peers=(java -XX:+UseSerialGC -cp "hoop-bench/target/classes:$(cat "$work/classpath")" dev.hoop.bench.GrpcPeers)

server_port=$(free_port); tcp_port=$(free_port); nginx_port=$(free_port); hoop_port=$(free_port); queued_port=$(free_port)

"${peers[@]}" serve "$server_port" 2>"$work/server.log" & pids+=($!)
await "$server_port" 60

start_haproxy tcp "$tcp_port" "$server_port"
haproxy_pid=$started

cat > "$work/nginx.conf" <<CONF
daemon off;
master_process off;
pid $work/nginx.pid;
error_log $work/nginx.log;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path $work/b; proxy_temp_path $work/p; fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;
  keepalive_requests 100000000;
  upstream grpc { server 127.0.0.1:$server_port; keepalive 64; keepalive_requests 100000000; }
  server { listen 127.0.0.1:$nginx_port http2; location / { grpc_pass grpc://grpc; } }
}
CONF
nginx -c "$work/nginx.conf" 2>/dev/null & pids+=($!)
nginx_pid=$!
await "$nginx_port"

for kind in hoop queued; do
  port=$([ $kind = hoop ] && echo "$hoop_port" || echo "$queued_port")
  cat > "$work/$kind.yaml" <<CONF
log_level: warn
audit: {file: "$work/$kind.audit", fail_open: $([ $kind = queued ] && echo true || echo false)}
guardrails:
  rules:
    - {name: no-delete, type: grpc_method, methods: ["/billing.*/Delete*"], message: deletes are not allowed}
listeners:
  - {name: bench, protocol: grpc, listen: "127.0.0.1:$port", upstream: "127.0.0.1:$server_port"}
CONF
  start_sidecar "$kind" "$port"
  declare "${kind}_pid=$started"
done

load() { "${peers[@]}" load "$1" "$2" "$CONNECTIONS" "$CALLS" > "$work/load.out" 2>"$work/load.log"; }
calls() { awk '{print $1}' "$work/load.out"; }
failed() { awk '{print $2}' "$work/load.out"; }

names=(direct haproxy-tcp nginx hoop hoop-queued)
declare -A port_of=([direct]=$server_port [haproxy-tcp]=$tcp_port [nginx]=$nginx_port [hoop]=$hoop_port [hoop-queued]=$queued_port)
declare -A pid_of=([haproxy-tcp]=$haproxy_pid [nginx]=$nginx_pid [hoop]=$hoop_pid [hoop-queued]=$queued_pid)

for name in hoop hoop-queued; do warm load "${port_of[$name]}" "$WARM"; done
for ((round = 1; round <= ROUNDS; round++)); do
  for name in "${names[@]}"; do
    pid=${pid_of[$name]:-}
    before=$(ticks "$pid")
    load "${port_of[$name]}" "$EACH"
    after=$(ticks "$pid")
    [ "$(failed)" = 0 ] || fail "$name: $(failed) calls failed"
    awk -v n="$name" -v r="$(calls)" -v s="$EACH" -v t=$((after - before)) -v hz="$HERTZ" \
      'BEGIN {printf "%s %.0f %.2f\n", n, r / s, r ? t / hz * 1e6 / r : 0}' >> "$work/rounds"
    rm -f "$work"/*.audit.old; : > "$work/hoop.audit"; : > "$work/queued.audit"
  done
done

base_rps=$(median_of nginx 2); base_cpu=$(median_of nginx 3)
printf '%-12s %12s %14s %20s %14s\n' path calls/s 'CPU us/call' 'throughput / nginx' 'CPU / nginx'
for name in "${names[@]}"; do
  awk -v n="$name" -v r="$(median_of "$name" 2)" -v c="$(median_of "$name" 3)" -v br="$base_rps" -v bc="$base_cpu" \
    'BEGIN {printf "%-12s %12d %14s %20.2f %14s\n", n, r, (c > 0 ? c : "-"), r / br, (c > 0 ? sprintf("%.2f", c / bc) : "-")}'
done

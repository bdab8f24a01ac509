#!/usr/bin/env bash
# Memory of the sidecar with idle and held PostgreSQL connections, in a heap of 256 MB: IDLE (2000) clients that ran one statement and
# stay, then HELD (500) whose statement waits for a person. The Control Plane runs in a process of its own.
# Needs a limit of open files that allows it, and nothing but the JDK. Everything listens on loopback and ends with the script.
set -euo pipefail
source "$(dirname "$0")/shared.sh"
IDLE=${IDLE:-2000}
HELD=${HELD:-500}
ulimit -n $(((IDLE + HELD) * 2 + 300)) 2>/dev/null || fail "raise the limit of open files (ulimit -n)"
classes=hoop-bench/target/classes
[ -f "$classes/dev/hoop/bench/PgPeers.class" ] || ./mvnw -q -pl hoop-bench -am -DskipTests compile
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

server=$(free_port); port=$(free_port); plane=$(free_port); admin=$(free_port)
"$java" -Xss256k -Xmx128m -cp "$classes" dev.hoop.bench.PgPeers serve "$server" & pids+=($!)
await "$server"

umask 077
printf %s "$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')" > "$work/sidecar.token"
printf %s "$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')" > "$work/reviewer.token"
cat > "$work/plane.yaml" <<CONF
listen: 127.0.0.1:$plane
public_url: http://127.0.0.1:$plane
database: {url: "jdbc:sqlite:$work/hoop.db"}
approval_rules: [{name: bench, reviewers_groups: [bench], min_approvals: 1}]
users: [{email: ana@example.com, name: Ana, groups: [bench], token_file: $work/reviewer.token}]
limits: {pending_per_requester: $HELD, filings_per_minute_per_requester: 10000, filings_per_minute_per_sidecar: 10000}
sidecars: [{name: bench, token_file: $work/sidecar.token}]
CONF
./hoop control-plane --config "$work/plane.yaml" 2>"$work/plane.log" & pids+=($!)
await "$plane" 300

cat > "$work/config.yaml" <<CONF
log_level: warn
control_plane_url: http://127.0.0.1:$plane
admin: {listen: "127.0.0.1:$admin"}
audit: {file: "$work/audit.jsonl"}
listeners:
  - name: bench
    protocol: postgres
    listen: 127.0.0.1:$port
    upstream: 127.0.0.1:$server
    guardrails: {rules: [{name: ask, type: operation, operations: [delete], action: require_review}]}
    review: {approval_rule: bench}
CONF
HOOP_JAVA_OPTS="-Xmx256m ${HOOP_JAVA_OPTS-}" ./hoop run --config "$work/config.yaml" --token-file "$work/sidecar.token" 2>"$work/log" & sidecar=$!
pids+=("$sidecar")
await "$port" 60
rss() { awk '/VmRSS/ {print $2}' "/proc/$sidecar/status"; }

mkfifo "$work/hold-idle" "$work/hold-held"
clients() { # what to hold open, idle ones, held ones
  : > "$work/$1.out"
  "$java" -Xmx128m -cp "$classes" dev.hoop.bench.PgPeers connect "$port" "$2" "$3" < "$work/$1" > "$work/$1.out" & pids+=($!)
  exec {fd}> "$work/$1"
  until grep -q ready "$work/$1.out"; do kill -0 "${pids[-1]}" 2>/dev/null || fail "the clients ended: $(tail -n 3 "$work/log")"; pause; done
}
sleep 2
idle_before=$(rss)
printf 'resident when idle                     %s MiB\n' "$((idle_before / 1024))"
clients hold-idle "$IDLE" 0
sleep 6
with_idle=$(rss)
printf 'resident with %5s idle connections    %s MiB, %s KiB a connection\n' "$IDLE" "$((with_idle / 1024))" "$(((with_idle - idle_before) / IDLE))"
clients hold-held 0 "$HELD"
sleep 6
with_held=$(rss)
printf 'resident with %5s held ones besides   %s MiB, %s KiB each\n' "$HELD" "$((with_held / 1024))" "$(((with_held - with_idle) / HELD))"

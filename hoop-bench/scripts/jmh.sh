#!/usr/bin/env bash
# Runs the micro-benchmarks; arguments go to JMH, for example: hoop-bench/scripts/jmh.sh Gate -f 1
set -euo pipefail
cd "$(dirname "$0")/../.."
./mvnw -q -pl hoop-bench -am -Pjmh -Dspotless.check.skip=true -DskipTests -Dmaven.test.skip=true -Djmh.args="$*" verify

#!/usr/bin/env bash
# Builds the image with buildah and runs it in bubblewrap as a container engine would: the user, environment, health check and
# stop signal that the image names, a read-only root file system, no capabilities, one writable folder. It must sell, lose
# nothing when it is killed, end cleanly when it is told to stop, and take over a database of version 0.1.0.
# Usage (as root, on Linux with buildah, bubblewrap and curl): deploy/check-image.sh [OPTIONS OF buildah build…]
set -euo pipefail
cd "$(dirname "$0")/.."
readonly port=${CHECK_PORT:-18077} image=localhost/guiche-check upgrade=test/release/upgrade-from-0.1.0
readonly service_folder=/var/lib/guiche
work=$(mktemp -d)
container=
service=
clean_up() {
  [ -z "$service" ] || kill -KILL "$service" 2>/dev/null || true
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  echo "✖ $1"
  [ ! -s "$work/log" ] || tail -n 50 "$work/log"
  exit 1
}

config() {
  buildah inspect --type image --format "$1" "$image"
}

[ -n "${CHECK_BUILT:-}" ] || buildah build "$@" --format docker --tag "$image" --file deploy/Containerfile .
container=$(buildah from --pull-never "$image")
root=$(buildah mount "$container")
IFS=: read -r user group <<<"$(config '{{.Docker.Config.User}}')"
mapfile -t command < <(config '{{range .Docker.Config.Entrypoint}}{{println .}}{{end}}{{range .Docker.Config.Cmd}}{{println .}}{{end}}' | grep .)
mapfile -t health < <(config '{{range .Docker.Config.Healthcheck.Test}}{{println .}}{{end}}' | grep . | tail -n +2)
stop_signal=$(config '{{.Docker.Config.StopSignal}}')
environment=()
while IFS='=' read -r name value; do environment+=(--setenv "$name" "$value"); done < <(config '{{range .Docker.Config.Env}}{{println .}}{{end}}' | grep .)

new_folder() {
  folder=$work/$1
  install -d -o "$user" -g "$group" -m 0700 "$folder"
}

# Replaces this (sub)shell by a command in the image.
inside() {
  exec bwrap --die-with-parent --unshare-pid --as-pid-1 --ro-bind "$root" / --tmpfs /tmp --proc /proc --dev /dev \
    --bind "$folder" "$service_folder" --ro-bind "$upgrade" /mnt --chdir "$service_folder" \
    --clearenv "${environment[@]}" --setenv GUICHE_PORT "$port" \
    --setenv GUICHE_MASTER_KEY YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXowMTIzNDU= \
    setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs --bounding-set=-all "$@"
}

start() {
  (inside "${command[@]}") >>"$work/log" 2>&1 &
  service=$!
  for _ in $(seq 600); do
    curl -sf -o "$work/health" "http://127.0.0.1:$port/health/ready" && return
    kill -0 "$service" || break
    sleep 0.2
  done
  fail 'the service does not start'
}

# Sends a signal to the service itself, and sets `ended` to its exit code.
end() {
  pkill "-$1" --parent "$service"
  ended=0
  wait "$service" 2>/dev/null || ended=$?
  service=
}

call() {
  curl -sf "http://127.0.0.1:$port$1" -H 'Content-Type: application/json' -H 'authenticationApi: demo' \
    -H 'authenticationKey: 0123456789ABCDEF0123' "${@:2}"
}

id_of() {
  grep -o '"transactionId": *"[^"]*"' | head -n 1 | cut -d '"' -f 4
}

new_folder data
[ "$user" -gt 0 ] && [ "$( (inside id -u) )" = "$user" ] || fail 'the image runs as root'
if (inside touch /opt/guiche/written) 2>/dev/null; then fail 'the root file system can be written'; fi
if (inside "${health[@]}"); then fail 'the health check is content without a service'; fi
start
(inside "${health[@]}") || fail 'the health check refuses a running service'
call /painel -o "$work/page"
sale=$(call /v1/transactions -d '{"referenceId":"imagem-1","amount":"1000","payment":{"card":{"capture":true,"cardInfo":{"number":"4235647728025682","expirationMonth":"12","expirationYear":"2035","cvv":"123"}}}}')
grep -q '"status":"\?6' <<<"$sale" || fail "the sale was not approved: $sale"
id=$(id_of <<<"$sale")
end KILL
start
[ "$(call '/v1/transactions?referenceId=imagem-1' | id_of)" = "$id" ] || fail 'the sale was lost when the service was killed'
end "${stop_signal#SIG}"
[ "$ended" = 0 ] || fail "the service ended with $ended on $stop_signal"

new_folder upgraded
(inside node -e 'const { DatabaseSync } = require("node:sqlite"); new DatabaseSync("guiche.sqlite").exec(require("node:fs").readFileSync("/mnt/sqlite.sql", "utf8"))')
start
old=$(id_of <"$upgrade/sqlite.json")
[ "$(call "/v1/transactions/$old" | id_of)" = "$old" ] || fail 'a sale of version 0.1.0 is not found'
end "${stop_signal#SIG}"
[ "$ended" = 0 ] || fail "the upgraded service ended with $ended on $stop_signal"
echo "✔ the image runs as user $user on a read-only root, sells, survives kill -9, ends on $stop_signal and takes over a database of 0.1.0;" \
  "$(du -sm "$root" | cut -f1) MB unpacked, of which /opt/guiche $(du -sm "$root/opt/guiche" | cut -f1) MB"

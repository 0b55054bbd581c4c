#!/usr/bin/env bash
# Builds the image with buildah and runs it in bubblewrap as a container engine would: a read-only root file system, an
# unprivileged user without capabilities, one writable folder. Sells, kills the service, starts it again, and finds the sale.
# Usage (as root, on Linux with buildah, bubblewrap and curl): deploy/check-image.sh [OPTIONS OF buildah build…]
set -euo pipefail
cd "$(dirname "$0")/.."
readonly user=10001 port=${CHECK_PORT:-18077} image=localhost/guiche-check
data=$(mktemp -d)
container=
service=
clean_up() {
  [ -z "$service" ] || kill -KILL "$service" 2>/dev/null || true
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$data"
}
trap clean_up EXIT

[ -n "${CHECK_BUILT:-}" ] || buildah build "$@" --format docker --tag "$image" --file deploy/Containerfile .
container=$(buildah from --pull-never "$image")
root=$(buildah mount "$container")
install -d -o "$user" -g "$user" -m 0700 "$data/guiche"

start() {
  bwrap --die-with-parent --unshare-pid --ro-bind "$root" / --tmpfs /tmp --proc /proc --dev /dev \
    --bind "$data/guiche" /var/lib/guiche --chdir /var/lib/guiche --clearenv \
    --setenv PATH /opt/guiche/node_modules/.bin:/usr/bin:/bin --setenv NODE_COMPILE_CACHE /var/cache/guiche \
    --setenv GUICHE_DATA_DIR /var/lib/guiche --setenv GUICHE_PORT "$port" \
    setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --bounding-set=-all \
    node /opt/guiche/bin/guiche.js serve >>"$data/log" 2>&1 &
  service=$!
  for _ in $(seq 600); do
    curl -sf -o "$data/health" "http://127.0.0.1:$port/health/ready" && return
    kill -0 "$service" || break
    sleep 0.2
  done
  cat "$data/log"
  exit 1
}

call() {
  curl -sf "http://127.0.0.1:$port$1" -H 'Content-Type: application/json' -H 'authenticationApi: demo' \
    -H 'authenticationKey: 0123456789ABCDEF0123' "${@:2}"
}

start
call /painel -o "$data/page"
sale=$(call /v1/transactions -d '{"referenceId":"imagem-1","amount":"1000","payment":{"card":{"capture":true,"cardInfo":{"number":"4235647728025682","expirationMonth":"12","expirationYear":"2035","cvv":"123"}}}}')
grep -q '"status":"\?6' <<<"$sale" || { echo "✖ the sale was not approved: $sale"; exit 1; }
kill -KILL "$service"
wait "$service" 2>/dev/null || true
start
found=$(call '/v1/transactions?referenceId=imagem-1')
grep -q "$(grep -o '"transactionId":"[^"]*"' <<<"$sale")" <<<"$found" || { echo "✖ the sale was lost: $found"; exit 1; }
echo "✔ the image sells, survives kill -9, and is $(du -sm "$root" | cut -f1) MB unpacked, of which /opt/guiche $(du -sm "$root/opt/guiche" | cut -f1) MB"

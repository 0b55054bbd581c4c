#!/bin/sh
# A payment client in plain sh, written from docs/guias/cliente-de-pagamento.md: it takes the work of one terminal and has a program
# of yours move the money. Needs sh, curl and sed.
#
#   TERMINAL=1 GUICHE_URL=http://localhost:8080 sh client.sh ./pin-pad.sh
#
# The program is called as `charge WORK CENTAVOS INSTALLMENTS`, `refund WORK CENTAVOS AUTHORIZATION`, `find WORK` (what
# became of interrupted work) and `reverse WORK` (once, however often it is called). Exit 0: approved; it prints an authorization code.
set -u
pad=$1
api=${GUICHE_URL:-http://localhost:8080}/payment-client/v1
home=${CLIENT_DIR:-$HOME/.guiche-client}
umask 077
mkdir -p "$home"
key=$(cat "$home/key" 2>/dev/null)

# post PATH [BODY]: leaves the HTTP status in $status, 000 without an answer, and the answer in $body.
post() {
  if [ $# -gt 1 ]; then set -- "$1" -H 'Content-Type: application/json' --data "$2"; fi
  path=$1
  shift
  # The key is read from the standard input: arguments of commands can be seen by other users of the machine.
  body=$(printf 'Authorization: Bearer %s\n' "$key" |
    curl -sS -m 40 -X POST -H @- -w '\n%{http_code}' "$@" "$api/$path") || body='
000'
  status=${body##*
}
  body=${body%
*}
}

# text NAME, number NAME: the value of the only member of that name in $body.
text() { printf '%s' "$body" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
number() { printf '%s' "$body" | sed -n "s/.*\"$1\":\([0-9a-z]*\).*/\1/p"; }

pair() {
  key=
  post pairing "{\"terminalId\": $TERMINAL, \"version\": \"client.sh 1\"}"
  if [ "$status" != 201 ]; then echo "$status $body" >&2; sleep 2; return; fi
  key=$(text key)
  echo "Code: $(text code)"
  while :; do
    post 'pairing/status?wait=25'
    case $status in
      200) if [ "$(number paired)" = true ]; then break; fi ;;
      401) key=; return ;;
      *) sleep 2 ;;
    esac
  done
  printf '%s' "$key" >"$home/key"
  echo "Terminal: $(text terminal)"
}

# Runs the program and reports progress until it ends; stops it when the till gave up, and asks what became of it: it may
# have charged. Its output is left in a file.
run_pad() {
  stopped=
  "$pad" "$@" >"$home/output" &
  running=$!
  while kill -0 "$running" 2>/dev/null; do
    post "work/$work/progress"
    if [ "$(number goOn)" = false ]; then stopped=1; kill "$running" 2>/dev/null; fi
    if kill -0 "$running" 2>/dev/null; then sleep 1; fi
  done
  wait "$running"
  ended=$?
  if [ -z "$stopped" ] || [ "$1" = find ]; then return "$ended"; fi
  "$pad" find "$work" >"$home/output"
}

# Money is moved once: what was begun is in a file before, and the result before it is sent.
settle() {
  begun=$home/begun-$work
  result=$home/result-$work
  if [ ! -f "$result" ]; then
    if [ "$taken" = true ] || [ -f "$begun" ]; then set -- find "$work"; fi
    : >"$begun"
    if run_pad "$@"; then approved=true; else approved=false; fi
    code=$(tr -cd 'A-Za-z0-9' <"$home/output")
    printf '{"approved": %s, "autorizacao": "%s"}' "$approved" "$code" >"$result.new"
    mv "$result.new" "$result"
  fi
  report
}

# Sends a result until it is answered, and reverses what the service does not want any more. What could not be sent or
# reversed stays in its file for the next start.
report() {
  result=$home/result-$work
  while :; do
    post "work/$work/result" "$(cat "$result")"
    case $status in 000 | 429 | 5*) sleep 2; continue ;; 401) return ;; esac
    if [ "$(number undo)" != true ]; then break; fi
    if ! "$pad" reverse "$work"; then echo "Work $work: not reversed" >&2; return; fi
    sed 's/}$/, "undone": true}/' "$result" >"$result.new"
    mv "$result.new" "$result"
  done
  rm -f "$home/begun-$work" "$result"
  echo "Work $work: $status $body"
}

# Every result that was not answered: the service may not offer its work again.
report_all() {
  for file in "$home"/result-*[0-9]; do
    if [ -f "$file" ]; then work=${file##*-}; report; fi
  done
}

if [ -n "$key" ]; then report_all; fi
while :; do
  if [ -z "$key" ]; then
    pair
    if [ -n "$key" ]; then report_all; fi
    continue
  fi
  post 'work?wait=25&kinds=payment,cancel&version=client.sh%201'
  case $status in
    200) ;;
    204) continue ;;
    401 | 409) echo "$body" >&2; rm -f "$home/key"; exit 1 ;;
    *) sleep 2; continue ;;
  esac
  work=$(number id) kind=$(text kind) amount=$(number amount) taken=$(number taken)
  installments=$(number quantidadeParcelas) authorization=$(text autorizacao)
  post "work/$work/take"
  if [ "$status" != 200 ]; then continue; fi
  case $kind in
    payment) settle charge "$work" "$amount" "$installments" ;;
    cancel) settle refund "$work" "$amount" "$authorization" ;;
  esac
done

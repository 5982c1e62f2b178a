#!/bin/sh
# Plays a whole game by legal moves, with curl alone: sh docs/examples/play.sh thats-life
# Leaves the history in the current folder as <game id>.json.
set -eu
kind=${1:-thats-life}
url=${TURNPIKE_URL:-http://127.0.0.1:8080}
run=$$

call() { # method path token [body]
    curl -sS -X "$1" "$url$2" -H "Authorization: Bearer $3" -H 'Content-Type: application/json' ${4:+-d "$4"}
}
member() { # the first string or number called $1 in the JSON on standard input
    sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"
}
sign_up() {
    curl -sS -o /dev/null "$url/v1/players" -H 'Content-Type: application/json' \
        -d "{\"name\": \"$1\", \"email\": \"$1@example.org\", \"password\": \"correct horse battery\"}"
    curl -sS "$url/v1/sessions" -H 'Content-Type: application/json' \
        -d "{\"name\": \"$1\", \"password\": \"correct horse battery\"}" | member access_token
}

ann=$(sign_up "ann-$run")
players=$ann
if [ "$kind" = ferry-follies ]; then
    game=$(call POST /v1/games "$ann" "{\"kind\": \"$kind\"}")
else
    ben=$(sign_up "ben-$run")
    players="$ann $ben"
    game=$(call POST /v1/games "$ann" "{\"kind\": \"$kind\", \"seats\": 2, \"entropy\": \"ann was here\"}")
fi
id=$(printf %s "$game" | sed 's/^{"id":"\([^"]*\)".*/\1/')
if [ "$kind" != ferry-follies ]; then
    call POST "/v1/games/$id/seats" "$ben" '{"entropy": "and ben"}' >/dev/null
fi
echo "game $id"

moves=0
while :; do
    for token in $players; do
        legal=$(call GET "/v1/games/$id/legal" "$token")
        text=$(printf %s "$legal" | sed -n 's/.*"texts":\["\([^"]*\)".*/\1/p')
        [ -n "$text" ] || continue
        seq=$(printf %s "$legal" | member seq)
        answer=$(call POST "/v1/games/$id/moves" "$token" "{\"seq\": $seq, \"moves\": [{\"text\": \"$text\"}]}")
        case $answer in *'"code"'*) echo "$answer" >&2; exit 1 ;; esac
        moves=$((moves + 1))
        case $answer in *'"status":"finished"'*) break 2 ;; esac
    done
done
echo "over after $moves moves"
call GET "/v1/games/$id/export" "$ann" >"$id.json"
echo "history in $id.json"

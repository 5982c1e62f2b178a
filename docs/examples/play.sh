#!/bin/sh
# Plays a whole game with legal moves and only curl: sh docs/examples/play.sh thats-life
# Saves the history in the current folder as <game id>.json.
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
    signed_in=$(curl -sS "$url/v1/sessions" -H 'Content-Type: application/json' \
        -d "{\"name\": \"$1\", \"password\": \"correct horse battery\"}" | member access_token)
    # The script sends each move itself.
    call PATCH /v1/me "$signed_in" '{"play_forced_moves": false}' >/dev/null
    echo "$signed_in"
}

# The fewest seats of the game: ann has the first, and the others join.
seats=$(curl -sS "$url/v1/kinds/$kind" | member min_seats)
[ -n "$seats" ] || { echo "no game is called $kind" >&2; exit 1; }
players=$(sign_up "ann-$run")
id=$(call POST /v1/games "$players" "{\"kind\": \"$kind\", \"seats\": $seats, \"entropy\": \"ann was here\"}" |
    sed 's/^{"id":"\([^"]*\)".*/\1/')
n=1
while [ "$n" -lt "$seats" ]; do
    token=$(sign_up "ben-$n-$run")
    call POST "/v1/games/$id/seats" "$token" "{\"entropy\": \"and ben $n\"}" >/dev/null
    players="$players $token"
    n=$((n + 1))
done
echo "game $id"

# Chooses a listed legal move, a different one each time, so that no player takes moves back for ever.
pick() {
    sed -n 's/.*"texts":\["\([^]]*\)"\].*/\1/p' | sed 's/","/\n/g' | grep -v '^restart$' |
        awk -v k="$1" '{ text[NR - 1] = $0 } END { if (NR) print text[k % NR] }'
}

moves=0
while :; do
    before=$moves
    for token in $players; do
        legal=$(call GET "/v1/games/$id/legal" "$token")
        text=$(printf %s "$legal" | pick $((moves * 7919 + 3)))
        [ -n "$text" ] || continue
        seq=$(printf %s "$legal" | member seq)
        answer=$(call POST "/v1/games/$id/moves" "$token" "{\"seq\": $seq, \"moves\": [{\"type\": \"text\", \"text\": \"$text\"}]}")
        case $answer in *'"code"'*) echo "$answer" >&2; exit 1 ;; esac
        moves=$((moves + 1))
        case $answer in *'"status":"finished"'*) break 2 ;; esac
    done
    [ "$moves" -gt "$before" ] || { echo "nobody can move" >&2; exit 1; }
done
echo "over after $moves moves"
call GET "/v1/games/$id/export" "$token" >"$id.json"
echo "history in $id.json"

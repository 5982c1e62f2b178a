#!/bin/sh
# Shows a reminder and a time-out without waiting for a day. It takes a sandbox, a server whose clock
# clients can move, and only curl:
#   SERVER_OPTIONS=--sandbox clients/with-server docs/cookbook/deadline.sh
set -eu
url=${TURNPIKE_URL:-http://127.0.0.1:8080}
run=$$

get() { # path
    curl -fsS "$url$1"
}
send() { # method path body [token]
    curl -fsS -X "$1" "$url$2" -H 'Content-Type: application/json' -d "$3" ${4:+-H "Authorization: Bearer $4"}
}
member() { # the first string or number called $1 in the JSON on standard input
    sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"
}
sign_up() {
    account="{\"name\": \"$1\", \"email\": \"$1@example.org\", \"password\": \"correct horse battery\"}"
    token=$(send POST /v1/players "$account" | member access_token)
    # The server plays no roll for the player.
    send PATCH /v1/me '{"play_forced_moves": false}' "$token" >/dev/null
    echo "$token"
}
advance() { # seconds
    clock=$(send POST /v1/sandbox/clock "{\"advance_seconds\": $1}")
    echo "it is now $(echo "$clock" | member now)"
}
fail() {
    echo "$1" >&2
    exit 1
}

ann=$(sign_up "ann-$run")
ben=$(sign_up "ben-$run")
game='{"kind": "thats-life", "seats": 2, "pace": {"days_per_move": 1, "on_timeout": "leave"}}'
id=$(send POST /v1/games "$game" "$ann" | sed 's/^{"id":"\([^"]*\)".*/\1/')
send POST "/v1/games/$id/seats" '{}' "$ben" >/dev/null
echo "game $id waits for ann-$run"

# Half of Ann's day. The server answers once it has sent the mails that are due.
advance 43201
mails=$(get "/v1/sandbox/mails?to=ann-$run@example.org")
case $mails in
*'"subject":"'*Reminder*) echo "ann-$run has a reminder" ;;
*) fail "no reminder: $mails" ;;
esac

# The other half. Ann's access token has expired by now; the log of a public game needs none.
advance 43200
log=$(get "/v1/games/$id/log")
case $log in
*'"kind":"timeout"'*) echo "ann-$run ran out of time" ;;
*) fail "no time-out: $log" ;;
esac

#!/bin/sh
# Plays a first move in five calls:  sh docs/cookbook/first-move.sh
set -eu
url=${TURNPIKE_URL:-http://127.0.0.1:8080}
json='Content-Type: application/json'

text() { # the first text called $2 in the JSON $1
    printf '%s' "$1" | grep -o "\"$2\":\"[^\"]*" | head -n 1 | cut -d '"' -f 4
}

# 1. A guest needs no name, no address and no password. The access token goes with the other calls.
guest=$(curl -sS --fail-with-body "$url/v1/players/guest" -H "$json" -d '{}')
auth="Authorization: Bearer $(text "$guest" access_token)"

# 2. The game begins at once, because a bot takes the other seat. In Flip Freighters all players
#    decide at the same time, so the guest need not wait for the bot.
game=$(curl -sS --fail-with-body "$url/v1/games" -H "$auth" -H "$json" \
    -d '{"kind": "flip-freighters", "seats": 2, "invite": [{"bot": "greedy"}]}')
id=$(text "$game" id)

# 3. The server lists the legal moves, as objects (`moves`) and in words (`texts`). `seq` numbers
#    the guest's own moves, so that the server plays a repeated request only once.
legal=$(curl -sS --fail-with-body "$url/v1/games/$id/legal" -H "$auth")
seq=$(printf '%s' "$legal" | grep -o '"seq":[0-9]*' | cut -d : -f 2)
move=$(printf '%s' "$legal" | sed 's/.*"texts":\["\([^"]*\)".*/\1/')

# 4. A client can send a move as an object or in words.
curl -sS --fail-with-body -o /dev/null "$url/v1/games/$id/moves" -H "$auth" -H "$json" \
    -d "{\"seq\": $seq, \"moves\": [{\"type\": \"text\", \"text\": \"$move\"}]}"

# 5. The log has each move, with a hash over all of them. The bot's moves stay hidden until the end
#    of the game's day.
log=$(curl -sS --fail-with-body "$url/v1/games/$id/log" -H "$auth")
printf '%s\n' "$log" | grep -qF "\"text\":\"$move\""
echo "A guest played “$move” in game $id: $url/games/$id"

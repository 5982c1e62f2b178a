#!/bin/bash
# Returns to the moment before a mistake: sets up PostgreSQL with pgBackRest, plays a game, makes a
# backup, plays on, drops a table, and restores the moment before. Run it as root on Debian with
# postgresql, pgbackrest, curl and python3, and with `turnpike` as the first argument. It works in its
# own folder, on loopback.
set -euo pipefail
turnpike=$(realpath "$1")
work=$(mktemp -d /tmp/turnpike-restore-XXXX)
chmod 755 "$work"
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
url=http://127.0.0.1:18090
export PGHOST=127.0.0.1 PGPORT=15490 PGUSER=postgres
as() { (cd "$work" && setpriv --reuid postgres --regid postgres --clear-groups "$@"); }

install -d -o postgres -m 700 "$work"/{data,backups,log,lock,run}
cat > "$work/pgbackrest.conf" << CONF
[global]
repo1-path=$work/backups
repo1-retention-full=2
log-path=$work/log
lock-path=$work/lock
log-level-console=warn
[turnpike]
pg1-path=$work/data
pg1-port=15490
pg1-socket-path=$work/run
CONF
back() { as pgbackrest --config="$work/pgbackrest.conf" --stanza=turnpike "$@"; }

as "$bin/initdb" --auth=trust --data-checksums -D "$work/data" > "$work/log/initdb"
cat >> "$work/data/postgresql.conf" << CONF
port = 15490
listen_addresses = '127.0.0.1'
unix_socket_directories = '$work/run'
archive_mode = on
archive_command = 'pgbackrest --config=$work/pgbackrest.conf --stanza=turnpike archive-push %p'
CONF
database() { as "$bin/pg_ctl" -s -w -D "$work/data" -l "$work/log/postgres" "$@"; }
trap 'kill $server 2> /dev/null || true; database -m immediate stop; rm -rf "$work"' EXIT
database start
psql -qX -c 'CREATE ROLE turnpike_app LOGIN' -c 'CREATE ROLE turnpike LOGIN IN ROLE turnpike_app' \
    -c 'CREATE DATABASE turnpike OWNER turnpike' postgres

export DATABASE_URL=postgres://turnpike_app@127.0.0.1:15490/turnpike
TURNPIKE_MIGRATE_URL=postgres://turnpike@127.0.0.1:15490/turnpike "$turnpike" migrate 2> "$work/log/migrate"
serve() {
    TURNPIKE_LISTEN=127.0.0.1:18090 TURNPIKE_DATA_DIR="$work/node" "$turnpike" serve 2>> "$work/log/turnpike" &
    server=$!
    until curl -sf $url/health/ready > "$work/log/ready"; do sleep 0.2; done
}
stop() { kill $server; wait $server || true; }
call() { curl -sSf -H 'Content-Type: application/json' -H "Authorization: Bearer ${token-}" "$@"; }
member() { python3 -c "import json, sys; print(json.load(sys.stdin)$1)"; }
play() { # one legal move
    move=$(call "$url/v1/games/$game/legal")
    body=$(python3 -c 'import json, sys; it = json.loads(sys.argv[1]); print(json.dumps({"seq": it["seq"], "moves": it["moves"][:1]}))' "$move")
    call -d "$body" "$url/v1/games/$game/moves" | member '["ply"]'
}

serve
account='{"name": "ann", "email": "ann@example.test", "password": "correct horse battery staple"}'
token=$(call -d "$account" $url/v1/players | member '["session"]["access_token"]')
call -X PATCH -d '{"play_forced_moves": false}' $url/v1/me > /dev/null # so that this script sends each move
game=$(call -d '{"kind": "ferry-follies"}' $url/v1/games | member '["id"]')
play > /dev/null
back stanza-create
back --type=full backup
echo "backup made after $(play) moves, restored are those after it too"
ply=$(play)
sleep 1
moment=$(psql -qXtA -c 'SELECT now()' turnpike)
sleep 1
echo "at $moment the game has $ply moves; then comes the mistake"
psql -qX -c 'DROP TABLE entries CASCADE' turnpike
stop # every node, before a restore: a running one would continue from lost moves

psql -qX -c 'SELECT pg_switch_wal()' turnpike > /dev/null
database -m fast stop
back --delta --type=time --target="$moment" --target-action=promote restore
database start
until [ "$(psql -qXtA -c 'SELECT pg_is_in_recovery()' turnpike)" = f ]; do sleep 0.2; done
"$turnpike" verify --database
serve
found=$(call "$url/v1/games/$game" | member '["ply"]')
[ "$found" = "$ply" ] || { echo "the game has $found moves"; exit 1; }
play > /dev/null
echo "restored: the game has $found moves and goes on"
stop

#!/bin/sh
# Draws each board at the start, in the middle and at the end of a game of bots, light and dark.
# Writes to docs/pictures/all/, which Git ignores, and copies the boards that README.md shows here.
#   sh docs/pictures/make.sh
# The games are stored here, so that the pictures stay the same. `sh docs/pictures/make.sh games`
# plays new games first.
set -eu
cd "$(dirname "$0")"
turnpike() { cargo run --release --quiet -- "$@"; }

game() {
    name=$1
    shift
    if [ ! -f "$name.json" ] || [ "$again" = games ]; then
        turnpike table "$name" --watch --save "$name.json" "$@" >/dev/null
    fi
    last=$(sed -n 's/^  "ply": \([0-9]*\),$/\1/p' "$name.json")
    for theme in light dark; do
        turnpike draw "$name.json" "all/$name-1-start-$theme.png" --ply 0 --seat 0 --theme $theme \
            --scale 1
        turnpike draw "$name.json" "all/$name-2-middle-$theme.png" --ply $((last / 2)) --seat 0 \
            --theme $theme --scale 1
        turnpike draw "$name.json" "all/$name-3-end-$theme.png" --theme $theme --scale 1
    done
    cp "all/$name-2-middle-light.png" .
}

again=${1:-}
mkdir -p all
seed=$(printf '5a%.0s' $(seq 32))
game buttons --seats 3 --seed "$seed"
game ferry-follies --seed "$seed"
game flip-freighters --seats 3 --seed "$seed"
game paris-connection --seats 4 --seed "$seed"
game thats-life --seats 4 --seed "$seed"

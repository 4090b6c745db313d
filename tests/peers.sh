#!/bin/sh
# Checks the rules against the reference, live: fresh random games of Fairy-Stockfish's library ffish in its six variants are
# replayed by the engine and by the simple rules of tests/mailbox; FEN, legal moves, check, draw and material must agree
# after every ply.
# usage: tests/peers.sh [POSITIONS a variant, default 20000] [SEED, default the time]
# Needs cargo, node and npm; ffish is installed into a cache folder unless node finds it already.
set -eu
positions=${1:-20000}
seed=${2:-$(date +%s)}
cd "$(dirname "$0")/.."

if ! node -e 'require.resolve("ffish")' 2>/dev/null; then
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/bayon-peers
    mkdir -p "$cache"
    [ -d "$cache/node_modules/ffish" ] || npm install --silent --no-fund --no-audit --prefix "$cache" ffish@0.7.10
    NODE_PATH=$cache/node_modules
    export NODE_PATH
fi

games=$(mktemp -d)
trap 'rm -rf "$games"' EXIT
echo "seed $seed, $positions positions a variant"
node tests/peers/record.js "$seed" "$positions" "$games/games.jsonl" \
    makruk cambodian karouk makpong asean ai-wok 2>/dev/null
BAYON_TRACES=$games/games.jsonl
export BAYON_TRACES
cargo test --quiet --release --test traces -- --ignored --nocapture --exact fresh_games_agree
cargo test --quiet --release --test mailbox_games -- --ignored --nocapture --exact simple_rules_agree_with_fresh_games
echo "no difference"

#!/bin/sh
# Games at short clocks between two Bayons: no flag falls. On an idle machine.
# usage: sh tests/clocks.sh [GAMES]
bayon=${BAYON:-target/release/bayon}
record=$(mktemp)
trap 'rm -f "$record"' EXIT
for limits in tc=1+0.01 tc=0.5+0.005 tc=1/1 "tc=1+0.01 option.Threads=4"; do
    for variant in makruk karouk; do
        rm -f "$record"
        told=$("$bayon" match --variant $variant --games "${1:-10}" --random-plies 6 --max-plies 200 --margin 10 \
            --engine name=A cmd="$bayon" --engine name=B cmd="$bayon" --each $limits option.Hash=16 --record "$record" 2>&1)
        echo "$variant, $limits: $(grep -c '"game"' "$record") games, $(grep -c '"cause":"time"' "$record") lost by time"
        if ! grep -q '"game"' "$record" || grep -q '"cause":"time"' "$record"; then
            echo "$told"
            exit 1
        fi
    done
done

#!/bin/sh
# Release builds for the levels of x86-64, each into target/LEVEL/release/bayon, and a check that ARM servers could be built for.
# usage: sh tests/builds.sh [v1 v2 v3 v4 aarch64 ...]    by default all
#   v1: any 64-bit PC; v2: since about 2009 (popcnt); v3: since about 2015 (bmi2, avx2); v4: avx512
set -eu
cd "$(dirname "$0")/.."
for level in "${@:-v1 v2 v3 v4 aarch64}"; do
    # One word may hold several, as the default does.
    for level in $level; do
        case $level in
        v1) cpu=x86-64 ;;
        v2 | v3 | v4) cpu=x86-64-$level ;;
        aarch64)
            if ! rustup target list --installed 2>/dev/null | grep -q '^aarch64-unknown-linux-gnu$'; then
                rustup target add aarch64-unknown-linux-gnu >/dev/null 2>&1 || { echo "aarch64: no such target here: left out"; continue; }
            fi
            RUSTFLAGS='' cargo check --quiet --target aarch64-unknown-linux-gnu --target-dir target/aarch64
            echo "aarch64: checked, not linked"
            continue
            ;;
        *) echo "$level: none of v1 v2 v3 v4 aarch64" >&2; exit 2 ;;
        esac
        RUSTFLAGS="-C target-cpu=$cpu" cargo build --quiet --release --bin bayon --target-dir "target/$level"
        # A processor that lacks the level cannot run what was built for it.
        if "target/$level/release/bayon" --version >target/version 2>&1; then
            echo "$level: $(sed -n 2p target/version)"
        else
            echo "$level: built; this processor cannot run it"
        fi
    done
done

#!/bin/sh
# Builds the library for the web, without threads and files, and asks it for a count of leaves and a move in Node, if there is one.
# usage: sh tests/wasm.sh
set -eu
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown
if ! rustup target list --installed 2>/dev/null | grep -q "^$target\$" && ! rustup target add $target >/dev/null 2>&1; then
    echo "wasm: left out, Rust has no target $target here"
    exit 0
fi
# .cargo/config.toml names a processor of another kind.
RUSTFLAGS='' cargo build --quiet --target $target --manifest-path tests/wasm/Cargo.toml --target-dir target/wasm
module=target/wasm/$target/debug/bayon_wasm.wasm
if ! command -v node >/dev/null; then
    echo "wasm: $module built, not asked: there is no node"
    exit 0
fi
node -e '
WebAssembly.instantiate(require("fs").readFileSync(process.argv[1])).then(({ instance: { exports } }) => {
    const leaves = exports.perft(4), best = exports.best(5), square = (i) => "abcdefgh"[i % 8] + (Math.floor(i / 8) % 8 + 1);
    console.log(`wasm: ${leaves} leaves, best move ${square(best)}${square(Math.floor(best / 64))}`);
    if (leaves !== 273026n || best === 0) process.exit(1);
}).catch((error) => { console.error(error); process.exit(1); });
' "$module"

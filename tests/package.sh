#!/bin/sh
# Builds the Debian package for plain x86-64, installs it in a clean Debian made by debootstrap, plays there, and removes it.
# The package stays in target/debian. Needs cargo-deb; the clean Debian needs root, debootstrap and a mirror: where one is missing,
# that is said and that part left out.
# usage: sh tests/package.sh [--no-build]    --no-build: with target/release/bayon as it is
set -eu
cd "$(dirname "$0")/.."

if ! cargo deb --version >/dev/null 2>&1; then
    echo "package: left out, there is no cargo-deb (cargo install cargo-deb)"
    exit 0
fi
if [ "${1:-}" = --no-build ]; then
    built=target
else
    # Not for the processor at hand, as .cargo/config.toml says, but for any; the kernels of nets are chosen at run time.
    built=target/v1
    RUSTFLAGS="-C target-cpu=x86-64" cargo build --release --bin bayon --target-dir $built
fi
# The oldest PC that there could be, where one can be imitated.
if [ "$built" = target/v1 ] && command -v qemu-x86_64 >/dev/null; then
    printf 'go depth 5\n' | qemu-x86_64 -cpu qemu64 $built/release/bayon | grep '^bestmove' >/dev/null
    echo "package: plays on a processor without any extension"
fi
rm -rf target/manual target/debian
"$built/release/bayon" manual target/manual
CARGO_TARGET_DIR=$built cargo deb --quiet --no-build --output target/debian/
package=$(echo target/debian/bayon_*.deb)
echo "package: $package, $(du -k "$package" | cut -f1) KiB"

# Everything that belongs into it is in it.
dpkg-deb --contents "$package" >target/contents
for file in usr/bin/bayon man1/bayon.1.gz man1/bayon-perft.1.gz completions/bayon _bayon bayon.fish doc/bayon/copyright \
    LICENSE-APACHE; do
    grep -q "$file" target/contents || { echo "package: $file is not in it" >&2; exit 1; }
done
dpkg-deb --field "$package" Depends | grep -q libc6 || { echo "package: it says nothing of libc6" >&2; exit 1; }

# What a clean Debian says of it.
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | head -n 1)
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
    echo "package: not installed anywhere, for that needs root and debootstrap"
    exit 0
fi
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
if ! timeout 500 debootstrap --variant=minbase "$suite" "$root" ${mirror:+"$mirror"} >target/debootstrap.log 2>&1; then
    echo "package: not installed anywhere, debootstrap of $suite failed: $(tail -n 1 target/debootstrap.log)"
    exit 0
fi
cp "$package" "$root/tmp/bayon.deb"
inside() { chroot "$root" env PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
inside dpkg --install /tmp/bayon.deb >target/dpkg.log
inside bayon --version
printf 'setoption name UCI_Variant value karouk\nposition startpos moves e3e4\ngo movetime 300\n' |
    inside timeout 60 bayon | tee target/played | tail -n 1
grep -q '^bestmove ..*' target/played
inside bayon judge --variant makruk --fen '8/8/8/2K1k3/8/3R1R2/8/8 w - 16 15 128' f3g3 e5e4 | grep -q 'draw (counting rule)'
inside dpkg --remove bayon >>target/dpkg.log
if inside test -e /usr/bin/bayon; then
    echo "package: it cannot be removed" >&2
    exit 1
fi
echo "package: installed, played and removed in a clean $suite"

#!/bin/sh
# Throws the protocol's cases at a running engine, shuffled and interleaved, for so many seconds (600).
# usage: sh tests/storm.sh [SECONDS [SEED]]
STORM=${1:-600} SEED=${2:-$(date +%s)} exec cargo test --release --test storm -- --nocapture

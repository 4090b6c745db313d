#!/usr/bin/env bash
# XBoard plays the engine against itself, with its own test of legality and pondering on.
# usage: bash xboard.sh GAMES VARIANT ENGINE
set -u
games=$1 variant=$2 engine=$3
xvfb-run -a xboard -noGUI -debug -nameOfDebugFile debug -variant "$variant" -mm -mg "$games" -tc 0:03 -inc 0.03 \
    -testLegality true -ponderNextMove true -repeatsToDraw 3 -ruleMoves 0 -fcp "$engine" -scp "$engine" -fd . -sd . \
    -popupExitMessage false -popupMoveErrors false -saveSettingsOnExit false -sgf games.pgn
tail -n 5 debug
finished=$(grep -Ec '^\[Result "(1-0|0-1|1/2-1/2)"\]' games.pgn)
echo "$finished of $games games finished"
[ "$finished" = "$games" ] || exit 1
faults='illegal|error|tellusererror'
# uci2wb does not know some words of XBoard, and says so.
[ "${engine#uci2wb}" = "$engine" ] || faults='illegal|tellusererror'
if grep -aEi "^[0-9]+ <(first|second) ?: *($faults)" debug; then exit 1; fi
# How the games ended stands in braces at their end.
if grep -E '^\{[A-Z].*\} ' games.pgn | grep -Ei 'illegal|false|forfeit|time|exit|abort|dropped'; then exit 1; fi
# Two that ponder tell what they expect.
[ "${engine#uci2wb}" != "$engine" ] || grep -aq '<first *: Hint: ' debug

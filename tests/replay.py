#!/usr/bin/env python3
"""Plays a record of `bayon match` through again with pyffish: every move, result and reason must agree, and the SAN of its PGN.

    replay.py GAMES.jsonl [GAMES.pgn]

A repetition that pyffish sees and Bayon does not is passed over, and counted, where the occurrences differ in leap rights.
"""
import json
import re
import sys

import pyffish as sf

REASONS = {"checkmate", "first check", "stalemate", "insufficient material", "counting rule", "threefold repetition", "move rule"}


def ended(variant, start, moves, legal):
    """(white's score, reasons that fit) or None, as pyffish sees it."""
    fen = sf.get_fen(variant, start, moves)
    fields = fen.split()
    white = fields[1] == "w"
    if not legal:
        over, value = sf.is_immediate_game_end(variant, start, moves)
        reason = {"first check"} if over else None
        value = value if over else sf.game_result(variant, start, moves)
        reason = reason or ({"stalemate"} if value == 0 else {"checkmate"})
        score = 0.5 if value == 0 else float((value > 0) == white)
        return score, reason
    if all(sf.has_insufficient_material(variant, fen, [])):
        return 0.5, {"insufficient material"}
    if sf.is_optional_game_end(variant, start, moves)[0]:
        count = fields[4 + ("+" in fields[4])]
        out = fields[3].isdigit() and int(count) > int(fields[3])
        return 0.5, {"counting rule"} if out else {"threefold repetition", "move rule"}
    return None


def rights_differ(variant, start, moves):
    """Whether the last position occurred before with other leap rights."""
    fens = [sf.get_fen(variant, start, moves[:i]).split() for i in range(len(moves) + 1)]
    same = [fen for fen in fens if fen[:2] == fens[-1][:2]]
    return any(fen[2] != same[-1][2] for fen in same)


def check(variant, game):
    """(what disagrees or None, plies, repetitions passed over)."""
    start, base, since, passed = game["opening"], game["opening"], [], 0
    for ply, move in enumerate(game["moves"] + [None]):
        legal = sf.legal_moves(variant, base, since)
        # Only four plies after the last capture or pawn move can a position repeat, and only with a count can it run out.
        end = ended(variant, base, since, legal)
        if end and move is not None:
            if end[1] & {"threefold repetition"} and rights_differ(variant, base, since):
                passed += 1
            else:
                return f"ply {ply}: goes on after {end}", ply, passed
        if move is None:
            recorded = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[game["result"]], game["cause"]
            if game["cause"] not in REASONS:
                return (f"{recorded} is {end}" if end else None), ply, passed
            right = end and end[0] == recorded[0] and recorded[1] in end[1]
            return (None if right else f"{recorded} is {end}"), ply, passed
        if move not in legal:
            return f"ply {ply}: {move} is illegal", ply, passed
        since = since + [move]
        fields = sf.get_fen(variant, base, since).split()
        if not fields[3].isdigit() and fields[4 + ("+" in fields[4])] == "0":
            base, since = " ".join(fields), []


def main():
    lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    variant, games = lines[0]["match"]["variant"], lines[1:]
    plies = passed = wrong = 0
    reasons = {}
    for game in games:
        error, length, skipped = check(variant, game)
        plies, passed, wrong = plies + length, passed + skipped, wrong + bool(error)
        reasons[game["cause"]] = reasons.get(game["cause"], 0) + 1
        if error:
            print(f"game {game['game']}: {error}")
    if len(sys.argv) > 2:
        texts = open(sys.argv[2], encoding="utf-8").read().split("[Event ")[1:]
        wrong += len(texts) != len(games)
        for game, text in zip(games, texts):
            words = re.sub(r"\{[^}]*\}", " ", text.split("]\n\n")[1]).split()
            found = [word for word in words if not re.fullmatch(r"\d+\.+", word)][:-1]
            wanted = sf.get_san_moves(variant, game["opening"], game["moves"])
            if found != wanted:
                wrong += 1
                print(f"game {game['game']}: SAN {next(pair for pair in zip(found, wanted) if pair[0] != pair[1])}")
    print(f"{variant}: {len(games)} games, {plies} plies, {passed} repetitions with other rights: {wrong} wrong; {reasons}")
    sys.exit(wrong > 0 or not games)


main()

"""python-chess plays and analyses games that it does not know, with a board that only carries what is said.
usage: python_chess.py ENGINE"""

import subprocess
import sys

import chess
import chess.engine

START = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"
STARTS = {"makruk": f"{START} - - 0 1", "cambodian": f"{START} DEde - 0 1", "karouk": f"{START} DEde - 1+1 0 1"}


class Move(chess.Move):
    """A promotion to m is written as one to q."""

    def uci(self):
        return super().uci().replace("q", "m")


class Board(chess.Board):
    """Of a game whose name is a class's, as python-chess wants it."""

    def __init__(self, fen=None, moves=()):
        super().__init__()
        self.start = fen or STARTS[self.uci_variant]
        self.move_stack = [self.parse_uci(move) for move in moves]

    def root(self):
        return type(self)(self.start)

    def copy(self, **_):
        return type(self)(self.start, [move.uci() for move in self.move_stack])

    def fen(self, **_):
        return self.start

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def parse_uci(self, text):
        move = chess.Move.from_uci(text.replace("m", "q"))
        return Move(move.from_square, move.to_square, move.promotion)

    def push_uci(self, text):
        self.push(self.parse_uci(text))
        return self.move_stack[-1]

    def is_legal(self, _):
        return True


BOARDS = {variant: type(variant, (Board,), {"uci_variant": variant}) for variant in STARTS}


def judge(engine, board):
    """Result, reason and FEN of a game, by the rules."""
    moves = [move.uci() for move in board.move_stack]
    command = [engine, "judge", "--variant", board.uci_variant, "--fen", board.start, *moves]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")


path = sys.argv[1]
with chess.engine.SimpleEngine.popen_uci(path, timeout=30) as engine:
    for variant in STARTS:
        board = BOARDS[variant]()
        while len(board.move_stack) < 400:
            played = engine.play(board, chess.engine.Limit(depth=4), info=chess.engine.INFO_ALL, ponder=True)
            if played.move is None:
                break
            assert "score" in played.info and "depth" in played.info, played
            board.push_uci(played.move.uci())
            # The first moves and every tenth are judged: an illegal one ends the judge.
            if len(board.move_stack) % 10 < 2 and judge(path, board)[0] != "*":
                break
        result, reason, _ = judge(path, board)[:3]
        print(variant, len(board.move_stack), "plies:", result, reason)
        assert result != "*", board.move_stack
    for variant, moves in (("makruk", ["a3a4"]), ("cambodian", ["d1b2", "e8g7"]), ("karouk", ["e3e4"])):
        board = BOARDS[variant](moves=moves)
        lines = engine.analyse(board, chess.engine.Limit(depth=7), multipv=3)
        firsts = {line["pv"][0].uci() for line in lines}
        assert len(lines) == len(firsts) == 3 and all(line["depth"] >= 6 for line in lines), lines
        print(variant, "analysis:", sorted(firsts))
    # Only a promotion takes the pawn away from the king, who would take it.
    board = BOARDS["makruk"]("8/8/8/P7/1k6/8/8/K6R w - - 0 1")
    promotes = engine.play(board, chess.engine.Limit(depth=8), root_moves=[board.parse_uci("a5a6m")])
    assert promotes.move.uci() == "a5a6m", promotes
print("finished")

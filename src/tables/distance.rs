//! What a table says of a position.

/// A result from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Loss,
    Draw,
    Win,
}

impl Value {
    /// The same from the other side's view.
    pub const fn turned(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

/// How far a position is from its end, from the view of the side to move.
///
/// The *board* tells who wins, and in how many plies, if the count that runs now did not end the game; the *value* is what
/// the position is worth with that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Distance {
    board: Value,
    plies: u8,
    fits: bool,
}

impl Distance {
    /// Drawn on the board.
    pub const DRAW: Distance = Distance { board: Value::Draw, plies: 0, fits: true };

    /// Won (or lost, as `board` says) in `plies`; `fits`: the count leaves so many.
    #[inline]
    pub(super) const fn new(board: Value, plies: u8, fits: bool) -> Distance {
        Distance { board, plies, fits }
    }

    /// What the position is worth with the count that runs.
    #[inline]
    pub const fn value(self) -> Value {
        if self.fits { self.board } else { Value::Draw }
    }

    /// What it would be worth if the running count never ended the game. The counts that later conversions start still do.
    #[inline]
    pub const fn on_board(self) -> Value {
        self.board
    }

    /// Plies to the win on the board under best play: to mate, or to the move into an ending whose own, fresh count can be
    /// met. `None`: nobody wins on the board.
    #[inline]
    pub const fn plies(self) -> Option<u8> {
        match self.board {
            Value::Draw => None,
            _ => Some(self.plies),
        }
    }

    /// Full moves of the winner to the win on the board, as UCI counts mates.
    pub const fn moves(self) -> Option<u8> {
        match self.board {
            Value::Draw => None,
            Value::Win => Some(self.plies / 2 + 1),
            Value::Loss => Some(self.plies.div_ceil(2)),
        }
    }
}

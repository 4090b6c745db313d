//! Which moves the tables would make.

use crate::rules::Count;
use crate::rules::Position;
use crate::rules::Which;
use crate::tables::cache::Tables;
use crate::tables::distance::Distance;
use crate::tables::distance::Value;
use crate::types::Move;
use crate::types::MoveList;

/// A move, and what the tables say of the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    pub mv: Move,
    /// From the view of the side that is to move then.
    pub after: Distance,
    /// The move begins a count of its own, whatever counted before.
    pub restarts: bool,
}

impl Ranked {
    /// What the move is worth for the side that makes it.
    pub const fn value(&self) -> Value {
        self.after.value().turned()
    }

    /// How much the move is to the taste of the side that makes it: a quick win, a slow loss; among draws those that the other
    /// side is furthest from winning, and nearest to losing, if the count did not end the game.
    pub fn taste(&self) -> (Value, Value, i32, i32) {
        let plies = self.after.plies().map_or(0, i32::from);
        let first = if self.restarts { 1 } else { plies + 1 };
        let board = self.after.on_board().turned();
        let sign = if board == Value::Win { -1 } else { 1 };
        (self.value(), board, sign * first, sign * plies)
    }
}

impl Tables {
    /// All legal moves with what the tables say of them, the best first; `None` if the tables do not know every one.
    ///
    /// A side that follows the first move wins what is won: each brings the win nearer, or an ending nearer to mate.
    pub fn ranked(&self, position: &Position) -> Option<Vec<Ranked>> {
        let mut moves = MoveList::new();
        position.moves(Which::All, &mut moves);
        let mut ranked = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let next = position.play(mv);
            let after = self.probe(&next)?;
            ranked.push(Ranked { mv, after, restarts: self.restarts(position, mv, &next) });
        }
        ranked.sort_by_key(|ranked| std::cmp::Reverse(ranked.taste()));
        Some(ranked)
    }

    /// Whether a move replaces a count that runs.
    fn restarts(&self, position: &Position, mv: Move, next: &Position) -> bool {
        const RUNNING: Option<Count> = Count::new(1_000, 0);
        let captured = position.at(mv.to()).map(|man| man.role());
        let promoted = mv.promotion().is_some();
        let converts = captured.is_some() || promoted;
        converts && self.variant().counting.after(next, RUNNING, captured, promoted) != Count::new(1_000, 1)
    }

    /// The moves to the mate if both sides follow the tables; `None` if nobody wins, or a table is missing.
    pub fn mating_line(&self, position: &Position) -> Option<Vec<Move>> {
        // No line is longer: each ending has at most this many plies, and there is a conversion for each man.
        const LONGEST: usize = 2_000;
        let mut line = Vec::new();
        let mut now = *position;
        if self.probe(&now)?.value() == Value::Draw {
            return None;
        }
        while line.len() < LONGEST {
            let Some(best) = self.ranked(&now)?.first().copied() else { return Some(line) };
            line.push(best.mv);
            now = now.play(best.mv);
        }
        None
    }
}

//! Games ended by solved endings, where the user wants it.

use crate::arena::ending::Cause;
use crate::arena::ending::Ending;
use crate::rules::Position;
use crate::rules::Variant;
use crate::tables;
use crate::tables::Hearer;
use crate::tables::Set;
use crate::tables::Store;
use crate::tables::Supply;
use crate::tables::Tables;
use crate::tables::Value;
use std::sync::atomic::AtomicBool;

/// Knows how the endings of up to four men of a game end.
pub struct Oracle {
    tables: Tables,
    supply: Supply,
}

impl Oracle {
    /// An oracle for this game, which keeps what it solves in the user's folder; `None` if there are no tables for the game.
    pub fn new(variant: &'static Variant) -> Option<Oracle> {
        Some(Oracle { tables: Tables::new(variant)?, supply: Supply::new(Store::of_user()) })
    }

    /// Whether it may know a position.
    pub fn knows(position: &Position) -> Option<Set> {
        const MOST_MEN: usize = 4;
        Set::of(position).filter(|&set| set.men() <= MOST_MEN && tables::serves(position.variant(), set))
    }

    /// How a game ends that has come to this position, if both sides play as well as can be.
    pub fn verdict(&self, position: &Position) -> Option<Ending> {
        let set = Oracle::knows(position)?;
        let mut hearer = Hearer { solving: &mut |_| {}, trouble: &mut |_| {} };
        self.supply.bring(&self.tables, set, 1, &AtomicBool::new(false), &mut hearer).ok()?;
        let turn = position.turn();
        Some(match self.tables.probe(position)?.value() {
            Value::Draw => Ending::draw(Cause::Tables),
            Value::Win => Ending::loss(!turn, Cause::Tables),
            Value::Loss => Ending::loss(turn, Cause::Tables),
        })
    }
}

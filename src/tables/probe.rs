//! Asking the tables.

use crate::rules::Position;
use crate::rules::Which;
use crate::tables::cache::Tables;
use crate::tables::conversion;
use crate::tables::distance::Distance;
use crate::tables::distance::Value;
use crate::tables::frame::Fighter;
use crate::tables::frame::Places;
use crate::tables::material::Army;
use crate::tables::material::Ending;
use crate::tables::material::MOST;
use crate::tables::table::Table;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::MoveList;
use crate::types::Square;

/// The most men on a board that tables know, kings included.
pub const MOST_MEN: usize = 5;

impl Tables {
    /// How far a position is from its end; `None` if its set has not been made, if a leap may still be made in it, or if a
    /// pawn stands where none can have come from the start.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Distance> {
        if position.occupied().len() > MOST_MEN {
            return None;
        }
        self.probe_few(position)
    }

    fn probe_few(&self, position: &Position) -> Option<Distance> {
        let (white, black) = (Army::of(position, Color::White)?, Army::of(position, Color::Black)?);
        if position.has_leaps() {
            return None;
        }
        let mut found = Distance::DRAW;
        for (color, attackers, defenders) in [(Color::White, white, black), (Color::Black, black, white)] {
            if attackers.is_bare() || defenders.others() > 1 {
                continue;
            }
            let table = self.table(Ending { attackers, defenders })?;
            if let Some(plies) = distance(table, position, color)? {
                let board = if position.turn() == color { Value::Win } else { Value::Loss };
                found = Distance::new(board, plies, self.fits(position, color, plies));
            }
        }
        let known = white.is_bare() || black.is_bare() || (white.others() == 1 && black.others() == 1);
        known.then_some(found)
    }

    /// Whether a win of `winner` in `plies` comes before the end of the count.
    #[inline]
    fn fits(&self, position: &Position, winner: Color, plies: u8) -> bool {
        match position.count() {
            Some(count) => plies == 0 || plies as u16 <= conversion::room(count),
            None => plies == 0 || self.fits_uncounted(position, winner, plies),
        }
    }

    /// The same where no count runs, but one may start with the next moves.
    fn fits_uncounted(&self, position: &Position, winner: Color, plies: u8) -> bool {
        let started = |position: &Position| self.variant().counting.after(position, None, None, false);
        let next = position.play_null();
        if let Some(count) = started(&next) {
            // The coming move starts it, if it is quiet; if it wins by what it leads to, that has a count of its own.
            return plies as u16 <= conversion::room(count) + 1;
        }
        if started(&next.play_null()).is_none() {
            return true;
        }
        // The move after the next starts it, and what the coming move takes decides how long it is.
        let mut moves = MoveList::new();
        position.moves(Which::All, &mut moves);
        let wanted = if position.turn() == winner { Value::Loss } else { Value::Win };
        let mut fits = moves.iter().map(|&mv| self.probe_few(&position.play(mv)).map(Distance::value) == Some(wanted));
        if position.turn() == winner { fits.any(|fits| fits) } else { fits.all(|fits| fits) }
    }
}

/// How soon the side of `color` wins; `None` inside if it does not, outside if a pawn stands off the table.
#[inline]
fn distance(table: &Table, position: &Position, color: Color) -> Option<Option<u8>> {
    let seen = |square: Square| if color.is_white() { square } else { square.flip() };
    let mut places: Places = [Square::new(0); MOST];
    let mut last: Option<(Fighter, Bitboard)> = None;
    for (man, &fighter) in table.frame.men.iter().enumerate() {
        let mut rest = match last {
            Some((same, rest)) if same == fighter => rest,
            _ => position.of(if fighter.attacks { color } else { !color }, fighter.role),
        };
        let at = rest.first()?;
        rest -= at.into();
        last = Some((fighter, rest));
        places[man] = seen(at);
        if !table.frame.allowed[man].has(places[man]) {
            return None;
        }
    }
    let (king, other) = (seen(position.king(color)), seen(position.king(!color)));
    Some(table.distance(position.turn() == color, king, &places, other))
}

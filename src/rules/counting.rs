//! The counting rules: when a side without winning material may count the moves that are left, from where and how far.
//!
//! A rule is a [`CountRule`] row; [`CountRule::after`] is the one machine that runs it. All limits of the rows are in full
//! moves, all of [`Count`] in plies.

use crate::rules::position::Position;
use crate::types::Color;
use crate::types::Role;
use std::num::NonZeroU16;

/// A running count: the game is drawn when `ply` passes `limit` (both in plies).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    pub limit: NonZeroU16,
    pub ply: u16,
}

const _: () = assert!(size_of::<Option<Count>>() == 4);

impl Count {
    /// A count of `ply` plies of `limit`; none if the limit is 0.
    pub const fn new(limit: u16, ply: u16) -> Option<Count> {
        match NonZeroU16::new(limit) {
            Some(limit) => Some(Count { limit, ply }),
            None => None,
        }
    }

    /// Moves counted so far.
    pub const fn used(self) -> u16 {
        self.ply.div_ceil(2)
    }

    /// Moves that may be counted in all.
    pub const fn of(self) -> u16 {
        self.limit.get() / 2
    }

    /// The side that counts, given the side to move.
    pub fn who(self, turn: Color) -> Color {
        if self.ply.is_multiple_of(2) { turn } else { !turn }
    }

    /// Plies left before the game is drawn; 0 when the next ply draws it.
    pub const fn left(self) -> u16 {
        self.limit.get().saturating_sub(self.ply)
    }
}

/// Which side may count while pawns are on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pawns {
    /// Neither.
    Bar,
    /// A bare king may not, a side with more may.
    BarBareKing,
    /// A bare king counts to `otherwise`; and only a capture starts a count.
    Lengthen,
}

/// A counting rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountRule {
    /// What pawns on the board forbid.
    pub pawns: Pawns,
    /// A side with more men than this, its king included, may not count.
    pub most_men: usize,
    /// The limit of a side that has more than a bare king; 0: it may not count.
    pub board: u16,
    /// Of two sides that have more than a bare king only the one with less material (see [`WORTH`]) may count, of equal ones
    /// the side to move; a capture that leaves the counting side with more than the other ends its count.
    pub lighter: bool,
    /// Limits of a bare king: the first row of which the other side has so many men of that role.
    pub bare: &'static [(Role, usize, u16)],
    /// The limit of a bare king where no row fits; 0: it may not count.
    pub otherwise: u16,
    /// A bare king's count starts at 0, not at the number of men on the board.
    pub from_zero: bool,
    /// A bare king that takes the last pawn itself starts a count of its own.
    pub own_capture: bool,
    /// No limit is longer than this, in plies.
    pub longest: u16,
    /// The game is drawn when the plies reach the limit, not when they pass it.
    pub at_limit: bool,
}

/// What a man weighs where the lighter side counts, doubled. `[role]`
pub const WORTH: [usize; Role::COUNT] = [0, 4, 5, 6, 10, 0, 0];

/// No counting.
pub const NONE: CountRule = CountRule {
    pawns: Pawns::Bar,
    most_men: 0,
    board: 0,
    lighter: false,
    bare: &[],
    otherwise: 0,
    from_zero: false,
    own_capture: false,
    longest: 0,
    at_limit: false,
};

/// Thai counting.
pub const MAKRUK: CountRule = CountRule {
    pawns: Pawns::Bar,
    most_men: 64,
    board: 64,
    lighter: false,
    bare: &[(Role::Rook, 2, 8), (Role::Rook, 1, 16), (Role::Khon, 2, 22), (Role::Knight, 2, 32), (Role::Khon, 1, 44)],
    otherwise: 64,
    from_zero: false,
    own_capture: true,
    longest: u16::MAX,
    at_limit: false,
};

/// Cambodian counting: a side of three men or fewer may count, pawns or not.
pub const CAMBODIAN: CountRule = CountRule {
    pawns: Pawns::BarBareKing,
    most_men: 3,
    board: 63,
    bare: &[(Role::Rook, 2, 7), (Role::Rook, 1, 15), (Role::Khon, 2, 21), (Role::Knight, 2, 31), (Role::Khon, 1, 43)],
    otherwise: 63,
    longest: 126,
    ..MAKRUK
};

/// ASEAN counting: only a bare king counts, from zero.
pub const ASEAN: CountRule = CountRule {
    board: 0,
    bare: &[(Role::Rook, 1, 16), (Role::Khon, 1, 44), (Role::Knight, 1, 64)],
    otherwise: 0,
    from_zero: true,
    own_capture: false,
    ..MAKRUK
};

/// Board's honour for the lighter side, pieces' honour for a bare king: a khon comes before two knights.
pub const MAKRUK_HONOUR: CountRule = CountRule {
    lighter: true,
    bare: &[(Role::Rook, 2, 8), (Role::Rook, 1, 16), (Role::Khon, 2, 22), (Role::Khon, 1, 44), (Role::Knight, 2, 32)],
    ..MAKRUK
};

/// Cambodian counting with the limits of makruk, but none for a lone khon.
pub const OUK_HONOUR: CountRule = CountRule {
    board: 64,
    bare: &[(Role::Rook, 2, 8), (Role::Rook, 1, 16), (Role::Khon, 2, 22), (Role::Knight, 2, 32)],
    otherwise: 64,
    longest: u16::MAX,
    ..CAMBODIAN
};

/// Ouk of before 2022, as Cute Chess counts: Thai limits, begun only by the capture that leaves a king bare.
pub const TRADITIONAL: CountRule =
    CountRule { pawns: Pawns::Lengthen, most_men: 1, own_capture: false, at_limit: true, ..MAKRUK };

impl CountRule {
    /// How many full moves `us` may count in `position`; 0: it may not.
    pub fn limit(&self, position: &Position, us: Color) -> u16 {
        let (ours, theirs) = (position.colored(us), position.colored(!us));
        let pawns = position.role(Role::Pawn).any();
        if !theirs.many() || ours.len() > self.most_men || pawns && self.pawns == Pawns::Bar {
            return 0;
        }
        if ours.many() {
            let barred = self.lighter && !self.is_lighter(position, us);
            return if barred { 0 } else { self.board };
        }
        if pawns {
            return if self.pawns == Pawns::Lengthen { self.otherwise } else { 0 };
        }
        let fits = |&&(role, least, _): &&(Role, usize, u16)| position.of(!us, role).len() >= least;
        self.bare.iter().find(fits).map_or(self.otherwise, |&(_, _, limit)| limit)
    }

    /// Whether `us` has less material, or as much and the move.
    fn is_lighter(&self, position: &Position, us: Color) -> bool {
        let (ours, theirs) = (weight(position, us), weight(position, !us));
        ours < theirs || ours == theirs && us == position.turn()
    }

    /// The count after a move: `position` is the one it led to, `now` the count before it. The numbers of the steps are
    /// those of the rule text.
    #[inline]
    pub fn after(
        &self,
        position: &Position,
        now: Option<Count>,
        captured: Option<Role>,
        promoted: bool,
    ) -> Option<Count> {
        // 1. A running count goes on.
        let running = now.map(|count| Count { ply: count.ply.saturating_add(1), ..count });
        let barred = match self.pawns {
            Pawns::Bar => position.role(Role::Pawn).any() && !(self.lighter && captured.is_some()),
            Pawns::BarBareKing => {
                captured != Some(Role::Pawn) && position.colored(position.turn()).len() > self.most_men
            }
            Pawns::Lengthen => captured.is_none(),
        };
        if barred { running } else { self.restart(position, running, captured, promoted) }
    }

    fn restart(
        &self,
        position: &Position,
        running: Option<Count>,
        captured: Option<Role>,
        promoted: bool,
    ) -> Option<Count> {
        let (next, mover) = (position.turn(), !position.turn());
        let men = position.occupied().len() as u16;
        let bare = |side| !position.colored(side).many();
        let mut count = running;
        // The counting side has taken the lead.
        if self.lighter && captured.is_some() && !bare(next) && !bare(mover) {
            let leads = |side| weight(position, side) > weight(position, !side);
            count = count.filter(|count| !leads(count.who(next)));
        }
        // 2. A bare king has taken the last pawn.
        if self.own_capture && captured == Some(Role::Pawn) && bare(mover) && position.role(Role::Pawn).is_empty() {
            let limit = self.limit(position, mover);
            if limit > 0 {
                count = Count::new(2 * limit, 2 * men - 1);
            }
        }
        // 3. The side to move may begin, or begins afresh when it has just been left bare.
        if count.is_none() || (captured.is_some() || promoted) && bare(next) {
            let limit = self.limit(position, next);
            if limit > 0 {
                count = Count::new(2 * limit, if self.from_zero || !bare(next) { 0 } else { 2 * men });
            }
        }
        count
    }
}

/// The sum of [`WORTH`] over a side's men.
fn weight(position: &Position, side: Color) -> usize {
    Role::ALL.iter().map(|&role| WORTH[role.index()] * position.of(side, role).len()).sum()
}

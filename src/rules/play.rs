//! Making a move.

use crate::rules::attacks;
use crate::rules::men::Men;
use crate::rules::movegen::Game;
use crate::rules::movegen::dispatch;
use crate::rules::position::Position;
use crate::rules::zobrist;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Man;
use crate::types::Move;
use crate::types::Role;
use crate::types::Square;

impl Men {
    /// Side `W` moves its man of `role` from `from` to `to`, where it becomes `placed`.
    ///
    /// In place on the caller's copy: a value returned would be copied once more, by loads wider than the stores just made.
    #[inline(always)]
    pub(super) fn advance<const W: bool, G: Game>(&mut self, role: Role, from: Square, to: Square, placed: Role) {
        let (us, them) = (!W as usize, W as usize);
        if self.colors[them].has(to) {
            self.colors[them] -= to.into();
            for men in &mut self.roles {
                *men -= to.into();
            }
        }
        let touched = Bitboard::of(from) | to.into();
        self.colors[us] ^= touched;
        if role == placed {
            self.roles[role.index()] ^= touched;
        } else {
            self.roles[role.index()] ^= from.into();
            self.roles[placed.index()] ^= to.into();
        }
        if let Some(leaps) = G::leaps(self.variant) {
            let spent = [touched.0 as u8, (touched.0 >> 56) as u8];
            self.rights[us] &= !spent[us];
            if !leaps.outlives_capture {
                self.rights[them] &= !spent[them];
            }
            if role == Role::Rook && leaps.lost_to_rook {
                let foe = if W { Color::Black } else { Color::White };
                let king = self.king(foe);
                if attacks::cross(king).has(to) && self.unmoved(foe).has(king) {
                    self.rights[them] &= !(1 << king.file());
                }
            }
        }
        if G::first_check(self.variant) {
            self.checked[us] |= if W { self.checked_king::<false, G>() } else { self.checked_king::<true, G>() };
        }
    }

    /// [`Men::advance`] for any role.
    fn make<const W: bool, G: Game>(&mut self, role: Role, mv: Move, placed: Role) {
        self.advance::<W, G>(role, mv.from(), mv.to(), placed);
    }
}

impl Position {
    /// The position after a legal move.
    pub fn play(&self, mv: Move) -> Position {
        let mut next = *self;
        next.advance(mv);
        next
    }

    /// Makes a legal move in place: on a copy where that is to stay, or it would be copied by loads wider than these stores.
    pub(super) fn advance(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv));
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let role = self.at(from).map_or(Role::King, Man::role);
        let placed = mv.promotion().unwrap_or(role);
        let had_rights = self.men.rights != [0; 2];
        let rights = if had_rights { self.men.usable_rights() } else { 0 };
        let checked = self.has_checked(us);
        dispatch!(self, self.men => make(role, mv, placed));
        self.board[from.index()] = None;
        let captured = self.board[to.index()].replace(Man::new(us, placed));
        self.key ^= zobrist::man(Man::new(us, role), from) ^ zobrist::man(Man::new(us, placed), to) ^ zobrist::turn();
        if let Some(man) = captured {
            self.key ^= zobrist::man(man, to);
        }
        if had_rights {
            self.key ^= zobrist::rights(rights ^ self.men.usable_rights());
        }
        if self.has_checked(us) != checked {
            self.key ^= zobrist::check(us);
        }
        self.turn = !us;
        self.clock = if captured.is_some() || role == Role::Pawn { 0 } else { self.clock.saturating_add(1) };
        self.number += !us.is_white() as u32;
        let promoted = mv.promotion().is_some();
        self.count = self.variant().counting.after(self, self.count, captured.map(Man::role), promoted);
    }

    /// The key after a legal move, known before it is made; rights that it ends are left out of account.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let Some(man) = self.at(from) else { return self.key };
        let placed = Man::new(self.turn, mv.promotion().unwrap_or(man.role()));
        let captured = self.at(to).map_or(0, |man| zobrist::man(man, to));
        self.key ^ zobrist::man(man, from) ^ zobrist::man(placed, to) ^ captured ^ zobrist::turn()
    }

    /// The position after the other side has been given the move: no check may stand. A running count goes on.
    #[inline]
    pub fn play_null(&self) -> Position {
        let mut next = *self;
        next.turn = !self.turn;
        next.key ^= zobrist::turn();
        next.clock = next.clock.saturating_add(1);
        next.number += !self.turn.is_white() as u32;
        if let Some(count) = &mut next.count {
            count.ply = count.ply.saturating_add(1);
        }
        next
    }

    /// Whether a legal move attacks the enemy king.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(man) = self.at(from) else { return false };
        let king = self.king(!self.turn);
        let occupied = (self.occupied() - from.into()) | to.into();
        let role = mv.promotion().unwrap_or(man.role());
        if role != Role::King && attacks::of(self.turn, role, to, occupied).has(king) {
            return true;
        }
        let sliders = (self.role(Role::Rook) | self.role(Role::Wok)) & self.colored(self.turn);
        let others = sliders - from.into() - Bitboard::of(to);
        if (others & attacks::cross(king)).any() && (attacks::rook(king, occupied) & others).any() {
            return true;
        }
        self.variant().leaps.is_some_and(|leaps| leaps.met_captures) && self.play(mv).in_check()
    }
}

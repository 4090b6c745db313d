//! Making a move.

use crate::rules::attacks;
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

impl Position {
    /// The position after a legal move.
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        dispatch!(self, play_dispatched(mv))
    }

    fn play_dispatched<const W: bool, G: Game>(&self, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv));
        let role = self.at(mv.from()).map_or(Role::King, Man::role);
        self.advance::<W, G>(role, mv.from(), mv.to(), mv.promotion())
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

    /// The position after side `W` has moved its man of `role` from `from` to `to`, where it becomes `promotion`.
    #[inline(always)]
    pub(super) fn advance<const W: bool, G: Game>(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Position {
        let us = if W { Color::White } else { Color::Black };
        let mut next = *self;
        let placed = Man::new(us, promotion.unwrap_or(role));
        next.toggle(Man::new(us, role), from);
        next.toggle(placed, to);
        next.board[from.index()] = None;
        let captured = next.board[to.index()].replace(placed);
        if let Some(man) = captured {
            next.toggle(man, to);
        }
        if G::leaps(self.variant).is_some() && self.rights != [0; 2] {
            next.spend_rights::<W, G>(self, role, Bitboard::of(from) | to.into(), to);
        }
        next.turn = !us;
        next.key ^= zobrist::turn();
        next.clock = if captured.is_some() || role == Role::Pawn { 0 } else { self.clock.saturating_add(1) };
        next.number += !W as u32;
        next.count = self.variant.counting.after(&next, self.count, captured.map(Man::role), promotion.is_some());
        if G::first_check(self.variant) {
            let gave = if W { next.checked_king::<false, G>() } else { next.checked_king::<true, G>() };
            if gave && !self.checked[!W as usize] {
                next.checked[!W as usize] = true;
                next.key ^= zobrist::check(us);
            }
        }
        next
    }

    /// Takes the leap rights that a move ends: those of its squares, and the enemy king's where a rook has come to its lines.
    #[inline(always)]
    fn spend_rights<const W: bool, G: Game>(&mut self, before: &Position, role: Role, touched: Bitboard, to: Square) {
        self.rights[0] &= !(touched.0 as u8);
        self.rights[1] &= !((touched.0 >> 56) as u8);
        if role == Role::Rook && G::leaps(self.variant).is_some_and(|leaps| leaps.lost_to_rook) {
            let them = if W { Color::Black } else { Color::White };
            let king = self.king(them);
            if attacks::cross(king).has(to) && self.unmoved(them).has(king) {
                self.rights[them.index()] &= !(1 << king.file());
            }
        }
        self.key ^= zobrist::rights(before.usable_rights() ^ self.usable_rights());
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
        self.variant.leaps.is_some_and(|leaps| leaps.met_captures) && self.play(mv).in_check()
    }
}

//! Where the men stand and which may still leap: all that legal moves depend on, and all that perft has to copy.

use crate::rules::attacks;
use crate::rules::attacks::sets;
use crate::rules::variant::Leaps;
use crate::rules::variant::Variant;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Man;
use crate::types::Role;
use crate::types::Square;

/// The men as sets, the leap rights and the checks given.
#[derive(Clone, Copy)]
pub(super) struct Men {
    // [role]
    pub(super) roles: [Bitboard; Role::COUNT],
    // [colour]
    pub(super) colors: [Bitboard; 2],
    pub(super) variant: &'static Variant,
    // [colour] -> files of the first rank whose man has not moved
    pub(super) rights: [u8; 2],
    // [colour] -> whether its check has been counted (first check)
    pub(super) checked: [bool; 2],
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Men>() == 88);

impl Men {
    /// No men.
    pub(super) fn none(variant: &'static Variant) -> Men {
        Men {
            roles: [Bitboard::EMPTY; Role::COUNT],
            colors: [Bitboard::EMPTY; 2],
            variant,
            rights: [0; 2],
            checked: [false; 2],
        }
    }

    /// Puts a man on an empty square.
    pub(super) fn put(&mut self, man: Man, square: Square) {
        self.roles[man.role().index()] |= square.into();
        self.colors[man.color().index()] |= square.into();
    }

    #[inline(always)]
    pub(super) fn colored(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline(always)]
    pub(super) fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    #[inline(always)]
    pub(super) fn of(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color.index()] & self.roles[role.index()]
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Square {
        Square::new(self.of(color, Role::King).0.trailing_zeros() as usize)
    }

    /// All men of both colours that attack `square`, seen among men on `occupied`.
    #[inline]
    pub(super) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        use Role::{Khon, King, Knight, Met, Pawn, Rook, Wok};
        let (white, black) = (self.colors[0], self.colors[1]);
        let wok = self.role(Wok);
        // A man attacks the squares that it would be attacked from with the colours changed.
        (attacks::pawn(Color::Black, square) & self.role(Pawn) & white)
            | (attacks::pawn(Color::White, square) & self.role(Pawn) & black)
            | (attacks::khon(Color::Black, square) & self.role(Khon) & white)
            | (attacks::khon(Color::White, square) & self.role(Khon) & black)
            | (attacks::met(square) & (self.role(Met) | wok))
            | (attacks::knight(square) & (self.role(Knight) | wok))
            | (attacks::king(square) & self.role(King))
            | (attacks::rook(square, occupied) & (self.role(Rook) | wok))
            | self.jumpers_at(square)
    }

    /// Unmoved mets that attack `square` by a double step, where the game lets that capture.
    #[inline]
    fn jumpers_at(&self, square: Square) -> Bitboard {
        let Some(leaps) = self.variant.leaps else { return Bitboard::EMPTY };
        Color::ALL.into_iter().fold(Bitboard::EMPTY, |set, color| {
            let mets = self.jumpers(color, leaps) & self.of(color, Role::Met);
            set | mets.into_iter().filter(|&met| jump(color, met) == square).collect()
        })
    }

    /// The squares from which a double step of `color` attacks: unmoved mets, and those whose right outlives them.
    #[inline(always)]
    pub(super) fn jumpers(&self, color: Color, leaps: Leaps) -> Bitboard {
        if !leaps.met_captures {
            Bitboard::EMPTY
        } else if leaps.outlives_capture {
            self.unmoved(color) - self.of(color, Role::King)
        } else {
            self.unmoved(color) & self.role(Role::Met)
        }
    }

    /// The squares that the double steps of `color` attack.
    #[inline(always)]
    pub(super) fn jumped(&self, color: Color, leaps: Leaps) -> Bitboard {
        self.jumpers(color, leaps).into_iter().map(|from| jump(color, from)).collect()
    }

    /// Every square that men of `by` attack, seen among men on `occupied`.
    #[inline]
    pub(super) fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let men = self.colored(by);
        let wok = self.role(Role::Wok);
        let diagonal = self.role(Role::Met) | self.role(Role::Khon) | wok;
        let ahead = self.role(Role::Khon) & men;
        let pawns = self.role(Role::Pawn) & men;
        let mut set = if by.is_white() {
            sets::pawn::<true>(pawns) | ahead.forward::<true>()
        } else {
            sets::pawn::<false>(pawns) | ahead.forward::<false>()
        };
        set |= sets::met(diagonal & men) | sets::knight((self.role(Role::Knight) | wok) & men);
        set |= attacks::king(self.king(by));
        for from in (self.role(Role::Rook) | wok) & men {
            set |= attacks::rook(from, occupied);
        }
        if let Some(leaps) = self.variant.leaps {
            set |= self.jumped(by, leaps);
        }
        set
    }

    /// The men of `color` on its first rank that still have their right.
    #[inline]
    pub(super) fn unmoved(&self, color: Color) -> Bitboard {
        let files = self.rights[color.index()] as u64;
        Bitboard(if color.is_white() { files } else { files << 56 })
    }

    /// The rights that a king or met can still use, black's above white's: what belongs to the key.
    #[inline]
    pub(super) fn usable_rights(&self) -> u16 {
        if self.variant.leaps.is_some_and(|leaps| leaps.outlives_capture) {
            return u16::from_le_bytes(self.rights);
        }
        let movers = (self.roles[Role::King.index()] | self.roles[Role::Met.index()]).0;
        let white = self.rights[0] & (movers & self.colors[0].0) as u8;
        let black = self.rights[1] & ((movers & self.colors[1].0) >> 56) as u8;
        (white as u16) | (black as u16) << 8
    }
}

/// Where the double step of a met of `color` on `from`, its first rank, ends.
#[inline]
pub(super) fn jump(color: Color, from: Square) -> Square {
    Square::new(if color.is_white() { from.index() + 16 } else { from.index().wrapping_sub(16) })
}

//! A position: the men, whose turn it is, the leap rights, the count and the clocks.

use crate::rules::counting::Count;
use crate::rules::men::Men;
use crate::rules::movegen::Dispatch;
use crate::rules::setup::Setup;
use crate::rules::setup::SetupError;
use crate::rules::variant::Goal;
use crate::rules::variant::Variant;
use crate::rules::zobrist;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Man;
use crate::types::Role;
use crate::types::Square;

/// A position of one game. Moves make a new one ([`Position::play`]); nothing is ever taken back.
#[derive(Clone, Copy)]
pub struct Position {
    pub(super) men: Men,
    // [square]
    pub(super) board: [Option<Man>; 64],
    pub(super) key: u64,
    pub(super) count: Option<Count>,
    /// Full moves, from 1.
    pub(super) number: u32,
    /// Plies without a capture or a pawn move.
    pub(super) clock: u16,
    pub(super) turn: Color,
    pub(super) dispatch: Dispatch,
}

const _: () = assert!(size_of::<Position>() <= 200);

impl Position {
    /// Checks a set-up position.
    ///
    /// # Errors
    /// What is impossible about it, see [`SetupError`].
    pub fn new(variant: &'static Variant, setup: &Setup) -> Result<Position, SetupError> {
        setup.check(variant)?;
        let mut position = Position {
            men: Men::none(variant),
            board: [None; 64],
            key: 0,
            count: None,
            number: setup.number,
            clock: setup.clock,
            turn: setup.turn,
            dispatch: Dispatch::of(variant),
        };
        for square in Square::all() {
            if let Some(man) = setup.board[square.index()] {
                position.men.put(man, square);
                position.board[square.index()] = Some(man);
            }
        }
        if let Some(Count { limit, ply }) = setup.count {
            position.count = Count::new(limit.get().min(variant.counting.longest), ply);
        }
        if let Some(leaps) = variant.leaps {
            for color in Color::ALL {
                let first_rank = |set: Bitboard| (set.0 >> if color.is_white() { 0 } else { 56 }) as u8;
                let mut files = first_rank(position.colored(color));
                if leaps.outlives_capture {
                    let home = variant.homes(color).1.map_or(Bitboard::EMPTY, Bitboard::of);
                    let movers = position.of(color, Role::King) | position.of(color, Role::Met);
                    files = first_rank(movers | (home - position.colored(color)));
                }
                position.men.rights[color.index()] = setup.rights[color.index()] & files;
            }
        }
        if variant.goal == Goal::FirstCheck {
            position.men.checked = setup.checked;
        }
        position.key = position.recomputed_key();
        if position.is_attacked(position.king(!position.turn), position.turn) {
            return Err(SetupError::OpponentInCheck);
        }
        Ok(position)
    }

    /// The start position of a game.
    pub fn start(variant: &'static Variant) -> Position {
        let setup = Setup::start(variant);
        match Position::new(variant, &setup) {
            Ok(position) => position,
            Err(error) => unreachable!("the start of {} is checked by the tests: {error}", variant.name),
        }
    }

    /// The position as plain data, the opposite of [`Position::new`].
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            rights: self.men.rights,
            count: self.count,
            clock: self.clock,
            number: self.number,
            checked: self.men.checked,
        }
    }

    /// The game.
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.men.variant
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The men of a colour.
    #[inline]
    pub fn colored(&self, color: Color) -> Bitboard {
        self.men.colored(color)
    }

    /// The men of a role, of both colours.
    #[inline]
    pub fn role(&self, role: Role) -> Bitboard {
        self.men.role(role)
    }

    /// The men of a colour and role.
    #[inline]
    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        self.men.of(color, role)
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.men.occupied()
    }

    /// The man on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Man> {
        self.board[square.index()]
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.men.king(color)
    }

    /// The Zobrist key of men, side to move, usable leap rights and counted checks: what makes positions equal. The count
    /// and the clocks are not in it.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The running count.
    #[inline]
    pub fn count(&self) -> Option<Count> {
        self.count
    }

    /// Plies without a capture or a pawn move. It runs on, unseen in the FEN, while a count runs.
    #[inline]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the full move, from 1.
    #[inline]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The files of `color`'s first rank whose man still has its right to leap, bit 0 = a.
    #[inline]
    pub fn rights(&self, color: Color) -> u8 {
        self.men.rights[color.index()]
    }

    /// Whether a check given by `color` has been counted (first check only): it has won.
    #[inline]
    pub fn has_checked(&self, color: Color) -> bool {
        self.men.checked[color.index()]
    }

    /// All men of both colours that attack `square`, seen among men on `occupied`.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.men.attackers(square, occupied)
    }

    /// Every square that men of `by` attack, seen among men on `occupied`.
    #[inline]
    pub fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
        self.men.attacked(by, occupied)
    }

    /// Whether a man of `by` attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        (self.attackers(square, self.occupied()) & self.colored(by)).any()
            || self
                .variant()
                .leaps
                .is_some_and(|leaps| leaps.outlives_capture && self.men.jumped(by, leaps).has(square))
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), self.occupied()) & self.colored(!self.turn)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.turn), !self.turn)
    }

    /// Whether a king or a met may still have a leap.
    #[inline]
    pub fn has_leaps(&self) -> bool {
        self.men.usable_rights() != 0
    }

    /// The key worked out from nothing: the slow twin of the incremental one.
    pub fn recomputed_key(&self) -> u64 {
        let mut key = zobrist::rights(self.men.usable_rights());
        for square in self.occupied() {
            if let Some(man) = self.at(square) {
                key ^= zobrist::man(man, square);
            }
        }
        for by in Color::ALL {
            if self.has_checked(by) {
                key ^= zobrist::check(by);
            }
        }
        if self.turn == Color::Black { key ^ zobrist::turn() } else { key }
    }

    /// Whether `side` has too little material to win, as the reference reports it.
    ///
    /// A rook, a khon, an ai-wok, or a pawn that may become one, is enough. A met is bound to one colour of squares: it needs
    /// a met on the other colour (of either side, to take the squares that it cannot) or a free man. A free man (knight,
    /// pawn, the other side's khon or rook) needs one more man besides.
    pub fn insufficient(&self, side: Color) -> bool {
        use crate::rules::variant::Material;
        use Role::{Khon, Knight, Met, Pawn, Rook, Wok};
        let ours = self.colored(side);
        let others = self.occupied() - self.role(Role::King);
        let alone = match self.men.variant.material {
            Material::Never => return false,
            Material::BareKings => return others.is_empty(),
            Material::Weighed => {
                let (mets, knights) = (self.role(Met), self.role(Knight));
                let colours = (mets & Bitboard::DARK).any() as usize + (mets - Bitboard::DARK).any() as usize;
                let rest = (others - mets - knights).any();
                return !rest && mets.len() + 2 * colours + 4 * knights.len() < 7;
            }
            Material::Family { alone } => alone,
        };
        if alone {
            return (ours & others).is_empty();
        }
        let strong = |role: &Role| matches!(role, Khon | Rook | Wok);
        let mut strong_men = self.role(Khon) | self.role(Rook) | self.role(Wok);
        if self.men.variant.promotion.roles.iter().any(strong) {
            strong_men |= self.role(Pawn);
        }
        if (ours & strong_men).any() {
            return false;
        }
        let mets = self.role(Met);
        let free = others - mets;
        let both_colours = (mets & Bitboard::DARK).any() && (mets - Bitboard::DARK).any();
        let by_met = (ours & mets).any() && (both_colours || free.any());
        let by_free = (ours & free).any() && others.many();
        !(by_met || by_free)
    }
}

//! A position: the men, whose turn it is, the leap rights, the count and the clocks.

use crate::rules::attacks;
use crate::rules::attacks::sets;
use crate::rules::counting::Count;
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
    // [role]
    pub(super) roles: [Bitboard; Role::COUNT],
    // [colour]
    pub(super) colors: [Bitboard; 2],
    // [square]
    pub(super) board: [Option<Man>; 64],
    pub(super) key: u64,
    pub(super) variant: &'static Variant,
    pub(super) count: Option<Count>,
    /// Full moves, from 1.
    pub(super) number: u32,
    /// Plies without a capture or a pawn move.
    pub(super) clock: u16,
    // [colour] -> files of the first rank whose man has not moved
    pub(super) rights: [u8; 2],
    // [colour] -> whether its check has been counted (first check)
    pub(super) checked: [bool; 2],
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
            roles: [Bitboard::EMPTY; Role::COUNT],
            colors: [Bitboard::EMPTY; 2],
            board: [None; 64],
            key: 0,
            variant,
            count: None,
            number: setup.number,
            clock: setup.clock,
            rights: [0; 2],
            checked: [false; 2],
            turn: setup.turn,
            dispatch: Dispatch::of(variant),
        };
        for square in Square::all() {
            if let Some(man) = setup.board[square.index()] {
                position.toggle(man, square);
                position.board[square.index()] = Some(man);
            }
        }
        if let Some(Count { limit, ply }) = setup.count {
            position.count = Count::new(limit.get().min(variant.counting.longest), ply);
        }
        if variant.leaps.is_some() {
            for color in Color::ALL {
                let home = position.colored(color).0 >> if color.is_white() { 0 } else { 56 };
                position.rights[color.index()] = setup.rights[color.index()] & home as u8;
            }
        }
        if variant.goal == Goal::FirstCheck {
            position.checked = setup.checked;
        }
        position.key = position.recomputed_key();
        let uncounted = !position.checked[position.turn.index()];
        if uncounted && position.is_attacked(position.king(!position.turn), position.turn) {
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
            rights: self.rights,
            count: self.count,
            clock: self.clock,
            number: self.number,
            checked: self.checked,
        }
    }

    /// The game.
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The men of a colour.
    #[inline]
    pub fn colored(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The men of a role, of both colours.
    #[inline]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The men of a colour and role.
    #[inline]
    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color.index()] & self.roles[role.index()]
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The man on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Man> {
        self.board[square.index()]
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.of(color, Role::King).0.trailing_zeros() as usize)
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
        self.rights[color.index()]
    }

    /// Whether a check given by `color` has been counted (first check only): it has won.
    #[inline]
    pub fn has_checked(&self, color: Color) -> bool {
        self.checked[color.index()]
    }

    /// All men of both colours that attack `square`, seen among men on `occupied`.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
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
            | self.jumpers(square)
    }

    /// Unmoved mets that attack `square` by a double step, where the game lets that capture.
    #[inline]
    fn jumpers(&self, square: Square) -> Bitboard {
        if !self.variant.leaps.is_some_and(|leaps| leaps.met_captures) {
            return Bitboard::EMPTY;
        }
        Color::ALL.into_iter().fold(Bitboard::EMPTY, |set, color| {
            let mets = self.unmoved(color) & self.role(Role::Met);
            set | mets.into_iter().filter(|&met| jump(color, met) == square).collect()
        })
    }

    /// Whether a man of `by` attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        (self.attackers(square, self.occupied()) & self.colored(by)).any()
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), self.occupied()) & self.colored(!self.turn)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Every square that men of `by` attack, seen among men on `occupied`.
    #[inline]
    pub fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
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
        if self.variant.leaps.is_some_and(|leaps| leaps.met_captures) {
            set |= (self.unmoved(by) & self.role(Role::Met)).into_iter().map(|met| jump(by, met)).collect();
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
        let movers = (self.roles[Role::King.index()] | self.roles[Role::Met.index()]).0;
        let white = self.rights[0] & (movers & self.colors[0].0) as u8;
        let black = self.rights[1] & ((movers & self.colors[1].0) >> 56) as u8;
        (white as u16) | (black as u16) << 8
    }

    /// The only writer of the sets and the key: puts a man on a square or takes it off. The caller, who knows which, writes
    /// `board`.
    #[inline]
    pub(super) fn toggle(&mut self, man: Man, square: Square) {
        self.roles[man.role().index()] ^= square.into();
        self.colors[man.color().index()] ^= square.into();
        self.key ^= zobrist::man(man, square);
    }

    /// The key worked out from nothing: the slow twin of the incremental one.
    pub fn recomputed_key(&self) -> u64 {
        let mut key = zobrist::rights(self.usable_rights());
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
        use Role::{Khon, Met, Pawn, Rook, Wok};
        let ours = self.colored(side);
        let others = self.occupied() - self.role(Role::King);
        let alone = match self.variant.material {
            Material::Never => return false,
            Material::BareKings => return others.is_empty(),
            Material::Family { alone } => alone,
        };
        if alone {
            return (ours & others).is_empty();
        }
        let strong = |role: &Role| matches!(role, Khon | Rook | Wok);
        let mut strong_men = self.role(Khon) | self.role(Rook) | self.role(Wok);
        if self.variant.promotion.roles.iter().any(strong) {
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

/// Where the double step of a met of `color` on `from`, its first rank, ends.
#[inline]
pub(super) fn jump(color: Color, from: Square) -> Square {
    Square::new(if color.is_white() { from.index() + 16 } else { from.index().wrapping_sub(16) })
}

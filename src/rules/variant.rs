//! The table of games: every rule that differs between them is a field here, every game a row.

use crate::rules::counting;
use crate::rules::counting::CountRule;
use crate::rules::registry;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Role;
use crate::types::Square;

/// A family of games with a common feel, by which evaluations and nets are chosen. Rules never ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kin {
    Makruk,
    Ouk,
    FirstCheck,
    Asean,
    AiWok,
}

impl Kin {
    /// How many there are.
    pub const COUNT: usize = 5;
}

/// What wins besides checkmate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing.
    Mate,
    /// The first check.
    FirstCheck,
}

/// The leaps of ouk: an unmoved king's knight leap forward and aside, an unmoved met's double step forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaps {
    /// The king may leap to any knight's square, not only forward and aside.
    pub any_way: bool,
    /// The king may leap while in check.
    pub out_of_check: bool,
    /// An enemy rook that moves to the king's file or rank ends its right.
    pub lost_to_rook: bool,
    /// The met's double step may capture, and so attacks.
    pub met_captures: bool,
    /// A met's right outlives its capture, until a man of its side comes to the square: the double step of the met that is
    /// gone still attacks. So plays Cute Chess.
    pub outlives_capture: bool,
}

/// Where pawns turn, and into what. Turning is never optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The squares on which pawns turn. `[colour]`
    pub zones: [Bitboard; 2],
    /// What they may become: at least one role, though no square may turn them.
    pub roles: &'static [Role],
}

impl Promotion {
    /// Pawns turn on `rank`, counted from their own side (5 is the sixth), and on all ranks beyond.
    pub const fn from_rank(rank: usize, roles: &'static [Role]) -> Promotion {
        Promotion { zones: Self::zones_from_rank(rank), roles }
    }

    /// The squares of `rank`, counted from a side, and of all ranks beyond. `[colour]`
    pub const fn zones_from_rank(rank: usize) -> [Bitboard; 2] {
        [Bitboard(!0 << (rank * 8)), Bitboard(!0 >> (rank * 8))]
    }

    /// The squares on which pawns of `color` turn.
    #[inline]
    pub const fn zone(&self, color: Color) -> Bitboard {
        self.zones[color.index()]
    }
}

/// What a side gets that has no legal move and is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    Loss,
    Draw,
    Win,
}

/// When too little material is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// By bound and free men, see [`crate::rules::Position::insufficient`]; `alone`: any man at all is enough.
    Family { alone: bool },
    /// Only king against king.
    BareKings,
    /// What Cute Chess calls too little: one knight; up to four mets of one colour of squares, or two of both.
    Weighed,
    /// Never.
    Never,
}

/// When moves without progress are a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveRule {
    /// Never.
    Never,
    /// After so many plies without a capture or a pawn move.
    Plies(u16),
    /// The same, but only while pawns remain.
    WhilePawns(u16),
}

/// A game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// As in `UCI_Variant`.
    pub name: &'static str,
    pub kin: Kin,
    /// The start position, as a FEN.
    pub start: &'static str,
    /// White's letter of each role, by its index; `None`: the role is not in the game.
    pub letters: [Option<u8>; Role::COUNT],
    pub promotion: Promotion,
    pub leaps: Option<Leaps>,
    pub goal: Goal,
    /// A king in check may not move, except to capture a lone checker (makpong).
    pub king_stays: bool,
    pub counting: &'static CountRule,
    pub material: Material,
    pub move_rule: MoveRule,
    /// How often a position occurs until it is a draw by repetition; 0: there is none.
    pub repetition: u8,
    pub stalemate: Stalemate,
}

impl Variant {
    /// The game of this name: listed, hidden or loaded.
    pub fn named(name: &str) -> Option<&'static Variant> {
        Self::own(name).or_else(|| registry::named(name))
    }

    /// The row of this name in the program's own table, listed or hidden.
    pub fn own(name: &str) -> Option<&'static Variant> {
        ALL.iter().chain(&HIDDEN).copied().find(|variant| variant.name == name)
    }

    /// The hidden row by whose rules, those of before 2022, this game may be played instead.
    pub fn traditional(&self) -> Option<&'static Variant> {
        HIDDEN.iter().copied().find(|hidden| hidden.name.strip_suffix("-traditional") == Some(self.name))
    }

    /// The role of a FEN letter, in either case.
    pub fn role(&self, letter: u8) -> Option<Role> {
        let upper = letter.to_ascii_uppercase();
        Role::ALL.into_iter().find(|role| self.letters[role.index()] == Some(upper))
    }

    /// White's FEN letter of a role; `?` where the game lacks it.
    pub fn letter(&self, role: Role) -> char {
        self.letters[role.index()].unwrap_or(b'?') as char
    }

    /// Where the king and the met (if any) of `color` stand at the start.
    pub fn homes(&self, color: Color) -> (Option<Square>, Option<Square>) {
        let home = |role| {
            let letter = self.letters[role as usize]?;
            let letter = if color.is_white() { letter } else { letter.to_ascii_lowercase() };
            let row = self.start.split([' ', '/']).nth(if color.is_white() { 7 } else { 0 })?;
            let mut file = 0;
            for sign in row.bytes() {
                if sign == letter {
                    return Some(Square::at(file, if color.is_white() { 0 } else { 7 }));
                }
                file += if sign.is_ascii_digit() { (sign - b'0') as usize } else { 1 };
            }
            None
        };
        (home(Role::King), home(Role::Met))
    }
}

// pawn, met, khon, knight, rook, ai-wok, king
const MAKRUK_LETTERS: [Option<u8>; Role::COUNT] =
    [Some(b'P'), Some(b'M'), Some(b'S'), Some(b'N'), Some(b'R'), None, Some(b'K')];
const ASEAN_LETTERS: [Option<u8>; Role::COUNT] =
    [Some(b'P'), Some(b'Q'), Some(b'B'), Some(b'N'), Some(b'R'), None, Some(b'K')];
const AI_WOK_LETTERS: [Option<u8>; Role::COUNT] =
    [Some(b'P'), None, Some(b'S'), Some(b'N'), Some(b'R'), Some(b'A'), Some(b'K')];

/// Thai chess.
pub const MAKRUK: Variant = Variant {
    name: "makruk",
    kin: Kin::Makruk,
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    letters: MAKRUK_LETTERS,
    promotion: Promotion::from_rank(5, &[Role::Met]),
    leaps: None,
    goal: Goal::Mate,
    king_stays: false,
    counting: &counting::MAKRUK,
    material: Material::Family { alone: false },
    move_rule: MoveRule::Never,
    repetition: 3,
    stalemate: Stalemate::Draw,
};

/// Cambodian chess, ouk chatrang.
pub const CAMBODIAN: Variant = Variant {
    name: "cambodian",
    kin: Kin::Ouk,
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
    leaps: Some(Leaps {
        any_way: false,
        out_of_check: false,
        lost_to_rook: true,
        met_captures: false,
        outlives_capture: false,
    }),
    counting: &counting::CAMBODIAN,
    ..MAKRUK
};

/// Kar ouk: the first check wins.
pub const KAROUK: Variant = Variant {
    name: "karouk",
    kin: Kin::FirstCheck,
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 1+1 0 1",
    goal: Goal::FirstCheck,
    material: Material::Family { alone: true },
    ..CAMBODIAN
};

/// Makpong: defensive makruk, a king in check may not run.
pub const MAKPONG: Variant =
    Variant { name: "makpong", king_stays: true, material: Material::Family { alone: true }, ..MAKRUK };

/// ASEAN chess.
pub const ASEAN: Variant = Variant {
    name: "asean",
    kin: Kin::Asean,
    start: "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1",
    letters: ASEAN_LETTERS,
    promotion: Promotion::from_rank(7, &[Role::Rook, Role::Knight, Role::Khon, Role::Met]),
    counting: &counting::ASEAN,
    move_rule: MoveRule::Plies(100),
    ..MAKRUK
};

/// Ai-wok: the met's place is taken by rook, knight and met in one.
pub const AI_WOK: Variant = Variant {
    name: "ai-wok",
    kin: Kin::AiWok,
    start: "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1",
    letters: AI_WOK_LETTERS,
    promotion: Promotion::from_rank(5, &[Role::Wok]),
    ..MAKRUK
};

/// Makruk with the counting of another published text: on the board only the lighter side counts.
pub const MAKRUK_HONOUR: Variant = Variant {
    name: "makruk-honour",
    counting: &counting::MAKRUK_HONOUR,
    material: Material::BareKings,
    move_rule: MoveRule::WhilePawns(100),
    ..MAKRUK
};

/// Cambodian chess with the limits of makruk, but no line for a lone khon.
pub const OUK_HONOUR: Variant = Variant { name: "ouk-honour", counting: &counting::OUK_HONOUR, ..CAMBODIAN };

/// Ouk as the program Ludii plays it: freer leaps, kings that face each other, and only mate or stalemate ends the game.
pub const OUK_LUDII: Variant = Variant {
    name: "ouk-ludii",
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSMKSNR w DEde - 0 1",
    leaps: Some(Leaps {
        any_way: true,
        out_of_check: true,
        lost_to_rook: false,
        met_captures: true,
        outlives_capture: false,
    }),
    counting: &counting::NONE,
    material: Material::Never,
    repetition: 0,
    ..CAMBODIAN
};

/// Cambodian chess as Cute Chess has it, after the rules of before 2022.
pub const CAMBODIAN_TRADITIONAL: Variant = Variant {
    name: "cambodian-traditional",
    leaps: Some(Leaps {
        any_way: false,
        out_of_check: false,
        lost_to_rook: false,
        met_captures: true,
        outlives_capture: true,
    }),
    counting: &counting::TRADITIONAL,
    material: Material::Weighed,
    repetition: 0,
    ..CAMBODIAN
};

/// Kar ouk as Cute Chess has it.
pub const KAROUK_TRADITIONAL: Variant = Variant {
    name: "karouk-traditional",
    kin: KAROUK.kin,
    start: KAROUK.start,
    goal: KAROUK.goal,
    ..CAMBODIAN_TRADITIONAL
};

/// Every listed game, in the order of `UCI_Variant`.
pub static ALL: [&Variant; 9] = {
    static ROWS: [Variant; 9] =
        [MAKRUK, CAMBODIAN, KAROUK, MAKPONG, ASEAN, AI_WOK, MAKRUK_HONOUR, OUK_HONOUR, OUK_LUDII];
    let [a, b, c, d, e, f, g, h, i] = &ROWS;
    [a, b, c, d, e, f, g, h, i]
};

/// Games that stand in for a listed one, see [`Variant::traditional`].
pub static HIDDEN: [&Variant; 2] = {
    static ROWS: [Variant; 2] = [CAMBODIAN_TRADITIONAL, KAROUK_TRADITIONAL];
    let [a, b] = &ROWS;
    [a, b]
};

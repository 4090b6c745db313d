//! What differs between the games, as the rule texts name it.

/// The leaps of ouk.
#[derive(Clone, Copy, PartialEq)]
pub enum Leaps {
    No,
    /// Since 2022: the met never captures by it, a rook that aims at the king's lines ends the king's right.
    Modern,
    /// The met may capture by it, even once captured itself; no rook ends the king's right.
    Traditional,
    /// The king to any knight's square, out of check too; the met may capture by it; no rook ends the king's right.
    Ludii,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Counting {
    No,
    Makruk,
    Cambodian,
    Asean,
    MakrukHonour,
    OukHonour,
    Traditional,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Material {
    Family,
    /// Enough as soon as a side has any man.
    AnyMan,
    BareKings,
    /// Bare kings, or one knight, or mets of one colour, or two mets, and nothing else.
    Traditional,
    Never,
}

#[derive(Clone, Copy, PartialEq)]
pub enum MoveRule {
    No,
    Hundred,
    HundredWhilePawns,
}

pub struct Rules {
    pub name: &'static str,
    pub start: &'static str,
    pub leaps: Leaps,
    pub first_check: bool,
    /// A king in check may not move, but to take a lone checker.
    pub king_stays: bool,
    /// The rank, 1 to 8 from the pawn's own side, from which on pawns turn, and the letters they turn into.
    pub turns: (i32, &'static str),
    pub counting: Counting,
    pub material: Material,
    pub moves: MoveRule,
    pub repetition: bool,
}

const MAKRUK: Rules = Rules {
    name: "makruk",
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    leaps: Leaps::No,
    first_check: false,
    king_stays: false,
    turns: (6, "m"),
    counting: Counting::Makruk,
    material: Material::Family,
    moves: MoveRule::No,
    repetition: true,
};

const CAMBODIAN: Rules = Rules {
    name: "cambodian",
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
    leaps: Leaps::Modern,
    counting: Counting::Cambodian,
    ..MAKRUK
};

const KAROUK: Rules = Rules {
    name: "karouk",
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 1+1 0 1",
    first_check: true,
    material: Material::AnyMan,
    ..CAMBODIAN
};

const MAKRUK_HONOUR: Rules = Rules {
    name: "makruk-honour",
    counting: Counting::MakrukHonour,
    material: Material::BareKings,
    moves: MoveRule::HundredWhilePawns,
    ..MAKRUK
};

/// The nine games, and the two of traditional ouk.
pub static GAMES: [Rules; 11] = [
    MAKRUK,
    CAMBODIAN,
    KAROUK,
    Rules { name: "makpong", king_stays: true, material: Material::AnyMan, ..MAKRUK },
    Rules {
        name: "asean",
        start: "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1",
        turns: (8, "rnbq"),
        counting: Counting::Asean,
        moves: MoveRule::Hundred,
        ..MAKRUK
    },
    Rules { name: "ai-wok", start: "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1", turns: (6, "a"), ..MAKRUK },
    MAKRUK_HONOUR,
    Rules { name: "ouk-honour", counting: Counting::OukHonour, ..CAMBODIAN },
    Rules {
        name: "ouk-ludii",
        start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSMKSNR w DEde - 0 1",
        leaps: Leaps::Ludii,
        counting: Counting::No,
        material: Material::Never,
        repetition: false,
        ..CAMBODIAN
    },
    Rules {
        name: "cambodian-traditional",
        leaps: Leaps::Traditional,
        counting: Counting::Traditional,
        material: Material::Traditional,
        repetition: false,
        ..CAMBODIAN
    },
    Rules {
        name: "karouk-traditional",
        leaps: Leaps::Traditional,
        counting: Counting::Traditional,
        material: Material::Traditional,
        repetition: false,
        ..KAROUK
    },
];

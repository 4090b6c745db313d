//! The keys of `variants.ini`, and what each may say.

use crate::notation::ini::Builder;
use crate::notation::ini::Entry;
use crate::notation::short;
use crate::rules::counting;
use crate::rules::counting::CountRule;
use crate::rules::variant::Goal;
use crate::rules::variant::MoveRule;
use crate::rules::variant::Promotion;
use crate::rules::variant::Stalemate;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Role;
use crate::types::Square;

/// Keys of the men that exist here. [role]
pub(super) const MEN: [&str; Role::COUNT] = ["pawn", "fers", "silver", "knight", "rook", "aiwok", "king"];

/// Keys of men that exist only in the reference.
const STRANGERS: &str = "bishop queen alfil fersAlfil bers archbishop chancellor amazon knibis biskni kniroo rookni \
    shogiPawn lance shogiKnight gold dragonHorse clobber breakthrough immobile cannon janggiCannon soldier horse elephant \
    janggiElephant banner wazir commoner centaur";

/// Keys of rules that are not played here, with the value that says so.
const UNUSED: &[(&str, &str)] = &[
    (
        "false",
        "chess960 twoBoards sittuyinPromotion piecePromotionOnCapture mandatoryPiecePromotion pieceDemotion blastOnCapture \
         petrifyBlastPieces doubleStep castling castlingDroppedPiece oppositeCastling mustCapture mustDrop pieceDrops \
         dropLoop capturesToHand firstRankPawnDrops promotionZonePawnDrops sittuyinRookDrop dropOppositeColoredBishop \
         dropPromoted dropOnTop immobilityIllegal wallOrMove seirawanGating pass passWhite passBlack passOnStalemate \
         passOnStalemateWhite passOnStalemateBlack flyingGeneral nFoldValueAbsolute perpetualCheckIllegal \
         moveRepetitionIllegal stalematePieceCount shogiPawnDropMateIllegal shatarMateRule bikjangRule extinctionClaim \
         extinctionPseudoRoyal dupleCheck flagMove flagPieceBlockedWin flagPieceSafe adjudicateFullBoard",
    ),
    ("true", "mandatoryPawnPromotion checking dropChecks"),
    ("none", "enclosingDrop wallingRule flipEnclosedPieces chasingRule extinctionValue materialCounting"),
    (
        "-",
        "promotionLimit promotedPieceType blastImmuneTypes mutuallyImmuneTypes petrifyOnCaptureTypes doubleStepRegionWhite \
         doubleStepRegionBlack tripleStepRegionWhite tripleStepRegionBlack dropNoDoubled diagonalLines whiteFlag blackFlag \
         flagRegion flagRegionWhite flagRegionBlack castlingWins",
    ),
    ("0", "connectN connectNxN collinearN pocketSize"),
    ("draw", "nFoldValue"),
    ("loss", "checkmateValue"),
    ("8", "maxRank"),
    ("8 h", "maxFile"),
];

/// Keys that change nothing here, whatever they say: pictures and values of men, and details of rules that are not played.
const IDLE: &str = "variantTemplate pieceToCharTable pieceValueMg pieceValueEg doubleStepRank doubleStepRankMin \
    enPassantRegion enPassantRegionWhite enPassantRegionBlack enPassantTypes enPassantTypesWhite enPassantTypesBlack \
    castlingKingsideFile castlingQueensideFile castlingRank castlingKingFile castlingKingPiece castlingKingPieceWhite \
    castlingKingPieceBlack castlingRookKingsideFile castlingRookQueensideFile castlingRookPiece castlingRookPieces \
    castlingRookPiecesWhite castlingRookPiecesBlack mustDropType enclosingDropStart dropRegionWhite dropRegionBlack \
    whiteDropRegion blackDropRegion dropNoDoubledCount wallingRegion wallingRegionWhite wallingRegionBlack \
    soldierPromotionRank extinctionPieceTypes extinctionPieceCount extinctionOpponentPieceCount flagPiece flagPieceWhite \
    flagPieceBlack flagPieceCount connectPieceTypes connectVertical connectHorizontal connectDiagonal connectRegion1White \
    connectRegion2White connectRegion1Black connectRegion2Black connectValue";

type Setter = fn(&mut Builder, &Entry) -> Result<(), String>;

/// Keys that change a rule.
const RULES: &[(&str, Setter)] = &[
    ("startFen", |game, entry| {
        game.start = Some((entry.line, entry.value.to_string()));
        Ok(())
    }),
    ("promotionRank", |game, entry| {
        let rank = number(entry.value, 1..=8)?;
        game.draft.rules.promotion.zones = Promotion::zones_from_rank(rank as usize - 1);
        Ok(())
    }),
    ("promotionRegionWhite", |game, entry| zone(game, entry, Color::White)),
    ("promotionRegionBlack", |game, entry| zone(game, entry, Color::Black)),
    ("promotionPieceTypes", |game, entry| Color::ALL.into_iter().try_for_each(|color| turns(game, entry, color))),
    ("promotionPieceTypesWhite", |game, entry| turns(game, entry, Color::White)),
    ("promotionPieceTypesBlack", |game, entry| turns(game, entry, Color::Black)),
    ("pawnTypes", pawns),
    ("promotionPawnTypes", pawns),
    ("promotionPawnTypesWhite", pawns),
    ("promotionPawnTypesBlack", pawns),
    ("nMoveRuleTypes", pawns),
    ("nMoveRuleTypesWhite", pawns),
    ("nMoveRuleTypesBlack", pawns),
    ("gating", |game, entry| yes_or_no(entry.value).map(|yes| game.rights = yes)),
    ("cambodianMoves", |game, entry| yes_or_no(entry.value).map(|yes| game.leaps = yes)),
    ("makpongRule", |game, entry| yes_or_no(entry.value).map(|yes| game.draft.rules.king_stays = yes)),
    ("checkCounting", |game, entry| {
        let goal = if yes_or_no(entry.value)? { Goal::FirstCheck } else { Goal::Mate };
        game.draft.rules.goal = goal;
        Ok(())
    }),
    ("nMoveRule", |game, entry| {
        game.draft.rules.move_rule = match number(entry.value, 0..=10_000)? as u16 {
            0 => MoveRule::Never,
            moves => MoveRule::Plies(2 * moves),
        };
        Ok(())
    }),
    ("nFoldRule", |game, entry| {
        game.draft.rules.repetition = match number(entry.value, 0..=100)? {
            1 => return Err("a position that occurs once is no repetition: 0, or 2 and more".to_string()),
            times => times as u8,
        };
        Ok(())
    }),
    ("stalemateValue", |game, entry| {
        game.draft.rules.stalemate = match entry.value {
            "loss" => Stalemate::Loss,
            "draw" => Stalemate::Draw,
            "win" => Stalemate::Win,
            value => return Err(wanted(value, "loss, draw or win")),
        };
        Ok(())
    }),
    ("countingRule", |game, entry| {
        let known = COUNTING.iter().find(|(name, _)| *name == entry.value);
        let names = || COUNTING.map(|(name, _)| name).join(", ");
        game.draft.rules.counting = known.ok_or_else(|| wanted(entry.value, &names()))?.1;
        Ok(())
    }),
];

/// The values of `countingRule`: the reference's four, and those of the program's other games.
const COUNTING: [(&str, &CountRule); 7] = [
    ("makruk", &counting::MAKRUK),
    ("cambodian", &counting::CAMBODIAN),
    ("asean", &counting::ASEAN),
    ("none", &counting::NONE),
    ("makruk-honour", &counting::MAKRUK_HONOUR),
    ("ouk-honour", &counting::OUK_HONOUR),
    ("traditional", &counting::TRADITIONAL),
];

/// What a key is about.
pub(super) enum Kind {
    Man(Role),
    /// A man that does not exist here.
    Stranger,
    Rule(Setter),
    /// A rule that is not played: one of these values must say so.
    Unused(&'static str),
    Idle,
}

impl Kind {
    /// Whether it gives men their letters.
    pub fn is_men(&self) -> bool {
        matches!(self, Kind::Man(_) | Kind::Stranger)
    }
}

fn lists(words: &str, key: &str) -> bool {
    words.split_whitespace().any(|word| word == key)
}

/// What a key is about, if there is such a key.
pub(super) fn find(key: &str) -> Option<Kind> {
    if let Some(role) = Role::ALL.into_iter().find(|role| MEN[role.index()] == key) {
        return Some(Kind::Man(role));
    }
    if let Some((_, set)) = RULES.iter().find(|(name, _)| *name == key) {
        return Some(Kind::Rule(*set));
    }
    if let Some((values, _)) = UNUSED.iter().find(|(_, keys)| lists(keys, key)) {
        return Some(Kind::Unused(values));
    }
    let custom = key.strip_prefix("customPiece").and_then(|number| number.parse().ok());
    if lists(STRANGERS, key) || matches!(custom, Some(1..=25)) {
        return Some(Kind::Stranger);
    }
    if key.starts_with("mobilityRegionWhite") || key.starts_with("mobilityRegionBlack") {
        return Some(Kind::Unused("-"));
    }
    lists(IDLE, key).then_some(Kind::Idle)
}

/// What to say of a key that there is not.
pub(super) fn unknown(key: &str) -> String {
    let groups = UNUSED.iter().map(|(_, keys)| *keys).chain([STRANGERS, IDLE]);
    let words = groups.flat_map(str::split_whitespace).chain(MEN).chain(RULES.iter().map(|(name, _)| *name));
    let near = words.into_iter().find(|word| word.eq_ignore_ascii_case(key));
    near.map_or("there is no such key".to_string(), |near| format!("there is no such key, but {near}"))
}

/// Does what a line says.
pub(super) fn set(game: &mut Builder, kind: &Kind, entry: &Entry) -> Result<(), String> {
    match kind {
        Kind::Man(role) => {
            game.draft.rules.letters[role.index()] = match entry.value.as_bytes() {
                b"-" => None,
                [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_uppercase()),
                _ => return Err(wanted(entry.value, "a letter, or -; how it moves cannot be changed")),
            };
            Ok(())
        }
        Kind::Stranger if entry.value == "-" => Ok(()),
        Kind::Stranger => {
            Err("is no man of these games: only pawn, fers, silver, knight, rook, aiwok and king".to_string())
        }
        Kind::Rule(set) => set(game, entry),
        Kind::Unused(values) if lists(values, entry.value) => Ok(()),
        Kind::Unused(values) => Err(format!("is not supported: {}", wanted(entry.value, &values.replace(' ', " or ")))),
        Kind::Idle => Ok(()),
    }
}

fn wanted(value: &str, what: &str) -> String {
    format!("cannot be '{}', only {what}", short(value))
}

fn yes_or_no(value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| wanted(value, "true or false"))
}

fn number(value: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| wanted(value, &format!("a number from {} to {}", range.start(), range.end())))
}

/// The role of a letter, in either case.
fn role(game: &Builder, letter: char) -> Result<Role, String> {
    let role = u8::try_from(letter).ok().and_then(|letter| game.draft.rules.role(letter));
    role.ok_or_else(|| format!("Invalid piece type: {letter}"))
}

/// `nbrq`: what pawns of a colour become, `-` nothing; in the order of the program's own table.
fn turns(game: &mut Builder, entry: &Entry, color: Color) -> Result<(), String> {
    let mut roles = Vec::new();
    for letter in entry.value.chars().filter(|sign| !sign.is_whitespace() && *sign != '-') {
        match role(game, letter)? {
            role @ (Role::King | Role::Pawn) => return Err(format!("a pawn cannot become a {}", MEN[role.index()])),
            role if roles.contains(&role) => {}
            role => roles.push(role),
        }
    }
    let place =
        |role: &Role| [Role::Rook, Role::Knight, Role::Khon, Role::Met, Role::Wok].iter().position(|r| r == role);
    roles.sort_by_key(place);
    game.turns_into[color.index()] = Some((entry.line, roles));
    game.owed.retain(|key| *key != "promotionPieceTypes");
    Ok(())
}

/// Keys that name men of the pawn's kind: only the pawn is one here.
fn pawns(game: &mut Builder, entry: &Entry) -> Result<(), String> {
    let letters: Vec<char> = entry.value.chars().filter(|sign| !sign.is_whitespace()).collect();
    match letters[..] {
        [letter] if role(game, letter)? == Role::Pawn => Ok(()),
        _ => Err(format!("is not supported: {}", wanted(entry.value, "the letter of the pawn"))),
    }
}

fn zone(game: &mut Builder, entry: &Entry, color: Color) -> Result<(), String> {
    let zone = squares(entry.value)?;
    game.draft.rules.promotion.zones[color.index()] = zone;
    Ok(())
}

/// `*6 *7 a* e4`: ranks, files and squares; `-`: none.
fn squares(value: &str) -> Result<Bitboard, String> {
    let mut set = Bitboard::EMPTY;
    for word in value.split_whitespace().filter(|word| *word != "-") {
        let part = match word.as_bytes() {
            [b'*', rank @ b'1'..=b'8'] => Some(Bitboard::rank((rank - b'1') as usize)),
            [file, b'*'] if matches!(file.to_ascii_lowercase(), b'a'..=b'h') => {
                Some(Bitboard::file((file.to_ascii_lowercase() - b'a') as usize))
            }
            _ => word.to_ascii_lowercase().parse::<Square>().ok().map(Bitboard::of),
        };
        set |= part.ok_or_else(|| wanted(word, "squares such as e4, ranks such as *6, files such as a*"))?;
    }
    if value.is_empty() { Err(wanted(value, "squares, or -")) } else { Ok(set) }
}

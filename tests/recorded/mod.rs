//! Recorded games: random moves, and what a reference said of the rules after every ply.
//!
//! The packed file, `tests/recorded/games.bin`, holds 1,200 games of Fairy-Stockfish's library ffish, 200 of each of six
//! variants. A game is: a byte and as many of the variant's name; the same for the start FEN; two bytes, how many positions
//! follow; 13 bytes a position. Those are (numbers least byte first): 2 the move that led to it (from, to << 6, promotion
//! letter << 12, 0 for the start), 4 the CRC-32 of its FEN, 2 how many legal moves it has, 4 the CRC-32 of these, sorted and
//! joined by blanks, 1 the flags check, drawn, white and black lack material (from bit 0).
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fmt::Write;

/// What is known of a position's FEN.
pub enum Fen {
    Text(String),
    Digest(u32),
}

pub struct Ply {
    pub fen: Fen,
    pub legal: usize,
    pub digest: u32,
    pub check: bool,
    /// Drawn by repetition, move rule or count; told only where moves are left and not both sides lack material.
    pub drawn: bool,
    /// White, black.
    pub insufficient: [bool; 2],
}

pub struct Game {
    pub variant: String,
    pub start: String,
    pub moves: Vec<String>,
    pub plies: Vec<Ply>,
}

/// A set of rules under test.
pub trait Rules {
    fn begin(variant: &str, fen: &str) -> Self;
    fn play(&mut self, mv: &str);
    fn fen(&self) -> String;
    /// In any order.
    fn legal(&self) -> Vec<String>;
    fn check(&self) -> bool;
    /// Drawn by repetition, move rule or count.
    fn drawn(&self) -> bool;
    fn insufficient(&self) -> [bool; 2];
}

/// CRC-32 as in zlib.
pub fn crc32(text: &str) -> u32 {
    let step =
        |crc: u32, byte: u8| (0..8).fold(crc ^ byte as u32, |c, _| c >> 1 ^ if c & 1 != 0 { 0xedb8_8320 } else { 0 });
    !text.bytes().fold(!0, step)
}

const LETTERS: &[u8] = b"-mrnbqas";

fn pack_move(text: &str) -> u16 {
    let [from_file, from_rank, to_file, to_rank, letter @ ..] = text.as_bytes() else { panic!("move {text}") };
    let square = |file: u8, rank: u8| (rank - b'1') as u16 * 8 + (file - b'a') as u16;
    let letter = letter.first().map_or(0, |l| LETTERS.iter().position(|other| other == l).expect("a known letter"));
    square(*from_file, *from_rank) | square(*to_file, *to_rank) << 6 | (letter as u16) << 12
}

fn unpack_move(bits: u16) -> String {
    let square = |index: u16| format!("{}{}", (b'a' + (index & 7) as u8) as char, (index >> 3 & 7) + 1);
    let mut text = square(bits & 63) + &square(bits >> 6 & 63);
    if bits >> 12 > 0 {
        text.push(LETTERS[(bits >> 12) as usize] as char);
    }
    text
}

/// Packs games.
pub fn pack(games: &[Game]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in games {
        for text in [&game.variant, &game.start] {
            bytes.push(text.len() as u8);
            bytes.extend(text.as_bytes());
        }
        bytes.extend((game.plies.len() as u16).to_le_bytes());
        for (i, ply) in game.plies.iter().enumerate() {
            bytes.extend(if i == 0 { 0 } else { pack_move(&game.moves[i - 1]) }.to_le_bytes());
            let fen = match &ply.fen {
                Fen::Text(text) => crc32(text),
                Fen::Digest(digest) => *digest,
            };
            bytes.extend(fen.to_le_bytes());
            bytes.extend((ply.legal as u16).to_le_bytes());
            bytes.extend(ply.digest.to_le_bytes());
            let flags = [ply.check, ply.drawn, ply.insufficient[0], ply.insufficient[1]];
            bytes.push(flags.iter().enumerate().map(|(bit, &flag)| (flag as u8) << bit).sum());
        }
    }
    bytes
}

/// The packed games.
pub fn packed() -> Vec<Game> {
    let mut bytes: &[u8] = include_bytes!("games.bin");
    let mut games = Vec::new();
    while !bytes.is_empty() {
        let mut take = |n: usize| {
            let (taken, rest) = bytes.split_at(n);
            bytes = rest;
            taken
        };
        let mut text = || {
            let length = take(1)[0] as usize;
            String::from_utf8(take(length).to_vec()).expect("plain text")
        };
        let mut game = Game { variant: text(), start: text(), moves: Vec::new(), plies: Vec::new() };
        let length = u16::from_le_bytes(take(2).try_into().unwrap());
        for i in 0..length {
            let mv = u16::from_le_bytes(take(2).try_into().unwrap());
            if i > 0 {
                game.moves.push(unpack_move(mv));
            }
            let fen = Fen::Digest(u32::from_le_bytes(take(4).try_into().unwrap()));
            let legal = u16::from_le_bytes(take(2).try_into().unwrap()) as usize;
            let digest = u32::from_le_bytes(take(4).try_into().unwrap());
            let flags = take(1)[0];
            let [check, drawn, white, black] = [0, 1, 2, 3].map(|bit| flags >> bit & 1 != 0);
            game.plies.push(Ply { fen, legal, digest, check, drawn, insufficient: [white, black] });
        }
        games.push(game);
    }
    games
}

/// Games from files of JSON lines, as the recorder writes them: `{"variant", "start", "moves": [UCI], "plies": [[FEN, legal
/// moves, their CRC-32, check, drawn, white and black lack material]]}`. Several paths are joined by colons.
pub fn read(paths: &str) -> Vec<Game> {
    let mut games = Vec::new();
    for path in paths.split(':') {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for line in text.lines() {
            let json: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}"));
            let word = |value: &serde_json::Value| value.as_str().expect("text").to_string();
            let list = |value: &serde_json::Value| value.as_array().expect("a list").clone();
            let ply = |ply: &serde_json::Value| {
                let number = |i: usize| ply[i].as_u64().expect("a number");
                let flag = |i: usize| number(i) == 1;
                Ply {
                    fen: Fen::Text(word(&ply[0])),
                    legal: number(1) as usize,
                    digest: number(2) as u32,
                    check: flag(3),
                    drawn: flag(4),
                    insufficient: [flag(5), flag(6)],
                }
            };
            games.push(Game {
                variant: word(&json["variant"]),
                start: word(&json["start"]),
                moves: list(&json["moves"]).iter().map(word).collect(),
                plies: list(&json["plies"]).iter().map(ply).collect(),
            });
        }
    }
    games
}

/// What was compared in one variant.
#[derive(Default)]
pub struct Tally {
    pub games: usize,
    pub positions: usize,
    /// Draws by repetition that differ on purpose: the reference takes positions with other leap rights for the same.
    pub other_rights: usize,
    /// Sides of ai-wok that lack material for the reference only.
    pub woks: usize,
}

/// Replays the games under other rules and gives a tally of each variant, or the first difference.
pub fn replay<R: Rules>(games: &[Game]) -> Result<BTreeMap<String, Tally>, String> {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for game in games {
        let tally = tallies.entry(game.variant.clone()).or_default();
        tally.games += 1;
        tally.positions += game.plies.len();
        let mut rules = R::begin(&game.variant, &game.start);
        // Placement and side, rights.
        let mut seen: Vec<(String, String)> = Vec::new();
        for (i, ply) in game.plies.iter().enumerate() {
            if i > 0 {
                rules.play(&game.moves[i - 1]);
            }
            let fields: Vec<String> = rules.fen().split(' ').map(str::to_string).collect();
            seen.push((fields[..2].join(" "), fields[2].clone()));
            if let Err(difference) = compare(&rules, game, ply, &seen, tally) {
                let moves = game.moves[..i].join(" ");
                return Err(format!("{} {} moves {moves}: {difference}", game.variant, game.start));
            }
        }
    }
    Ok(tallies)
}

fn compare<R: Rules>(
    rules: &R,
    game: &Game,
    ply: &Ply,
    seen: &[(String, String)],
    tally: &mut Tally,
) -> Result<(), String> {
    let fen = rules.fen();
    match &ply.fen {
        Fen::Text(text) if *text != fen => return Err(format!("FEN {fen}, not {text}")),
        Fen::Digest(digest) if *digest != crc32(&fen) => return Err(format!("FEN {fen} has another digest")),
        _ => {}
    }
    let mut legal = rules.legal();
    legal.sort();
    if legal.len() != ply.legal || crc32(&legal.join(" ")) != ply.digest {
        return Err(format!("{fen}: {} legal moves {}, not these {}", legal.len(), legal.join(" "), ply.legal));
    }
    if rules.check() != ply.check {
        return Err(format!("{fen}: check {}, not {}", rules.check(), ply.check));
    }
    let insufficient = rules.insufficient();
    for (side, letters) in [["A", "P"], ["a", "p"]].iter().enumerate() {
        if insufficient[side] == ply.insufficient[side] {
            continue;
        }
        let placement = &seen[seen.len() - 1].0;
        let strong = letters.iter().any(|letter| placement.trim_end_matches([' ', 'w', 'b']).contains(letter));
        if game.variant != "ai-wok" || insufficient[side] || !strong {
            return Err(format!("{fen}: insufficient {insufficient:?}, not {:?}", ply.insufficient));
        }
        tally.woks += 1;
    }
    let told = ply.legal > 0 && ply.insufficient != [true, true];
    if told && rules.drawn() != ply.drawn {
        let (now, earlier) = seen.split_last().expect("a position");
        let alike = earlier.iter().filter(|then| then.0 == now.0);
        let equal = earlier.iter().filter(|then| *then == now).count();
        if rules.drawn() || alike.count() < 2 || equal >= 2 {
            return Err(format!("{fen}: drawn {}, not {}", rules.drawn(), ply.drawn));
        }
        tally.other_rights += 1;
    }
    Ok(())
}

/// One line a variant.
pub fn describe(tallies: &BTreeMap<String, Tally>) -> String {
    let mut text = String::new();
    for (variant, tally) in tallies {
        let Tally { games, positions, other_rights, woks } = tally;
        let _ = writeln!(
            text,
            "{variant}: {games} games, {positions} positions, no difference (on purpose: {other_rights} repetitions with \
             other leap rights, {woks} sides with an ai-wok)"
        );
    }
    text
}

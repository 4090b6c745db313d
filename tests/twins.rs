//! The engine's rules and the simple ones of `tests/mailbox`, side by side: random games in every game, listed or hidden, and
//! the perft suites that the simple rules made.

mod mailbox;
mod suites;
mod told;

use bayon::notation::coord;
use bayon::notation::fen;
use bayon::rules::Line;
use bayon::rules::Variant;
use bayon::types::Color;
use std::collections::BTreeMap;

/// Random numbers (splitmix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % sides as u64) as usize
    }
}

/// A FEN with few men on random squares, with rights and sometimes a count; not always a possible one.
fn scattered(variant: &Variant, dice: &mut Dice) -> String {
    let mut board = [[b'1'; 8]; 8];
    let mut put = |dice: &mut Dice, letter: u8, rank: usize| board[rank][dice.roll(8)] = letter;
    let pool: Vec<u8> = variant.letters.iter().flatten().copied().filter(|&letter| letter != b'K').collect();
    let pawns = dice.roll(3) == 0;
    for lower in [false, true] {
        for _ in 0..dice.roll(5) {
            let letter = pool[dice.roll(pool.len())];
            let rank = if letter == b'P' { 2 + dice.roll(4) } else { dice.roll(8) };
            if letter != b'P' || pawns {
                put(dice, if lower { letter.to_ascii_lowercase() } else { letter }, rank);
            }
        }
        // Unmoved mets and kings at home, often.
        if variant.leaps.is_some() && dice.roll(2) == 0 {
            put(dice, if lower { b'm' } else { b'M' }, if lower { 0 } else { 7 });
        }
    }
    for king in [b'K', b'k'] {
        let rank = if dice.roll(2) == 0 { dice.roll(8) } else { if king == b'K' { 7 } else { 0 } };
        put(dice, king, rank);
    }
    let rows: Vec<String> = board.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let side = ["w", "b"][dice.roll(2)];
    let rights = if variant.leaps.is_some() { "ABCDEFGHabcdefgh" } else { "-" };
    let tail = match dice.roll(6) {
        0 => format!("{} {} 9", 1 + dice.roll(130), dice.roll(40)),
        1 => format!("- {} 9", dice.roll(110)),
        _ => "- 0 1".to_string(),
    };
    format!("{} {side} {rights} {tail}", rows.join("/"))
}

/// How often each outcome was met.
type Outcomes = BTreeMap<String, usize>;

/// Plays one random game with both rules and compares them after every ply.
fn compare(variant: &'static Variant, start: &str, dice: &mut Dice, outcomes: &mut Outcomes) {
    let Ok(position) = fen::position(start, variant) else { return };
    // The engine reads any FEN, the simple rules a canonical one.
    let start = fen::write(&position);
    let mut line = Line::new(position);
    let mut twin = mailbox::Game::new(variant.name, Some(&start));
    let mut moves = String::new();
    for _ in 0..200 {
        let now = line.now();
        let about = || format!("{} {start} moves{moves}", variant.name);
        assert_eq!(fen::write(now), twin.fen(), "{}", about());
        let mut legal = told::legal(now);
        legal.sort();
        assert_eq!(legal, twin.legal(), "{}", about());
        assert_eq!(now.in_check(), twin.in_check(), "{}", about());
        let material = [twin.insufficient(true), twin.insufficient(false)];
        assert_eq!(Color::ALL.map(|side| now.insufficient(side)), material, "{}", about());
        let outcome = line.ended().map_or_else(|| "none".to_string(), |end| end.to_string());
        assert_eq!(outcome, twin.outcome(), "{}", about());
        *outcomes.entry(outcome).or_default() += 1;
        if legal.is_empty() || material == [true, true] && dice.roll(8) == 0 {
            return;
        }
        // Captures and shuffles more often than chance has them.
        let captures: Vec<&String> =
            legal.iter().filter(|mv| mv[2..4].parse().is_ok_and(|to| now.at(to).is_some())).collect();
        let pick = if !captures.is_empty() && dice.roll(3) == 0 {
            captures[dice.roll(captures.len())].clone()
        } else {
            legal[dice.roll(legal.len())].clone()
        };
        line.push(coord::parse(&pick, line.now()).expect("a legal move"));
        twin.push(&pick);
        moves = format!("{moves} {pick}");
    }
}

fn games() -> impl Iterator<Item = &'static Variant> {
    bayon::rules::variant::ALL.into_iter().chain(bayon::rules::variant::HIDDEN)
}

/// How many games a variant; `BAYON_TWIN_GAMES` asks for more, `BAYON_TWIN_SEED` for others.
fn asked(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_games_agree() {
    let count = asked("BAYON_TWIN_GAMES", if cfg!(debug_assertions) { 12 } else { 40 });
    for variant in games() {
        let mut dice = Dice(asked("BAYON_TWIN_SEED", 1));
        let mut seen = Outcomes::new();
        for game in 0..count {
            let start = if game % 4 == 0 { variant.start.to_string() } else { scattered(variant, &mut dice) };
            compare(variant, &start, &mut dice, &mut seen);
        }
        println!("{}: {} positions {seen:?}", variant.name, seen.values().sum::<usize>());
        assert!(seen.values().sum::<usize>() > 20 * count as usize, "{}: too few positions", variant.name);
    }
}

#[test]
fn simple_rules_agree_with_the_suites() {
    let most = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    for variant in games() {
        for (start, counts) in suites::read(variant.name) {
            let twin = mailbox::Game::new(variant.name, Some(&start));
            for &(depth, leaves) in counts.iter().filter(|count| count.1 <= most) {
                assert_eq!(twin.perft(depth), leaves, "{} {start} depth {depth}", variant.name);
            }
        }
    }
}

/// Positions whose moves show what is special to a game.
const SPECIAL: [(&str, &str); 14] = [
    // The free leap, out of check too, and not lost to a rook.
    ("ouk-ludii", "4k3/8/8/8/4r3/8/8/3MK3 w DE - 0 1"),
    ("ouk-ludii", "1r2k3/8/8/8/8/2n5/8/3MK3 w DE - 0 1"),
    ("ouk-ludii", "3mk3/8/8/8/8/8/8/R2MK2R b DEde - 0 1"),
    ("ouk-ludii", "rnsmk1nr/4s3/pppppppp/8/8/PPPPPPPP/R7/1NSMKSNR w DEde - 2 2"),
    // The met's capturing jump: a capture, a check, a square that the king may not enter.
    ("ouk-ludii", "4k3/8/8/8/8/3r4/8/3MK3 w DE - 0 1"),
    ("ouk-ludii", "3mk3/8/3K4/8/8/8/P6p/8 w d - 0 1"),
    ("ouk-ludii", "3mk3/8/8/2K5/8/8/P6p/8 w d - 0 1"),
    // A captured met's right ends with it.
    ("ouk-ludii", "3m3R/8/k7/2K5/8/8/P7/8 w d - 0 1"),
    // In Cute Chess it does not, until a man of its side comes to the square.
    ("cambodian-traditional", "3m3R/8/k7/2K5/8/8/P7/8 w d - 0 1"),
    ("cambodian-traditional", "3mk3/8/8/2K5/8/8/P6p/8 w d - 0 1"),
    ("cambodian-traditional", "3m4/2k5/8/2KR4/8/8/P6p/8 w d - 0 1"),
    ("cambodian-traditional", "r3k3/8/8/8/8/3P4/8/3KM3 b DE - 0 1"),
    ("karouk-traditional", "3m3R/8/k7/2K5/8/8/P7/8 w d - 1+1 0 1"),
    ("karouk-traditional", "3mk3/8/8/3n4/2K5/8/P6p/8 b d - 1+1 0 1"),
];

/// Makes the suites of the games that have no reference anew.
#[test]
#[ignore = "writes the suites"]
fn write_suites() {
    for name in ["makruk-honour", "ouk-honour", "ouk-ludii", "cambodian-traditional", "karouk-traditional"] {
        let variant = Variant::named(name).expect("a game");
        let mut dice = Dice(2026);
        let mut fens = vec![variant.start.to_string()];
        fens.extend(SPECIAL.iter().filter(|special| special.0 == name).map(|special| special.1.to_string()));
        while fens.len() < 50 {
            let opening = fens.len() % 3 == 0;
            let start = if opening { variant.start.to_string() } else { scattered(variant, &mut dice) };
            let Ok(position) = fen::position(&start, variant) else { continue };
            let mut twin = mailbox::Game::new(name, Some(&fen::write(&position)));
            for _ in 0..dice.roll(if opening { 60 } else { 12 }) {
                let legal = twin.legal();
                if !legal.is_empty() {
                    twin.push(&legal[dice.roll(legal.len())]);
                }
            }
            if !twin.legal().is_empty() {
                fens.push(twin.fen());
            }
        }
        let line = |(i, start): (usize, &String)| {
            let twin = mailbox::Game::new(name, Some(start));
            let (mut text, mut leaves) = (start.clone(), 1);
            for depth in 1..=6 {
                // So many more are to be expected at the next depth.
                if leaves * twin.legal().len() as u64 > if i == 0 { 10_000_000 } else { 400_000 } {
                    break;
                }
                leaves = twin.perft(depth);
                text += &format!(" ;D{depth} {leaves}");
            }
            text + "\n"
        };
        let text: String = fens.iter().enumerate().map(line).collect();
        std::fs::write(suites::path(name), text).expect("the suite can be written");
    }
}

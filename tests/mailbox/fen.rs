//! Canonical FENs: as the engine writes them, and as the recorded games begin.

use super::table::{Counting, Leaps, Rules};
use super::{Game, name};

pub fn read(rules: &'static Rules, fen: &str) -> Game {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut board = [b'.'; 64];
    for (row, text) in fields[0].split('/').enumerate() {
        let mut at = 56 - 8 * row;
        for letter in text.bytes() {
            if letter.is_ascii_digit() {
                at += (letter - b'0') as usize;
            } else {
                board[at] = letter;
                at += 1;
            }
        }
    }
    let mut unmoved = [false; 64];
    for letter in fields[2].bytes().filter(u8::is_ascii_alphabetic) {
        let at = if letter.is_ascii_uppercase() { letter - b'A' } else { letter - b'a' + 56 } as usize;
        let own = board[at].is_ascii_alphabetic() && board[at].is_ascii_uppercase() == letter.is_ascii_uppercase();
        unmoved[at] = match rules.leaps {
            Leaps::No => false,
            Leaps::Modern | Leaps::Ludii => own,
            // A king, a met, or a met captured on its home square.
            Leaps::Traditional if own => matches!(board[at], b'K' | b'M' | b'k' | b'm'),
            Leaps::Traditional => letter == b'E' || letter == b'd',
        };
    }
    let (checks, tail) = match fields.len() {
        7 => (fields[4], &fields[5..]),
        _ => ("1+1", &fields[4..]),
    };
    let ply: i32 = tail[0].parse().expect("a clock or ply");
    let limit: i32 = fields[3].parse().unwrap_or(0);
    let counts = limit > 0;
    let clamped = if rules.counting == Counting::Cambodian { limit.min(126) } else { limit };
    Game {
        rules,
        board,
        white: fields[1] == "w",
        unmoved,
        count: (counts && rules.counting != Counting::No).then_some((clamped, ply)),
        clock: if counts { 0 } else { ply },
        number: tail[1].parse().expect("a move number"),
        checked: [checks.starts_with("0+"), checks.ends_with("+0")],
        seen: Vec::new(),
    }
}

pub fn write(game: &Game) -> String {
    let mut rows = Vec::new();
    for row in (0..8).rev() {
        let (mut text, mut gap) = (String::new(), 0);
        for &man in &game.board[8 * row..8 * row + 8] {
            if man == b'.' {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            gap = 0;
            text.push(man as char);
        }
        rows.push(if gap > 0 { text + &gap.to_string() } else { text });
    }
    let mut rights: String = (0..8).filter(|&s| game.unmoved[s]).map(|s| name(s).to_uppercase().remove(0)).collect();
    rights.extend((56..64).filter(|&s| game.unmoved[s]).map(|s| name(s).remove(0)));
    if rights.is_empty() {
        rights.push('-');
    }
    let (limit, ply) = match game.count {
        Some((limit, ply)) => (limit.to_string(), ply),
        None => ("-".to_string(), game.clock),
    };
    let side = if game.white { 'w' } else { 'b' };
    let needs = |given: bool| if given { 0 } else { 1 };
    let checks = format!(" {}+{}", needs(game.checked[0]), needs(game.checked[1]));
    let checks = if game.rules.first_check { checks } else { String::new() };
    format!("{} {side} {rights} {limit}{checks} {ply} {}", rows.join("/"), game.number)
}

//! Steps, attacks, legal moves, playing.

use super::table::Leaps;
use super::{Game, file, name, rank, square};

/// The square `files` to the right and `ranks` ahead, seen from the side of the man.
fn ahead(from: usize, white: bool, files: i32, ranks: i32) -> Option<usize> {
    let (f, r) = (file(from) + files, rank(from) + if white { ranks } else { -ranks });
    ((0..8).contains(&f) && (0..8).contains(&r)).then_some((r * 8 + f) as usize)
}

const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares that the man on `from` attacks, whoever stands there.
fn attacks(game: &Game, from: usize) -> Vec<usize> {
    let white = game.is_white(from);
    let mut list = Vec::new();
    let mut step = |steps: &[(i32, i32)]| list.extend(steps.iter().filter_map(|s| ahead(from, white, s.0, s.1)));
    let kind = game.kind(game.board[from]);
    match kind {
        b'p' => step(&[(1, 1), (-1, 1)]),
        b'm' => step(&DIAGONAL),
        b's' => {
            step(&DIAGONAL);
            step(&[(0, 1)]);
        }
        b'n' => step(&KNIGHT),
        b'k' => {
            step(&DIAGONAL);
            step(&STRAIGHT);
        }
        b'a' => {
            step(&DIAGONAL);
            step(&KNIGHT);
        }
        _ => {}
    }
    if kind == b'r' || kind == b'a' {
        for (files, ranks) in STRAIGHT {
            let mut at = from;
            while let Some(next) = ahead(at, white, files, ranks) {
                list.push(next);
                if game.board[next] != b'.' {
                    break;
                }
                at = next;
            }
        }
    }
    if kind == b'm' && game.unmoved[from] && matches!(game.rules.leaps, Leaps::Ludii | Leaps::Traditional) {
        list.extend(ahead(from, white, 0, 2));
    }
    list
}

/// The squares of the men of a side that attack a square; a captured met's home, where its right lives on, is among them.
fn attackers(game: &Game, target: usize, by_white: bool) -> Vec<usize> {
    let mut list: Vec<usize> =
        (0..64).filter(|&s| game.is_of(by_white, s) && attacks(game, s).contains(&target)).collect();
    if game.ghosts() {
        let gone = |&s: &usize| game.unmoved[s] && is_first_rank(s, by_white) && !game.is_of(by_white, s);
        list.extend((0..64).filter(gone).filter(|&s| ahead(s, by_white, 0, 2) == Some(target)));
    }
    list
}

/// Whether a side attacks a square.
pub fn attacked(game: &Game, target: usize, by_white: bool) -> bool {
    !attackers(game, target, by_white).is_empty()
}

pub fn legal(game: &Game) -> Vec<String> {
    let us = game.white;
    let king = game.king(us);
    let checkers = attackers(game, king, !us);
    if game.checked[us as usize] {
        return Vec::new();
    }
    let mut list = Vec::new();
    for from in (0..64).filter(|&s| game.is_of(us, s)) {
        let kind = game.kind(game.board[from]);
        let mut targets: Vec<usize> = attacks(game, from)
            .into_iter()
            .filter(|&to| !game.is_of(us, to) && (kind != b'p' || game.board[to] != b'.'))
            .collect();
        let mut quiet = |to: Option<usize>| targets.extend(to.filter(|&to| game.board[to] == b'.'));
        if kind == b'p' {
            quiet(ahead(from, us, 0, 1));
        }
        if kind == b'm' && game.unmoved[from] && game.rules.leaps == Leaps::Modern {
            quiet(ahead(from, us, 0, 2));
        }
        if kind == b'k' && game.unmoved[from] {
            if game.rules.leaps == Leaps::Ludii {
                KNIGHT.iter().for_each(|step| quiet(ahead(from, us, step.0, step.1)));
            } else if game.rules.leaps != Leaps::No && checkers.is_empty() {
                quiet(ahead(from, us, 2, 1));
                quiet(ahead(from, us, -2, 1));
            }
        }
        for to in targets {
            if game.rules.king_stays && from == king && !checkers.is_empty() && checkers != [to] {
                continue;
            }
            let mut after = game.copy();
            put(&mut after, from, to, game.board[from]);
            if attacked(&after, after.king(us), !us) {
                continue;
            }
            let text = name(from) + &name(to);
            let ranks = if us { rank(to) + 1 } else { 8 - rank(to) };
            if kind == b'p' && ranks >= game.rules.turns.0 {
                list.extend(game.rules.turns.1.chars().map(|letter| format!("{text}{letter}")));
            } else {
                list.push(text);
            }
        }
    }
    list.sort();
    list
}

fn is_first_rank(square: usize, white: bool) -> bool {
    rank(square) == if white { 0 } else { 7 }
}

/// Moves a man, which may turn, and ends the rights that its squares had.
fn put(game: &mut Game, from: usize, to: usize, man: u8) {
    let white = man.is_ascii_uppercase();
    for at in [from, to] {
        // In traditional ouk only what a side does itself ends its rights.
        if !game.ghosts() || is_first_rank(at, white) {
            game.unmoved[at] = false;
        }
    }
    game.board[from] = b'.';
    game.board[to] = man;
}

pub fn play(game: &mut Game, text: &str) {
    let bytes = text.as_bytes();
    let (from, to) = (square(&bytes[..2]), square(&bytes[2..4]));
    let us = game.white;
    let man = game.board[from];
    let captured = game.board[to];
    let placed = match bytes.get(4) {
        Some(letter) if us => letter.to_ascii_uppercase(),
        Some(letter) => *letter,
        None => man,
    };
    put(game, from, to, placed);
    let king = game.king(!us);
    if game.rules.leaps == Leaps::Modern && game.kind(man) == b'r' && (file(to) == file(king) || rank(to) == rank(king))
    {
        game.unmoved[king] = false;
    }
    game.clock = if captured != b'.' || game.kind(man) == b'p' { 0 } else { game.clock + 1 };
    game.number += !us as i32;
    game.white = !us;
    super::counting::step(game, captured, bytes.len() == 5);
    if game.rules.first_check && game.in_check() {
        game.checked[!us as usize] = true;
    }
}

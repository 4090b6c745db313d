//! The counting rules, step by step as the texts tell them.

use super::Game;
use super::table::Counting;

fn has(kinds: &[u8], kind: u8, at_least: usize) -> bool {
    kinds.iter().filter(|&&other| other == kind).count() >= at_least
}

/// Rook 5, knight 3, khon 2.5, met 2; doubled.
fn worth(kinds: &[u8]) -> i32 {
    let one = |kind: &u8| match kind {
        b'r' => 10,
        b'n' => 6,
        b's' => 5,
        b'm' => 4,
        _ => 0,
    };
    kinds.iter().map(one).sum()
}

/// Full moves that a side may count; 0: it may not.
fn count_limit(game: &Game, white: bool) -> i32 {
    let (us, them) = (game.kinds(white), game.kinds(!white));
    let (bare, them_bare) = (us.len() == 1, them.len() == 1);
    let pawns = has(&us, b'p', 1) || has(&them, b'p', 1);
    // The first line of the table that fits.
    let table = |lines: [i32; 6]| {
        let [two_rooks, rook, two_khons, two_knights, khon, otherwise] = lines;
        if has(&them, b'r', 2) {
            two_rooks
        } else if has(&them, b'r', 1) {
            rook
        } else if has(&them, b's', 2) {
            two_khons
        } else if has(&them, b'n', 2) {
            two_knights
        } else if has(&them, b's', 1) {
            khon
        } else {
            otherwise
        }
    };
    match game.rules.counting {
        Counting::No | Counting::Traditional => 0,
        Counting::Makruk => match (pawns || them_bare, bare) {
            (true, _) => 0,
            (false, false) => 64,
            (false, true) => table([8, 16, 22, 32, 44, 64]),
        },
        Counting::Cambodian | Counting::OukHonour => {
            let ours = game.rules.counting == Counting::Cambodian;
            if us.len() > 3 || them_bare || bare && pawns {
                0
            } else if !bare {
                if ours { 63 } else { 64 }
            } else if ours {
                table([7, 15, 21, 31, 43, 63])
            } else {
                table([8, 16, 22, 32, 64, 64])
            }
        }
        Counting::Asean => {
            if pawns || !bare {
                0
            } else if has(&them, b'r', 1) {
                16
            } else if has(&them, b's', 1) {
                44
            } else if has(&them, b'n', 1) {
                64
            } else {
                0
            }
        }
        Counting::MakrukHonour => {
            if pawns || them_bare {
                0
            } else if !bare {
                let (ours, theirs) = (worth(&us), worth(&them));
                if ours < theirs || ours == theirs && white == game.white { 64 } else { 0 }
            } else if has(&them, b'r', 1) || has(&them, b's', 2) {
                table([8, 16, 22, 0, 0, 0])
            } else if has(&them, b's', 1) {
                44
            } else if has(&them, b'n', 2) {
                32
            } else {
                64
            }
        }
    }
}

/// The count after a move; the side to move has changed already.
pub fn step(game: &mut Game, captured: u8, promoted: bool) {
    let (mover, next) = (!game.white, game.white);
    let men = (game.men(true).len() + game.men(false).len()) as i32;
    let pawns = has(&game.men(true), b'p', 1) || has(&game.men(false), b'p', 1);
    let bare = |white: bool| game.men(white).len() == 1;
    let capture = captured != b'.';
    let mut count = game.count.map(|(limit, ply)| (limit, ply + 1));

    if game.rules.counting == Counting::Traditional {
        // A capture that leaves the first bare king starts the only count there is.
        if capture && bare(next) && !bare(mover) {
            let them = game.kinds(mover);
            let limit = if pawns {
                64
            } else if has(&them, b'r', 1) {
                if has(&them, b'r', 2) { 8 } else { 16 }
            } else if has(&them, b's', 2) {
                22
            } else if has(&them, b'n', 2) {
                32
            } else if has(&them, b's', 1) {
                44
            } else {
                64
            };
            count = Some((2 * limit, 2 * men));
        }
        game.count = count;
        return;
    }

    if game.rules.counting == Counting::MakrukHonour && capture && !bare(true) && !bare(false) {
        let counting = |ply| if ply % 2 == 0 { next } else { mover };
        let heavier = |white: bool| worth(&game.kinds(white)) > worth(&game.kinds(!white));
        count = count.filter(|&(_, ply)| !heavier(counting(ply)));
    }
    if game.rules.counting != Counting::Asean
        && captured.eq_ignore_ascii_case(&b'p')
        && bare(mover)
        && !pawns
        && count_limit(game, mover) > 0
    {
        count = Some((2 * count_limit(game, mover), 2 * men - 1));
    }
    let limit = count_limit(game, next);
    if limit > 0 && (count.is_none() || (capture || promoted) && bare(next)) {
        let from_zero = !bare(next) || game.rules.counting == Counting::Asean;
        count = Some((2 * limit, if from_zero { 0 } else { 2 * men }));
    }
    game.count = count;
}

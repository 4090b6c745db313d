//! The positions games begin from.

use crate::arena::dice::Dice;
use crate::notation::fen;
use crate::rules::Line;
use crate::rules::Position;
use crate::rules::Variant;
use crate::rules::Which;
use crate::rules::variant::Goal;
use crate::types::MoveList;
use std::fs;
use std::path::Path;

/// So many draws in a row that all fail end the making of random openings.
const MOST_TRIES: usize = 10_000;

/// Reads a file of FEN or EPD lines; empty lines and those that begin with `#` are passed over.
///
/// # Errors
/// The file or a line cannot be read, a game there has ended, or there is no line.
pub fn read(path: &Path, variant: &'static Variant) -> Result<Vec<Position>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&text, &path.display().to_string(), variant)
}

/// Reads the text of such a file; `name` stands before what is told of a line.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, name: &str, variant: &'static Variant) -> Result<Vec<Position>, String> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split(';').next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let told = |error: String| format!("{name}:{}: {error}", number + 1);
        let position = fen::position(line, variant).map_err(told)?;
        if let Some(end) = position.ended() {
            return Err(told(format!("the game has ended: {end}")));
        }
        openings.push(position);
    }
    if openings.is_empty() { Err(format!("{name}: no position")) } else { Ok(openings) }
}

/// Makes `wanted` openings of `plies` random moves from the start. None is in check, none can be won by the next check
/// where that wins, and none is twice among them while enough others are found.
///
/// # Errors
/// No such opening is found.
pub fn random(
    variant: &'static Variant,
    plies: usize,
    wanted: usize,
    dice: &mut Dice,
) -> Result<Vec<Position>, String> {
    let mut openings: Vec<Position> = Vec::new();
    let mut keys = std::collections::HashSet::new();
    let mut tries = 0;
    while openings.len() < wanted {
        if tries == MOST_TRIES {
            return Err(format!("only {} openings of {plies} random plies were found, not {wanted}", openings.len()));
        }
        tries += 1;
        let Some(position) = walk(variant, plies, dice) else { continue };
        // From the start itself, or a few plies from it, there are only so many.
        if keys.insert(position.key()) || tries > MOST_TRIES / 2 {
            openings.push(position);
            tries = tries.min(MOST_TRIES / 2) * usize::from(tries > MOST_TRIES / 2);
        }
    }
    Ok(openings)
}

fn walk(variant: &'static Variant, plies: usize, dice: &mut Dice) -> Option<Position> {
    let mut line = Line::new(Position::start(variant));
    for _ in 0..plies {
        let moves = moves(line.now());
        if moves.is_empty() {
            return None;
        }
        line.push(moves[dice.below(moves.len())]);
    }
    let now = *line.now();
    let won = |position: &Position| moves(position).iter().any(|&mv| position.gives_check(mv));
    let unfair = now.in_check() || variant.goal == Goal::FirstCheck && won(&now);
    (line.ended().is_none() && !unfair).then_some(now)
}

fn moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.moves(Which::All, &mut list);
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant;

    #[test]
    fn random_openings_are_fair_and_repeat_by_seed() {
        for &variant in &variant::ALL {
            let made = |seed| {
                let openings = random(variant, 8, 50, &mut Dice::new(seed)).unwrap();
                openings.iter().map(fen::write).collect::<Vec<_>>()
            };
            assert_eq!(made(1), made(1));
            assert_ne!(made(1), made(2));
            for text in made(3) {
                let position = fen::position(&text, variant).unwrap();
                assert!(position.ended().is_none() && !position.in_check(), "{text}");
            }
        }
        assert_eq!(random(variant::ALL[0], 0, 3, &mut Dice::new(1)).unwrap().len(), 3);
    }
}

//! How a game is described to XBoard where it does not know it: `setup` and `piece` lines.
//!
//! A game is told as a kin of one that XBoard knows, whose men move and turn as there: a `piece` line would take the pawn's
//! promotion zone away, so there is one only for men with leaps and those the other game has not.

use crate::rules::Variant;
use crate::rules::variant;
use crate::types::Role;
use std::fmt::Write;

/// Games that XBoard knows by itself.
const KNOWN: [Variant; 2] = [variant::MAKRUK, variant::ASEAN];

/// XBoard's pieces by place, as far as they are needed.
const PLACES: [Option<Role>; 12] = [
    Some(Role::Pawn),
    Some(Role::Knight),
    None,
    Some(Role::Rook),
    None,
    Some(Role::Met),
    None,
    Some(Role::Wok),
    None,
    None,
    Some(Role::Khon),
    Some(Role::King),
];

/// The lines that follow on `variant NAME`; none where XBoard knows the game.
pub(super) fn lines(variant: &'static Variant) -> String {
    let mut text = String::new();
    if KNOWN.iter().all(|known| known.name != variant.name) {
        // Writing to a string cannot fail.
        let _ = write(variant, &mut text);
    }
    text
}

fn write(variant: &'static Variant, out: &mut String) -> std::fmt::Result {
    let letter = |role: Option<Role>| role.and_then(|role| variant.letters[role.index()]).map_or('.', char::from);
    let white: String = PLACES.iter().map(|&role| letter(role)).collect();
    // Pawns that turn elsewhere than in both have rules of their own; most are close to makruk's.
    let kin = KNOWN.iter().find(|known| known.promotion.zones == variant.promotion.zones);
    let parent = kin.unwrap_or(&KNOWN[0]).name;
    let mut fields = variant.start.split(' ');
    let (placement, rights) = (fields.next().unwrap_or_default(), fields.nth(1).unwrap_or("-"));
    writeln!(out, "setup ({white}{}) 8x8+0_{parent} {placement} w {rights} - 0 1", white.to_ascii_lowercase())?;
    for (role, moves) in [(Role::King, king(variant)), (Role::Met, met(variant)), (Role::Wok, Some("RNF"))] {
        if let (Some(letter), Some(moves)) = (variant.letters[role.index()], moves) {
            writeln!(out, "piece {}& {moves}", char::from(letter))?;
        }
    }
    Ok(())
}

/// A king that has not moved leaps to a free square.
fn king(variant: &Variant) -> Option<&'static str> {
    variant.leaps.map(|leaps| if leaps.any_way { "KimN" } else { "KismN" })
}

/// A met that has not moved jumps two squares straight on.
fn met(variant: &Variant) -> Option<&'static str> {
    variant.leaps.map(|leaps| if leaps.met_captures { "FifD" } else { "FifmD" })
}

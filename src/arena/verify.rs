//! A record is played through again and every result checked.

use crate::arena::ending::Cause;
use crate::arena::oracle::Oracle;
use crate::arena::record::Entry;
use crate::arena::record::Head;
use crate::notation::coord;
use crate::notation::fen;
use crate::rules::Line;
use crate::rules::Variant;

/// Checks a game.
///
/// # Errors
/// What is wrong with it.
pub fn game(head: &Head, entry: &Entry) -> Result<(), String> {
    let variant = Variant::named(&head.variant).ok_or_else(|| format!("no game {:?}", head.variant))?;
    let recorded = entry.ending()?;
    let mut line = Line::new(fen::position(&entry.opening, variant)?);
    for (index, text) in entry.moves.iter().enumerate() {
        let at = index + 1;
        if let Some(end) = line.ended() {
            return Err(format!("goes on at ply {at}, where it has ended: {end}"));
        }
        let mv = coord::parse(text, line.now()).map_err(|error| format!("ply {at}: {text} is {error}"))?;
        line.push(mv);
    }
    match (recorded.cause, line.ended()) {
        (Cause::Rules(_), Some(end)) if recorded == end.into() => Ok(()),
        (_, Some(end)) => Err(format!("is recorded as {} by {}, but ends by: {end}", entry.result, entry.cause)),
        (Cause::Rules(why), None) => Err(format!("is recorded as {} by {why}, but has not ended", entry.result)),
        (cause, None) => {
            let plies = entry.moves.len();
            let right = match cause {
                Cause::Length => recorded.winner.is_none() && plies >= head.most_plies,
                Cause::DrawAgreed => recorded.winner.is_none(),
                Cause::Resigned => recorded.winner.is_some(),
                Cause::Tables => Oracle::knows(line.now()).is_some(),
                Cause::NoStart => recorded.winner.is_some() && plies == 0,
                Cause::Hang | Cause::Crash if plies == 0 => recorded.winner.is_some(),
                _ => recorded.winner == Some(!line.now().turn()),
            };
            if right { Ok(()) } else { Err(format!("{} cannot be by {cause} here", entry.result)) }
        }
    }
}

//! What is in a file of games.

use crate::training::dataset::DatasetError;
use crate::training::dataset::File;
use crate::training::dataset::Unplayable;
use crate::training::dataset::replay;
use crate::training::format::Header;
use crate::types::Color;
use std::path::Path;

/// A file of games in numbers.
#[derive(Clone, Debug)]
pub struct Info {
    pub header: Header,
    pub bytes: usize,
    pub games: usize,
    pub positions: usize,
    /// Positions with a score.
    pub searched: usize,
    /// Games that begin from an ending.
    pub endings: usize,
    /// White's wins, draws, black's wins.
    pub results: [usize; 3],
    /// Positions with a count running, and the longest game; known only if the games were played through.
    pub verified: Option<(usize, usize)>,
    /// What is wrong, one line each.
    pub faults: Vec<String>,
}

/// Reads a file of games; with `verify`, plays every move and compares mates with results.
///
/// # Errors
/// The file cannot be read at all. Lesser faults are told in [`Info::faults`].
pub fn info(path: &Path, verify: bool) -> Result<Info, DatasetError> {
    let file = File::open(path)?;
    let mut info = Info {
        header: file.header.clone(),
        bytes: file.size(),
        games: 0,
        positions: 0,
        searched: 0,
        endings: 0,
        results: [0; 3],
        verified: verify.then_some((0, 0)),
        faults: Vec::new(),
    };
    for block in file.blocks() {
        let games = match block {
            Ok(games) => games,
            Err(error) => {
                info.faults.push(format!("{error}, skipped"));
                continue;
            }
        };
        for game in games {
            info.games += 1;
            info.positions += game.plies.len();
            info.searched += game.plies.iter().filter(|ply| ply.score.is_some()).count();
            info.endings += usize::from(game.start.is_some());
            info.results[match game.winner {
                Some(Color::White) => 0,
                None => 1,
                Some(Color::Black) => 2,
            }] += 1;
            let Some((counting, longest)) = &mut info.verified else { continue };
            *longest = (*longest).max(game.plies.len());
            match replay(file.variant, &game, |position, _| *counting += usize::from(position.count().is_some())) {
                Err(Unplayable(ply)) => info.faults.push(format!("game {}: ply {ply} is illegal", game.number)),
                Ok(last) => {
                    if let Some(end) = last.lost_or_stuck().filter(|end| end.winner != game.winner) {
                        info.faults.push(format!("game {}: {end}, but not by its result", game.number));
                    }
                }
            }
        }
    }
    Ok(info)
}

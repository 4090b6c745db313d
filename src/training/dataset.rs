//! Reads files of games: all of a file, or the samples in it that are worth learning from.

use crate::eval::by_hand;
use crate::eval::hand::PawnTable;
use crate::rules::Position;
use crate::rules::Variant;
use crate::training::format::Blocks;
use crate::training::format::FormatError;
use crate::training::format::Game;
use crate::training::format::Header;
use crate::training::random::Random;
use crate::training::sample::Sample;
use crate::types::Color;
use crate::types::Role;
use crate::types::Score;
use std::fmt;
use std::io;
use std::path::Path;
use std::path::PathBuf;

/// Why a file of games cannot be read at all.
#[derive(Debug)]
pub enum DatasetError {
    File(PathBuf, io::Error),
    Format(PathBuf, FormatError),
    /// The file's games are of a variant that this engine does not know.
    Variant(PathBuf, String),
    /// Files of different families of games, or not of the family asked for.
    Mixed(PathBuf, String),
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatasetError::File(path, error) => write!(f, "{}: {error}", path.display()),
            DatasetError::Format(path, error) => write!(f, "{}: {error}", path.display()),
            DatasetError::Variant(path, name) => write!(f, "{}: unknown variant {name}", path.display()),
            DatasetError::Mixed(path, name) => write!(f, "{}: {name} is another family of games", path.display()),
        }
    }
}

impl std::error::Error for DatasetError {}

/// A file of games in memory.
pub struct File {
    path: PathBuf,
    bytes: Vec<u8>,
    blocks: usize,
    pub header: Header,
    pub variant: &'static Variant,
}

impl File {
    /// Reads a file and its header.
    ///
    /// # Errors
    /// It cannot be read, is no file of games, or of an unknown variant.
    pub fn open(path: &Path) -> Result<File, DatasetError> {
        let bytes = std::fs::read(path).map_err(|error| DatasetError::File(path.into(), error))?;
        let (header, blocks) = Header::read(&bytes).map_err(|error| DatasetError::Format(path.into(), error))?;
        let variant = Variant::named(&header.variant)
            .ok_or_else(|| DatasetError::Variant(path.into(), header.variant.clone()))?;
        Ok(File { path: path.into(), bytes, blocks, header, variant })
    }

    /// Its blocks of games.
    pub fn blocks(&self) -> Blocks<'_> {
        Blocks::new(&self.bytes, self.blocks)
    }

    /// Bytes in all.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Where it came from.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A game that its rules do not allow: the first wrong ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unplayable(pub usize);

/// Plays a game through, showing each position with its ply before the move is made.
///
/// # Errors
/// The start or a move is not legal.
pub fn replay(
    variant: &'static Variant,
    game: &Game,
    mut see: impl FnMut(&Position, &crate::training::format::Ply),
) -> Result<Position, Unplayable> {
    let mut position = match &game.start {
        None => Position::start(variant),
        Some(setup) => Position::new(variant, setup).map_err(|_| Unplayable(0))?,
    };
    for (i, ply) in game.plies.iter().enumerate() {
        if !position.is_legal(ply.mv) {
            return Err(Unplayable(i));
        }
        see(&position, ply);
        position = position.play(ply.mv);
    }
    Ok(position)
}

/// Samples to learn from, and samples of other games to check on.
#[derive(Default)]
pub struct Dataset {
    pub training: Vec<Sample>,
    pub validation: Vec<Sample>,
    pub games: usize,
    /// Positions on the files, before quiet ones were chosen.
    pub positions: usize,
    /// What was wrong on the way, one line each.
    pub notices: Vec<String>,
    pawns: PawnTable,
}

impl Dataset {
    /// Reads the quiet, searched positions of all files. One game in `validation_part` is kept for validation, the same
    /// ones each time. Scores look ahead over about `horizon` plies.
    ///
    /// # Errors
    /// A file cannot be read, or is of another family of games than the first.
    pub fn read(paths: &[PathBuf], validation_part: u64, horizon: f32) -> Result<Dataset, DatasetError> {
        let mut data = Dataset::default();
        let mut kin = None;
        for path in paths {
            let file = File::open(path)?;
            if *kin.get_or_insert(file.variant.kin) != file.variant.kin {
                return Err(DatasetError::Mixed(path.clone(), file.header.variant.clone()));
            }
            for block in file.blocks() {
                match block {
                    Ok(games) => games.iter().for_each(|game| data.learn(&file, game, validation_part, horizon)),
                    Err(error) => data.notices.push(format!("{}: {error}, skipped", path.display())),
                }
            }
        }
        Ok(data)
    }

    fn learn(&mut self, file: &File, game: &Game, validation_part: u64, horizon: f32) {
        let drawn = Random::part(file.header.seed, game.number.into()).bits();
        let checks = drawn.is_multiple_of(validation_part.max(2));
        let samples = if checks { &mut self.validation } else { &mut self.training };
        let first = game.start.as_ref().map_or(Color::White, |setup| setup.turn);
        let scores = foresight(game, first, horizon);
        let mut ahead = scores.iter();
        let pawns = &mut self.pawns;
        let outcome = replay(file.variant, game, |position, ply| {
            let foreseen = ahead.next().copied().unwrap_or_default();
            if ply.score.is_some_and(|score| quiet(position, ply.mv, score)) {
                samples.push(Sample::new(position, by_hand(position, pawns), foreseen, game.winner));
            }
        });
        if let Err(Unplayable(ply)) = outcome {
            self.notices.push(format!("{}: game {}, ply {ply}: illegal", file.path.display(), game.number));
        }
        self.games += 1;
        self.positions += game.plies.len();
    }
}

/// Centipawns of a won game, and of any score beyond.
const WON: f32 = 1500.0;

/// What each position of a game came to, from its mover's view in centipawns: the mean of the scores from there on, each ply
/// weighing less than the one before by a factor of `exp(-1 / horizon)`, the result at the end taking the rest. This is the
/// lambda return of Sutton's temporal differences. A horizon of 0 leaves every score as it is, up to [`WON`].
fn foresight(game: &Game, first: Color, horizon: f32) -> Vec<i16> {
    let keep = if horizon > 0.0 { (-1.0 / horizon).exp() } else { 0.0 };
    let sign = |ply: usize| if ply.is_multiple_of(2) == first.is_white() { 1.0 } else { -1.0 };
    let mut ahead = game.winner.map_or(0.0, |winner| if winner.is_white() { WON } else { -WON });
    let mut scores = vec![0; game.plies.len()];
    for (i, ply) in game.plies.iter().enumerate().rev() {
        if let Some(score) = ply.score {
            let now = f32::from(score).clamp(-WON, WON) * sign(i);
            ahead = now + keep * (ahead - now);
        }
        scores[i] = (ahead * sign(i)) as i16;
    }
    scores
}

/// Whether a position's score can be that of its board: no check, no exchange under way, no mate in sight.
fn quiet(position: &Position, best: crate::types::Move, score: i16) -> bool {
    let takes = position.at(best.to()).is_some();
    let turns = best.promotion().is_some();
    let mates = i32::from(score).abs() > Score::EVAL_LIMIT.0;
    let bare = (position.occupied() - position.role(Role::King)).is_empty();
    !takes && !turns && !mates && !bare && !position.in_check()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::format::Ply;
    use crate::types::Move;
    use crate::types::Square;

    #[test]
    fn scores_look_ahead_from_the_side_that_moves() {
        let mv = Move::new(Square::new(0), Square::new(1), None);
        let plies = [Some(100), Some(-300), None, Some(-5000)].map(|score| Ply { mv, score });
        let game = Game { number: 0, start: None, plies: plies.to_vec(), winner: Some(Color::White) };
        // Each by itself; a move that was not searched has what follows.
        assert_eq!(foresight(&game, Color::White, 0.0), [100, -300, 1500, -1500]);
        assert_eq!(foresight(&game, Color::Black, 0.0), [100, -300, 1500, -1500]);
        // To white: 1500 at the end, half of it and half of 300, half of that and half of 100.
        let half = 1.0 / 2f32.ln();
        let due = [500, -900, 1500, -1500i16];
        let near = |(score, due): (i16, i16)| score.abs_diff(due) <= 1;
        assert!(foresight(&game, Color::White, half).into_iter().zip(due).all(near));
    }
}

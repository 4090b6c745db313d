//! Fits the curves of win, draw and loss to games, and checks them on games that were kept back.

use crate::eval::odds::Curve;
use crate::training::dataset::DatasetError;
use crate::training::dataset::File;
use crate::training::dataset::replay;
use crate::training::random::Random;
use crate::types::Score;
use std::collections::HashSet;
use std::path::PathBuf;

/// A searched position, from its mover's view.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub score: i16,
    /// 0 lost, 1 drawn, 2 won.
    pub result: u8,
    pub terms: [f32; Curve::TERMS],
}

/// The positions of games, some games kept back.
#[derive(Default)]
pub struct Data {
    /// The game, as in `UCI_Variant`; of several of a family the first.
    pub name: String,
    /// Who played, in a few words.
    pub origin: String,
    pub games: usize,
    pub held_games: usize,
    pub fitted: Vec<Point>,
    pub held: Vec<Point>,
    /// What was wrong on the way, one line each.
    pub notices: Vec<String>,
}

impl Data {
    /// Reads the searched positions of all files that are no mates. A game that is in several files counts once; `held` games
    /// are kept back, drawn by chance but the same ones each time.
    ///
    /// # Errors
    /// A file cannot be read, or is of another family of games than the first.
    pub fn read(paths: &[PathBuf], held: usize) -> Result<Data, DatasetError> {
        let mut data = Data::default();
        let mut known = HashSet::new();
        let mut games: Vec<(u64, Vec<Point>)> = Vec::new();
        let (mut kin, mut nodes) = (None, Vec::new());
        for path in paths {
            let file = File::open(path)?;
            if *kin.get_or_insert(file.variant.kin) != file.variant.kin {
                return Err(DatasetError::Mixed(path.clone(), file.header.variant.clone()));
            }
            if data.name.is_empty() {
                data.name = file.header.variant.clone();
            }
            nodes.push(file.header.soft_nodes);
            data.origin = format!("{}, net {}", file.header.engine, file.header.net);
            for block in file.blocks() {
                let block = block.unwrap_or_else(|error| {
                    data.notices.push(format!("{}: {error}, skipped", path.display()));
                    Vec::new()
                });
                for game in block {
                    if !known.insert((file.header.variant.clone(), file.header.seed, game.number)) {
                        continue;
                    }
                    let mut points = Vec::new();
                    let outcome = replay(file.variant, &game, |position, ply| {
                        let Some(score) = ply.score.filter(|&score| !Score(score.into()).is_decided()) else { return };
                        let result = game.winner.map_or(1, |winner| if winner == position.turn() { 2 } else { 0 });
                        points.push(Point { score, result, terms: Curve::terms(position).map(|term| term as f32) });
                    });
                    if outcome.is_err() {
                        data.notices.push(format!("{}: game {} is illegal, left out", path.display(), game.number));
                        continue;
                    }
                    // Not the stream by which the games themselves were drawn.
                    games.push((Random::part(!file.header.seed, game.number.into()).bits(), points));
                }
            }
        }
        games.sort_by_key(|&(draw, _)| draw);
        data.games = games.len();
        data.held_games = held.min(games.len() / 2);
        let kept = games.split_off(data.held_games);
        data.held = games.into_iter().flat_map(|(_, points)| points).collect();
        data.fitted = kept.into_iter().flat_map(|(_, points)| points).collect();
        nodes.sort_unstable();
        let (least, most) = (nodes.first().copied().unwrap_or(0), nodes.last().copied().unwrap_or(0));
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        data.origin = format!("{}, {range} nodes a move", data.origin);
        Ok(data)
    }
}

/// Passes over the points.
const PASSES: usize = 400;
/// More points than this are thinned: neighbours in a game say much the same.
const MOST: usize = 400_000;
const RATE: f64 = 0.05;

/// The curve under which the results are likeliest.
pub fn fit(points: &[Point]) -> Curve {
    let thinned: Vec<Point> = points.iter().step_by(points.len().div_ceil(MOST).max(1)).copied().collect();
    let mut numbers = Curve::BEGIN.numbers();
    // Adam (Kingma and Ba) on the whole of the points, the steps fading out.
    let (mut mean, mut square) = ([0.0; Curve::NUMBERS], [0.0; Curve::NUMBERS]);
    for pass in 1..=PASSES {
        let slope = slope(&Curve::of(numbers), &thinned);
        let rate = RATE * (1.0 - (pass - 1) as f64 / PASSES as f64);
        for i in 0..Curve::NUMBERS {
            mean[i] = 0.9 * mean[i] + 0.1 * slope[i];
            square[i] = 0.99 * square[i] + 0.01 * slope[i] * slope[i];
            let (first, second) = (1.0 - 0.9f64.powi(pass as i32), 1.0 - 0.99f64.powi(pass as i32));
            numbers[i] -= rate * (mean[i] / first) / ((square[i] / second).sqrt() + 1e-9);
        }
    }
    Curve::of(numbers)
}

/// How the mean loss, the negative logarithm of the result's chance, grows with each number of the curve.
fn slope(curve: &Curve, points: &[Point]) -> [f64; Curve::NUMBERS] {
    let mut slope = [0.0; Curve::NUMBERS];
    for point in points {
        let terms = point.terms.map(f64::from);
        let (middle, width) = curve.at(&terms);
        let score = f64::from(point.score);
        let (win, loss) = curve.chances(&terms, score);
        let draw = (1.0 - win - loss).max(1e-9);
        // By the exponents of the two logistic curves.
        let (by_win, by_loss) = match point.result {
            2 => (win - 1.0, 0.0),
            0 => (0.0, loss - 1.0),
            _ => (win * (1.0 - win) / draw, loss * (1.0 - loss) / draw),
        };
        let (up, down) = ((score - middle) / width, (-score - middle) / width);
        let by_middle = -(by_win + by_loss) * middle / width;
        let by_width = -(by_win * up + by_loss * down);
        for (i, term) in terms.into_iter().enumerate() {
            slope[i] += by_middle * term;
            slope[Curve::TERMS + i] += by_width * term;
        }
    }
    slope.map(|sum| sum / points.len().max(1) as f64)
}

/// A tenth of the positions, by the points that the mover may expect.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bin {
    pub positions: usize,
    /// The mean score, in centipawns.
    pub score: f64,
    /// Shares of wins, draws and losses: as foretold, and as they came.
    pub foretold: [f64; 3],
    pub came: [f64; 3],
}

impl Bin {
    /// The largest difference between what was foretold and what came, in points of a hundred.
    pub fn difference(&self) -> f64 {
        self.foretold.iter().zip(self.came).map(|(told, came)| 100.0 * (told - came).abs()).fold(0.0, f64::max)
    }
}

/// Compares what the curve foretells with what came, in ten bins of as many positions each.
pub fn check(curve: &Curve, points: &[Point]) -> Vec<Bin> {
    let mut told: Vec<([f64; 3], &Point)> = points
        .iter()
        .map(|point| {
            let (win, loss) = curve.chances(&point.terms.map(f64::from), f64::from(point.score));
            ([win, 1.0 - win - loss, loss], point)
        })
        .collect();
    told.sort_by(|(a, _), (b, _)| (a[0] - a[2]).total_cmp(&(b[0] - b[2])));
    let bin = |told: &[([f64; 3], &Point)]| {
        let number = told.len() as f64;
        let mut bin = Bin { positions: told.len(), ..Bin::default() };
        for (shares, point) in told {
            bin.score += f64::from(point.score) / number;
            bin.came[2 - usize::from(point.result)] += 1.0 / number;
            (0..3).for_each(|i| bin.foretold[i] += shares[i] / number);
        }
        bin
    };
    told.chunks(told.len().div_ceil(10).max(1)).map(bin).collect()
}

/// The text of a file of curves with this family's renewed, and a remark on where it is from.
pub fn renewed(text: &str, name: &str, remark: &str, curve: &Curve) -> String {
    let (line, head) = (format!("{name} "), format!("# {name}: "));
    let mut renewed: String = text
        .lines()
        .filter(|old| !old.starts_with(&line) && !old.starts_with(&head))
        .flat_map(|old| [old, "\n"])
        .collect();
    renewed.push_str(&format!("{head}{remark}\n{}\n", curve.line(name)));
    renewed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_found_again() {
        let truth = Curve { middle: [5.0, 0.6, 0.0, 0.2, 0.5], width: [4.6, -0.3, 0.0, 0.0, 0.2] };
        let mut random = Random::new(3);
        let mut draw = |_| {
            let men = random.unit();
            let used = if random.below(3) == 0 { random.unit() } else { 0.0 };
            let terms = [1.0, men, men * men, f32::from(u8::from(used > 0.0)), used];
            let score = (random.unit() * 1200.0 - 600.0) as i16;
            let (win, loss) = truth.chances(&terms.map(f64::from), f64::from(score));
            let lot = f64::from(random.unit());
            let result = if lot < win {
                2
            } else if lot < win + loss {
                0
            } else {
                1
            };
            Point { score, result, terms }
        };
        let points: Vec<Point> = (0..30_000).map(&mut draw).collect();
        let fresh: Vec<Point> = (0..30_000).map(&mut draw).collect();
        let curve = fit(&points);
        for (terms, score) in [
            ([1.0, 0.5, 0.25, 0.0, 0.0], 150.0),
            ([1.0, 0.2, 0.04, 1.0, 0.5], -100.0),
            ([1.0, 0.9, 0.81, 0.0, 0.0], 300.0),
        ] {
            let (win, loss) = curve.chances(&terms, score);
            let (true_win, true_loss) = truth.chances(&terms, score);
            assert!((win - true_win).abs() < 0.03 && (loss - true_loss).abs() < 0.03, "{curve:?}");
        }
        let bins = check(&curve, &fresh);
        assert!(bins.len() == 10 && bins.iter().all(|bin| bin.difference() < 3.0), "{bins:?}");
        // A wrong curve is seen.
        assert!(check(&Curve::BEGIN, &fresh).iter().any(|bin| bin.difference() > 5.0));
    }

    #[test]
    fn the_line_of_a_family_is_renewed() {
        let text = "# Head.\n# makruk: old\nmakruk 1 2 3 4 5 6 7 8 9 10\nkarouk 1 2 3 4 5 6 7 8 9 10\n";
        let text = renewed(text, "makruk", "new", &Curve::BEGIN);
        assert_eq!(
            text,
            format!("# Head.\nkarouk 1 2 3 4 5 6 7 8 9 10\n# makruk: new\n{}\n", Curve::BEGIN.line("makruk"))
        );
    }
}

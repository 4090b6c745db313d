//! Tuning: numbers of the search are moved to where games are won.
//!
//! Simultaneous perturbation stochastic approximation (J. C. Spall, 1992): all numbers are shaken at once, each up or down by
//! chance; the engine so shaken plays the engine shaken the other way, and every number is moved towards the side that won.
//! The schedules are those of Fishtest and OpenBench. Nothing here plays or reads: who has a [`Trial`] played gives the result.

use crate::search::params::Param;
use crate::training::random::Random;
use serde::Deserialize;
use serde::Serialize;
use std::fmt::Write;

/// How fast moves and shakes become smaller (J. C. Spall, "Implementation of the simultaneous perturbation algorithm", 1998).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of all pairs that is added to those played, so that the first moves are not wild.
const STABILITY: f64 = 0.1;

/// What is settled before the first game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Game pairs in all, at least 1.
    pub pairs: usize,
    /// Game pairs an iteration, at least 1.
    pub batch: usize,
    /// What a won game moves a number in the end, in shares of its step.
    pub rate: f64,
    pub seed: u64,
}

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number {
    pub name: String,
    /// Where it began.
    pub start: i32,
    /// Where it is.
    pub value: f64,
    pub min: i32,
    pub max: i32,
    /// How far it is shaken in the end.
    pub step: i32,
}

impl From<&Param> for Number {
    fn from(param: &Param) -> Number {
        let &Param { name, default, min, max, step } = param;
        Number { name: name.to_string(), start: default, value: default.into(), min, max, step }
    }
}

impl Number {
    /// A place as the engine can have it. What is between two integers becomes the upper one as often as it is near to that:
    /// so small moves count, too.
    fn rounded(&self, place: f64, chance: f64) -> i32 {
        let place = place.clamp(self.min.into(), self.max.into());
        (place + chance).floor() as i32
    }
}

/// The results of games from one side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Results {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points a game, 0 to 1; one half where there is none.
    pub fn mean(&self) -> f64 {
        let games = self.games();
        if games == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / games as f64 }
    }
}

/// An iteration: what is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    pub pairs: usize,
    /// The first side's and the second side's numbers, in the order of [`Tuner::numbers`].
    pub values: [Vec<i32>; 2],
    // Whether the first side has the larger number.
    up: Vec<bool>,
}

/// How far a tuning has come. Written and read again it goes on as if nothing had been.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuner {
    pub plan: Plan,
    /// Iterations and game pairs that have counted.
    pub iterations: u64,
    pub pairs: usize,
    /// Of the sides that were first in their trials: about one half of the points.
    pub results: Results,
    pub numbers: Vec<Number>,
}

impl Tuner {
    /// A tuning that is to begin.
    pub fn new(plan: Plan, numbers: Vec<Number>) -> Tuner {
        Tuner { plan, iterations: 0, pairs: 0, results: Results::default(), numbers }
    }

    /// Whether this can be a tuning, if it was read from a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        let Plan { pairs, batch, rate, .. } = self.plan;
        if pairs == 0 || batch == 0 || !(rate > 0.0 && rate.is_finite()) || self.pairs > pairs {
            return Err("its plan cannot be".to_string());
        }
        let within = |number: &Number, value: f64| (number.min.into()..=number.max.into()).contains(&value);
        let wrong = |number: &&Number| !within(number, number.value) || number.min >= number.max || number.step < 1;
        match self.numbers.iter().find(wrong) {
            Some(number) => Err(format!("{} cannot be so", number.name)),
            None => Ok(()),
        }
    }

    /// How many steps the numbers are shaken now, and how many steps a won game moves them.
    fn schedule(&self) -> (f64, f64) {
        let (all, next) = (self.plan.pairs as f64, self.pairs as f64 + 1.0);
        let stability = STABILITY * all;
        let shake = (all / next).powf(GAMMA);
        (shake, self.plan.rate * ((stability + all) / (stability + next)).powf(ALPHA) / shake)
    }

    /// What is to be played next, the same whenever it is asked; none: the tuning has ended.
    pub fn trial(&self) -> Option<Trial> {
        let pairs = self.plan.batch.min(self.plan.pairs.saturating_sub(self.pairs));
        let mut random = Random::part(self.plan.seed, self.iterations);
        let mut trial = Trial { pairs, values: [Vec::new(), Vec::new()], up: Vec::new() };
        for number in &self.numbers {
            let (up, chance) = (random.below(2) == 0, f64::from(random.unit()));
            let shake = self.schedule().0 * f64::from(number.step);
            let places = if up { [shake, -shake] } else { [-shake, shake] };
            for (values, place) in trial.values.iter_mut().zip(places) {
                // The same chance for both, or chance alone could make them alike.
                values.push(number.rounded(number.value + place, chance));
            }
            trial.up.push(up);
        }
        (pairs > 0).then_some(trial)
    }

    /// Moves the numbers by the first side's results in all games of `trial`, which was the next one.
    pub fn learn(&mut self, trial: &Trial, results: Results) {
        let pull = self.schedule().1 * (results.wins as f64 - results.losses as f64);
        for (number, &up) in self.numbers.iter_mut().zip(&trial.up) {
            let pull = if up { pull } else { -pull };
            let moved = number.value + pull * f64::from(number.step);
            number.value = moved.clamp(number.min.into(), number.max.into());
        }
        self.iterations += 1;
        self.pairs += trial.pairs;
        let Results { wins, draws, losses } = &mut self.results;
        (*wins, *draws, *losses) = (*wins + results.wins, *draws + results.draws, *losses + results.losses);
    }

    /// The numbers as a table, and as rows for `src/search/params.rs`.
    pub fn table(&self) -> String {
        let mut text = format!("{:<18} {:>7} {:>10} {:>7}\n", "number", "start", "now", "steps");
        for Number { name, start, value, step, .. } in &self.numbers {
            let steps = (value - f64::from(*start)) / f64::from(*step);
            let _ = writeln!(text, "{name:<18} {start:>7} {value:>10.2} {steps:>+7.2}");
        }
        text.push('\n');
        for Number { name, value, min, max, step, .. } in &self.numbers {
            let _ = writeln!(text, "    {name} = {value:.0} in {min}..={max} step {step};");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, start: i32, max: i32, step: i32) -> Number {
        Number { name: name.to_string(), start, value: start.into(), min: 0, max, step }
    }

    fn tuner(pairs: usize, seed: u64) -> Tuner {
        let numbers = vec![number("a", 20, 200, 10), number("b", 15, 20, 1), number("c", 700, 1000, 50)];
        Tuner::new(Plan { pairs, batch: 8, rate: 0.01, seed }, numbers)
    }

    const BEST: [f64; 3] = [90.0, 8.0, 400.0];

    /// Games whose odds follow from how far, in steps, each side is from the best.
    fn play(tuner: &Tuner, trial: &Trial) -> Results {
        let mut random = Random::part(99, tuner.iterations);
        let worth = |values: &[i32]| -> f64 {
            let off =
                |(number, (value, best)): (&Number, (&i32, f64))| (f64::from(*value) - best) / f64::from(number.step);
            -tuner.numbers.iter().zip(values.iter().zip(BEST)).map(off).map(|off| off * off).sum::<f64>()
        };
        let [first, second] = &trial.values;
        let odds = 1.0 / (1.0 + (-0.03 * (worth(first) - worth(second))).exp());
        let mut results = Results::default();
        for _ in 0..2 * trial.pairs {
            match f64::from(random.unit()) {
                _ if random.below(3) == 0 => results.draws += 1,
                chance if chance < odds => results.wins += 1,
                _ => results.losses += 1,
            }
        }
        results
    }

    fn go(tuner: &mut Tuner, iterations: usize) {
        for _ in 0..iterations {
            let Some(trial) = tuner.trial() else { return };
            tuner.learn(&trial, play(tuner, &trial));
        }
    }

    #[test]
    fn the_best_is_found() {
        for seed in 1..=3 {
            let mut tuner = tuner(20_000, seed);
            go(&mut tuner, usize::MAX);
            assert_eq!((tuner.pairs, tuner.iterations, tuner.results.games()), (20_000, 2500, 40_000));
            for (number, best) in tuner.numbers.iter().zip(BEST) {
                let off = (number.value - best) / f64::from(number.step);
                assert!(off.abs() < 1.0, "seed {seed}: {number:?} is {off} steps from {best}");
            }
        }
    }

    #[test]
    fn what_was_written_goes_on_alike() {
        let (mut whole, mut parts) = (tuner(1001, 5), tuner(1001, 5));
        go(&mut whole, usize::MAX);
        while parts.trial().is_some() {
            go(&mut parts, 7);
            parts = serde_json::from_str(&serde_json::to_string(&parts).unwrap()).unwrap();
        }
        assert_eq!(parts, whole);
        assert_eq!(whole.iterations, 126, "the last iteration has one pair");
        let mut other = tuner(1001, 6);
        go(&mut other, usize::MAX);
        assert_ne!(other.numbers, whole.numbers);
    }

    #[test]
    fn trials_stay_within_bounds_and_differ() {
        let mut tuner = tuner(1000, 1);
        tuner.numbers[1].value = 20.0;
        tuner.numbers[0].value = 60.3;
        let shake = tuner.schedule().0 * 10.0;
        let (mut seen, mut sum) = ([0, 0], 0);
        for iteration in 0..2000 {
            tuner.iterations = iteration;
            let trial = tuner.trial().unwrap();
            let [first, second] = &trial.values;
            for (index, number) in tuner.numbers.iter().enumerate() {
                assert_eq!(first[index] > second[index], trial.up[index]);
                assert!((number.min..=number.max).contains(&first[index].max(second[index])));
            }
            sum += first[0].max(second[0]);
            seen[usize::from(trial.up[0])] += 1;
        }
        assert!(seen[0] > 900 && seen[1] > 900, "{seen:?}");
        // Rounded by chance, they have the right mean.
        let mean = f64::from(sum) / 2000.0;
        assert!((mean - 60.3 - shake).abs() < 0.04, "{mean}");
    }

    #[test]
    fn schedules_end_at_step_and_rate() {
        let mut tuner = tuner(1000, 1);
        let first = tuner.schedule();
        assert!((first.0 - 1000f64.powf(0.101)).abs() < 1e-9 && first.1 > tuner.plan.rate, "{first:?}");
        tuner.pairs = 999;
        assert_eq!(tuner.schedule(), (1.0, tuner.plan.rate));
    }

    #[test]
    fn numbers_stay_within_bounds() {
        let mut tuner = tuner(80, 1);
        tuner.plan.rate = 100.0;
        while let Some(trial) = tuner.trial() {
            tuner.learn(&trial, Results { wins: 16, ..Results::default() });
            assert_eq!(tuner.check(), Ok(()));
        }
        assert!(tuner.table().contains("in 0..=200 step 10;"));
        tuner.numbers[0].value = 201.0;
        assert!(tuner.check().unwrap_err().starts_with("a "));
    }
}

//! The score of a match as text: a line, a table, a summary.

use crate::arena::contender::Contender;
use crate::arena::ending::Cause;
use crate::arena::statistics::Sprt;
use crate::arena::statistics::Verdict;
use crate::arena::tally::Score;
use crate::arena::tally::Tally;
use std::fmt::Write;
use std::time::Duration;

/// What a match looks like from outside.
pub struct Scene<'a> {
    pub variant: &'static str,
    pub contenders: &'a [Contender],
    /// All games that are to be played.
    pub games: usize,
    /// Games that were over when it began.
    pub before: usize,
    pub sprt: Option<Sprt>,
}

impl Scene<'_> {
    /// The score in one line, from the first engine's view.
    pub fn line(&self, tally: &Tally, elapsed: Duration) -> String {
        let mut text = format!("games {}/{}  ", tally.games(), self.games);
        if let [one, other] = self.contenders {
            let score = tally.of(0);
            let _ = write!(text, "{} v {}  {}", one.name, other.name, standing(&score));
            if let Some(sprt) = &self.sprt {
                let _ = write!(text, "  {}", ratio(sprt, &score));
            }
        } else {
            let scores = self.ranking(tally).into_iter();
            let scores = scores.map(|(name, score)| format!("{name} {}/{}", score.points(), score.games()));
            text.push_str(&scores.collect::<Vec<_>>().join("  "));
        }
        let _ = write!(text, "  {}", self.pace(tally, elapsed));
        text
    }

    /// Games a minute, and the time the rest will take.
    fn pace(&self, tally: &Tally, elapsed: Duration) -> String {
        let played = tally.games().saturating_sub(self.before as u64) as f64;
        if played == 0.0 || elapsed.is_zero() {
            return "no game yet".to_string();
        }
        let rate = played / elapsed.as_secs_f64();
        let left = (self.games as u64).saturating_sub(tally.games()) as f64 / rate;
        format!("{:.1} games/min, {} left", rate * 60.0, span(Duration::from_secs_f64(left)))
    }

    fn ranking(&self, tally: &Tally) -> Vec<(&str, Score)> {
        let scores = self.contenders.iter().enumerate();
        let mut scores: Vec<_> = scores.map(|(index, one)| (one.name.as_str(), tally.of(index))).collect();
        if scores.len() > 2 {
            scores.sort_by(|(_, a), (_, b)| b.pairs.mean().total_cmp(&a.pairs.mean()));
        }
        scores
    }

    /// The table of all engines and of the endings, a line each.
    pub fn table(&self, tally: &Tally, elapsed: Duration) -> String {
        let mut text = String::new();
        let width = self.contenders.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
        let _ =
            writeln!(text, "{}  games {}/{}  {}", self.variant, tally.games(), self.games, self.pace(tally, elapsed));
        let shown = if self.contenders.len() == 2 { 1 } else { usize::MAX };
        for (name, score) in self.ranking(tally).into_iter().take(shown) {
            let [a, b, c, d, e] = score.pairs.0;
            let _ = writeln!(text, "  {name:width$}  {}  pairs {a} {b} {c} {d} {e}", standing(&score));
        }
        if self.contenders.len() > 2 {
            for ([first, second], score) in tally.duels() {
                let (first, second) = (&self.contenders[*first].name, &self.contenders[*second].name);
                let _ = writeln!(text, "  {first:width$} v {second:width$}  {}", standing(score));
            }
        }
        if let Some(sprt) = &self.sprt {
            let _ = writeln!(text, "  {}", ratio(sprt, &tally.of(0)));
        }
        for ending in self.endings(tally) {
            let _ = writeln!(text, "  {ending}");
        }
        text
    }

    /// The endings by reason: who won by it, or lost, or how many were drawn.
    pub fn endings(&self, tally: &Tally) -> Vec<String> {
        let mut lines: Vec<(Cause, u64, Vec<String>)> = Vec::new();
        for (kind, games) in tally.endings() {
            let name = |engine: usize| &self.contenders[engine].name;
            let part = match (kind.winner, kind.loser) {
                (Some(winner), _) if matches!(kind.cause, Cause::Rules(_)) => format!("{} won {games}", name(winner)),
                (_, Some(loser)) => format!("{} lost {games}", name(loser)),
                _ => format!("{games} drawn"),
            };
            match lines.iter_mut().find(|(cause, ..)| *cause == kind.cause) {
                Some((_, sum, parts)) => {
                    *sum += games;
                    parts.push(part);
                }
                None => lines.push((kind.cause, games, vec![part])),
            }
        }
        lines.sort_by_key(|&(_, sum, _)| std::cmp::Reverse(sum));
        lines.into_iter().map(|(cause, _, parts)| format!("{:22} {}", cause.to_string(), parts.join(", "))).collect()
    }
}

/// Wins, draws, losses, share of the points, Elo and its error, likelihood of superiority, share of draws.
fn standing(score: &Score) -> String {
    let Score { wins, draws, losses, pairs } = score;
    let share = 100.0 * score.points() / score.games().max(1) as f64;
    let mut text = format!("+{wins} ={draws} -{losses}  {share:.1} %");
    if pairs.total() > 0 {
        let _ = write!(text, "  elo {:+.1} ± {:.1}", pairs.elo(), pairs.error());
        let _ = write!(text, "  los {:.1} %", 100.0 * pairs.superiority());
    }
    let _ = write!(text, "  draws {:.0} %", 100.0 * score.draw_ratio());
    text
}

/// Where a sequential test stands.
fn ratio(sprt: &Sprt, score: &Score) -> String {
    let (lower, upper) = sprt.bounds();
    let found = match sprt.verdict(&score.pairs) {
        None => String::new(),
        Some(Verdict::Lower) => format!("  elo {} accepted", sprt.elo0),
        Some(Verdict::Upper) => format!("  elo {} accepted", sprt.elo1),
    };
    let ratio = sprt.ratio(&score.pairs);
    format!("llr {ratio:+.2} ({lower:.2}, {upper:.2}) [{}, {}]{found}", sprt.elo0, sprt.elo1)
}

/// `1:02:03`, `2:03`.
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

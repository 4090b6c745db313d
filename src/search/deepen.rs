//! Iterative deepening: one ply more each time, in a window round the last score, until the time is spent.

use crate::rules::Line;
use crate::search::Bound;
use crate::search::Report;
use crate::search::Trial;
use crate::search::clock::Budget;
use crate::search::endings::Verdict;
use crate::search::node::AtRoot;
use crate::search::params;
use crate::search::window::Window;
use crate::search::worker::Searched;
use crate::search::worker::UNSEARCHED;
use crate::search::worker::Worker;
use crate::types::Move;
use crate::types::Score;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What ends iterative deepening besides the clock.
#[derive(Clone, Debug)]
pub(super) struct Goals {
    pub depth: usize,
    /// A mate in so many moves.
    pub mate: Option<u32>,
    pub multi_pv: usize,
    /// In so many iterations every root move is given its score.
    pub glance: usize,
    /// In games: a forced reply and a sure mate need no more thought.
    pub hurry: bool,
}

/// A search that takes longer also tells of bounds and of the moves that it looks at.
const SLOW: Duration = Duration::from_secs(3);
/// Deeper than this nothing is looked for.
pub(super) const DEEPEST: usize = 127;

impl Worker {
    /// Deepens until the goals are met or the search is stopped. Only the first thread reports.
    pub fn deepen(&mut self, goals: &Goals, report: &mut dyn FnMut(&Report)) {
        let mut last_best: Option<Move> = None;
        let mut steady = 0;
        let mut last_score: Option<Score> = None;
        for depth in 1..=goals.depth.min(DEEPEST) {
            self.root_depth = depth as i32;
            self.consult(goals.multi_pv == 1);
            for root in &mut self.roots {
                root.previous = root.score;
                root.nodes /= 2;
            }
            let searched = self.iterate(goals, report);
            if searched.is_err() {
                break;
            }
            self.finished = depth;
            self.unstoppable = false;
            if depth <= goals.glance {
                self.seen = self.roots.iter().map(|root| (root.mv, root.score)).collect();
            }
            if self.id != 0 {
                continue;
            }
            let (best, score) = (self.roots[0].mv, self.roots[0].score);
            steady = if last_best == Some(best) { steady + 1 } else { 0 };
            let drop =
                last_score.map_or(0, |last| if last.is_mate() || score.is_mate() { 0 } else { last.0 - score.0 });
            last_best = Some(best);
            last_score = Some(last_score.map_or(score, |last| Score((last.0 + score.0) / 2)));
            if self.is_done(goals, score, depth, steady, drop) {
                break;
            }
        }
        self.held.drain(..).for_each(|held| report(&held));
        if self.id == 0 {
            self.shared.halt.store(true, Ordering::Relaxed);
        }
    }

    fn is_done(&mut self, goals: &Goals, score: Score, depth: usize, steady: usize, drop: i32) -> bool {
        if self.verdict == Some(Verdict::Decided) && goals.depth >= DEEPEST {
            return true;
        }
        if let (Some(mate), Some(moves)) = (goals.mate, score.mate_moves())
            && moves > 0
            && moves as u32 <= mate
        {
            return true;
        }
        if self.shared.signals.pondering() {
            return false;
        }
        let total = self.total_nodes();
        if self.was_pondering {
            self.was_pondering = false;
            self.clock.iter_mut().for_each(|clock| clock.ponder_hit());
        }
        let Some(clock) = self.clock else { return false };
        if goals.hurry && clock.is_game() {
            // One move, or a mate that a deeper search has confirmed.
            let sure = score.mate_plies().is_some_and(|plies| depth > plies + 6);
            if self.roots.len() == 1 && depth >= 6 || sure {
                return true;
            }
        }
        let spent: u64 = self.roots.iter().map(|root| root.nodes).sum();
        let share = self.roots[0].nodes as f64 / spent.max(1) as f64;
        let stretch = if depth < 6 { 1.0 } else { Budget::stretch(steady, drop, share) };
        clock.is_enough(total, stretch)
    }

    /// One iteration: every line that is asked for, the best first.
    fn iterate(&mut self, goals: &Goals, report: &mut dyn FnMut(&Report)) -> Searched<()> {
        let lines = goals.multi_pv.min(self.roots.len());
        let searched = if self.root_depth as usize <= goals.glance { self.roots.len() } else { lines };
        for rank in 0..searched {
            self.rank = rank;
            self.selective_depth = 0;
            let searched = self.aspire(report);
            // A stable sort keeps the order of the moves that were not the best.
            self.roots[rank..].sort_by_key(|root| std::cmp::Reverse(root.score));
            self.roots[..=rank].sort_by_key(|root| std::cmp::Reverse(root.score));
            searched?;
        }
        self.rank = 0;
        if lines > 1 {
            self.order_told();
        }
        if self.id == 0 {
            let news: Vec<Report> = (0..lines).map(|rank| self.news(rank, Bound::Exact)).collect();
            self.held.clear();
            if self.pace.admits(lines, self.elapsed()) { news.iter().for_each(report) } else { self.held = news }
        }
        Ok(())
    }

    /// Since the search began.
    fn elapsed(&self) -> Duration {
        self.clock.map(|clock| clock.elapsed()).unwrap_or_default()
    }

    /// Says which root move is looked at, in a slow search.
    pub(super) fn herald(&mut self, mv: Move, tried: usize) {
        let Some(herald) = self.herald.clone().filter(|_| self.id == 0) else { return };
        let now = self.elapsed();
        if now > SLOW && self.trial_pace.admits(1, now) {
            herald(self.position(), Trial { depth: self.root_depth as usize, mv, number: self.rank + tried });
        }
    }

    /// Searches the root in a window round the last score, widened until the score is inside.
    fn aspire(&mut self, report: &mut dyn FnMut(&Report)) -> Searched<()> {
        let depth = self.root_depth;
        let average = self.roots[self.rank].average;
        let mut width = params::aspiration() + average.map_or(0, |average| (average.0.abs() / 40).min(60));
        let mut window = match average {
            Some(score) if depth >= 4 && !score.is_mate() => Window::new(score - width, score + width),
            _ => Window::FULL,
        };
        let mut lowered = 0;
        loop {
            window.alpha = window.alpha.max(Window::FULL.alpha);
            window.beta = window.beta.min(Window::FULL.beta);
            let score = self.node::<AtRoot>(window, (depth - lowered).max(1), false)?;
            let rank = self.rank;
            self.roots[rank..].sort_by_key(|root| std::cmp::Reverse(root.score));
            let bound = if window.fails_low(score) {
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = score - width;
                lowered = 0;
                Bound::Upper
            } else if window.fails_high(score) {
                window.beta = score + width;
                lowered = (lowered + 1).min(4);
                Bound::Lower
            } else {
                return Ok(());
            };
            width += width / 2 + 2;
            if width > 600 || score.is_mate() {
                window = Window::FULL;
            }
            if self.id == 0 && rank == 0 && self.elapsed() > SLOW && self.roots[0].score != UNSEARCHED {
                self.tell(0, bound, report);
            }
        }
    }

    /// Reports the line of this rank.
    pub(super) fn tell(&self, rank: usize, bound: Bound, report: &mut dyn FnMut(&Report)) {
        report(&self.news(rank, bound));
    }

    fn news(&self, rank: usize, bound: Bound) -> Report {
        let root = &self.roots[rank];
        let searched = root.score != UNSEARCHED;
        let score = if searched { root.score } else { root.previous };
        Report {
            depth: if searched { self.root_depth as usize } else { self.finished }.max(1),
            selective_depth: root.selective_depth,
            rank: rank + 1,
            score: root.verdict(if score == UNSEARCHED { Score::DRAW } else { score }),
            bound,
            nodes: self.total_nodes(),
            table_hits: self.total_hits(),
            time: self.elapsed(),
            hash_full: self.shared.table.fullness(),
            moves: shown(&self.line, &self.with_way_to_mate(root.shown())),
        }
    }
}

/// The moves of a line that can be played, up to the end of the game; the first always.
pub(super) fn shown(line: &Line, moves: &[Move]) -> Vec<Move> {
    let mut line = line.clone();
    let mut shown = Vec::new();
    for &mv in moves {
        if !line.now().is_legal(mv) || !shown.is_empty() && line.ended().is_some() {
            break;
        }
        line.push(mv);
        shown.push(mv);
    }
    shown
}

//! Solved endings in the search: exact scores inside the tree, and at the root no move that lets slip what is won or drawn.

use crate::rules::Line;
use crate::rules::Position;
use crate::rules::Which;
use crate::rules::Why;
use crate::search::worker::Root;
use crate::search::worker::Worker;
use crate::tables::Ranked;
use crate::tables::Tables;
use crate::tables::Value;
use crate::types::Color;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Role;
use crate::types::Score;
use std::fmt;
use std::sync::Arc;

/// The tables that a search may ask, which may grow while it runs. The default is none.
#[derive(Clone, Default)]
pub struct Endings {
    tables: Option<Arc<Tables>>,
    /// Asked about positions of at most so many men, kings included.
    men: usize,
}

impl Endings {
    /// Tables to be asked about positions of at most so many men, kings included.
    pub fn new(tables: Arc<Tables>, men: usize) -> Endings {
        Endings { tables: Some(tables), men }
    }
}

impl PartialEq for Endings {
    fn eq(&self, other: &Endings) -> bool {
        let same = match (&self.tables, &other.tables) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (one, two) => one.is_none() && two.is_none(),
        };
        same && self.men == other.men
    }
}

impl Eq for Endings {}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.tables.as_ref().map(|tables| tables.variant().name);
        f.debug_struct("Endings").field("game", &game).field("men", &self.men).finish()
    }
}

/// What the tables say of a root move, whatever the search finds.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// From the view of the side that makes it.
    pub score: Score,
    /// To the mate; empty if nobody wins.
    line: Vec<Move>,
    /// Its place among the moves at the root, the best first.
    place: usize,
}

impl Root {
    /// The score to report: what the tables say, else what the search has found.
    pub fn verdict(&self, found: Score) -> Score {
        self.told.as_ref().map_or(found, |told| told.score)
    }

    /// The line to report.
    pub fn shown(&self) -> &[Move] {
        match &self.told {
            Some(told) if !told.line.is_empty() => &told.line,
            _ => &self.line,
        }
    }
}

/// What the tables say of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Won or lost: there is nothing left to search.
    Decided,
    /// Drawn: which of the moves that keep the draw is the best try, the search tells.
    Drawn,
}

impl Worker {
    /// The exact score of the current position, if the tables know it.
    #[inline]
    pub(super) fn exact_score(&mut self) -> Option<Score> {
        if self.position().occupied().len() > self.endings.men { None } else { self.ask_tables() }
    }

    #[cold]
    fn ask_tables(&mut self) -> Option<Score> {
        let position = self.position();
        let distance = self.endings.tables.as_ref()?.probe(position)?;
        let plies = self.ply + distance.plies().map_or(0, usize::from);
        let score = match (distance.value(), is_to_mate(position)) {
            (Value::Draw, _) => Score::DRAW,
            (Value::Win, true) => Score::mate_in(plies),
            (Value::Win, false) => Score::won_in(plies),
            (Value::Loss, true) => Score::mated_in(plies),
            (Value::Loss, false) => -Score::won_in(plies),
        };
        self.note_hits(1);
        Some(score)
    }

    /// Asks the tables about the root, unless they have told already. If one line is wanted, only the moves stay that the
    /// tables would make; else all stay, in the order of the tables. Gives whether they have told just now.
    pub(super) fn consult(&mut self, one_line: bool) -> bool {
        let root = *self.line.now();
        if self.verdict.is_some() || root.occupied().len() > self.endings.men {
            return false;
        }
        let Some(tables) = self.endings.tables.clone() else { return false };
        let Some(ranked) = tables.ranked(&root) else { return false };
        self.note_hits(ranked.len() as u64);
        let mut choices: Vec<(Ranked, usize)> = Vec::new();
        for mut ranked in ranked {
            if self.roots.iter().any(|known| known.mv == ranked.mv) {
                if repeats(&self.line, ranked.mv) {
                    ranked.after = crate::tables::Distance::DRAW;
                }
                let traps = if ranked.value() == Value::Win { 0 } else { traps(&tables, &root.play(ranked.mv)) };
                choices.push((ranked, traps));
            }
        }
        // Stable: what is equal stays as the tables have it.
        choices.sort_by_key(|(ranked, traps)| std::cmp::Reverse((ranked.taste(), *traps)));
        let Some(&(best, traps)) = choices.first() else { return false };
        let drawn = best.value() == Value::Draw;
        let level = drawn && best.after.on_board() == Value::Draw;
        if one_line {
            choices.retain(|(other, pitfalls)| other.taste() == best.taste() && (level || *pitfalls == traps));
        }
        self.keep(&tables, &root, &choices);
        self.verdict = Some(if drawn { Verdict::Drawn } else { Verdict::Decided });
        if one_line && drawn {
            // All that is left is drawn; the search finds out what is hardest to meet.
            self.endings.men = 0;
        }
        true
    }

    /// Keeps the root moves that were chosen, in that order.
    fn keep(&mut self, tables: &Tables, root: &Position, choices: &[(Ranked, usize)]) {
        let place = |mv: Move| choices.iter().position(|(ranked, _)| ranked.mv == mv);
        self.roots.retain_mut(|known| {
            let Some(place) = place(known.mv) else { return false };
            let value = choices[place].0.value();
            let mut line = vec![known.mv];
            let rest = if value == Value::Draw { None } else { tables.mating_line(&root.play(known.mv)) };
            rest.iter().flatten().for_each(|&mv| line.push(mv));
            let score = match (value, rest) {
                (Value::Win, Some(_)) => Score::mate_in(line.len()),
                (Value::Loss, Some(_)) => Score::mated_in(line.len()),
                _ => Score::DRAW,
            };
            if value == Value::Draw {
                line.clear();
            }
            known.told = Some(Told { score, line, place });
            true
        });
        self.order_told();
    }

    /// Puts the root moves in the order of the tables, if they have told.
    pub(super) fn order_told(&mut self) {
        self.roots.sort_by_key(|root| root.told.as_ref().map(|told| told.place));
    }

    /// The line of best play with the way to the mate behind it, if it leads into a won ending.
    pub(super) fn with_way_to_mate(&self, moves: &[Move]) -> Vec<Move> {
        let mut moves = moves.to_vec();
        let Some(tables) = &self.endings.tables else { return moves };
        let mut now = *self.line.now();
        for &mv in &moves {
            if !now.is_legal(mv) {
                return moves;
            }
            now = now.play(mv);
        }
        if now.occupied().len() <= self.endings.men {
            moves.extend(tables.mating_line(&now).unwrap_or_default());
        }
        moves
    }
}

/// Whether the tables count to mate in this position, not only to the move into a smaller ending: see
/// [`Set::ends_in_mate`](crate::tables::Set::ends_in_mate).
fn is_to_mate(position: &Position) -> bool {
    let bare = Color::ALL.into_iter().any(|color| !position.colored(color).many());
    bare && position.role(Role::Pawn).is_empty()
}

/// Whether a move draws by repetition.
fn repeats(line: &Line, mv: Move) -> bool {
    let mut line = line.clone();
    line.push(mv);
    line.ended().is_some_and(|end| end.why == Why::ThreefoldRepetition)
}

/// How many of a thousand replies are mistakes: worth less for the side that makes them than the best one.
fn traps(tables: &Tables, position: &Position) -> usize {
    let mut moves = MoveList::new();
    position.moves(Which::All, &mut moves);
    let values = || moves.iter().filter_map(|&mv| Some(tables.probe(&position.play(mv))?.value().turned()));
    let Some(best) = values().max() else { return 0 };
    1000 * values().filter(|&value| value < best).count() / moves.len().max(1)
}

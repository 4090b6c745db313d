//! Stages in which moves reach the search: the table's move, good captures, killer and counter move, quiets, bad captures.

use crate::rules::Position;
use crate::rules::Which;
use crate::search::history::Context;
use crate::search::history::Histories;
use crate::search::history::Step;
use crate::search::see;
use crate::types::Man;
use crate::types::Move;
use crate::types::MoveList;
use arrayvec::ArrayVec;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Table,
    ListNoisy,
    GoodNoisy,
    Killer,
    Counter,
    ListQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    All,
    /// Captures and promotions.
    Noisy,
    /// Captures and promotions that gain so much.
    Gaining(i32),
}

/// Gives the legal moves of a position one by one, the most promising first, each once.
pub(super) struct Picker {
    stage: Stage,
    wanted: Wanted,
    table: Option<Move>,
    killer: Option<Move>,
    counter: Option<Move>,
    list: ArrayVec<(Move, i32), 512>,
    next: usize,
    bad: ArrayVec<Move, 256>,
    next_bad: usize,
    skip_quiets: bool,
}

/// The man that moves and where it goes.
pub(super) fn step(position: &Position, mv: Move) -> Option<Step> {
    position.at(mv.from()).map(|man| Step { man, to: mv.to() })
}

/// Whether a move captures or promotes.
#[inline]
pub(super) fn is_noisy(position: &Position, mv: Move) -> bool {
    position.at(mv.to()).is_some() || mv.promotion().is_some()
}

impl Picker {
    /// All moves; `table`, `killer` and `counter` may come from anywhere.
    pub fn new(position: &Position, table: Option<Move>, killer: Option<Move>, counter: Option<Move>) -> Picker {
        Picker::with(position, Wanted::All, table, killer, counter)
    }

    /// Captures and promotions.
    pub fn noisy(position: &Position, table: Option<Move>) -> Picker {
        let table = table.filter(|&mv| is_noisy(position, mv));
        Picker::with(position, Wanted::Noisy, table, None, None)
    }

    /// Captures and promotions that gain at least `threshold` by exchange.
    pub fn gaining(position: &Position, table: Option<Move>, threshold: i32) -> Picker {
        let fits = |&mv: &Move| is_noisy(position, mv) && see::exchange_gains(position, mv, threshold);
        Picker::with(position, Wanted::Gaining(threshold), table.filter(fits), None, None)
    }

    fn with(
        position: &Position,
        wanted: Wanted,
        table: Option<Move>,
        killer: Option<Move>,
        counter: Option<Move>,
    ) -> Picker {
        let table = table.filter(|&mv| position.is_legal(mv));
        Picker {
            stage: if table.is_some() { Stage::Table } else { Stage::ListNoisy },
            wanted,
            table,
            killer: killer.filter(|&mv| Some(mv) != table),
            counter: counter.filter(|&mv| Some(mv) != table && Some(mv) != killer),
            list: ArrayVec::new(),
            next: 0,
            bad: ArrayVec::new(),
            next_bad: 0,
            skip_quiets: false,
        }
    }

    /// No more quiet moves, please.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The stage of the move given last.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The next move.
    pub fn next(&mut self, position: &Position, histories: &Histories, context: &Context) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::ListNoisy;
                    return self.table;
                }
                Stage::ListNoisy => {
                    self.list_noisy(position, histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some((mv, _)) if self.loses(position, mv) => {
                        let _ = self.bad.try_push(mv);
                    }
                    Some((mv, _)) => return Some(mv),
                    None if self.wanted != Wanted::All => self.stage = Stage::BadNoisy,
                    None => self.stage = Stage::Killer,
                },
                Stage::Killer => {
                    self.stage = Stage::Counter;
                    if let Some(mv) = self.special(position, self.killer) {
                        return Some(mv);
                    }
                    self.killer = None;
                }
                Stage::Counter => {
                    self.stage = Stage::ListQuiet;
                    if let Some(mv) = self.special(position, self.counter) {
                        return Some(mv);
                    }
                    self.counter = None;
                }
                Stage::ListQuiet => {
                    if !self.skip_quiets {
                        self.list_quiet(position, histories, context);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best() {
                    Some((mv, _)) if !self.skip_quiets => return Some(mv),
                    _ => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => {
                    let mv = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    if mv.is_none() {
                        self.stage = Stage::Done;
                    }
                    return mv;
                }
                Stage::Done => return None,
            }
        }
    }

    fn loses(&self, position: &Position, mv: Move) -> bool {
        match self.wanted {
            Wanted::All | Wanted::Noisy => !see::exchange_gains(position, mv, 0),
            // What does not gain enough has been left out of the list.
            Wanted::Gaining(_) => false,
        }
    }

    /// A killer or counter move, if it is a legal quiet here.
    fn special(&self, position: &Position, mv: Option<Move>) -> Option<Move> {
        mv.filter(|&mv| !self.skip_quiets && !is_noisy(position, mv) && position.is_legal(mv))
    }

    fn list_noisy(&mut self, position: &Position, histories: &Histories) {
        let mut moves = MoveList::new();
        position.moves(Which::Noisy, &mut moves);
        self.list.clear();
        self.next = 0;
        for mv in moves {
            if Some(mv) == self.table {
                continue;
            }
            if let Wanted::Gaining(threshold) = self.wanted
                && !see::exchange_gains(position, mv, threshold)
            {
                continue;
            }
            let captured = position.at(mv.to()).map(Man::role);
            let history = step(position, mv).map_or(0, |step| histories.noisy(step, captured));
            self.list.push((mv, see::gain(position, mv) * 16 + history / 2));
        }
    }

    fn list_quiet(&mut self, position: &Position, histories: &Histories, context: &Context) {
        let mut moves = MoveList::new();
        position.moves(Which::Quiet, &mut moves);
        self.list.clear();
        self.next = 0;
        for mv in moves {
            if Some(mv) == self.table || Some(mv) == self.killer || Some(mv) == self.counter {
                continue;
            }
            let Some(step) = step(position, mv) else { continue };
            let mut score = histories.quiet(position.turn(), step, mv, context);
            // Out of an attack, or into one.
            let worth = see::WORTH[step.man.role().index()].min(1000);
            if context.threats.has(mv.from()) {
                score += 12 * worth;
            }
            if context.threats.has(mv.to()) {
                score -= 10 * worth;
            }
            self.list.push((mv, score));
        }
    }

    /// Takes the best of the moves left in the list.
    fn take_best(&mut self) -> Option<(Move, i32)> {
        let rest = self.list.get(self.next..)?;
        let mut best = (self.next, rest.first()?.1);
        for (i, &(_, score)) in rest.iter().enumerate().skip(1) {
            if score > best.1 {
                best = (self.next + i, score);
            }
        }
        self.list.swap(self.next, best.0);
        self.next += 1;
        self.list.get(self.next - 1).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant;

    #[test]
    fn the_picker_gives_what_the_generator_gives() {
        let histories = Histories::new();
        let mut seed = 3u64;
        let mut random = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        for variant in variant::ALL {
            for _ in 0..40 {
                let mut position = Position::start(variant);
                let mut earlier = Vec::new();
                for _ in 0..120 {
                    let mut list = MoveList::new();
                    position.moves(Which::All, &mut list);
                    if list.is_empty() {
                        break;
                    }
                    earlier.extend(list.iter().copied().take(3));
                    let any = |n| earlier.get(n).copied();
                    let (table, killer, counter) =
                        (any(random(earlier.len())), any(random(earlier.len())), any(random(earlier.len())));
                    let context = Context {
                        threats: position.attacked(!position.turn(), position.occupied()),
                        earlier: [None; 3],
                        pawns: 0,
                    };
                    let sorted = |mut moves: Vec<Move>| {
                        moves.sort_by_key(|mv| mv.bits());
                        moves
                    };
                    let all = |mut picker: Picker| {
                        sorted(std::iter::from_fn(|| picker.next(&position, &histories, &context)).collect())
                    };
                    assert_eq!(all(Picker::new(&position, table, killer, counter)), sorted(list.to_vec()));
                    let noisy: Vec<_> = list.iter().copied().filter(|&mv| is_noisy(&position, mv)).collect();
                    assert_eq!(all(Picker::noisy(&position, table)), sorted(noisy.clone()));
                    let gaining = noisy.into_iter().filter(|&mv| see::exchange_gains(&position, mv, 150)).collect();
                    assert_eq!(all(Picker::gaining(&position, table, 150)), sorted(gaining));
                    position = position.play(list[random(list.len())]);
                }
            }
        }
    }
}

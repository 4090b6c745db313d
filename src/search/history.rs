//! What moves have done before: the tables by which moves are ordered, reduced and pruned, and evaluations corrected.

use crate::rules::Position;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Man;
use crate::types::Move;
use crate::types::Role;
use crate::types::Score;
use crate::types::Square;

/// No history is larger, either way.
pub(super) const HISTORY_LIMIT: i32 = 16_384;
const CORRECTION_LIMIT: i32 = 1_024;
const CORRECTION_BITS: u32 = 12;
const CORRECTION_SIZE: usize = 1 << CORRECTION_BITS;
const PAWN_BITS: u32 = 10;

/// A man and where it went: what a continuation is looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub man: Man,
    pub to: Square,
}

impl Step {
    fn index(self) -> usize {
        self.man.index() << 6 | self.to.index()
    }
}

const STEPS: usize = Man::COUNT * 64;

/// The histories of one thread.
pub(super) struct Histories {
    // [colour][from is attacked][to is attacked][from x 64 + to]: what one man may do lies together
    main: Box<[[[[i16; 4096]; 2]; 2]; 2]>,
    // [step][captured role or what a pawn became]
    captures: Box<[[i16; 8]; STEPS]>,
    // [earlier step][step]
    continuations: Box<[[i16; STEPS]]>,
    // [pawns' hash][step]
    pawns: Box<[[i16; STEPS]]>,
    // [earlier step]
    counters: Box<[Option<Move>; STEPS]>,
    // [what is looked at][colour x hash]
    corrections: [Box<[i16]>; 4],
    // [earlier step][colour]
    step_corrections: Box<[[i16; 2]; STEPS]>,
}

fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has this length"),
    }
}

/// Moves a history towards its limit by `bonus`, the slower the nearer it is.
fn gravitate(value: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    *value += (bonus - *value as i32 * bonus.abs() / limit) as i16;
}

/// What a quiet move is looked up by besides itself: the steps one, two and four plies before, and the pawns.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub threats: Bitboard,
    pub earlier: [Option<Step>; 3],
    pub pawns: usize,
}

impl Context {
    /// For captures, which are not looked up by it.
    pub const EMPTY: Context = Context { threats: Bitboard::EMPTY, earlier: [None; 3], pawns: 0 };
}

impl Histories {
    pub fn new() -> Histories {
        Histories {
            main: boxed([[[0; 4096]; 2]; 2]),
            captures: boxed([0; 8]),
            continuations: vec![[0; STEPS]; STEPS].into_boxed_slice(),
            pawns: vec![[0; STEPS]; 1 << PAWN_BITS].into_boxed_slice(),
            counters: boxed(None),
            corrections: std::array::from_fn(|_| vec![0; 2 * CORRECTION_SIZE].into_boxed_slice()),
            step_corrections: boxed([0; 2]),
        }
    }

    /// The hash of a position's pawns for [`Context::pawns`].
    pub fn pawn_index(position: &Position) -> usize {
        hash([position.of(Color::White, Role::Pawn), position.of(Color::Black, Role::Pawn)], PAWN_BITS)
    }

    /// How well a quiet move has done.
    #[inline]
    pub fn quiet(&self, color: Color, step: Step, mv: Move, context: &Context) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let threats = context.threats;
        let mut sum = self.main[color.index()][threats.has(from) as usize][threats.has(to) as usize][pair(mv)] as i32;
        sum += self.pawns[context.pawns][step.index()] as i32;
        for earlier in context.earlier.iter().flatten() {
            sum += self.continuations[earlier.index()][step.index()] as i32;
        }
        sum
    }

    /// Notes that a quiet move did well or badly.
    pub fn note_quiet(&mut self, color: Color, step: Step, mv: Move, context: &Context, bonus: i32) {
        let (from, to) = (mv.from(), mv.to());
        let threats = context.threats;
        let main = &mut self.main[color.index()][threats.has(from) as usize][threats.has(to) as usize][pair(mv)];
        gravitate(main, bonus, HISTORY_LIMIT);
        gravitate(&mut self.pawns[context.pawns][step.index()], bonus, HISTORY_LIMIT);
        self.note_continuation(step, &context.earlier, bonus);
    }

    /// Notes how a step did after the steps before it.
    pub fn note_continuation(&mut self, step: Step, earlier: &[Option<Step>; 3], bonus: i32) {
        for earlier in earlier.iter().flatten() {
            gravitate(&mut self.continuations[earlier.index()][step.index()], bonus, HISTORY_LIMIT);
        }
    }

    /// How well a capture or promotion has done.
    #[inline]
    pub fn noisy(&self, step: Step, captured: Option<Role>) -> i32 {
        self.captures[step.index()][captured.map_or(7, Role::index)] as i32
    }

    pub fn note_noisy(&mut self, step: Step, captured: Option<Role>, bonus: i32) {
        gravitate(&mut self.captures[step.index()][captured.map_or(7, Role::index)], bonus, HISTORY_LIMIT);
    }

    /// The quiet move that last refuted this step.
    pub fn counter(&self, earlier: Option<Step>) -> Option<Move> {
        earlier.and_then(|step| self.counters[step.index()])
    }

    pub fn note_counter(&mut self, earlier: Option<Step>, mv: Move) {
        if let Some(step) = earlier {
            self.counters[step.index()] = Some(mv);
        }
    }

    /// How far the evaluation of positions with such pawns, such minor men, such men of each side and such a last step has
    /// been from what the search found, in centipawns.
    pub fn correction(&self, position: &Position, last: Option<Step>) -> i32 {
        let turn = position.turn().index();
        let keys = correction_keys(position);
        let mut sum: i32 =
            keys.iter().zip(&self.corrections).map(|(&key, table)| table[turn * CORRECTION_SIZE + key] as i32).sum();
        if let Some(step) = last {
            sum += self.step_corrections[step.index()][turn] as i32;
        }
        sum / 12
    }

    /// Notes that the search found `difference` more than the evaluation.
    pub fn note_correction(&mut self, position: &Position, last: Option<Step>, difference: i32, depth: i32) {
        let turn = position.turn().index();
        let bonus = (difference * depth / 6).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for (key, table) in correction_keys(position).into_iter().zip(&mut self.corrections) {
            gravitate(&mut table[turn * CORRECTION_SIZE + key], bonus, CORRECTION_LIMIT);
        }
        if let Some(step) = last {
            gravitate(&mut self.step_corrections[step.index()][turn], bonus, CORRECTION_LIMIT);
        }
    }
}

/// The evaluation, corrected, kept among evaluations.
pub(super) fn corrected(eval: Score, correction: i32) -> Score {
    let limit = Score::EVAL_LIMIT.0 - 1;
    Score((eval.0 + correction).clamp(-limit, limit))
}

fn pair(mv: Move) -> usize {
    mv.from().index() << 6 | mv.to().index()
}

/// Odd numbers whose bits are spread: a product's upper bits hang on all bits of the set.
const SPREAD: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f];

/// A number below `2^bits` for a few sets.
#[inline]
fn hash<const N: usize>(sets: [Bitboard; N], bits: u32) -> usize {
    let mixed = sets.iter().zip(SPREAD).fold(0, |mixed, (set, spread)| mixed ^ set.0.wrapping_mul(spread));
    (mixed >> (64 - bits)) as usize
}

#[inline]
fn correction_keys(position: &Position) -> [usize; 4] {
    use Role::{Khon, King, Knight, Met, Pawn, Rook};
    let of = |color, role| position.of(color, role);
    let (white, black) = (Color::White, Color::Black);
    let side = |color| {
        let men = position.colored(color) - position.role(Pawn);
        hash(
            [men, of(color, Rook) | of(color, King), of(color, Knight) | of(color, King), of(color, Khon)],
            CORRECTION_BITS,
        )
    };
    [
        hash([of(white, Pawn), of(black, Pawn)], CORRECTION_BITS),
        hash([of(white, Met), of(black, Met), of(white, Khon), of(black, Khon)], CORRECTION_BITS),
        side(white),
        side(black),
    ]
}

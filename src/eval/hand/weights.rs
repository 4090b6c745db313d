//! The weights of the terms, by kin.

use crate::eval::hand::FULL_PHASE;
use crate::eval::hand::terms;
use crate::rules::Kin;
use crate::types::Role;
use std::ops::{Add, AddAssign, Mul, Sub};

/// A weight for the opening and one for the ending, in one number: the ending's in the upper half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    pub const fn new(opening: i32, ending: i32) -> Pair {
        Pair(opening + (ending << 16))
    }

    pub const fn opening(self) -> i32 {
        self.0 as i16 as i32
    }

    pub const fn ending(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// The two mixed by the phase.
    pub const fn mix(self, phase: i32) -> i32 {
        (self.opening() * phase + self.ending() * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, count: i32) -> Pair {
        Pair(self.0.wrapping_mul(count))
    }
}

/// The weights of a kin.
#[inline]
pub fn of(kin: Kin) -> &'static [Pair; terms::COUNT] {
    static MAKRUK: [Pair; terms::COUNT] = first_guess(false);
    static FIRST_CHECK: [Pair; terms::COUNT] = first_guess(true);
    match kin {
        Kin::FirstCheck => &FIRST_CHECK,
        _ => &MAKRUK,
    }
}

const fn first_guess(first_check: bool) -> [Pair; terms::COUNT] {
    let mut weights = [Pair(0); terms::COUNT];
    let material = [(70, 100), (165, 180), (265, 270), (350, 340), (560, 620), (1000, 1050)];
    let mut i = 0;
    while i < 6 {
        weights[terms::MATERIAL + i] = Pair::new(material[i].0, material[i].1);
        i += 1;
    }
    squares(&mut weights);
    mobility(&mut weights);
    // RING, by role
    let ring = [4, 4, 7, 7, 9, 12];
    let threats = [(20, 25), (35, 30), (45, 35), (50, 40), (70, 45), (80, 60)];
    i = 0;
    while i < 6 {
        weights[terms::RING + i] = Pair::new(ring[i], 2);
        weights[terms::SAFE_CHECK + i] = Pair::new(10, 8);
        weights[terms::BY_PAWN + i] = Pair::new(threats[i].0, threats[i].1);
        if i > 0 {
            weights[terms::BY_MINOR + i] = Pair::new(threats[i].0 / 2, threats[i].1 / 2);
            weights[terms::GUARDED + i] = Pair::new(6, 5);
            weights[terms::OUTPOST + i] = Pair::new(12, 6);
        }
        weights[terms::BY_KNIGHT + i] = Pair::new(threats[i].0 / 3, threats[i].1 / 3);
        weights[terms::BY_ROOK + i] = Pair::new(threats[i].0 / 4, threats[i].1 / 4);
        weights[terms::HANGING + i] = Pair::new(18, 15);
        i += 1;
    }
    i = 0;
    while i < 16 {
        let n = i as i32;
        weights[terms::ATTACK + i] = Pair::new(n * n / 2, n);
        if first_check {
            weights[terms::LOOSE + i] = Pair::new(6 * n, 8 * n);
        }
        i += 1;
    }
    i = 0;
    while i < 9 {
        weights[terms::WEAK_RING + i] = Pair::new(5 * i as i32, 4 * i as i32);
        let shelter = if i < 5 { i as i32 } else { 5 };
        weights[terms::SHELTER + i] = Pair::new(5 * shelter, 0);
        i += 1;
    }
    i = 0;
    while i < 8 {
        let n = i as i32;
        weights[terms::SUPPORTED + i] = Pair::new(6 + 2 * n, 5 + 2 * n);
        weights[terms::PHALANX + i] = Pair::new(2 + n, 2 + n);
        weights[terms::FREE + i] = Pair::new(3 * n, 8 * n);
        weights[terms::BLOCKED + i] = Pair::new(-4, -6);
        weights[terms::LONE_DISTANCE + i] = Pair::new(-12 * n, -12 * n);
        if first_check {
            weights[terms::CHECKS + i] = Pair::new(60 * n, 60 * n);
        }
        i += 1;
    }
    i = 0;
    while i < 4 {
        weights[terms::LONE_EDGE + i] = Pair::new(-40 * i as i32, -40 * i as i32);
        i += 1;
    }
    i = 0;
    while i < 15 {
        weights[terms::EXPOSED + i] = Pair::new(-2 * i as i32, 0);
        i += 1;
    }
    if first_check {
        i = 1;
        while i < 6 {
            weights[terms::SAFE_APPROACH + i] = Pair::new(28, 24);
            weights[terms::APPROACH + i] = Pair::new(8, 6);
            i += 1;
        }
    }
    weights[terms::DOUBLED] = Pair::new(-8, -12);
    weights[terms::ISOLATED] = Pair::new(-8, -6);
    weights[terms::OPEN_FILE] = Pair::new(18, 8);
    weights[terms::HALF_OPEN_FILE] = Pair::new(8, 5);
    weights[terms::MET_PAIR] = Pair::new(8, 15);
    weights[terms::TEMPO] = Pair::new(14, 8);
    weights
}

/// Men towards the middle and forward.
const fn squares(weights: &mut [Pair; terms::COUNT]) {
    let mut role = 0;
    while role < Role::COUNT {
        let mut i = 0;
        while i < 32 {
            let (rank, file) = ((i / 4) as i32, (i % 4) as i32);
            // 0 at the edge to 3 in the middle.
            let centre = if rank < 7 - rank { rank } else { 7 - rank };
            let (opening, ending) = match role {
                // From the third rank to the fifth, and met at the sixth.
                0 => ((rank - 2) * 7 + file * 3, (rank - 2) * 14),
                1 => (least(rank, 4) * 5 + file * 4, centre * 5 + file * 5),
                2 => (least(rank, 4) * 7 + file * 4, centre * 4 + file * 4),
                3 => (centre * 9 + file * 6 + least(rank, 5) * 2, centre * 7 + file * 6),
                4 => (file * 3 + if rank == 6 { 14 } else { 0 }, 0),
                5 => (file * 3 + centre * 3, file * 2),
                _ => (-8 * least(rank, 3) - file, centre * 9 + file * 8),
            };
            weights[terms::SQUARES + role * 32 + i] = Pair::new(opening, ending);
            i += 1;
        }
        role += 1;
    }
}

const fn least(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}

const fn mobility(weights: &mut [Pair; terms::COUNT]) {
    // [role]: centre, opening and ending a square
    let slopes = [(0, 0, 0), (2, 6, 5), (3, 8, 6), (4, 7, 6), (7, 3, 6), (12, 3, 4), (0, 0, 0)];
    let mut role = 1;
    while role < 6 {
        let mut i = 0;
        while i < terms::MOVES {
            let (centre, opening, ending) = slopes[role];
            let n = i as i32 - centre;
            weights[terms::MOBILITY + role * terms::MOVES + i] = Pair::new(n * opening, n * ending);
            i += 1;
        }
        role += 1;
    }
}

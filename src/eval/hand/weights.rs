//! The weights of the terms, by kin.

mod first_check;
mod makruk;
mod ouk;

use crate::eval::hand::FULL_PHASE;
use crate::eval::hand::terms;
use crate::rules::Kin;
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

/// The weights of a kin. Asean and ai-wok, without weights of their own, are judged as makruk.
#[inline]
pub fn of(kin: Kin) -> &'static [Pair; terms::COUNT] {
    static MAKRUK: [Pair; terms::COUNT] = packed(&makruk::MAKRUK);
    static OUK: [Pair; terms::COUNT] = packed(&ouk::OUK);
    static FIRST_CHECK: [Pair; terms::COUNT] = packed(&first_check::FIRST_CHECK);
    match kin {
        Kin::FirstCheck => &FIRST_CHECK,
        Kin::Ouk => &OUK,
        _ => &MAKRUK,
    }
}

const fn packed(rows: &[(i16, i16); terms::COUNT]) -> [Pair; terms::COUNT] {
    let mut weights = [Pair(0); terms::COUNT];
    let mut i = 0;
    while i < terms::COUNT {
        weights[i] = Pair::new(rows[i].0 as i32, rows[i].1 as i32);
        i += 1;
    }
    weights
}

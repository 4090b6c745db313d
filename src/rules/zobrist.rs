//! The random numbers behind a position's key.

use crate::types::Color;
use crate::types::Man;
use crate::types::Square;

/// The splitmix64 sequence (Sebastiano Vigna, public domain): the next number, and the next state.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31), state)
}

const fn numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        (table[i], state) = next(state);
        i += 1;
    }
    table
}

// [man's index x 64 + square]
static MEN: [u64; Man::COUNT * 64] = numbers(0x6d61_6b72_756b);
// [first-rank file, white's then black's]
static RIGHTS: [u64; 16] = numbers(0x6f75_6b00);
static CHECKS: [u64; 4] = numbers(0x6b61_726f_756b);
const TURN: u64 = next(0x7475_726e).0;

/// The number of a man on a square.
#[inline]
pub fn man(man: Man, square: Square) -> u64 {
    MEN[man.index() << 6 | square.index()]
}

/// The number of a set of usable leap rights: bit = file, black's eight above white's.
#[inline]
pub fn rights(mut files: u16) -> u64 {
    let mut key = 0;
    while files != 0 {
        key ^= RIGHTS[files.trailing_zeros() as usize & 15];
        files &= files - 1;
    }
    key
}

/// The number of a counted check given by a side.
#[inline]
pub fn check(by: Color) -> u64 {
    CHECKS[by.index()]
}

/// The number of black to move.
#[inline]
pub const fn turn() -> u64 {
    TURN
}

//! Late move reductions: how much less deeply the later moves of a node are searched.

use crate::search::params;

/// One ply in the units of reductions.
pub(super) const PLY: i32 = 1024;

/// Reductions by depth and number of the move, in 1/1024 ply.
pub(super) struct Reductions {
    // [depth][moves tried]
    table: Box<[[i32; 64]; 64]>,
}

impl Reductions {
    pub fn new() -> Reductions {
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (moves, reduction) in row.iter_mut().enumerate().skip(1) {
                let logs = (depth as f64).ln() * (moves as f64).ln();
                *reduction = params::lmr_base() + (logs * params::lmr_slope() as f64) as i32;
            }
        }
        Reductions { table }
    }

    /// The base reduction of the move number `moves` at `depth`.
    #[inline]
    pub fn of(&self, depth: i32, moves: usize) -> i32 {
        self.table[depth.clamp(0, 63) as usize][moves.min(63)]
    }
}

//! Counting the leaves of the tree of legal moves.

use crate::rules::men::Men;
use crate::rules::movegen::Game;
use crate::rules::movegen::Which;
use crate::rules::movegen::dispatch;
use crate::rules::position::Position;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Role;
use crate::types::Square;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

impl Position {
    /// The number of sequences of `depth` legal moves from here. Draws end nothing; mate, stalemate and the first check do.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { dispatch!(self, self.men => leaves(depth)) }
    }

    /// [`Position::perft`] below each legal move, shared out over `threads`.
    pub fn perft_divided(&self, depth: u32, threads: usize) -> Vec<(Move, u64)> {
        self.perft_until(depth, threads, &|| false).unwrap_or_default()
    }

    /// [`Position::perft_divided`], unless `stopped` says in between that nobody wants to know any more.
    pub fn perft_until(
        &self,
        depth: u32,
        threads: usize,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<(Move, u64)>> {
        let mut roots = MoveList::new();
        if depth > 0 {
            self.moves(Which::All, &mut roots);
        }
        // Jobs of two plies each: small enough to end together.
        let mut jobs = Vec::new();
        for (i, &mv) in roots.iter().enumerate() {
            let after = self.play(mv);
            if depth < 4 {
                jobs.push((i, after, depth - 1));
                continue;
            }
            let mut replies = MoveList::new();
            after.moves(Which::All, &mut replies);
            jobs.extend(replies.iter().map(|&reply| (i, after.play(reply), depth - 2)));
        }
        let counts: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((root, position, depth)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                counts[*root].fetch_add(position.leaves_until(*depth, stopped), Ordering::Relaxed);
            }
        };
        thread::scope(|scope| {
            // Where the system gives no more threads, fewer will do.
            let spawn = |_: &usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
            _ = (1..threads.min(jobs.len())).take_while(spawn).count();
            work();
        });
        let counted = roots.into_iter().zip(counts).map(|(mv, count)| (mv, count.into_inner()));
        (!stopped()).then(|| counted.collect())
    }

    /// [`Position::perft`] that looks up every so often.
    fn leaves_until(&self, depth: u32, stopped: &dyn Fn() -> bool) -> u64 {
        /// Plies below which it does not: a few milliseconds.
        const GRAIN: u32 = 4;
        if stopped() {
            return 0;
        }
        if depth <= GRAIN {
            return self.perft(depth);
        }
        let mut moves = MoveList::new();
        self.moves(Which::All, &mut moves);
        moves.iter().map(|&mv| self.play(mv).leaves_until(depth - 1, stopped)).sum()
    }
}

impl Men {
    fn leaves<const W: bool, G: Game>(&self, depth: u32) -> u64 {
        if depth == 1 {
            return self.tally::<W, G>();
        }
        let scene = self.scene::<W, G>();
        let promotion = G::promotion(self.variant);
        let mut total = 0;
        self.survey::<W, G>(&scene, |role, from, targets| {
            let turning = match role {
                Role::Pawn if W => targets & promotion.zone(Color::White),
                Role::Pawn => targets & promotion.zone(Color::Black),
                _ => Bitboard::EMPTY,
            };
            for to in targets - turning {
                total += self.leaves_after::<W, G>(role, from, to, None, depth - 1);
            }
            for to in turning {
                for &role in promotion.roles {
                    total += self.leaves_after::<W, G>(Role::Pawn, from, to, Some(role), depth - 1);
                }
            }
        });
        total
    }

    #[inline(always)]
    fn leaves_after<const W: bool, G: Game>(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        depth: u32,
    ) -> u64 {
        let mut next = *self;
        next.advance::<W, G>(role, from, to, promotion.unwrap_or(role));
        if W { next.leaves::<false, G>(depth) } else { next.leaves::<true, G>(depth) }
    }
}

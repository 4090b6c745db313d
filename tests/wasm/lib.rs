//! The library in a browser, built by `sh tests/wasm.sh`: it exports a count of leaves and a search of makruk.

use bayon::rules::Line;
use bayon::rules::Position;
use bayon::rules::variant;
use bayon::search::Limits;
use bayon::search::Pool;
use bayon::search::Settings;

/// Leaves of the tree of legal moves from the start.
#[unsafe(no_mangle)]
pub extern "C" fn perft(depth: u32) -> u64 {
    Position::start(variant::ALL[0]).perft(depth)
}

/// The best move from the start as the search finds it at `depth`: from-square, and 64 times the to-square; 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn best(depth: u32) -> u32 {
    let Ok(mut pool) = Pool::new(1, 1) else { return 0 };
    pool.signals().arm(false);
    let limits = Limits { depth: Some(depth as usize), ..Limits::default() };
    let line = Line::new(Position::start(variant::ALL[0]));
    let best = pool.go(&line, &limits, &Settings::default(), &mut |_| ());
    best.mv.map_or(0, |mv| (mv.from().index() + 64 * mv.to().index()) as u32)
}

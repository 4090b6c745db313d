//! The nodes of the bench are the search's signature: where they change, play has changed, and a match has to say what it is
//! worth.

use bayon::engine;

const SIGNATURE: u64 = 271_615;

#[test]
fn the_search_is_the_one_that_was_measured() {
    let nodes = engine::bench(engine::BENCH_DEPTH).map(|bench| bench.nodes);
    assert_eq!(nodes.ok(), Some(SIGNATURE));
}

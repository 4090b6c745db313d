//! How quickly the engine answers. Limits are those of an idle machine; a busy one stretches them by its load, and what
//! happens by chance is judged by the quicker tries. All in one test, so that nothing of ours runs beside it.

mod session;

use bayon::rules::variant;
use session::Session;
use session::load;
use std::time::{Duration, Instant};

/// Checks the lower quartile of the times that `tries` runs of `act` take, with a second chance.
fn within(milliseconds: u64, tries: usize, what: &str, mut act: impl FnMut() -> Duration) {
    let mut quartile = || {
        let mut times: Vec<Duration> = (0..tries).map(|_| act()).collect();
        times.sort();
        times[tries / 4]
    };
    let good = |time: Duration| time < Duration::from_millis(milliseconds).mul_f64(load());
    let time = quartile();
    if !good(time) {
        let again = quartile();
        assert!(good(again), "{what}: {time:?}, then {again:?}, more than {milliseconds} ms at load {}", load());
    }
}

/// The time that `session` takes to answer `go` with a move.
fn answered(session: &mut Session, go: &str) -> Duration {
    let began = Instant::now();
    session.say(go);
    assert_ne!(session.hear("bestmove *"), "bestmove (none)");
    began.elapsed()
}

#[test]
fn answers_in_time() {
    within(40, 12, "start to readyok", || {
        let began = Instant::now();
        let mut session = Session::start();
        session.say("uci");
        session.hear("uciok");
        session.sync();
        began.elapsed()
    });
    for variant in variant::ALL {
        let mut session = Session::playing(variant.name);
        session.sync();
        for go in ["go wtime -53 btime 1000 winc 10 binc 10", "go wtime 0 btime 0"] {
            within(30, 20, go, || answered(&mut session, go));
        }
    }
    let mut session = Session::playing("makruk");
    session.sync();
    for (movetime, tries) in [(1, 20), (5, 20), (50, 12)] {
        let go = format!("go movetime {movetime}");
        within(movetime + 10, tries, &go, || answered(&mut session, &go));
    }
    let slow = (0..4).map(|_| answered(&mut session, "go movetime 50")).max();
    assert!(slow > Some(Duration::from_millis(20)), "stopped far too early: {slow:?}");
    session.say("go infinite");
    within(50, 20, "isready in a search", || {
        let began = Instant::now();
        session.sync();
        began.elapsed()
    });
    session.say("stop");
    session.hear("bestmove *");
}

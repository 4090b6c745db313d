//! The simple rules of `tests/mailbox` against the recorded games: what checks the engine is checked itself.

mod mailbox;
mod recorded;

use mailbox::Game;

struct Simple(Game);

impl recorded::Rules for Simple {
    fn begin(variant: &str, start: &str) -> Simple {
        Simple(Game::new(variant, Some(start)))
    }

    fn play(&mut self, mv: &str) {
        self.0.push(mv);
    }

    fn fen(&self) -> String {
        self.0.fen()
    }

    fn legal(&self) -> Vec<String> {
        self.0.legal()
    }

    fn check(&self) -> bool {
        self.0.in_check()
    }

    fn drawn(&self) -> bool {
        self.0.drawn()
    }

    fn insufficient(&self) -> [bool; 2] {
        [self.0.insufficient(true), self.0.insufficient(false)]
    }
}

#[test]
fn simple_rules_agree_with_recorded_games() {
    if let Err(difference) = recorded::replay::<Simple>(&recorded::packed()) {
        panic!("{difference}");
    }
}

/// Games that were recorded just now: `BAYON_TRACES` names their files, see [`recorded::read`].
#[test]
#[ignore = "needs files of recorded games"]
fn simple_rules_agree_with_fresh_games() {
    let paths = std::env::var("BAYON_TRACES").expect("BAYON_TRACES names files of recorded games");
    match recorded::replay::<Simple>(&recorded::read(&paths)) {
        Ok(tallies) => print!("{}", recorded::describe(&tallies)),
        Err(difference) => panic!("{difference}"),
    }
}

//! Recorded games of the reference, replayed: FEN, legal moves, check, draw and material after every ply.

mod recorded;

use bayon::notation::coord;
use bayon::notation::fen;
use bayon::rules::Line;
use bayon::rules::Outcome;
use bayon::rules::Variant;
use bayon::rules::Which;
use bayon::rules::Why;
use bayon::types::Color;
use bayon::types::MoveList;

struct Engine(Line);

impl recorded::Rules for Engine {
    fn begin(variant: &str, start: &str) -> Engine {
        let variant = Variant::named(variant).expect("a known variant");
        Engine(Line::new(fen::position(start, variant).expect("a possible position")))
    }

    fn play(&mut self, mv: &str) {
        self.0.push(coord::parse(mv, self.0.now()).expect("a legal move"));
    }

    fn fen(&self) -> String {
        fen::write(self.0.now())
    }

    fn legal(&self) -> Vec<String> {
        let mut list = MoveList::new();
        self.0.now().moves(Which::All, &mut list);
        list.iter().map(|&mv| coord::write(mv, self.0.now().variant())).collect()
    }

    fn check(&self) -> bool {
        self.0.now().in_check()
    }

    fn drawn(&self) -> bool {
        let drawn = [Why::CountingRule, Why::ThreefoldRepetition, Why::MoveRule];
        self.0.ended().is_some_and(|Outcome { why, .. }| drawn.contains(&why))
    }

    fn insufficient(&self) -> [bool; 2] {
        Color::ALL.map(|side| self.0.now().insufficient(side))
    }
}

#[test]
fn recorded_games_agree() {
    let games = recorded::packed();
    assert_eq!(games.len(), 1200);
    match recorded::replay::<Engine>(&games) {
        Ok(tallies) => {
            assert_eq!(tallies.values().map(|tally| tally.positions).sum::<usize>(), 119_958);
            print!("{}", recorded::describe(&tallies));
        }
        Err(difference) => panic!("{difference}"),
    }
}

/// Games that were recorded just now: `BAYON_TRACES` names their files, see [`recorded::read`].
#[test]
#[ignore = "needs files of recorded games"]
fn fresh_games_agree() {
    let paths = std::env::var("BAYON_TRACES").expect("BAYON_TRACES names files of recorded games");
    match recorded::replay::<Engine>(&recorded::read(&paths)) {
        Ok(tallies) => print!("{}", recorded::describe(&tallies)),
        Err(difference) => panic!("{difference}"),
    }
}

/// Makes `tests/recorded/games.bin` anew from the files that `BAYON_TRACES` names.
#[test]
#[ignore = "writes the packed games"]
fn pack_recorded_games() {
    let paths = std::env::var("BAYON_TRACES").expect("BAYON_TRACES names files of recorded games");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recorded/games.bin");
    std::fs::write(path, recorded::pack(&recorded::read(&paths))).expect("the file can be written");
}

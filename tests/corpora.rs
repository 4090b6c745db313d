//! What the fuzzer was given and what it found, replayed: `fuzz/corpus/TARGET`.

#[path = "fuzz/targets.rs"]
mod targets;

use std::fs;
use std::path::Path;

fn replay(wanted: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    for (name, target) in targets::TARGETS.iter().filter(|(name, _)| wanted.contains(name)) {
        let entries = fs::read_dir(folder.join(name)).unwrap_or_else(|error| panic!("no corpus of {name}: {error}"));
        let mut replayed = 0;
        for path in entries.flatten().map(|entry| entry.path()) {
            println!("{}", path.display()); // shown where it fails
            target(&fs::read(&path).expect("it can be read"));
            replayed += 1;
        }
        assert!(replayed > 0, "the corpus of {name} is empty");
    }
}

/// Sessions start threads, so they are replayed beside the others.
const SESSIONS: [&str; 1] = ["session"];

#[test]
fn readers() {
    let names: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    replay(&names.into_iter().filter(|name| !SESSIONS.contains(name)).collect::<Vec<_>>());
}

#[test]
fn sessions() {
    replay(&SESSIONS);
}

#[test]
fn every_target_has_a_program() {
    let manifest = include_str!("fuzz/Cargo.toml");
    for (name, _) in targets::TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz.rs\"")), "{name}");
    }
}

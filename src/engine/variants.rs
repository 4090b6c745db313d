//! Rules of games from files and from text: checked, or loaded.

use crate::engine::Engine;
use crate::engine::Event;
use crate::notation::ini;
use crate::notation::short;
use crate::rules::registry;
use std::fs::File;
use std::io::Read;

/// The largest text of rules, in bytes.
const LARGEST: u64 = 1 << 20;
/// Between the files of an option.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Where rules are written, in the form of Fairy-Stockfish's `variants.ini`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file at this path.
    File(String),
    /// The text itself.
    Text(String),
}

impl Source {
    /// What a message calls it, with a sign behind it.
    fn place(&self) -> String {
        match self {
            Source::File(path) => format!("{path}: "),
            Source::Text(_) => String::new(),
        }
    }

    fn read(&self) -> Result<String, String> {
        let large =
            |size: u64| if size > LARGEST { Err(format!("more than {LARGEST} bytes of rules")) } else { Ok(()) };
        match self {
            Source::Text(text) => large(text.len() as u64).map(|()| text.clone()),
            Source::File(path) => {
                let told = |error: std::io::Error| format!("cannot read {path}: {error}");
                let mut bytes = Vec::new();
                File::open(path).map_err(told)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(told)?;
                large(bytes.len() as u64).map_err(|error| format!("{path}: {error}"))?;
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            }
        }
    }
}

/// What a check has found.
pub struct Checked {
    /// `Parsing variant: NAME` for each section whose rules were looked at, with what is wrong below it, a line each.
    pub words: String,
    /// Nothing is wrong.
    pub good: bool,
}

/// Checks rules without loading them.
pub fn check_rules(source: &Source) -> Checked {
    let (sections, stray) = match source.read() {
        Ok(text) => ini::read(&text),
        Err(words) => return Checked { words, good: false },
    };
    let good = stray.is_empty() && sections.iter().all(|section| section.game.is_ok());
    let mut lines: Vec<String> = stray.iter().map(ini::Fault::to_string).collect();
    for section in &sections {
        if section.parsed {
            lines.push(format!("Parsing variant: {}", section.name));
        }
        lines.extend(faults(section).map(ini::Fault::to_string));
    }
    Checked { words: lines.join("\n"), good }
}

fn faults(section: &ini::Section) -> impl Iterator<Item = &ini::Fault> {
    section.game.as_ref().err().into_iter().flatten()
}

/// Loads every section that is right, and gives the news of it: what is wrong with the others, then what was loaded.
pub fn load_rules(source: &Source) -> Vec<String> {
    let (sections, stray) = match source.read() {
        Ok(text) => ini::read(&text),
        Err(error) => return vec![error],
    };
    let place = source.place();
    let mut notes: Vec<String> = stray.iter().map(|fault| format!("{place}{fault}")).collect();
    let mut loaded = Vec::new();
    for section in &sections {
        notes.extend(faults(section).map(|fault| format!("{place}{fault}: {} is not loaded", short(&section.name))));
        match section.game.as_ref().map(registry::keep) {
            Ok(Ok(row)) => loaded.push(row.name),
            Ok(Err(error)) => notes.push(format!("{place}{}: {error}", section.name)),
            Err(_) => {}
        }
    }
    if !loaded.is_empty() {
        notes.push(format!("loaded {}", loaded.join(", ")));
    }
    notes
}

/// The option `VariantPath`: loads the files of a list, an empty one none.
pub(super) fn load_path(engine: &mut Engine, paths: &str) -> Result<(), String> {
    for path in paths.split(SEPARATOR).map(str::trim).filter(|path| !path.is_empty()) {
        for note in load_rules(&Source::File(path.to_string())) {
            engine.tell(Event::Note(note));
        }
    }
    Ok(())
}

//! What has been found so far, on disk: a line of JSON that says what is studied, then a line a game. A study that was ended
//! by force goes on from it.

use crate::study::analysis::Found;
use crate::types::Move;
use crate::types::Score;
use serde::Deserialize;
use serde::Serialize;
use std::fs::File;
use std::io;
use std::io::Write;
use std::path::Path;

/// What is studied and how; two of equal heads are the same study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// A checksum of the files.
    pub sum: String,
    pub limits: String,
    pub engine: String,
}

/// A game, by its place among those that were read.
#[derive(Serialize, Deserialize)]
struct Entry {
    game: usize,
    /// Of each position: score, depth, the bits of the moves of the best line.
    found: Vec<(i32, usize, Vec<u16>)>,
}

/// Games that are done, by their places, with what was found.
pub type Done = Vec<(usize, Vec<Found>)>;

/// The ledger, open for more.
pub struct Ledger {
    file: File,
}

impl Ledger {
    /// Begins a ledger.
    ///
    /// # Errors
    /// There is one, or it cannot be written.
    pub fn create(path: &Path, head: &Head) -> io::Result<Ledger> {
        let mut file = File::options().append(true).create_new(true).open(path)?;
        file.write_all(format!("{}\n", serde_json::to_string(head)?).as_bytes())?;
        Ok(Ledger { file })
    }

    /// Goes on with a ledger, and gives what is in it. A last line without its end, left by a kill, is passed over.
    ///
    /// # Errors
    /// It cannot be read, or is of another study.
    pub fn resume(path: &Path, head: &Head) -> Result<(Ledger, Done), String> {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read(path).map_err(|error| told(&error))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut lines = text[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let first = lines.next().and_then(|line| serde_json::from_slice::<Head>(line).ok());
        if first.as_ref() != Some(head) {
            return Err(told(&"that is another study than this: other files, limits or another engine"));
        }
        let mut done = Vec::new();
        for line in lines {
            let entry: Entry = serde_json::from_slice(line).map_err(|error| told(&error))?;
            let found = |(score, depth, bits): (i32, usize, Vec<u16>)| Found {
                score: Score(score),
                depth,
                line: bits.into_iter().map_while(Move::from_bits).collect(),
            };
            done.push((entry.game, entry.found.into_iter().map(found).collect()));
        }
        let file = File::options().append(true).open(path).map_err(|error| told(&error))?;
        file.set_len(whole as u64).map_err(|error| told(&error))?;
        Ok((Ledger { file }, done))
    }

    /// Writes a game; it is on its way to the disk when this returns.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, game: usize, found: &[Found]) -> io::Result<()> {
        let bits = |found: &Found| found.line.iter().map(|mv| mv.bits()).collect();
        let found = found.iter().map(|found| (found.score.0, found.depth, bits(found))).collect();
        let text = serde_json::to_string(&Entry { game, found })?;
        self.file.write_all(format!("{text}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn a_ledger_goes_on_after_a_kill() {
        let path = std::env::temp_dir().join(format!("bayon-ledger-{}", std::process::id()));
        let head = Head { sum: "1".into(), limits: "depth 1".into(), engine: "e".into() };
        let line = vec![Move::new(Square::new(1), Square::new(9), None)];
        let found = vec![Found { score: Score(-7), depth: 3, line }, Found { score: Score(0), depth: 0, line: vec![] }];
        let mut ledger = Ledger::create(&path, &head).unwrap();
        ledger.add(4, &found).unwrap();
        ledger.file.write_all(b"{\"game\":5,\"fou").unwrap();
        assert!(Ledger::create(&path, &head).is_err());
        assert!(Ledger::resume(&path, &Head { limits: "depth 2".into(), ..head.clone() }).is_err());
        for more in 1..3 {
            let (mut ledger, done) = Ledger::resume(&path, &head).unwrap();
            assert_eq!(done, vec![(4, found.clone()); more]);
            ledger.add(4, &found).unwrap();
        }
        std::fs::remove_file(path).unwrap();
    }
}

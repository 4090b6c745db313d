//! The record of a match: a line of JSON with its terms, then a line a game. A match that was ended by force goes on from it.

use crate::arena::contender::Contender;
use crate::arena::contest::Contest;
use crate::arena::ending::Ending;
use crate::arena::game::Played;
use crate::arena::schedule::Fixture;
use crate::notation::coord;
use crate::notation::fen;
use serde::Deserialize;
use serde::Serialize;
use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::io::Read;
use std::io::Write;
use std::path::Path;

/// An engine as the record names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    pub name: String,
    pub command: Vec<String>,
    pub options: Vec<(String, String)>,
    /// As the user writes them: `tc=2+0.02`.
    pub limits: String,
}

impl From<&Contender> for Engine {
    fn from(contender: &Contender) -> Engine {
        let Contender { name, command, options, pace, .. } = contender.clone();
        Engine { name, command, options, limits: pace.to_string() }
    }
}

/// What a match is; two of equal heads are the same match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    pub variant: String,
    pub engines: Vec<Engine>,
    /// Pairings by index, in the order of a round.
    pub pairings: Vec<[usize; 2]>,
    pub games: usize,
    pub openings: usize,
    /// A checksum of the openings in their order.
    pub openings_sum: String,
    pub most_plies: usize,
    pub margin_ms: u64,
    pub adjudication: String,
}

impl Head {
    /// The head of a match.
    pub fn of(contest: &Contest) -> Head {
        let mut sum = 0xcbf2_9ce4_8422_2325u64; // FNV-1a
        for opening in &contest.openings {
            for byte in fen::write(opening).bytes().chain([b'\n']) {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        let terms = &contest.terms;
        let adjudication = [
            terms.draw.map(|rule| rule.to_string()),
            terms.resign.map(|rule| rule.to_string()),
            terms.oracle.as_ref().map(|_| "tables".to_string()),
        ];
        Head {
            variant: contest.variant.name.to_string(),
            engines: contest.contenders.iter().map(Engine::from).collect(),
            pairings: contest.schedule.pairings().to_vec(),
            games: contest.schedule.games(),
            openings: contest.openings.len(),
            openings_sum: format!("{sum:016x}"),
            most_plies: terms.most_plies,
            margin_ms: contest.margin.as_millis() as u64,
            adjudication: adjudication.into_iter().flatten().collect::<Vec<_>>().join(" "),
        }
    }
}

/// A game as it is recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// From 1.
    pub game: usize,
    /// From 1; the two games of a pair share it.
    pub round: usize,
    pub white: String,
    pub black: String,
    /// The FEN of the start.
    pub opening: String,
    pub result: String,
    pub cause: String,
    /// What an engine did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    pub date: String,
    pub seconds: f64,
    /// As UCI writes them.
    pub moves: Vec<String>,
    /// Score, depth and time of each move.
    pub comments: Vec<String>,
}

impl Entry {
    /// The entry of a game.
    pub fn of(contest: &Contest, fixture: &Fixture, played: &Played, date: &str) -> Entry {
        let name = |engine: usize| contest.contenders[engine].name.clone();
        Entry {
            game: fixture.game + 1,
            round: fixture.game / 2 / contest.schedule.pairings().len().max(1) + 1,
            white: name(fixture.white),
            black: name(fixture.black),
            opening: fen::write(&played.start),
            result: played.ending.result().to_string(),
            cause: played.ending.cause.to_string(),
            trouble: played.trouble.as_ref().map(|trouble| trouble.what.clone()),
            date: date.to_string(),
            seconds: (played.lasted.as_secs_f64() * 1e3).round() / 1e3,
            moves: played.moves.iter().map(|&mv| coord::write(mv, contest.variant)).collect(),
            comments: played.remarks.iter().map(ToString::to_string).collect(),
        }
    }

    /// How it ended.
    ///
    /// # Errors
    /// The result or the cause is none.
    pub fn ending(&self) -> Result<Ending, String> {
        Ending::parse(&self.result, &self.cause)
            .ok_or_else(|| format!("{} by {} is no ending", self.result, self.cause))
    }
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line<'a> {
    Match(Cow<'a, Head>),
    #[serde(untagged)]
    Game(Cow<'a, Entry>),
}

/// The record on disk, open for more.
pub struct Recorder {
    file: File,
}

impl Recorder {
    /// Begins a new record.
    ///
    /// # Errors
    /// There is such a file, or it cannot be written.
    pub fn create(path: &Path, head: &Head) -> io::Result<Recorder> {
        let mut recorder = Recorder { file: File::options().append(true).create_new(true).open(path)? };
        recorder.write(&Line::Match(Cow::Borrowed(head)))?;
        Ok(recorder)
    }

    /// Goes on with a record after its last whole line.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn resume(path: &Path, whole: u64) -> io::Result<Recorder> {
        let file = File::options().append(true).open(path)?;
        file.set_len(whole)?;
        Ok(Recorder { file })
    }

    /// Writes a game; it is on its way to the disk when this returns.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.write(&Line::Game(Cow::Borrowed(entry)))
    }

    fn write(&mut self, line: &Line<'_>) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())
    }
}

/// A record as it was read.
pub struct Record {
    pub head: Head,
    pub entries: Vec<Entry>,
    /// Length of the file up to its last whole line, in bytes.
    pub whole: u64,
}

/// Reads a record. A last line without its end, left by a kill, is passed over.
///
/// # Errors
/// What cannot be read, with its line.
pub fn read(path: &Path) -> Result<Record, String> {
    let mut text = Vec::new();
    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut text));
    read.map_err(|error| error.to_string())
        .and_then(|_| parse(&text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads the bytes of a record.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &[u8]) -> Result<Record, String> {
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let (mut head, mut entries) = (None, Vec::new());
    for (number, line) in text[..whole].split(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<Line<'_>>(line) {
            Ok(Line::Match(found)) if head.is_none() => head = Some(found.into_owned()),
            Ok(Line::Match(_)) => return Err(format!("line {}: a second head", number + 1)),
            Ok(Line::Game(entry)) => entries.push(entry.into_owned()),
            Err(error) => return Err(format!("line {}: {error}", number + 1)),
        }
    }
    let head = head.ok_or("no line that says which match this is")?;
    Ok(Record { head, entries, whole: whole as u64 })
}

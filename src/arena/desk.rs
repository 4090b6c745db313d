//! Where the news of a match come together: counted, recorded, shown.

use crate::arena::calendar;
use crate::arena::contest::Contest;
use crate::arena::contest::News;
use crate::arena::game::Played;
use crate::arena::pgn;
use crate::arena::record::Entry;
use crate::arena::record::Head;
use crate::arena::record::Recorder;
use crate::arena::schedule::Fixture;
use crate::arena::screen::Screen;
use crate::arena::show::Scene;
use crate::arena::statistics::Sprt;
use crate::arena::tally::Tally;
use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;
use std::time::Instant;

/// The collector of a match.
pub struct Desk<'a> {
    contest: &'a Contest,
    head: Head,
    scene: Scene<'a>,
    tally: Tally,
    recorder: Option<Recorder>,
    pgn: Option<File>,
    screen: Screen,
    start: Instant,
    /// What has gone wrong with the files.
    error: Option<String>,
}

impl<'a> Desk<'a> {
    /// A desk for a match, at which games of `before` are over already.
    ///
    /// # Errors
    /// A game before does not belong to the match, or is there twice.
    pub fn new(
        contest: &'a Contest,
        sprt: Option<Sprt>,
        before: &[Entry],
        recorder: Option<Recorder>,
        screen: Screen,
    ) -> Result<Desk<'a>, String> {
        let head = Head::of(contest);
        let tally = tally(&head, contest, before)?;
        let scene = Scene {
            variant: contest.variant.name,
            contenders: &contest.contenders,
            games: contest.schedule.games(),
            before: before.len(),
            sprt,
        };
        Ok(Desk { contest, head, scene, tally, recorder, pgn: None, screen, start: Instant::now(), error: None })
    }

    /// Writes the games to a PGN file too: first those that are over, then each as it ends.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write_pgn(&mut self, path: &Path, before: &[Entry]) -> Result<(), String> {
        let told = |error| format!("{}: {error}", path.display());
        let mut file = File::create(path).map_err(told)?;
        for entry in before {
            file.write_all(pgn::write(&self.head, entry)?.as_bytes()).map_err(told)?;
        }
        self.pgn = Some(file);
        Ok(())
    }

    /// Takes in what happens; breaks when the match is to end: the sequential test is over, or a record cannot be written.
    pub fn hear(&mut self, news: News) -> ControlFlow<()> {
        match news {
            News::Game(fixture, played) => self.game(&fixture, &played),
            News::Note(engine, what, lines) => {
                self.screen.note(&format!("{} {what}", self.contest.contenders[engine].name), &lines);
                ControlFlow::Continue(())
            }
            News::Tick => {
                let (scene, tally, elapsed) = (&self.scene, &self.tally, self.start.elapsed());
                self.screen.refresh(&mut || scene.table(tally, elapsed));
                ControlFlow::Continue(())
            }
        }
    }

    fn game(&mut self, fixture: &Fixture, played: &Played) -> ControlFlow<()> {
        self.tally.add(fixture, played.ending, played.moves.len());
        if let Some(trouble) = &played.trouble {
            let name = &self.contest.contenders[fixture.engine(trouble.side)].name;
            self.screen.note(&format!("game {}: {name} {}", fixture.game + 1, trouble.what), &trouble.lines);
        }
        if let Err(error) = self.write(fixture, played) {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        let (scene, tally, elapsed) = (&self.scene, &self.tally, self.start.elapsed());
        self.screen.refresh(&mut || scene.table(tally, elapsed));
        if self.tally.games().is_multiple_of(2) {
            self.screen.line(&mut || scene.line(tally, elapsed));
        }
        if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn write(&mut self, fixture: &Fixture, played: &Played) -> Result<(), String> {
        if self.recorder.is_none() && self.pgn.is_none() {
            return Ok(());
        }
        let entry = Entry::of(self.contest, fixture, played, &calendar::today());
        if let Some(recorder) = &mut self.recorder {
            recorder.add(&entry).map_err(|error| format!("the record cannot be written: {error}"))?;
        }
        if let Some(file) = &mut self.pgn {
            let text = pgn::write(&self.head, &entry)?;
            file.write_all(text.as_bytes()).map_err(|error| format!("the PGN cannot be written: {error}"))?;
        }
        Ok(())
    }

    /// Whether the sequential test, if there is one, has found its answer.
    pub fn is_decided(&self) -> bool {
        self.scene.sprt.is_some_and(|sprt| sprt.verdict(&self.tally.of(0).pairs).is_some())
    }

    /// Shows the end; gives what was counted, how it looks, how long it lasted, and what has gone wrong with the files.
    pub fn close(mut self) -> (Tally, Scene<'a>, Duration, Option<String>) {
        let (scene, tally, elapsed) = (&self.scene, &self.tally, self.start.elapsed());
        self.screen.close(&mut || scene.table(tally, elapsed));
        (self.tally, self.scene, elapsed, self.error)
    }
}

/// The tally of recorded games.
///
/// # Errors
/// A game does not belong to the match, or is there twice.
pub fn tally(head: &Head, contest: &Contest, entries: &[Entry]) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut seen = vec![false; head.games];
    for entry in entries {
        let number = entry.game;
        match seen.get_mut(number.wrapping_sub(1)) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return Err(format!("game {number} is recorded twice")),
            None => return Err(format!("game {number} is none of the {} of this match", head.games)),
        }
        let fixture = contest.schedule.fixture(number - 1);
        let names = [fixture.white, fixture.black].map(|engine| head.engines[engine].name.as_str());
        if names != [entry.white.as_str(), entry.black.as_str()] {
            return Err(format!("game {number} is recorded between other engines"));
        }
        tally.add(&fixture, entry.ending()?, entry.moves.len());
    }
    Ok(tally)
}

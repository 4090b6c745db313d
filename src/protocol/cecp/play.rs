//! The game: who is to think about what, and what becomes of the answers.

use crate::engine::Best;
use crate::engine::Command;
use crate::engine::Limits;
use crate::engine::Report;
use crate::notation::coord;
use crate::notation::short;
use crate::protocol::cecp::Cecp;
use crate::protocol::cecp::Purpose;
use crate::protocol::cecp::Task;
use crate::protocol::cecp::thinking;
use crate::rules::Line;
use crate::rules::Position;
use crate::types::Color;
use crate::types::Move;
use std::fmt::Write;
use std::time::Duration;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(300);

impl Cecp {
    /// What the running search is for; a dropped one is for nothing.
    pub(super) fn purpose(&self) -> Option<Purpose> {
        self.searches.iter().copied().find(|&purpose| purpose != Purpose::Dropped)
    }

    /// Begins what is to be done now, if nothing is under way: a move, an analysis, or to ponder.
    pub(super) fn settle(&mut self, commands: &mut Vec<Command>) {
        let under_way = self.setting || self.purpose().is_some();
        if under_way || self.impossible || self.game.now().lost_or_stuck().is_some() {
            return;
        }
        match self.task {
            Task::Watch => {}
            Task::Analyse => {
                let limits = Limits { infinite: true, ..Limits::default() };
                self.search(Purpose::Analysis, self.game.clone(), limits, commands);
            }
            Task::Play(us) if self.game.now().turn() == us => {
                self.clock.run();
                self.reply = None;
                self.search(Purpose::Move, self.game.clone(), self.limits(us, &self.game), commands);
            }
            Task::Play(us) if self.ponders => self.ponder(us, commands),
            Task::Play(_) => {}
        }
    }

    /// The limits of a search for the move of `us` that follows on `line`.
    fn limits(&self, us: Color, line: &Line) -> Limits {
        self.clock.limits(us, line.len() / 2)
    }

    fn ponder(&mut self, us: Color, commands: &mut Vec<Command>) {
        let Some(reply) = self.reply.take().filter(|&reply| self.game.now().is_legal(reply)) else { return };
        commands.push(Command::Answer(format!("Hint: {}", self.written(reply))));
        let mut line = self.game.clone();
        line.push(reply);
        let limits = Limits { ponder: true, ..self.limits(us, &line) };
        self.search(Purpose::Ponder(reply), line, limits, commands);
    }

    /// Thinks for the user.
    pub(super) fn hint(&mut self, commands: &mut Vec<Command>) {
        let known = match self.purpose() {
            Some(Purpose::Ponder(reply)) => Some(reply),
            Some(Purpose::Analysis) => self.latest.as_ref().and_then(|report| report.moves.first().copied()),
            Some(_) => return,
            None => self.reply,
        };
        match known {
            Some(mv) => commands.push(Command::Answer(format!("Hint: {}", self.written(mv)))),
            None if self.impossible || self.game.now().lost_or_stuck().is_some() => {}
            None => {
                let limits = Limits { movetime: Some(HINT), ..Limits::default() };
                self.search(Purpose::Hint, self.game.clone(), limits, commands);
            }
        }
    }

    fn search(&mut self, purpose: Purpose, line: Line, limits: Limits, commands: &mut Vec<Command>) {
        self.searches.push_back(purpose);
        self.latest = None;
        commands.push(Command::Position(Box::new(line)));
        commands.push(Command::Go(limits));
    }

    /// Ends whatever is being thought about, unheard.
    pub(super) fn drop_searches(&mut self, commands: &mut Vec<Command>) {
        if self.purpose().is_some() {
            self.searches.iter_mut().for_each(|purpose| *purpose = Purpose::Dropped);
            commands.push(Command::Stop);
        }
        for number in self.held.drain(..) {
            self.pings.push_back(number);
            commands.push(Command::Ready);
        }
    }

    /// A move comes in.
    pub(super) fn play(&mut self, text: &str, commands: &mut Vec<Command>) {
        let why = match (coord::parse(text, self.game.now()), self.game.now().lost_or_stuck()) {
            (Ok(mv), _) if !self.impossible => return self.played(mv, commands),
            (_, Some(outcome)) => format!(" (the game is over: {outcome})"),
            _ if self.impossible => " (the position is impossible)".to_string(),
            _ => String::new(),
        };
        commands.push(Command::Answer(format!("Illegal move{why}: {}", short(text))));
    }

    fn played(&mut self, mv: Move, commands: &mut Vec<Command>) {
        match self.searches.iter_mut().find(|purpose| **purpose == Purpose::Ponder(mv)) {
            Some(expected) => {
                *expected = Purpose::Move;
                self.clock.run();
                self.game.push(mv);
                commands.push(Command::PonderHit);
            }
            None => {
                self.drop_searches(commands);
                self.game.push(mv);
                self.reply = None;
                commands.extend(self.claim(false).map(Command::Answer));
            }
        }
    }

    /// Takes the last `plies` moves back; whether there were so many.
    pub(super) fn take_back(&mut self, plies: usize, commands: &mut Vec<Command>) -> bool {
        if self.game.len() < plies {
            return false;
        }
        self.drop_searches(commands);
        (0..plies).for_each(|_| self.game.pop());
        self.reply = None;
        true
    }

    /// Another position, from which the game begins.
    pub(super) fn begin(&mut self, start: Position, commands: &mut Vec<Command>) {
        self.drop_searches(commands);
        self.game = Line::new(start);
        (self.reply, self.score, self.offered, self.impossible) = (None, None, false, false);
    }

    fn written(&self, mv: Move) -> String {
        coord::write(mv, self.game.now().variant())
    }

    /// The running search has found something.
    pub(super) fn heard(&mut self, root: &Position, report: &Report, out: &mut String) -> std::fmt::Result {
        if self.searches.front() == Some(&Purpose::Dropped) || report.moves.is_empty() {
            return Ok(());
        }
        let shown = self.posts && self.searches.front() != Some(&Purpose::Hint);
        if shown {
            thinking::write(root, report, out)?;
        }
        self.latest = Some(report.clone());
        Ok(())
    }

    /// A search has ended.
    pub(super) fn told(&mut self, root: &Position, best: &Best, out: &mut String) -> std::fmt::Result {
        match (self.searches.pop_front(), best.mv) {
            (Some(Purpose::Move), Some(mv)) => self.moves(mv, best, out),
            (Some(Purpose::Hint), Some(mv)) => writeln!(out, "Hint: {}", coord::write(mv, root.variant())),
            _ => Ok(()),
        }
    }

    /// The engine makes its move.
    fn moves(&mut self, mv: Move, best: &Best, out: &mut String) -> std::fmt::Result {
        let text = self.written(mv);
        let drawn = self.is_ruled_draw();
        self.score = Some(best.score);
        let accepts = self.offered && self.accepts();
        self.game.push(mv);
        self.clock.stop(self.game.len().div_ceil(2));
        if accepts || !self.claims && (drawn || self.is_ruled_draw()) {
            writeln!(out, "offer draw")?;
        }
        self.offered = false;
        writeln!(out, "move {text}")?;
        if let Some(claim) = self.claim(true) {
            writeln!(out, "{claim}")?;
        }
        self.reply = best.ponder;
        self.held.drain(..).try_for_each(|number| writeln!(out, "pong {number}"))
    }
}

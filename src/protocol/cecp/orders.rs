//! What XBoard says, word by word.

use crate::engine::Command;
use crate::notation::coord;
use crate::notation::fen;
use crate::notation::short;
use crate::protocol::cecp::Cecp;
use crate::protocol::cecp::Purpose;
use crate::protocol::cecp::Task;
use crate::protocol::cecp::features;
use crate::protocol::cecp::highlight;
use crate::protocol::cecp::setup;
use crate::protocol::cecp::thinking;
use crate::rules::Position;
use crate::rules::Variant;
use crate::types::Color;
use crate::types::Square;

/// MiB that the program needs besides the transposition table.
const REST: u64 = 16;

impl Cecp {
    /// Obeys a line; what is to be thought about comes after.
    pub(super) fn order(&mut self, line: &str, commands: &mut Vec<Command>) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if self.editing {
            // Lines such as `c` and `Pa4`, up to a dot.
            self.editing = words != ["."] && line.trim().len() <= 3;
            if self.editing || words == ["."] {
                return;
            }
        }
        match words[..] {
            [] => {}
            ["xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics" | "egtpath", ..] => {}
            ["put" | "hover", ..] => {}
            ["protover", ..] => {
                self.named_moves = true;
                commands.push(Command::Introduce);
            }
            ["ping", ref number @ ..] => self.ping(number.join(" "), commands),
            ["quit", ..] => commands.push(Command::Quit),
            ["new", ..] => self.new_game(commands),
            ["variant", name, ..] => self.variant(name, commands),
            ["computer", ..] => self.against_program = true,
            ["post", ..] => self.posts = true,
            ["nopost", ..] => self.posts = false,
            ["hard", ..] => self.ponders = true,
            ["easy", ..] => self.easy(commands),
            ["usermove", mv, ..] => self.play(mv, commands),
            ["setboard", ref fen @ ..] => self.set_board(&fen.join(" "), commands),
            ["edit", ..] => {
                self.editing = true;
                error("not supported, setboard is", line, commands);
            }
            ["option", ..] => self.option(line.trim_start()["option".len()..].trim(), commands),
            ["lift", square, ..] => match square.parse() {
                Ok(square) => commands.push(Command::Answer(highlight::line(self.game.now(), square))),
                Err(_) => error("no such square", line, commands),
            },
            [
                "force" | "go" | "playother" | "white" | "black" | "analyze" | "exit" | "result" | "undo" | "remove",
                ..,
            ] => self.turn(words[0], line, commands),
            ["?" | "." | "hint" | "bk" | "draw", ..] => self.ask(words[0], commands),
            _ => match self.number(&words, commands) {
                Some(true) => {}
                Some(false) => error("not understood", line, commands),
                None => self.move_or_nothing(words[0], line, commands),
            },
        }
    }

    /// Words with a number, and the options that some of them set. Whether it was understood; none: it is no such word.
    fn number(&mut self, words: &[&str], commands: &mut Vec<Command>) -> Option<bool> {
        let first = words.get(1).copied().unwrap_or_default();
        let whole = || first.parse::<u64>().ok();
        let option = match words[0] {
            "level" => self.clock.level(&words[1..]).map(|()| None),
            "st" => self.clock.each_move(first).map(|()| None),
            "sd" => self.clock.depth(first).map(|()| None),
            "time" => self.clock.set(0, first).map(|()| None),
            "otim" => self.clock.set(1, first).map(|()| None),
            "nps" => self.clock.speed(first).map(|nodes| Some(("nodestime", nodes))),
            "memory" => whole().map(|size| Some(("Hash", size.saturating_sub(REST).max(1)))),
            "cores" => whole().map(|cores| Some(("Threads", cores.clamp(1, 512)))),
            _ => return None,
        };
        if let Some(Some((name, value))) = option {
            commands.push(features::set(name, &value.to_string()));
        }
        Some(option.is_some())
    }

    /// Moves without the word `usermove`, as other programs send them, if only by mistake.
    fn move_or_nothing(&mut self, word: &str, line: &str, commands: &mut Vec<Command>) {
        let is_move = word.len() <= 5 && word.get(0..2).is_some_and(|from| from.parse::<Square>().is_ok());
        if is_move && (!self.named_moves || coord::parse(word, self.game.now()).is_ok()) {
            self.play(word, commands);
        } else {
            error("unknown command", line, commands);
        }
    }

    /// Whose turn it is to do what.
    fn turn(&mut self, word: &str, line: &str, commands: &mut Vec<Command>) {
        let turn = self.game.now().turn();
        let analysed = self.task == Task::Analyse;
        match word {
            "go" if self.purpose() == Some(Purpose::Move) => return,
            "go" => self.assign(Task::Play(turn), commands),
            "playother" => self.assign(Task::Play(!turn), commands),
            "white" => self.assign(Task::Play(Color::Black), commands),
            "black" => self.assign(Task::Play(Color::White), commands),
            "force" | "exit" | "result" => self.assign(Task::Watch, commands),
            "analyze" => self.assign(Task::Analyse, commands),
            "undo" if self.take_back(1, commands) => {}
            "remove" if self.take_back(2, commands) => {}
            _ => error("nothing to take back", line, commands),
        }
        if analysed != (self.task == Task::Analyse) {
            commands.push(features::set("UCI_AnalyseMode", if analysed { "false" } else { "true" }));
        }
    }

    fn assign(&mut self, task: Task, commands: &mut Vec<Command>) {
        self.drop_searches(commands);
        self.task = task;
    }

    fn ask(&mut self, word: &str, commands: &mut Vec<Command>) {
        match word {
            "?" if self.purpose() == Some(Purpose::Move) => commands.push(Command::Stop),
            "." if self.task == Task::Analyse => {
                let status = self.latest.as_ref().map(|report| thinking::status(self.game.now(), report));
                commands.extend(status.map(Command::Answer));
            }
            "hint" => self.hint(commands),
            "bk" => commands.push(Command::Answer(" There is no book.\n".to_string())),
            "draw" if self.purpose() != Some(Purpose::Move) && self.accepts() => {
                commands.push(Command::Answer("offer draw".to_string()));
            }
            "draw" => self.offered = true,
            _ => {}
        }
    }

    fn ping(&mut self, number: String, commands: &mut Vec<Command>) {
        if self.purpose() == Some(Purpose::Move) {
            self.held.push(number);
        } else {
            self.pings.push_back(number);
            commands.push(Command::Ready);
        }
    }

    fn easy(&mut self, commands: &mut Vec<Command>) {
        self.ponders = false;
        if let Some(Purpose::Ponder(reply)) = self.purpose() {
            self.drop_searches(commands);
            self.reply = Some(reply);
        }
    }

    fn new_game(&mut self, commands: &mut Vec<Command>) {
        self.begin(Position::start(self.game.now().variant()), commands);
        self.clock.restart();
        self.against_program = false;
        if self.task != Task::Analyse {
            self.task = Task::Play(Color::Black);
        }
        commands.push(Command::NewGame);
        commands.push(features::set("nodestime", "0"));
    }

    fn variant(&mut self, name: &str, commands: &mut Vec<Command>) {
        let Some(variant) = Variant::named(name) else {
            return error("no such game", name, commands);
        };
        self.begin(Position::start(variant), commands);
        self.setting = true;
        commands.push(features::set(features::VARIANT, name));
        let lines = setup::lines(variant);
        if !lines.is_empty() {
            commands.push(Command::Answer(lines.trim_end().to_string()));
        }
    }

    fn set_board(&mut self, text: &str, commands: &mut Vec<Command>) {
        match fen::position(text, self.game.now().variant()) {
            Ok(position) => self.begin(position, commands),
            Err(error) => {
                self.drop_searches(commands);
                self.impossible = true;
                commands.push(Command::Answer(format!("tellusererror Illegal position: {error}")));
            }
        }
    }

    /// `NAME=VALUE` or `NAME`.
    fn option(&mut self, text: &str, commands: &mut Vec<Command>) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let (name, value) = (name.trim(), value.trim());
        if name.eq_ignore_ascii_case(features::CLAIMS) {
            match value {
                "0" | "1" => self.claims = value == "1",
                _ => error("1 or 0 is wanted", text, commands),
            }
            return;
        }
        if self.purpose() == Some(Purpose::Analysis) {
            self.drop_searches(commands);
        }
        self.setting = true;
        commands.push(features::set(name, value));
    }
}

/// `Error (WHY): LINE`.
fn error(why: &str, line: &str, commands: &mut Vec<Command>) {
    commands.push(Command::Answer(format!("Error ({why}): {}", short(line))));
}

//! Two UCI engines that pass for one: the own one plays the games that it knows, the other one all the rest.
//!
//! Both are children, and every line goes to both until a search is asked for; those of a search go to the one whose game it
//! is, and only that one is heard. The introduction is the other's, with the own games added to its list.

use std::io;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The start of the line in which an engine tells its games.
const GAMES: &str = "option name UCI_Variant type combo ";

/// A child, and what is asked of it.
struct Half {
    child: Child,
    input: ChildStdin,
    output: Option<BufReader<ChildStdout>>,
    /// Whether it is heard.
    heard: Arc<AtomicBool>,
    /// Its introduction, but for the last line.
    introduction: Vec<String>,
}

impl Half {
    fn start(command: &mut Command) -> io::Result<Half> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let output = Some(BufReader::new(output));
        Ok(Half { child, input, output, heard: Arc::default(), introduction: Vec::new() })
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush())
    }

    /// Has it introduce itself.
    fn meet(&mut self) -> io::Result<()> {
        self.say("uci")?;
        for line in self.output.iter_mut().flat_map(BufRead::lines) {
            let line = line?;
            if line.trim_end() == "uciok" {
                return Ok(());
            }
            if line.starts_with("id ") || line.starts_with("option ") {
                self.introduction.push(line.trim_end().to_string());
            }
        }
        Err(io::Error::other("it does not introduce itself as a UCI engine"))
    }

    /// The games that it plays.
    fn games(&self) -> Vec<String> {
        let line = self.introduction.iter().find_map(|line| line.strip_prefix(GAMES)).unwrap_or_default();
        let mut words = line.split_whitespace();
        let mut games = Vec::new();
        while words.any(|word| word == "var") {
            games.extend(words.next().map(str::to_string));
        }
        games
    }

    /// Passes on what it says while it is heard; when it ends, so does the program.
    fn listen(&mut self, out: &Arc<Mutex<io::Stdout>>) {
        let (Some(output), heard, out) = (self.output.take(), self.heard.clone(), out.clone()) else { return };
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if heard.load(Ordering::SeqCst) {
                    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
                    if writeln!(out, "{}", line.trim_end()).and_then(|()| out.flush()).is_err() {
                        break;
                    }
                }
            }
        });
    }
}

/// The value of `setoption name UCI_Variant value VALUE`, the name in any case.
fn game(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let named = words.next() == Some("setoption") && words.next() == Some("name");
    let right = named && words.next().is_some_and(|word| word.eq_ignore_ascii_case("UCI_Variant"));
    if right && words.next() == Some("value") { words.next() } else { None }
}

/// What both together say of themselves.
fn introduction(own: &Half, other: &Half) -> String {
    let (ours, theirs) = (own.games(), other.games());
    let added: String = ours.iter().filter(|game| !theirs.contains(game)).map(|game| format!(" var {game}")).collect();
    let mut text = String::new();
    for line in &other.introduction {
        match line.strip_prefix("id name ") {
            Some(name) => text += &format!("id name {name} with Bayon\n"),
            None if line.starts_with(GAMES) => text += &format!("{line}{added}\n"),
            None => text += &format!("{line}\n"),
        }
    }
    text + "uciok"
}

/// Lets the engine started by `own` and the one started by `other` pass for one on standard input and output, to the end of
/// either.
///
/// # Errors
/// One of them cannot be started, or is no UCI engine with a list of games; or it has ended before its time.
pub fn run(own: &mut Command, other: &mut Command) -> io::Result<()> {
    let mut halves = [Half::start(own)?, Half::start(other)?];
    for half in &mut halves {
        half.meet()?;
    }
    let [ours, theirs] = [halves[0].games(), halves[1].games()];
    if theirs.is_empty() {
        return Err(io::Error::other("it plays no variants of its own"));
    }
    let out = Arc::new(Mutex::new(io::stdout()));
    halves.iter_mut().for_each(|half| half.listen(&out));
    // The other engine begins: its default is one of its own games.
    let mut speaks = 1;
    halves[speaks].heard.store(true, Ordering::SeqCst);
    for line in io::stdin().lock().lines() {
        let line = line?;
        if let Some(game) = game(&line) {
            let next = usize::from(!ours.iter().any(|known| known == game));
            if next != speaks {
                halves[speaks].say("stop")?;
                halves[speaks].heard.store(false, Ordering::SeqCst);
                halves[next].heard.store(true, Ordering::SeqCst);
                speaks = next;
            }
        }
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            "uci" => {
                let text = introduction(&halves[0], &halves[1]);
                let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
                writeln!(out, "{text}").and_then(|()| out.flush())?;
            }
            "setoption" if game(&line).is_none() => halves.iter_mut().try_for_each(|half| half.say(&line))?,
            "ucinewgame" => halves.iter_mut().try_for_each(|half| half.say(&line))?,
            "quit" => break,
            _ => halves[speaks].say(&line)?,
        }
    }
    for half in &mut halves {
        // It may have gone already.
        _ = half.say("quit");
    }
    for half in halves {
        let Half { mut child, input, .. } = half;
        drop(input);
        child.wait()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_found_in_the_option() {
        assert_eq!(game("setoption name uci_variant value makruk"), Some("makruk"));
        assert_eq!(game("setoption name UCI_Variant value"), None);
        assert_eq!(game("setoption name Hash value 16"), None);
        assert_eq!(game("position startpos"), None);
    }
}

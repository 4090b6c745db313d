//! Two UCI engines that pass for one: the own one plays the games that it knows, the other one all the rest.
//!
//! Both are children. Options and new games are told to both, all else to the one whose game it is, and only that one is
//! heard. The introduction is the other's, with the own games added to its list.

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
    /// Whether it introduces itself to the one who asked.
    introduced: Arc<AtomicBool>,
}

impl Half {
    fn start(command: &mut Command) -> io::Result<Half> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Half {
            child,
            input,
            output: Some(BufReader::new(output)),
            heard: Arc::default(),
            introduced: Arc::default(),
        })
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush())
    }

    /// Has it introduce itself; gives the games that it plays.
    fn meet(&mut self) -> io::Result<Vec<String>> {
        self.say("uci")?;
        let mut games = Vec::new();
        for line in self.output.iter_mut().flat_map(BufRead::lines) {
            let line = line?;
            if line.trim_end() == "uciok" {
                return Ok(games);
            }
            let mut words = line.strip_prefix(GAMES).unwrap_or_default().split_whitespace();
            while words.any(|word| word == "var") {
                games.extend(words.next().map(str::to_string));
            }
        }
        Err(io::Error::other("it does not introduce itself as a UCI engine"))
    }

    /// Passes on what it says while it is heard, and its introduction, to which `games` are added.
    fn listen(&mut self, games: String, out: &Arc<Mutex<io::Stdout>>) {
        let (heard, introduced, out) = (self.heard.clone(), self.introduced.clone(), out.clone());
        let Some(output) = self.output.take() else { return };
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let line = line.trim_end();
                let line = match introduced.load(Ordering::SeqCst).then(|| introduction(line, &games)).flatten() {
                    Some(line) => line,
                    None if heard.load(Ordering::SeqCst) => line.to_string(),
                    None => continue,
                };
                if line == "uciok" {
                    introduced.store(false, Ordering::SeqCst);
                }
                let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
                if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
                    break;
                }
            }
        });
    }
}

/// A line of the other's introduction, as one of both; none: it is no such line.
fn introduction(line: &str, games: &str) -> Option<String> {
    match line.split_once(' ') {
        Some(("id", rest)) if rest.starts_with("name ") => Some(format!("{line} with Bayon")),
        Some(("option", _)) if line.starts_with(GAMES) => Some(format!("{line}{games}")),
        Some(("id" | "option", _)) => Some(line.to_string()),
        None if line == "uciok" => Some(line.to_string()),
        _ => None,
    }
}

/// The value of `setoption name UCI_Variant value VALUE`, the name in any case.
fn game(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let named = words.next() == Some("setoption") && words.next() == Some("name");
    let right = named && words.next().is_some_and(|word| word.eq_ignore_ascii_case("UCI_Variant"));
    if right && words.next() == Some("value") { words.next() } else { None }
}

/// Lets the engine started by `own` and the one started by `other` pass for one on standard input and output, to the end of
/// either.
///
/// # Errors
/// One of them cannot be started, or is no UCI engine; or it has ended before its time.
pub fn run(own: &mut Command, other: &mut Command) -> io::Result<()> {
    let mut halves = [Half::start(own)?, Half::start(other)?];
    let (ours, theirs) = (halves[0].meet()?, halves[1].meet()?);
    let added = ours.iter().filter(|game| !theirs.contains(game)).map(|game| format!(" var {game}")).collect();
    let out = Arc::new(Mutex::new(io::stdout()));
    halves[0].listen(String::new(), &out);
    halves[1].listen(added, &out);
    // The other engine begins: its default is one of its own games.
    let mut speaks = 1;
    halves[speaks].heard.store(true, Ordering::SeqCst);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let game = game(&line);
        if let Some(game) = game {
            let next = usize::from(!ours.iter().any(|known| known == game));
            if next != speaks {
                halves[speaks].say("stop")?;
                halves[speaks].heard.store(false, Ordering::SeqCst);
                halves[next].heard.store(true, Ordering::SeqCst);
                speaks = next;
            }
        }
        match line.split_whitespace().next().unwrap_or_default() {
            // Rules that were loaded may have given it more games.
            "uci" => {
                halves[1].introduced.store(true, Ordering::SeqCst);
                halves[1].say("uci")?;
            }
            "setoption" | "ucinewgame" if game.is_none() => halves.iter_mut().try_for_each(|half| half.say(&line))?,
            "quit" => break,
            _ => halves[speaks].say(&line)?,
        }
    }
    for half in &mut halves {
        // It may have gone already.
        _ = half.say("quit");
    }
    for Half { mut child, input, .. } in halves {
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

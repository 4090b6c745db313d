//! Comparing perft with another UCI engine, down to the first move at which they differ.

use crate::cli::Done;
use crate::notation::coord;
use crate::notation::fen;
use crate::rules::Position;
use crate::types::Move;
use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

/// Another engine.
struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// Leaves below each move, by the move's text.
type Leaves = BTreeMap<String, u64>;

impl Peer {
    fn start(command: &str) -> Result<Peer, Box<dyn Error>> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("no command to compare with")?;
        let child = Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{program}: {error}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = (input.ok_or("no input")?, BufReader::new(output.ok_or("no output")?));
        Ok(Peer { child, input, output })
    }

    fn line(&mut self) -> Result<String, Box<dyn Error>> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err("the other engine has ended".into());
        }
        Ok(line.trim_end().to_string())
    }

    fn perft(&mut self, root: &str, played: &[String], depth: u32) -> Result<Leaves, Box<dyn Error>> {
        writeln!(self.input, "position fen {root} moves {}\ngo perft {depth}", played.join(" "))?;
        self.input.flush()?;
        let mut leaves = Leaves::new();
        loop {
            let line = self.line()?;
            match line.split_once(": ") {
                Some(("Nodes searched", _)) => return Ok(leaves),
                Some((mv, count)) if mv.len() <= 5 => _ = leaves.insert(mv.to_string(), count.parse()?),
                _ => {}
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        _ = writeln!(self.input, "quit");
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Compares the counts of `command`, an engine, with ours; where they differ, goes on below the first such move.
pub(super) fn run(command: &str, root: &Position, depth: u32, threads: usize) -> Done {
    let variant = root.variant();
    let start = fen::write(root);
    let mut peer = Peer::start(command)?;
    writeln!(peer.input, "uci\nsetoption name UCI_Variant value {}\nisready", variant.name)?;
    while peer.line()? != "readyok" {}
    let mut out = io::stdout().lock();
    let mut position = *root;
    let mut played: Vec<String> = Vec::new();
    for depth in (1..=depth).rev() {
        let moves: BTreeMap<String, (Move, u64)> = position
            .perft_divided(depth, threads)
            .into_iter()
            .map(|(mv, leaves)| (coord::write(mv, variant), (mv, leaves)))
            .collect();
        let theirs = peer.perft(&start, &played, depth)?;
        let before = if played.is_empty() { "at the root".to_string() } else { format!("after {}", played.join(" ")) };
        if let Some(mv) = theirs.keys().find(|&mv| !moves.contains_key(mv)) {
            writeln!(out, "difference {before}: only they have {mv}\n{}", fen::write(&position))?;
            return Ok(ExitCode::FAILURE);
        }
        if let Some(mv) = moves.keys().find(|&mv| !theirs.contains_key(mv)) {
            writeln!(out, "difference {before}: only we have {mv}\n{}", fen::write(&position))?;
            return Ok(ExitCode::FAILURE);
        }
        let differs = |(text, (mv, ours)): (&String, &(Move, u64))| {
            let count = theirs.get(text).copied().unwrap_or(0);
            (count != *ours).then(|| (text.clone(), *mv, *ours, count))
        };
        let Some((text, mv, ours, count)) = moves.iter().find_map(differs) else {
            if played.is_empty() {
                let all: u64 = moves.values().map(|&(_, leaves)| leaves).sum();
                writeln!(out, "no difference\nNodes searched: {all}")?;
                return Ok(ExitCode::SUCCESS);
            }
            writeln!(out, "difference {before} that is none from there: the other engine contradicts itself")?;
            return Ok(ExitCode::FAILURE);
        };
        writeln!(out, "{before}, depth {depth}: {text} has {ours} leaves here, {count} there")?;
        position = position.play(mv);
        played.push(text);
    }
    writeln!(out, "difference after {}\n{}", played.join(" "), fen::write(&position))?;
    Ok(ExitCode::FAILURE)
}

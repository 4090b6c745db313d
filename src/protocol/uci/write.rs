//! Writing what the engine tells.

use crate::engine::Best;
use crate::engine::Bound;
use crate::engine::Event;
use crate::engine::Odds;
use crate::engine::Report;
use crate::engine::options::Kind;
use crate::engine::options::Row;
use crate::protocol::sight;
use crate::protocol::uci::tongue::Tongue;
use crate::rules::Position;
use crate::types::Move;
use std::fmt::Result;
use std::fmt::Write;

/// Writes an event.
pub(super) fn event(event: &Event, tongue: &Tongue, out: &mut String) -> Result {
    match event {
        Event::Introduction { name, author, options } => {
            writeln!(out, "id name {name}\nid author {author}\n")?;
            for row in options {
                option(row, tongue, out)?;
            }
            if tongue.name == "ucci" {
                writeln!(out, "option usemillisec type check default true")?;
            }
            writeln!(out, "{}ok", tongue.name)
        }
        Event::Ready => writeln!(out, "readyok"),
        Event::Counting { count, who } => {
            writeln!(out, "info string count {}/{} {who}", count.used(), count.of())
        }
        Event::Report { root, report, odds } => report_line(root, report, *odds, tongue, out),
        Event::Trial { root, trial } => {
            let mv = (tongue.write_move)(trial.mv, root.variant());
            writeln!(out, "info depth {} currmove {mv} currmovenumber {}", trial.depth, trial.number)
        }
        Event::Best { root, best } => best_line(root, best, tongue, out),
        Event::Ended(outcome) => writeln!(out, "info string {outcome}"),
        Event::Perft { root, leaves } => {
            for &(mv, leaves) in leaves {
                writeln!(out, "{}: {leaves}", (tongue.write_move)(mv, root.variant()))?;
            }
            let all: u64 = leaves.iter().map(|(_, leaves)| leaves).sum();
            writeln!(out, "\nNodes searched: {all}\n")
        }
        Event::Sight(sight) => sight::write(sight, tongue, out),
        Event::Evaluation(explanation) => {
            for (name, pawns) in explanation.terms.iter().filter(|(_, pawns)| *pawns != 0.0) {
                writeln!(out, "{name:<16} {pawns:+8.2}")?;
            }
            writeln!(out, "{:<16} {:+8.2} (white's view, in pawns)", "total", explanation.total)
        }
        Event::Bench(bench) => writeln!(
            out,
            "Total time (ms) : {}\nNodes searched  : {}\nNodes/second    : {}",
            bench.time.as_millis(),
            bench.nodes,
            bench.speed()
        ),
        Event::Answer(words) => writeln!(out, "{}", words.trim_end()),
        Event::Log(_) | Event::Idle | Event::Aside(_) => Ok(()),
        Event::Note(words) => words.lines().try_for_each(|line| writeln!(out, "info string {line}")),
    }
}

fn option(row: &Row, tongue: &Tongue, out: &mut String) -> Result {
    let name = if tongue.option_words { "name " } else { "" };
    write!(out, "option {name}{} type ", (tongue.option)(row.name))?;
    match &row.kind {
        Kind::Check { default, .. } => writeln!(out, "check default {default}"),
        Kind::Spin { default, min, max, .. } => writeln!(out, "spin default {default} min {min} max {max}"),
        Kind::Combo { default, values, .. } => {
            write!(out, "combo default {default}")?;
            values().iter().try_for_each(|value| write!(out, " var {value}"))?;
            writeln!(out)
        }
        Kind::Text { default: "", .. } => writeln!(out, "string default <empty>"),
        Kind::Text { default, .. } => writeln!(out, "string default {default}"),
        Kind::Button { .. } => writeln!(out, "button"),
    }
}

fn report_line(root: &Position, report: &Report, odds: Option<Odds>, tongue: &Tongue, out: &mut String) -> Result {
    let odds = odds.map_or_else(String::new, |odds| format!(" wdl {} {} {}", odds.win, odds.draw, odds.loss));
    if report.moves.is_empty() && report.depth == 0 {
        return writeln!(out, "info depth 0 score {}{odds}", (tongue.score)(report.score));
    }
    write!(
        out,
        "info depth {} seldepth {} multipv {} score {}",
        report.depth,
        report.selective_depth,
        report.rank,
        (tongue.score)(report.score)
    )?;
    out.push_str(match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    out.push_str(&odds);
    write!(
        out,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv",
        report.nodes,
        report.speed(),
        report.hash_full,
        report.table_hits,
        report.time.as_millis()
    )?;
    for &mv in &report.moves {
        write_move(mv, root, tongue, out)?;
    }
    writeln!(out)
}

fn best_line(root: &Position, best: &Best, tongue: &Tongue, out: &mut String) -> Result {
    let Some(mv) = best.mv else { return writeln!(out, "bestmove {}", tongue.no_move) };
    out.push_str("bestmove");
    write_move(mv, root, tongue, out)?;
    if let Some(ponder) = best.ponder {
        out.push_str(" ponder");
        write_move(ponder, root, tongue, out)?;
    }
    writeln!(out)
}

fn write_move(mv: Move, root: &Position, tongue: &Tongue, out: &mut String) -> Result {
    write!(out, " {}", (tongue.write_move)(mv, root.variant()))
}

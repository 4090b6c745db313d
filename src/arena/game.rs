//! One game: the referee asks the engines in turn and decides by the rules.

use crate::arena::adjudicate::DrawRule;
use crate::arena::adjudicate::Judge;
use crate::arena::adjudicate::ResignRule;
use crate::arena::client::Client;
use crate::arena::client::Fault;
use crate::arena::clock;
use crate::arena::clock::Clock;
use crate::arena::clock::Pace;
use crate::arena::ending::Cause;
use crate::arena::ending::Ending;
use crate::arena::oracle::Oracle;
use crate::arena::remark::Remark;
use crate::notation::coord;
use crate::notation::fen;
use crate::rules::Line;
use crate::rules::Position;
use crate::types::Color;
use crate::types::Move;
use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

/// What the user allows in a game.
#[derive(Clone)]
pub struct Terms {
    /// A game of so many plies is drawn.
    pub most_plies: usize,
    pub draw: Option<DrawRule>,
    pub resign: Option<ResignRule>,
    /// Ends games that have come to solved endings.
    pub oracle: Option<Arc<Oracle>>,
}

/// An engine at the board.
pub struct Seat<'a> {
    pub client: &'a mut Client,
    pub pace: Pace,
    /// Time over the clock that is forgiven.
    pub margin: Duration,
}

/// What an engine did wrong, for the user to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub side: Color,
    pub what: String,
    /// The lines exchanged last.
    pub lines: Vec<String>,
}

/// A game that was played to its end.
#[derive(Clone)]
pub struct Played {
    pub start: Position,
    pub moves: Vec<Move>,
    // One for each move.
    pub remarks: Vec<Remark>,
    pub ending: Ending,
    pub trouble: Option<Trouble>,
    /// From the first `go` to the end.
    pub lasted: Duration,
}

impl Played {
    /// A game that `loser` has lost before it began.
    pub fn unplayed(start: Position, loser: Color, fault: &Fault, lines: Vec<String>) -> Played {
        Played {
            start,
            moves: Vec::new(),
            remarks: Vec::new(),
            ending: Ending::loss(loser, cause(fault)),
            trouble: Some(Trouble { side: loser, what: fault.to_string(), lines }),
            lasted: Duration::ZERO,
        }
    }
}

fn cause(fault: &Fault) -> Cause {
    match fault {
        Fault::NoStart(_) => Cause::NoStart,
        Fault::Crash(_) => Cause::Crash,
        Fault::Flood => Cause::Flood,
        Fault::Hang(_) | Fault::Stopped => Cause::Hang,
    }
}

/// Plays a game between white and black, who are ready for it. None if the match is ended meanwhile.
pub fn play(start: &Position, mut seats: [Seat<'_>; 2], terms: &Terms) -> Option<Played> {
    let began = Instant::now();
    let mut line = Line::new(*start);
    let mut clocks = [Clock::new(seats[0].pace), Clock::new(seats[1].pace)];
    let mut judge = Judge::new(terms.draw, terms.resign);
    let (mut moves, mut remarks) = (Vec::new(), Vec::new());
    let mut position = format!("position fen {}\n", fen::write(start));
    let mut go = String::new();
    let mut trouble = None;
    let ending = loop {
        if let Some(outcome) = line.ended() {
            break outcome.into();
        }
        if moves.len() >= terms.most_plies {
            break Ending::draw(Cause::Length);
        }
        let side = line.now().turn();
        let seat = &mut seats[side.index()];
        go.clear();
        clock::go(&mut go, &clocks[side.index()], &clocks[0], &clocks[1]);
        let limit = clocks[side.index()].limit().map(|limit| limit + seat.margin);
        let answer = match seat.client.think(&position, &go, limit) {
            Ok(answer) => answer,
            Err(Fault::Stopped) => return None,
            Err(fault) => {
                trouble = Some(Trouble { side, what: fault.to_string(), lines: seat.client.tail() });
                break Ending::loss(side, cause(&fault));
            }
        };
        if !clocks[side.index()].spend(answer.spent, seat.margin) {
            break Ending::loss(side, Cause::Time);
        }
        let word = answer.line.split_ascii_whitespace().nth(1).unwrap_or_default();
        let mv = match coord::parse(word, line.now()) {
            Ok(mv) => mv,
            Err(error) => {
                let what = format!("named no move by {:?}: {error}", answer.line);
                trouble = Some(Trouble { side, what, lines: seat.client.tail() });
                break Ending::loss(side, Cause::Illegal);
            }
        };
        let remark = Remark::read(&answer.info, answer.spent);
        let number = line.now().number();
        position.pop();
        position.push_str(if moves.is_empty() { " moves " } else { " " });
        position.push_str(&coord::write(mv, start.variant()));
        position.push('\n');
        line.push(mv);
        moves.push(mv);
        remarks.push(remark);
        let told = terms.oracle.as_ref().and_then(|oracle| oracle.verdict(line.now()));
        if let Some(ending) = told.or_else(|| judge.watch(side, number, remark.said)) {
            // The rules come first.
            break line.ended().map_or(ending, Ending::from);
        }
    };
    Some(Played { start: *start, moves, remarks, ending, trouble, lasted: began.elapsed() })
}

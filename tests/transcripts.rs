//! Sessions with the engine, written down in `transcripts/*.txt`.
//!
//! | line | means |
//! |---|---|
//! | `> text` | send it (`\t` and `\r` are a tab and a carriage return) |
//! | `< pattern` | listen until a line fits; `*` stands for anything |
//! | `= pattern` | the next line fits |
//! | `! ms pattern` | for so long, no line fits |
//! | `# n pattern` | so many lines have fitted since the last `# …` of that kind |
//! | `wait ms` | wait |
//! | `end` | close the input |
//! | `ended ms` | the engine ends within that time |
//! | other | a remark |

mod session;

use session::PATIENCE;
use session::Session;
use session::fits;
use std::path::Path;
use std::time::Duration;

fn milliseconds(text: &str) -> Duration {
    Duration::from_millis(text.trim().parse().expect("milliseconds"))
}

fn play(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name);
    let text = std::fs::read_to_string(path).expect("the transcript is there");
    let mut session = Session::start();
    let mut counted = 0;
    for (number, line) in text.lines().enumerate() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            ">" => session.say(&rest.replace("\\t", "\t").replace("\\r", "\r")),
            "<" => _ = session.hear(rest),
            "=" => {
                let next = session.next(PATIENCE);
                let good = next.as_ref().is_some_and(|next| fits(rest, next));
                assert!(good, "{name}:{}: wanted {rest:?}, heard {next:?}", number + 1);
            }
            "!" => {
                let (during, pattern) = rest.split_once(' ').expect("milliseconds and a pattern");
                session.hear_none(pattern, milliseconds(during));
            }
            "#" => {
                let (wanted, pattern) = rest.split_once(' ').expect("a number and a pattern");
                let heard = session.said[counted..].iter().filter(|line| fits(pattern, line)).count();
                assert_eq!(heard.to_string(), wanted, "{name}:{}: {:#?}", number + 1, &session.said[counted..]);
                counted = session.said.len();
            }
            "wait" => std::thread::sleep(milliseconds(rest)),
            "end" => session.close(),
            "ended" => {
                let took = session.ended();
                assert!(took <= milliseconds(rest), "{name}:{}: ended after {took:?}", number + 1);
            }
            _ => {}
        }
    }
}

macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            play(concat!(stringify!($name), ".txt"));
        })*

        #[test]
        fn every_transcript_is_played() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
            let mut there: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
            let mut played = vec![$(concat!(stringify!($name), ".txt").to_string()),*];
            there.sort();
            played.sort();
            assert_eq!(there, played);
        }
    };
}

transcripts! {
    analysis
    introduction
    options
    ouk_rules
    positions
    sights
    perft
    limits
    interruptions
    ends
    draws
    input_ends
    quit_while_searching
    quit_while_idle
    dialects_of_lines
    odd_clients
    xboard_introduction
    xboard_games
    xboard_play
    xboard_analysis
    xboard_results
    own_rules
    usi
    ucci
    counts_end
    ponder
    log
}

//! XBoard's protocol where answers depend on answers: pondering, and games of two engines.

mod session;
mod told;

use bayon::notation::coord;
use bayon::rules::Line;
use bayon::rules::Outcome;
use session::PATIENCE;
use session::Session;
use session::fits;
use std::time::Duration;

/// An engine in the middle of a session, after these words besides.
fn xboard(words: &str) -> Session {
    let mut session = Session::start();
    session.say("xboard\nprotover 2");
    session.hear("feature done=1");
    session.say(words);
    session
}

/// The last word of the next line that fits.
fn last_word(session: &mut Session, pattern: &str) -> String {
    session.hear(pattern).rsplit(' ').next().expect("a word").to_string()
}

fn push(line: &mut Line, text: &str) {
    let mv = coord::parse(text, line.now());
    line.push(mv.unwrap_or_else(|error| panic!("{text}: {error}")));
}

#[test]
fn ponders_on_the_move_it_expects() {
    let mut session = xboard("new\nvariant cambodian\nlevel 0 5 0\nsd 5\nhard\npost");
    let mut line = told::line("cambodian", "start", "e3e4");
    session.say("usermove e3e4");
    for turn in 0..6 {
        push(&mut line, &last_word(&mut session, "move *"));
        let expected = last_word(&mut session, "Hint: *");
        // Thinking goes on; nothing is played before it is its turn.
        session.hear_none("move *", Duration::from_millis(50));
        session.say("ping 7");
        session.hear("pong 7");
        let legal = told::legal(line.now());
        let other = legal.iter().find(|&mv| *mv != expected).expect("another move");
        let played = if turn % 2 == 0 { &expected } else { other };
        session.say(&format!("time 29000\notim 29000\nusermove {played}"));
        push(&mut line, played);
    }
    session.hear("move *");
    assert_eq!(session.count("move *"), 7);
    // Without pondering nothing is thought any more.
    session.hear("Hint: *");
    session.say("easy\nping 8");
    session.hear("pong 8");
    session.hear_none("*", Duration::from_millis(150));
}

#[test]
fn words_while_it_ponders() {
    let mut session = xboard("new\nlevel 0 5 0\nsd 5\nhard\nusermove e3e4");
    let hint = last_word(&mut session, "Hint: *");
    session.say("hint");
    assert_eq!(last_word(&mut session, "Hint: *"), hint);
    // `?` is for moves alone.
    session.say("?");
    session.hear_none("move *", Duration::from_millis(100));
    session.say("force\nusermove h3h4\nping 1");
    session.hear("pong 1");
    session.hear_none("move *", Duration::from_millis(100));
    session.say("go");
    session.hear("move *");
    session.hear("Hint: *");
    session.say("new\nsd 5\nping 2");
    session.hear("pong 2");
    session.say("usermove a3a4");
    session.hear("move *");
    session.hear("Hint: *");
    session.say("quit");
    assert!(session.ended() < Duration::from_secs(2));
}

/// A game is drawn by the next move, whatever it is, or by one that goes back: while the engine ponders on what has not been
/// played nothing is claimed, with the option on or off. Once it is played it is a draw, claimed or not.
#[test]
fn nothing_is_claimed_while_it_ponders() {
    for (start, played) in [
        ("8/8/8/2K5/8/3R4/8/4k3 w - 32 31 90", ""),
        ("8/8/4k3/8/4n3/8/4N3/2K5 w - - 0 1", "c1d1 e6d6 d1c1 d6e6 c1d1 e6d6"),
    ] {
        for claims in [false, true] {
            let words = format!("option XBoard Claims={}\nforce\nhard\nsd 3\nsetboard {start}", u8::from(claims));
            let (mut session, mut line) = (xboard(&words), told::line("makruk", start, played));
            played.split_whitespace().for_each(|mv| session.say(&format!("usermove {mv}")));
            // White goes back, too: only then is it the third time after black's next move.
            let forced = (!played.is_empty()).then_some("d1c1");
            match forced {
                Some(mv) => {
                    session.say(&format!("usermove {mv}\nplayother"));
                    push(&mut line, mv);
                    session.say("hint");
                }
                None => {
                    session.say("go");
                    push(&mut line, &last_word(&mut session, "move *"));
                }
            }
            session.hear_none("*1/2*", Duration::from_millis(200));
            let ends = |mv: &String| {
                let mut next = line.clone();
                push(&mut next, mv);
                next.ended().is_some_and(|outcome| !outcome.is_final())
            };
            let reply = told::legal(line.now()).into_iter().find(ends);
            session.say(&format!("usermove {}", reply.expect("a move that draws")));
            if claims {
                session.hear("1/2-1/2 {Draw by *}");
            }
            session.hear("move *");
            session.say("force\nping 1");
            session.hear("pong 1");
            assert_eq!(session.count("1/2-1/2 *") > 0, claims, "{start}: {:?}", session.said);
        }
    }
}

/// A game of two engines that ponder, each move of which is legal; gives the end, and the results that were claimed.
fn game(variant: &str, plies: usize) -> (Option<Outcome>, Vec<String>) {
    let mut line = told::line(variant, "start", "");
    let words = format!("new\nvariant {variant}\nlevel 0 5 0\nsd 4\nhard\npost\ncomputer");
    let mut players = [xboard(&words), xboard(&words)];
    players[0].say("go");
    let mut claims = Vec::new();
    while line.len() < plies && line.ended().is_none() {
        let mover = line.len() % 2;
        let mv = last_word(&mut players[mover], "move *");
        push(&mut line, &mv);
        players[1 - mover].say(&format!("time 29000\notim 29000\nusermove {mv}"));
    }
    for player in &mut players {
        player.say("ping 1");
        while let Some(said) = player.next(PATIENCE).filter(|said| said != "pong 1") {
            if ["1-0 *", "0-1 *", "1/2-1/2 *"].iter().any(|pattern| fits(pattern, &said)) {
                claims.push(said);
            }
        }
        assert_eq!(player.count("Illegal*") + player.count("Error*") + player.count("tell*"), 0, "{:?}", player.said);
    }
    (line.ended(), claims)
}

#[test]
fn two_engines_play_a_game() {
    for variant in ["makruk", "cambodian", "karouk"] {
        let (end, claims) = game(variant, 240);
        // The winner says nothing, the loser who has won.
        match end {
            Some(outcome) if outcome.is_final() => {
                assert_eq!(claims.len(), 1, "{variant}: {claims:?}");
                assert!(claims[0].starts_with(outcome.result()), "{variant}: {claims:?}");
            }
            _ => assert!(claims.is_empty(), "{variant}: {claims:?}"),
        }
    }
}

//! Portable game notation: a text taken apart into games, and words folded into lines.
//!
//! Read is what programs write: tags, moves with or without numbers, comments in braces or after a semicolon, lines that
//! begin with a per cent sign, nested variations and number glyphs (all three passed over), results.

use crate::notation::thai;
use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

/// Lines of moves are no longer than this.
const WIDTH: usize = 80;
/// What may end a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A move as it stands in the text, with the comments after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    pub line: usize,
    pub text: String,
    pub comment: String,
}

/// A game as it stands in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Raw {
    /// Where it begins, from 1.
    pub line: usize,
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comment: String,
    pub moves: Vec<Word>,
    pub result: Option<String>,
    /// What cannot be read, and where.
    pub fault: Option<(usize, String)>,
}

impl Raw {
    /// The value of a tag, its name in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none() && self.fault.is_none()
    }
}

/// The games of a text, in their order.
pub fn read(text: &str) -> Vec<Raw> {
    let mut reader = Reader {
        signs: text.trim_start_matches('\u{feff}').chars().peekable(),
        line: 1,
        fresh: true,
        games: Vec::new(),
        game: Raw::default(),
    };
    while reader.step() {}
    reader.finish();
    reader.games
}

struct Reader<'a> {
    signs: Peekable<Chars<'a>>,
    line: usize,
    /// Nothing has been read of this line.
    fresh: bool,
    games: Vec<Raw>,
    game: Raw,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let sign = self.signs.next()?;
        self.fresh = sign == '\n';
        self.line += usize::from(sign == '\n');
        Some(sign)
    }

    /// Reads up to `end`, which is taken too; whether it came.
    fn until(&mut self, end: char, text: &mut String) -> bool {
        while let Some(sign) = self.next() {
            if sign == end {
                return true;
            }
            text.push(sign);
        }
        false
    }

    fn finish(&mut self) {
        let game = std::mem::take(&mut self.game);
        if !game.is_empty() {
            self.games.push(game);
        }
    }

    fn fault(&mut self, line: usize, what: &str) {
        self.game.fault.get_or_insert((line, what.to_string()));
    }

    /// Reads one thing; whether there was one.
    fn step(&mut self) -> bool {
        let Some(&sign) = self.signs.peek() else { return false };
        let (line, fresh) = (self.line, self.fresh);
        if self.game.is_empty() {
            self.game.line = line;
        }
        let mut text = String::new();
        match sign {
            '%' if fresh => _ = self.until('\n', &mut text),
            ';' => {
                self.until('\n', &mut text);
                self.remark(&text[1..]);
            }
            '{' => {
                if !self.until('}', &mut text) {
                    self.fault(line, "a comment without its end");
                }
                self.remark(&text[1..]);
            }
            '[' => self.tag(),
            '(' => self.variation(),
            _ if sign.is_whitespace() || sign == ')' || sign == ']' || sign == '}' => _ = self.next(),
            _ => {
                while let Some(sign) =
                    self.signs.next_if(|sign| !sign.is_whitespace() && !['{', '(', ')', ';'].contains(sign))
                {
                    text.push(sign);
                }
                self.fresh = false;
                self.word(&text, line);
            }
        }
        true
    }

    fn remark(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let to = self.game.moves.last_mut().map_or(&mut self.game.comment, |word| &mut word.comment);
        if !to.is_empty() && !text.is_empty() {
            to.push(' ');
        }
        to.push_str(&text);
    }

    /// `[Name "value"]`. Tags after moves begin the next game.
    fn tag(&mut self) {
        if !self.game.moves.is_empty() {
            self.finish();
            self.game.line = self.line;
        }
        let line = self.line;
        let mut text = String::new();
        let mut quoted = false;
        self.next();
        loop {
            match self.signs.peek() {
                None | Some('\n') => {
                    self.fault(line, "a tag without its end");
                    return;
                }
                Some(']') if !quoted => break,
                Some('\\') if quoted => {
                    self.next();
                    text.extend(self.next());
                }
                Some('"') => {
                    quoted = !quoted;
                    self.next();
                    text.push('\u{0}');
                }
                Some(_) => text.extend(self.next()),
            }
        }
        self.next();
        let mut parts = text.split('\u{0}');
        match (parts.next().map(str::trim), parts.next()) {
            (Some(name), Some(value)) if !name.is_empty() => {
                self.game.tags.push((name.to_string(), value.to_string()));
            }
            _ => self.fault(line, "a tag without name or value"),
        }
    }

    /// Passes over a variation with all in it.
    fn variation(&mut self) {
        let (line, mut depth) = (self.line, 0);
        while let Some(sign) = self.next() {
            match sign {
                '(' => depth += 1,
                ')' if depth == 1 => return,
                ')' => depth -= 1,
                '{' => _ = self.until('}', &mut String::new()),
                _ => {}
            }
        }
        self.fault(line, "a variation without its end");
    }

    fn word(&mut self, text: &str, line: usize) {
        if RESULTS.contains(&text) {
            self.game.result = Some(text.to_string());
            self.finish();
            return;
        }
        if text.starts_with('$') || text == "e.p." {
            return;
        }
        // The number of a move, alone or before it.
        let digits = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let dots = digits.trim_start_matches(['.', '…']);
        let text = if dots.len() < digits.len() || digits.is_empty() { dots } else { text };
        if text.is_empty() || text.chars().all(|sign| "!?=+-#".contains(sign) && text != "--") {
            return;
        }
        match self.game.moves.last_mut() {
            // The long Thai form has a blank after the man.
            Some(last) if thai::is_man(&last.text) && last.comment.is_empty() => last.text.push_str(text),
            _ => self.game.moves.push(Word { line, text: text.to_string(), comment: String::new() }),
        }
    }
}

/// Writes a tag.
pub fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Writes words in lines of at most 80 signs.
pub fn fold(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        let len = word.chars().count();
        if width > 0 && width + 1 + len > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += len;
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &Raw) -> Vec<&str> {
        game.moves.iter().map(|word| word.text.as_str()).collect()
    }

    #[test]
    fn games_are_taken_apart() {
        let text = "\u{feff}[Event \"a \\\"b\\\" [c]\"]\r\n[White \"\"]\r\n\r\n{before} 1. e4 {one\ntwo} e5 $1 2.Nd2! (2. Ne2 {)} (2. a4) Nd7) \
                    2... Nd7 ; to the end 3. a4\n% passed over 4. b4\n3. a4 1-0\n\n1. e4 *\n[Event \"next\"]\n[Round \"2\"]\n\n1. ม ข๑-ง๒ \
                    บจ๖-จ๕ 1/2-1/2";
        let games = read(text);
        assert_eq!(games.len(), 3);
        assert_eq!((games[0].tag("event"), games[0].tag("White")), (Some("a \"b\" [c]"), Some("")));
        assert_eq!(moves(&games[0]), ["e4", "e5", "Nd2!", "Nd7", "a4"]);
        assert_eq!((games[0].moves[0].comment.as_str(), games[0].comment.as_str()), ("one two", "before"));
        assert_eq!((games[0].moves[3].comment.as_str(), games[0].moves[4].line), ("to the end 3. a4", 7));
        assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 9, 10]);
        assert_eq!(games.iter().filter_map(|game| game.result.as_deref()).collect::<Vec<_>>(), ["1-0", "*", "1/2-1/2"]);
        assert_eq!(moves(&games[2]), ["มข๑-ง๒", "บจ๖-จ๕"]);
        assert!(games.iter().all(|game| game.fault.is_none()));
    }

    #[test]
    fn what_has_no_end_is_told_with_its_line() {
        for (text, line, what) in [
            ("[Event \"x\n\n1. e4 *", 1, "tag"),
            ("[Event x]\n\n1. e4 *", 1, "tag"),
            ("1. e4\n{ never", 2, "comment"),
            ("1. e4\n\n(never", 3, "variation"),
        ] {
            let games = read(text);
            let (at, why) = games[0].fault.clone().unwrap();
            assert!(at == line && why.contains(what), "{text}: {at}: {why}");
        }
        assert!(read(" \n\n").is_empty());
        // Two games without results.
        assert_eq!(read("[A \"1\"]\ne4\n[A \"2\"]\ne4 e5").len(), 2);
    }
}

//! A second set of rules, written from the rule texts alone and deliberately simple: letters on 64 squares, every move tried
//! out on a copy of the board. It shares no code with the engine, which it checks.
#![allow(dead_code)]

mod counting;
mod fen;
mod moves;
mod table;

pub use table::GAMES;
use table::{Leaps, Material, MoveRule, Rules};

/// A game that goes on: the position, and what is needed from the past.
#[derive(Clone)]
pub struct Game {
    pub rules: &'static Rules,
    /// White's men in upper case, black's in lower, `.` for none; a1 = 0, h8 = 63.
    board: [u8; 64],
    white: bool,
    /// The man on this square has not moved. In traditional ouk also: a met was captured here, its right lives on.
    unmoved: [bool; 64],
    /// Limit and ply.
    count: Option<(i32, i32)>,
    clock: i32,
    number: i32,
    /// Whether white, black has given a check that was counted (first check).
    checked: [bool; 2],
    /// Every position so far: board, side to move; the rights that can be used.
    seen: Vec<(String, Vec<usize>)>,
}

fn file(square: usize) -> i32 {
    square as i32 % 8
}

fn rank(square: usize) -> i32 {
    square as i32 / 8
}

fn name(square: usize) -> String {
    format!("{}{}", (b'a' + square as u8 % 8) as char, square / 8 + 1)
}

fn square(name: &[u8]) -> usize {
    (name[1] - b'1') as usize * 8 + (name[0] - b'a') as usize
}

impl Game {
    /// The rules of this name.
    pub fn rules(name: &str) -> &'static Rules {
        GAMES.iter().find(|rules| rules.name == name).unwrap_or_else(|| panic!("no game {name}"))
    }

    /// A game from a FEN, or from the start.
    pub fn new(variant: &str, fen: Option<&str>) -> Game {
        let rules = Game::rules(variant);
        let mut game = fen::read(rules, fen.unwrap_or(rules.start));
        game.remember();
        game
    }

    /// The position without its past, to try moves out on.
    fn copy(&self) -> Game {
        Game { seen: Vec::new(), ..*self }
    }

    fn king(&self, white: bool) -> usize {
        let letter = if white { b'K' } else { b'k' };
        self.board.iter().position(|&man| man == letter).expect("a king")
    }

    fn is_white(&self, square: usize) -> bool {
        self.board[square].is_ascii_uppercase()
    }

    fn is_black(&self, square: usize) -> bool {
        self.board[square].is_ascii_lowercase()
    }

    fn is_of(&self, white: bool, square: usize) -> bool {
        if white { self.is_white(square) } else { self.is_black(square) }
    }

    /// The letters of a side's men, in lower case, kings too.
    fn men(&self, white: bool) -> Vec<u8> {
        (0..64).filter(|&s| self.is_of(white, s)).map(|s| self.board[s].to_ascii_lowercase()).collect()
    }

    /// A man's kind, whatever the game calls it: p, m, s, n, r, a, k.
    fn kind(&self, letter: u8) -> u8 {
        match (self.rules.name, letter.to_ascii_lowercase()) {
            ("asean", b'q') => b'm',
            ("asean", b'b') => b's',
            (_, other) => other,
        }
    }

    fn kinds(&self, white: bool) -> Vec<u8> {
        self.men(white).into_iter().map(|letter| self.kind(letter)).collect()
    }

    fn remember(&mut self) {
        let board = String::from_utf8_lossy(&self.board).into_owned();
        let rights = (0..64).filter(|&s| self.unmoved[s] && matches!(self.kind(self.board[s]), b'k' | b'm')).collect();
        self.seen.push((format!("{board} {}", self.white), rights));
    }

    /// How often the position occurred before, and how often if the leap rights are not looked at.
    pub fn repetitions(&self) -> (usize, usize) {
        let (now, earlier) = self.seen.split_last().expect("the current position");
        let strict = earlier.iter().filter(|then| *then == now).count();
        (strict, earlier.iter().filter(|then| then.0 == now.0).count())
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        moves::attacked(self, self.king(self.white), !self.white)
    }

    /// The legal moves, sorted.
    pub fn legal(&self) -> Vec<String> {
        moves::legal(self)
    }

    /// Plays a legal move.
    pub fn push(&mut self, text: &str) {
        moves::play(self, text);
        self.remember();
    }

    pub fn perft(&self, depth: u32) -> u64 {
        let legal = self.legal();
        if depth <= 1 {
            return if depth == 0 { 1 } else { legal.len() as u64 };
        }
        let below = |text: &String| {
            let mut next = self.copy();
            moves::play(&mut next, text);
            next.perft(depth - 1)
        };
        legal.iter().map(below).sum()
    }

    pub fn fen(&self) -> String {
        fen::write(self)
    }

    /// Whether a side has too little material.
    pub fn insufficient(&self, white: bool) -> bool {
        let (ours, theirs) = (self.kinds(white), self.kinds(!white));
        let all: Vec<u8> = ours.iter().chain(&theirs).copied().filter(|&kind| kind != b'k').collect();
        let mets = |dark: bool| {
            (0..64).any(|s| self.kind(self.board[s]) == b'm' && (file(s) + rank(s)) % 2 == if dark { 0 } else { 1 })
        };
        match self.rules.material {
            Material::Never => false,
            Material::BareKings => all.is_empty(),
            Material::AnyMan => ours.len() == 1,
            Material::Traditional => {
                all.len() <= 1 && all.iter().all(|&kind| kind == b'n' || kind == b'm')
                    || all.iter().all(|&kind| kind == b'm')
                        && (all.len() == 2 || !(mets(true) && mets(false)) && all.len() <= 4)
            }
            Material::Family => {
                let turns_strong = self.rules.turns.1.contains(['r', 'a']);
                if ours.iter().any(|kind| b"rsa".contains(kind) || turns_strong && *kind == b'p') {
                    return false;
                }
                let free = all.iter().any(|&kind| kind != b'm');
                let own_free = ours.iter().any(|kind| b"np".contains(kind));
                let by_met = ours.contains(&b'm') && (mets(true) && mets(false) || free);
                let by_free = own_free && all.len() >= 2;
                !(by_met || by_free)
            }
        }
    }

    /// Whether the count draws.
    fn counted_out(&self) -> bool {
        match self.count {
            Some((limit, ply)) if self.rules.counting == table::Counting::Traditional => ply >= limit,
            Some((limit, ply)) => ply > limit,
            None => false,
        }
    }

    fn move_rule(&self) -> bool {
        let pawns = self.board.iter().any(|&man| man.eq_ignore_ascii_case(&b'p'));
        match self.rules.moves {
            MoveRule::No => false,
            MoveRule::Hundred => self.clock >= 100,
            MoveRule::HundredWhilePawns => self.clock >= 100 && pawns,
        }
    }

    /// Drawn by count, repetition or move rule.
    pub fn drawn(&self) -> bool {
        self.counted_out() || self.rules.repetition && self.repetitions().0 >= 2 || self.move_rule()
    }

    /// `none`, or how the game has ended, in the words of the command `d`.
    pub fn outcome(&self) -> String {
        let other = if self.white { "black" } else { "white" };
        if self.checked[self.white as usize] {
            return format!("{other} wins (first check)");
        }
        if self.legal().is_empty() {
            return if self.in_check() { format!("{other} wins (checkmate)") } else { "draw (stalemate)".to_string() };
        }
        if self.insufficient(true) && self.insufficient(false) {
            return "draw (insufficient material)".to_string();
        }
        if self.counted_out() {
            return "draw (counting rule)".to_string();
        }
        if self.rules.repetition && self.repetitions().0 >= 2 {
            return "draw (threefold repetition)".to_string();
        }
        if self.move_rule() { "draw (move rule)".to_string() } else { "none".to_string() }
    }

    /// A captured met's right lives on.
    fn ghosts(&self) -> bool {
        self.rules.leaps == Leaps::Traditional
    }
}

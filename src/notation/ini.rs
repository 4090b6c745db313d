//! Rules of games as Fairy-Stockfish's `variants.ini` writes them, for games derived from this family.
//!
//! A section `[name:parent]` begins with all rules of its parent, a game of the program or an earlier section, and changes
//! those that it names; one without parent begins with an empty table. The keys are those of the reference: what says of a
//! rule only that it is not used is understood, what would use one that does not exist here is refused. A section is read
//! whole or not at all.

mod keys;

use crate::notation::fen;
use crate::notation::short;
use crate::rules::Kin;
use crate::rules::Setup;
use crate::rules::Variant;
use crate::rules::counting;
use crate::rules::registry;
use crate::rules::registry::Draft;
use crate::rules::variant;
use crate::rules::variant::Goal;
use crate::rules::variant::Leaps;
use crate::rules::variant::Material;
use crate::rules::variant::MoveRule;
use crate::rules::variant::Promotion;
use crate::rules::variant::Stalemate;
use crate::types::Color;
use crate::types::Role;
use std::fmt;

/// The longest name of a game.
const LONGEST_NAME: usize = 40;

/// What is wrong with a file of rules, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// From 1.
    pub line: usize,
    /// The key it is about, or what stands where there should be one.
    pub key: String,
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} - {}", self.line, short(&self.key), self.what)
    }
}

impl std::error::Error for Fault {}

/// A section of a file: a game, or what is wrong with it.
#[derive(Clone, Debug)]
pub struct Section {
    pub name: String,
    /// Whether its rules were looked at: it has a name that is free and a parent that exists.
    pub parsed: bool,
    pub game: Result<Draft, Vec<Fault>>,
}

/// Reads a file of rules: its sections, and what is wrong outside of them.
pub fn read(text: &str) -> (Vec<Section>, Vec<Fault>) {
    let mut sections: Vec<Section> = Vec::new();
    let mut stray = Vec::new();
    let mut raw: Option<Raw> = None;
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).zip(1..);
    for (text, line) in lines {
        if let Some(head) = text.strip_prefix('[') {
            sections.extend(raw.take().map(|raw| raw.read(&sections)).into_iter().collect::<Vec<_>>());
            raw = Some(Raw { head, line, entries: Vec::new(), faults: Vec::new() });
        } else if text.is_empty() || text.starts_with(['#', ';']) {
            continue;
        } else if let Some(raw) = &mut raw {
            raw.add(text, line);
        } else {
            stray.push(fault(line, text, "stands before the first section [name:parent]"));
        }
    }
    sections.extend(raw.take().map(|raw| raw.read(&sections)).into_iter().collect::<Vec<_>>());
    if sections.is_empty() && stray.is_empty() {
        stray.push(fault(1, "[name:parent]", "there is no section"));
    }
    (sections, stray)
}

fn fault(line: usize, key: &str, what: impl Into<String>) -> Fault {
    Fault { line, key: key.to_string(), what: what.into() }
}

/// A line `key = value`.
struct Entry<'a> {
    line: usize,
    key: &'a str,
    value: &'a str,
}

/// A section before it is understood.
struct Raw<'a> {
    /// What stands behind its `[`.
    head: &'a str,
    line: usize,
    entries: Vec<Entry<'a>>,
    faults: Vec<Fault>,
}

impl<'a> Raw<'a> {
    fn add(&mut self, text: &'a str, line: usize) {
        let Some((key, value)) = text.split_once('=') else {
            return self.faults.push(fault(line, text, "is no `key = value`"));
        };
        let (key, value) = (key.trim(), value.trim());
        if let Some(first) = self.entries.iter().find(|entry| entry.key == key) {
            self.faults.push(fault(line, key, format!("was given in line {} already", first.line)));
        }
        self.entries.push(Entry { line, key, value });
    }

    /// Reads the section; `before` are those above it.
    fn read(self, before: &[Section]) -> Section {
        let head = self.head.split_once(']');
        let (name, parent) = match head.map(|(inside, _)| inside.split_once(':').unwrap_or((inside, ""))) {
            Some((name, parent)) => (name.trim(), parent.trim()),
            None => (self.head, ""),
        };
        let key = head.map_or(format!("[{}", self.head), |(inside, _)| format!("[{inside}]"));
        let refused = |what: String| Section {
            name: name.to_string(),
            parsed: false,
            game: Err(vec![fault(self.line, &key, what)]),
        };
        let fits = |sign: char| sign.is_ascii_alphanumeric() || "-_.+".contains(sign);
        if head.is_none_or(|(_, after)| !after.trim().is_empty()) {
            return refused("is no section [name] or [name:parent]".to_string());
        }
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(fits) {
            return refused(format!("a name has 1 to {LONGEST_NAME} letters, digits and signs of -_.+"));
        }
        let own = variant::ALL.iter().chain(&variant::HIDDEN).map(|row| row.name);
        if own.chain(before.iter().map(|section| section.name.as_str())).any(|taken| taken.eq_ignore_ascii_case(name)) {
            return refused(format!("Variant '{name}' already exists"));
        }
        let draft = match parent {
            "" => Ok(Draft { name: name.to_string(), ..Draft::of(&NOTHING, name) }),
            _ => match before.iter().find(|section| section.name == parent) {
                Some(Section { game: Ok(draft), .. }) => Ok(Draft { name: name.to_string(), ..draft.clone() }),
                Some(_) => return refused(format!("its parent '{}' is wrong", short(parent))),
                None => Variant::named(parent).map(|row| Draft::of(row, name)).ok_or(()),
            },
        };
        let Ok(draft) = draft else {
            return refused(format!("Variant template '{}' does not exist", short(parent)));
        };
        let mut builder = Builder { line: self.line, faults: self.faults, ..Builder::new(draft, parent.is_empty()) };
        builder.apply(&self.entries);
        let game = builder.finish();
        Section { name: name.to_string(), parsed: true, game }
    }
}

/// A game without men: where a section without parent begins.
const NOTHING: Variant = Variant {
    name: "",
    kin: Kin::Makruk,
    start: "",
    letters: [None; Role::COUNT],
    promotion: Promotion::from_rank(7, &[]),
    leaps: None,
    goal: Goal::Mate,
    king_stays: false,
    counting: &counting::NONE,
    material: Material::Family { alone: false },
    move_rule: MoveRule::Plies(100),
    repetition: 3,
    stalemate: Stalemate::Draw,
};

/// A game under construction.
struct Builder {
    draft: Draft,
    /// Where its section begins.
    line: usize,
    faults: Vec<Fault>,
    /// Keys that a section without parent must have.
    owed: Vec<&'static str>,
    // [colour], as told by its own keys
    turns_into: [Option<(usize, Vec<Role>)>; 2],
    /// The leaps' two keys, `gating` and `cambodianMoves`.
    rights: bool,
    leaps: bool,
    start: Option<(usize, String)>,
}

impl Builder {
    fn new(draft: Draft, orphan: bool) -> Builder {
        let leaps = draft.rules.leaps.is_some();
        let owed =
            if orphan { vec!["king", "startFen", "doubleStep", "castling", "promotionPieceTypes"] } else { vec![] };
        Builder {
            draft,
            line: 0,
            faults: Vec::new(),
            owed,
            turns_into: [None, None],
            rights: leaps,
            leaps,
            start: None,
        }
    }

    /// Understands the lines: first the letters of men, which others use.
    fn apply(&mut self, entries: &[Entry]) {
        for men in [true, false] {
            for entry in entries {
                let Some(kind) = keys::find(entry.key) else {
                    if men {
                        self.faults.push(fault(entry.line, entry.key, keys::unknown(entry.key)));
                    }
                    continue;
                };
                if kind.is_men() != men {
                    continue;
                }
                self.owed.retain(|key| *key != entry.key);
                if let Err(what) = keys::set(self, &kind, entry) {
                    self.faults.push(fault(entry.line, entry.key, what));
                }
            }
        }
    }

    fn wrong(&mut self, key: &str, what: impl Into<String>) {
        self.faults.push(fault(self.line, key, what));
    }

    /// Puts the parts together and checks that they fit.
    fn finish(mut self) -> Result<Draft, Vec<Fault>> {
        for key in std::mem::take(&mut self.owed) {
            self.wrong(key, "is wanted in a game without parent");
        }
        self.check_letters();
        self.settle_promotion();
        self.settle_leaps();
        let rules = &mut self.draft.rules;
        rules.kin = kin(rules, &self.draft.roles);
        if let Material::Family { alone } = &mut rules.material {
            *alone = rules.goal == Goal::FirstCheck || rules.king_stays || rules.stalemate != Stalemate::Draw;
        }
        if self.faults.is_empty() {
            self.settle_start();
        }
        self.faults.sort_by_key(|fault| fault.line);
        if self.faults.is_empty() { Ok(self.draft) } else { Err(self.faults) }
    }

    fn check_letters(&mut self) {
        let letters = self.draft.rules.letters;
        if letters[Role::King.index()].is_none() {
            self.wrong("king", "there is no game without kings here");
        }
        for (i, letter) in letters.into_iter().enumerate() {
            if let Some(letter) = letter.filter(|_| letters[..i].contains(&letter)) {
                self.wrong(keys::MEN[i], format!("Ambiguous piece character: {}", letter as char));
            }
        }
    }

    fn settle_promotion(&mut self) {
        let [white, black] = std::mem::take(&mut self.turns_into);
        let inherited = (self.line, self.draft.roles.clone());
        let ((_, white), (line, black)) = (white.unwrap_or(inherited.clone()), black.unwrap_or(inherited));
        if white != black {
            let what = "both sides' pawns must turn into the same men";
            return self.faults.push(fault(line, "promotionPieceTypes", what));
        }
        self.draft.roles = white;
        let zones = &mut self.draft.rules.promotion.zones;
        if self.draft.roles.is_empty() {
            // No man to turn into is the same as no square to turn on.
            *zones = Default::default();
            self.draft.roles.push(Role::Met);
        }
        let letters = self.draft.rules.letters;
        let turn = zones.iter().any(|zone| zone.any()) && letters[Role::Pawn.index()].is_some();
        if let Some(role) = self.draft.roles.iter().find(|role| turn && letters[role.index()].is_none()) {
            let what = format!("a pawn cannot become a {}, which this game has not", keys::MEN[role.index()]);
            self.wrong("promotionPieceTypes", what);
        }
    }

    fn settle_leaps(&mut self) {
        const OUK: Option<Leaps> = variant::CAMBODIAN.leaps;
        let inherited = self.draft.rules.leaps;
        self.draft.rules.leaps = match (self.leaps, self.rights) {
            (false, false) => None,
            (true, true) => inherited.or(OUK),
            (true, false) => return self.wrong("cambodianMoves", "requires gating = true"),
            (false, true) => return self.wrong("gating", "is known only together with cambodianMoves = true"),
        };
    }

    /// Reads the start and writes it anew, as the game's own FENs are written.
    fn settle_start(&mut self) {
        let given = self.start.take();
        let line = given.as_ref().map_or(self.line, |(line, _)| *line);
        let text = given.map_or_else(|| self.draft.start.clone(), |(_, text)| text);
        match start(&text, &self.draft.rules) {
            Ok(start) => self.draft.start = start,
            Err(what) => self.faults.push(fault(line, "startFen", what)),
        }
    }
}

/// The family whose evaluation fits best.
fn kin(rules: &Variant, roles: &[Role]) -> Kin {
    let has = |role: Role| rules.letters[role.index()].is_some();
    if rules.goal == Goal::FirstCheck {
        Kin::FirstCheck
    } else if has(Role::Wok) && !has(Role::Met) {
        Kin::AiWok
    } else if rules.leaps.is_some() {
        Kin::Ouk
    } else if roles.len() > 1 {
        Kin::Asean
    } else {
        Kin::Makruk
    }
}

/// The start position as a FEN of this program, out of one of any dialect.
fn start(text: &str, rules: &Variant) -> Result<String, String> {
    let setup = fen::parse(text, rules).map_err(|error| error.to_string())?;
    if let Some(checks) = text.split_whitespace().find(|field| field.contains('+') && *field != "1+1") {
        return Err(format!("the first check wins: 1+1, not {}", short(checks)));
    }
    let fresh = Setup { board: setup.board, turn: setup.turn, rights: setup.rights, ..Setup::empty() };
    if setup != fresh {
        return Err("a game starts without count, clock and checks, at move 1".to_string());
    }
    registry::check_start(rules, &setup).map_err(|error| error.to_string())?;
    // Rights as a position keeps them, written as a position writes them.
    let mut rights = String::new();
    if rules.leaps.is_some() {
        for (color, rank, first) in [(Color::White, 0, b'A'), (Color::Black, 56, b'a')] {
            let own = |file: usize| setup.board[rank + file].is_some_and(|man| man.color() == color);
            let files = (0..8usize).filter(|&file| setup.rights[color.index()] >> file & 1 != 0 && own(file));
            rights.extend(files.map(|file| (first + file as u8) as char));
        }
    }
    let men = fen::write_board(&setup, rules);
    let side = if setup.turn.is_white() { "w" } else { "b" };
    let rights = if rights.is_empty() { "-" } else { &rights };
    let checks = if rules.goal == Goal::FirstCheck { " 1+1" } else { "" };
    Ok(format!("{men} {side} {rights} -{checks} 0 1"))
}

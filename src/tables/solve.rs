//! The solver: finds, layer by layer, how soon the attackers win.
//!
//! A *placement* is where all men but the defenders' king stand. One word holds the 64 squares of that king, so a placement
//! is solved for all of them at once: one shift a direction tells from which squares there is no escape.
//!
//! Layer `p` holds the positions won in exactly `p` plies. The attackers' are found by taking back their moves from the
//! placements in which layer `p - 1` won something new; the defenders' by looking again at the placements in which the
//! attackers did. Men of the attackers and all of the defenders move within one *slab*, the placements of one square of the
//! attackers' king; that king alone connects slabs. So a slab is the work of one thread, which reads what the others found a
//! layer ago. The method of words and layers is that of retrograde analysis (Thompson 1986); the words are after the
//! bitboard solvers of endings against a bare king.

use crate::rules::attacks;
use crate::tables::exits::Escapes;
use crate::tables::exits::Exits;
use crate::tables::frame::Frame;
use crate::tables::frame::KINGS;
use crate::tables::frame::Places;
use crate::tables::material::MOST;
use crate::tables::table::Figures;
use crate::tables::table::Table;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Role;
use crate::types::Square;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

/// What the solver needs for a placement besides the table's own bytes: six words, and one for its lists.
pub(super) const BYTES_A_PLACEMENT: usize = 7 * 8;

/// The longest win that a table can hold, in plies.
pub const LONGEST: usize = 254;

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Someone asked the solver to stop.
    Stopped,
    /// A win would take more than [`LONGEST`] plies.
    TooLong,
}

/// Placements with squares of the defenders' king in each.
pub(super) type Front = Vec<(u32, Bitboard)>;

/// All placements with the attackers' king on one square.
pub(super) struct Slab<'a> {
    king: Square,
    // Each by placement:
    /// Squares of the defenders' king that make a position with the attackers to move.
    safe: Vec<Bitboard>,
    /// The same with the defenders to move.
    legal: Vec<Bitboard>,
    /// Attackers that the defenders' king may take.
    loose: Vec<Bitboard>,
    /// Those of them after whose capture the attackers do not win, as far as the layers go.
    escapes: Vec<Bitboard>,
    /// Squares with which the attackers to move win.
    won: Vec<Bitboard>,
    /// Squares with which the defenders to move lose.
    lost: Vec<Bitboard>,
    // [placement][square]: 0, or a distance + 1.
    won_in: &'a mut [[u8; 64]],
    lost_in: &'a mut [[u8; 64]],
    /// Placements in which the attackers won something in the layer before, with the layer of the last entry for each.
    news: Vec<u32>,
    seen: Vec<u8>,
    /// Placements in which the defenders lost something in this layer.
    front: Front,
    exits: Exits,
    figures: Figures,
}

/// What all slabs share.
pub(super) struct Task<'a> {
    pub frame: &'a Frame,
    pub escapes: &'a Escapes,
    /// The defenders have men besides the king.
    armed: bool,
}

/// Solves a table: fills in `table`, whose bytes are all 0. `smaller` finds the tables it leads into.
pub(super) fn solve(table: &mut Table, ways: &Escapes, threads: usize, stop: &AtomicBool) -> Result<(), Unsolved> {
    let Table { frame, won_in, lost_in, .. } = table;
    let frame = &*frame;
    let task = Task { frame, escapes: ways, armed: frame.men.iter().any(|man| !man.attacks) };
    let rows = won_in.chunks_mut(frame.size).zip(lost_in.chunks_mut(frame.size));
    let mut slabs: Vec<Slab> = rows
        .enumerate()
        .map(|(king, (won_in, lost_in))| Slab::empty(Frame::king_square(king), won_in, lost_in))
        .collect();
    each(&mut slabs, threads, stop, |slab| slab.set_up(&task))?;
    let mut fronts: Vec<Front> = slabs.iter_mut().map(|slab| std::mem::take(&mut slab.front)).collect();
    for layer in 1..=LONGEST {
        let quiet = fronts.iter().all(Vec::is_empty) && slabs.iter().all(|slab| slab.is_done(layer));
        if quiet && !(task.armed && ways.may_lapse(layer)) {
            let mut figures = Figures::new(frame.orders);
            slabs.iter().for_each(|slab| figures.add(&slab.figures));
            table.figures = figures;
            return Ok(());
        }
        each(&mut slabs, threads, stop, |slab| slab.advance(&task, layer, &fronts))?;
        for (front, slab) in fronts.iter_mut().zip(&mut slabs) {
            std::mem::swap(front, &mut slab.front);
        }
    }
    Err(Unsolved::TooLong)
}

/// Does `work` on every slab, each the work of one thread.
fn each<'a>(
    slabs: &mut [Slab<'a>],
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(&mut Slab<'a>) + Sync,
) -> Result<(), Unsolved> {
    let stopped = || stop.load(Ordering::Relaxed);
    if threads < 2 {
        slabs.iter_mut().take_while(|_| !stopped()).for_each(work);
    } else {
        let queue = Mutex::new(slabs.iter_mut());
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next().filter(|_| !stopped());
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(slab) = next() {
                        work(slab);
                    }
                });
            }
        });
    }
    if stopped() { Err(Unsolved::Stopped) } else { Ok(()) }
}

/// All squares that `men` attack among men on `occupied`.
pub(super) fn attacked(frame: &Frame, places: &Places, attackers: bool, occupied: Bitboard) -> Bitboard {
    let men = frame.men.iter().zip(places).filter(|(man, _)| man.attacks == attackers);
    men.fold(Bitboard::EMPTY, |all, (man, &at)| all | attacks::of(color(attackers), man.role, at, occupied))
}

/// The attackers move up the board.
pub(super) fn color(attackers: bool) -> Color {
    if attackers { Color::White } else { Color::Black }
}

/// The squares of the men, the defenders' king aside; `None` if two stand on one.
pub(super) fn occupied(frame: &Frame, king: Square, places: &Places) -> Option<Bitboard> {
    let men = places[..frame.men.len()].iter().fold(Bitboard::of(king), |set, &at| set | at.into());
    (men.len() == frame.men.len() + 1).then_some(men)
}

/// The squares next to one of a set.
#[inline]
fn around(set: Bitboard) -> Bitboard {
    let sides = set.left() | set.right();
    let row = sides | set;
    Bitboard(row.0 << 8 | row.0 >> 8) | sides
}

impl<'a> Slab<'a> {
    fn empty(king: Square, won_in: &'a mut [[u8; 64]], lost_in: &'a mut [[u8; 64]]) -> Slab<'a> {
        Slab {
            king,
            safe: Vec::new(),
            legal: Vec::new(),
            loose: Vec::new(),
            escapes: Vec::new(),
            won: Vec::new(),
            lost: Vec::new(),
            won_in,
            lost_in,
            news: Vec::new(),
            seen: Vec::new(),
            front: Vec::new(),
            exits: Exits::default(),
            figures: Figures::new(1),
        }
    }

    /// Whether nothing can be found in this layer or beyond by what this slab alone knows.
    fn is_done(&self, layer: usize) -> bool {
        self.news.is_empty() && self.exits.is_done(layer)
    }

    /// Lays out the placements and finds layer 0: the mates.
    fn set_up(&mut self, task: &Task) {
        let frame = task.frame;
        let blank = vec![Bitboard::EMPTY; frame.size];
        for words in [&mut self.safe, &mut self.legal, &mut self.loose, &mut self.won, &mut self.lost] {
            words.clone_from(&blank);
        }
        self.seen = vec![0; frame.size];
        let beside = attacks::king(self.king);
        for number in 0..frame.size {
            let places = frame.places(number);
            let Some(occupied) = occupied(frame, self.king, &places) else { continue };
            let attacked = attacked(frame, &places, true, occupied);
            let legal = !occupied - beside;
            self.safe[number] = legal - attacked;
            self.legal[number] = if task.armed { legal & self.unchecked(frame, &places, occupied) } else { legal };
            self.figures.attackers_to_move += self.safe[number].len() as u64;
            self.figures.defenders_to_move += self.legal[number].len() as u64;
            let men = frame.men.iter().zip(places).filter(|(man, _)| man.attacks);
            self.loose[number] = men.map(|(_, at)| at).collect::<Bitboard>() - attacked - beside;
            self.exits.collect(task, self.king, number, &places, occupied, self.safe[number], self.loose[number]);
        }
        self.escapes = self.loose.clone();
        for number in 0..frame.size {
            self.look_again(task, number, 0);
        }
    }

    /// The squares of the defenders' king with which their men do not attack the attackers' king.
    fn unchecked(&self, frame: &Frame, places: &Places, occupied: Bitboard) -> Bitboard {
        let mut squares = Bitboard::ALL;
        for (man, &at) in frame.men.iter().zip(places).filter(|(man, _)| !man.attacks) {
            if attacks::of(Color::Black, man.role, at, occupied).has(self.king) {
                squares &= if man.role == Role::Rook { attacks::between(at, self.king) } else { Bitboard::EMPTY };
            }
        }
        squares
    }

    /// Finds layer `layer`, given what was found new in the layer before.
    fn advance(&mut self, task: &Task, layer: usize, fronts: &[Front]) {
        self.front.clear();
        let news = std::mem::take(&mut self.news);
        let lapsed = self.exits.take_lapsed(layer);
        for &(number, squares) in &lapsed {
            self.escapes[number as usize] -= squares;
        }
        if task.armed {
            if !news.is_empty() || !lapsed.is_empty() || task.escapes.may_lapse(layer) {
                (0..task.frame.size).for_each(|number| self.look_again(task, number, layer));
            }
        } else {
            for &number in &news {
                self.look_again(task, number as usize, layer);
            }
            for &(number, _) in &lapsed {
                self.look_again(task, number as usize, layer);
            }
        }
        self.news = news;
        self.news.clear();
        for (number, squares) in self.exits.take_won(layer) {
            self.win(number as usize, squares, layer);
        }
        self.take_back_men(task.frame, layer, &fronts[Frame::king(self.king).0]);
        for from in attacks::king(self.king) {
            let (slab, mirrored) = Frame::king(from);
            if mirrored {
                for &(number, squares) in &fronts[slab] {
                    let number = task.frame.mirrored(number as usize);
                    self.win(number, mirror(squares), layer);
                }
            } else {
                for &(number, squares) in &fronts[slab] {
                    self.win(number as usize, squares, layer);
                }
            }
        }
    }

    /// The attackers to move win in `layer` plies with the defenders' king on `squares`, where they do not win sooner.
    #[inline]
    fn win(&mut self, number: usize, squares: Bitboard, layer: usize) {
        let new = (squares & self.safe[number]) - self.won[number];
        if new.any() {
            self.won[number] |= new;
            self.figures.won[layer] += new.len() as u64;
            let row = &mut self.won_in[number];
            new.into_iter().for_each(|square| row[square.index()] = layer as u8 + 1);
            if self.seen[number] != layer as u8 {
                self.seen[number] = layer as u8;
                self.news.push(number as u32);
            }
        }
    }

    /// Takes back the quiet moves of the attackers' men into positions that `front` holds.
    fn take_back_men(&mut self, frame: &Frame, layer: usize, front: &Front) {
        let attackers = frame.men.iter().take_while(|man| man.attacks).count();
        for &(number, squares) in front {
            let number = number as usize;
            let places = frame.places(number);
            let men = places[..frame.men.len()].iter().fold(Bitboard::of(self.king), |set, &at| set | at.into());
            for man in 0..attackers {
                let at = places[man];
                let lifted = frame.without(number, &places, man);
                let role = frame.men[man].role;
                let origins = (origins(role, at, men) & frame.allowed[man]) - men;
                if role == Role::Rook {
                    for from in origins {
                        self.win(lifted.with(from), squares - attacks::between(from, at), layer);
                    }
                } else {
                    for from in origins {
                        self.win(lifted.with(from), squares, layer);
                    }
                }
            }
        }
    }

    /// Looks which squares of the defenders' king are lost in a placement, now that the layers before `layer` are known.
    #[inline]
    fn look_again(&mut self, task: &Task, number: usize, layer: usize) {
        let (safe, legal) = (self.safe[number], self.legal[number]);
        let escapes = (safe - self.won[number]) | self.escapes[number];
        let stuck = legal - self.lost[number] - around(escapes);
        if stuck.is_empty() {
            return;
        }
        let movable = around(safe | self.loose[number]);
        let checked = legal - safe;
        let lost = if task.armed {
            self.without_help(task, number, layer, stuck, movable | checked)
        } else {
            stuck & (movable | checked)
        };
        if lost.any() {
            self.lost[number] |= lost;
            self.figures.lost[layer] += lost.len() as u64;
            let row = &mut self.lost_in[number];
            lost.into_iter().for_each(|square| row[square.index()] = layer as u8 + 1);
            self.front.push((number as u32, lost));
        }
    }

    /// Those of the squares `stuck` on which no move of a man helps the defenders' king either. Where it stands on one
    /// outside `unstalemated`, a man must be able to move, or it is stalemate.
    fn without_help(
        &self,
        task: &Task,
        number: usize,
        layer: usize,
        stuck: Bitboard,
        unstalemated: Bitboard,
    ) -> Bitboard {
        let frame = task.frame;
        let (mut stuck, mut unstalemated) = (stuck, unstalemated);
        let places = frame.places(number);
        let Some(occupied) = occupied(frame, self.king, &places) else { return Bitboard::EMPTY };
        for man in (0..frame.men.len()).filter(|&man| !frame.men[man].attacks) {
            let (at, role) = (places[man], frame.men[man].role);
            let targets = match role {
                Role::Pawn => Bitboard::of(at).forward::<false>() - occupied,
                _ => attacks::of(Color::Black, role, at, occupied) - occupied,
            };
            let quiet = targets & frame.allowed[man];
            let lifted = frame.without(number, &places, man);
            for to in quiet {
                let next = lifted.with(to);
                let possible = self.safe[next] - attacks::between(at, to);
                unstalemated |= possible;
                stuck -= possible - self.won[next];
            }
            let captures = attacks::of(Color::Black, role, at, occupied) & occupied;
            for to in (targets - quiet) | captures {
                let Some((possible, won)) = task.escapes.after(frame, self.king, &places, man, to, layer) else {
                    continue;
                };
                let possible = possible - attacks::between(at, to);
                unstalemated |= possible;
                stuck -= possible - won;
            }
        }
        stuck & unstalemated
    }
}

/// From where a man of the attackers may have come quietly to `at`.
#[inline]
fn origins(role: Role, at: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::of(at).forward::<false>(),
        // What moves up is taken back down.
        _ => attacks::of(Color::Black, role, at, occupied),
    }
}

/// The mirror image of a set.
#[inline]
pub(super) fn mirror(set: Bitboard) -> Bitboard {
    Bitboard(set.0.reverse_bits().swap_bytes())
}

const _: () = assert!(KINGS == 32 && MOST == 3);

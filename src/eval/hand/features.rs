//! What is counted on the board.

use crate::eval::hand::terms;
use crate::rules::Position;
use crate::rules::attacks;
use crate::rules::attacks::sets;
use crate::rules::variant::Goal;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Role;
use crate::types::Square;

/// Takes the counts: sums them up with their weights, or notes them for a tuner.
pub trait Tally {
    /// `color` has `count` of `term`, 0 of them it may be.
    fn add(&mut self, color: Color, term: usize, count: i32);
}

/// The race for the first check, which wins: what each side threatens. Without that rule all are 0. `[colour]`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Race {
    /// Moves that would give check at once, by men that are no pawns.
    pub checks: [u8; 2],
    /// Squares that a man can go to without being taken, to give check from there.
    pub approaches: [u8; 2],
}

/// Takes the counts and forgets them.
struct Nothing;

impl Tally for Nothing {
    #[inline(always)]
    fn add(&mut self, _: Color, _: usize, _: i32) {}
}

/// The race of a position for the first check.
pub fn race(position: &Position) -> Race {
    if position.variant().goal == Goal::FirstCheck { tally_others(position, &mut Nothing) } else { Race::default() }
}

/// What both sides' terms are made from.
struct Board<'a> {
    position: &'a Position,
    occupied: Bitboard,
    // [colour]
    kings: [Square; 2],
    // [colour]
    pawn_attacks: [Bitboard; 2],
    // [colour][role]: squares that men of the role attack
    by_role: [[Bitboard; Role::COUNT]; 2],
    // [colour]
    attacked: [Bitboard; 2],
    // [colour]: attacked by a man that is not the king
    held: [Bitboard; 2],
}

/// What a king's side adds to the attack on it. [role]
const ATTACK_UNITS: [i32; Role::COUNT] = [1, 1, 2, 2, 3, 5, 0];

/// Spells a block out for each role, so that every role is a constant in it: a loop over them takes a tenth of the speed.
macro_rules! each {
    ($role:ident in [$($name:ident)*] $body:block) => {{
        $({
            const $role: Role = Role::$name;
            $body
        })*
    }};
}

/// Counts every term of the position.
pub fn tally<T: Tally>(position: &Position, out: &mut T) {
    let (white, black) = (position.of(Color::White, Role::Pawn), position.of(Color::Black, Role::Pawn));
    pawns::<true, T>(white, black, out);
    pawns::<false, T>(black, white, out);
    tally_others(position, out);
}

/// Counts every term that does not hang on the pawns alone, and tells how the race for the first check stands.
#[inline]
pub(super) fn tally_others<T: Tally>(position: &Position, out: &mut T) -> Race {
    let mut board = Board {
        position,
        occupied: position.occupied(),
        kings: Color::ALL.map(|color| position.king(color)),
        pawn_attacks: [
            sets::pawn::<true>(position.of(Color::White, Role::Pawn)),
            sets::pawn::<false>(position.of(Color::Black, Role::Pawn)),
        ],
        by_role: [[Bitboard::EMPTY; Role::COUNT]; 2],
        attacked: [Bitboard::EMPTY; 2],
        held: [Bitboard::EMPTY; 2],
    };
    board.men::<true, T>(out);
    board.men::<false, T>(out);
    let mut race = Race::default();
    board.rest::<true, T>(&mut race, out);
    board.rest::<false, T>(&mut race, out);
    out.add(position.turn(), terms::TEMPO, 1);
    race
}

/// The side that `W` stands for.
const fn side<const W: bool>() -> Color {
    if W { Color::White } else { Color::Black }
}

#[inline(always)]
fn relative(color: Color, square: Square) -> Square {
    if color.is_white() { square } else { square.flip() }
}

#[inline(always)]
fn folded(color: Color, square: Square) -> usize {
    let square = relative(color, square);
    square.rank() * 4 + square.file().min(7 - square.file())
}

impl Board<'_> {
    /// All that needs to know what both sides attack.
    #[inline(always)]
    fn rest<const W: bool, T: Tally>(&self, race: &mut Race, out: &mut T) {
        self.threats::<W, T>(out);
        self.attack::<W, T>(out);
        self.posts::<W, T>(out);
        if !self.position.colored(!side::<W>()).many() {
            self.lone_king(side::<W>(), out);
        }
        if self.position.variant().goal == Goal::FirstCheck {
            let (checks, approaches) = self.first_check::<W, T>(out);
            race.checks[side::<W>().index()] = checks;
            race.approaches[side::<W>().index()] = approaches;
        }
    }

    /// Material, squares and mobility, and who attacks what.
    #[inline(always)]
    fn men<const W: bool, T: Tally>(&mut self, out: &mut T) {
        let color = side::<W>();
        let (us, them) = (color.index(), (!color).index());
        let position = self.position;
        let ours = position.colored(color);
        let pawns = position.of(color, Role::Pawn);
        let mut attacked = self.pawn_attacks[us];
        self.by_role[us][Role::Pawn.index()] = attacked;
        let free = !(ours | self.pawn_attacks[them]);
        each!(ROLE in [Met Khon Knight Rook Wok] {
            let men = position.of(color, ROLE);
            let mut by_role = Bitboard::EMPTY;
            for from in men {
                let reach = attacks::of(color, ROLE, from, self.occupied);
                by_role |= reach;
                let moves = (reach & free).len().min(terms::MOVES - 1);
                out.add(color, terms::SQUARES + ROLE.index() * 32 + folded(color, from), 1);
                out.add(color, terms::MOBILITY + ROLE.index() * terms::MOVES + moves, 1);
            }
            out.add(color, terms::MATERIAL + ROLE.index(), men.len() as i32);
            out.add(color, terms::GUARDED + ROLE.index(), (men & self.pawn_attacks[us]).len() as i32);
            self.by_role[us][ROLE.index()] = by_role;
            attacked |= by_role;
        });
        let king = self.kings[us];
        out.add(color, terms::SQUARES + Role::King.index() * 32 + folded(color, king), 1);
        let ring = attacks::king(king);
        self.by_role[us][Role::King.index()] = ring;
        self.held[us] = attacked;
        self.attacked[us] = attacked | ring;
        let mets = position.of(color, Role::Met);
        if (mets & Bitboard::DARK).any() && (mets - Bitboard::DARK).any() {
            out.add(color, terms::MET_PAIR, 1);
        }
        for rook in position.of(color, Role::Rook) {
            let file = Bitboard::file(rook.file());
            if (file & position.role(Role::Pawn)).is_empty() {
                out.add(color, terms::OPEN_FILE, 1);
            } else if (file & pawns).is_empty() {
                out.add(color, terms::HALF_OPEN_FILE, 1);
            }
        }
    }

    /// Enemy men that are attacked.
    #[inline(always)]
    fn threats<const W: bool, T: Tally>(&self, out: &mut T) {
        let color = side::<W>();
        let (us, them) = (color.index(), (!color).index());
        let by = &self.by_role[us];
        let minors = by[Role::Met.index()] | by[Role::Khon.index()];
        let targets = self.position.colored(!color) & self.attacked[us];
        let loose = targets - self.attacked[them];
        each!(VICTIM in [Pawn Met Khon Knight Rook Wok] {
            let men = targets & self.position.role(VICTIM);
            if men.any() {
                let mut add = |term: usize, attacks: Bitboard| {
                    out.add(color, term + VICTIM.index(), (men & attacks).len() as i32);
                };
                add(terms::BY_PAWN, by[Role::Pawn.index()]);
                add(terms::BY_MINOR, minors);
                add(terms::BY_KNIGHT, by[Role::Knight.index()]);
                add(terms::BY_ROOK, by[Role::Rook.index()]);
                add(terms::HANGING, loose);
            }
        });
    }

    /// The attack on the enemy king, and the shelter of our own.
    #[inline(always)]
    fn attack<const W: bool, T: Tally>(&self, out: &mut T) {
        let color = side::<W>();
        let (us, them) = (color.index(), (!color).index());
        let king = self.kings[them];
        let ring = attacks::king(king);
        let position = self.position;
        let mut units = 0;
        let free = !(position.colored(color) | self.attacked[them]);
        each!(ROLE in [Pawn Met Khon Knight Rook Wok] {
            let reach = self.by_role[us][ROLE.index()];
            let count = (reach & ring).len() as i32;
            out.add(color, terms::RING + ROLE.index(), count);
            units += ATTACK_UNITS[ROLE.index()] * count.min(2);
            if !matches!(ROLE, Role::Pawn) && reach.any() {
                let checks = attacks::of(!color, ROLE, king, self.occupied) & reach & free;
                out.add(color, terms::SAFE_CHECK + ROLE.index(), checks.len() as i32);
                units += checks.any() as i32;
            }
        });
        let weak = (ring & self.held[us]) - self.held[them];
        out.add(color, terms::WEAK_RING + weak.len(), 1);
        out.add(color, terms::ATTACK + (units + weak.len() as i32).min(15) as usize, 1);
        let shelter = self.by_role[us][Role::King.index()] & position.colored(color);
        out.add(color, terms::SHELTER + shelter.len(), 1);
        if (position.colored(color) & (position.role(Role::Rook) | position.role(Role::Wok))).any() {
            let lines = (attacks::rook(king, self.occupied) - position.colored(!color)).len();
            out.add(!color, terms::EXPOSED + lines.min(14), 1);
        }
    }

    /// Pawns that are blocked, and outposts.
    #[inline(always)]
    fn posts<const W: bool, T: Tally>(&self, out: &mut T) {
        let color = side::<W>();
        let (us, them) = (color.index(), (!color).index());
        let position = self.position;
        let (ours, theirs) = (position.of(color, Role::Pawn), position.of(!color, Role::Pawn));
        let blocked = ours & if W { self.occupied.forward::<false>() } else { self.occupied.forward::<true>() };
        for pawn in blocked {
            out.add(color, terms::BLOCKED + relative(color, pawn).rank(), 1);
        }
        let stoppers = theirs | self.pawn_attacks[them];
        let posts = self.pawn_attacks[us] - stoppers;
        each!(ROLE in [Met Khon Knight Rook] {
            for man in position.of(color, ROLE) & posts {
                if (spread(ahead(color, man)) & theirs).is_empty() {
                    out.add(color, terms::OUTPOST + ROLE.index(), 1);
                }
            }
        });
    }

    /// The enemy has only its king left: it is driven to the edge, and ours comes near.
    fn lone_king<T: Tally>(&self, color: Color, out: &mut T) {
        let king = self.kings[(!color).index()];
        let edge = [king.file(), 7 - king.file(), king.rank(), 7 - king.rank()];
        let distance = edge.into_iter().min().unwrap_or(0).min(3);
        out.add(color, terms::LONE_EDGE + distance, 1);
        out.add(color, terms::LONE_DISTANCE + king.distance(self.kings[color.index()]).min(7), 1);
    }

    /// Ways to the check that wins: how many at once, and how many safe steps towards one.
    fn first_check<const W: bool, T: Tally>(&self, out: &mut T) -> (u8, u8) {
        let color = side::<W>();
        let (us, them) = (color.index(), (!color).index());
        let king = self.kings[them];
        let ours = self.position.colored(color);
        let safe = !self.attacked[them];
        let (mut now, mut soon) = (0, 0);
        each!(ROLE in [Met Khon Knight Rook Wok] {
            let reach = self.by_role[us][ROLE.index()] - ours;
            if reach.any() {
                let goals = attacks::of(!color, ROLE, king, self.occupied) - ours;
                now += (reach & goals).len();
                // Squares from which the man could go on to give check.
                let approach = match ROLE {
                    Role::Knight => sets::knight(goals),
                    Role::Met => sets::met(goals),
                    Role::Khon => sets::met(goals) | if W { goals.forward::<false>() } else { goals.forward::<true>() },
                    _ => Bitboard::EMPTY,
                };
                let steps = reach & approach;
                out.add(color, terms::APPROACH + ROLE.index(), steps.len().min(6) as i32);
                out.add(color, terms::SAFE_APPROACH + ROLE.index(), (steps & safe).len().min(4) as i32);
                soon += (steps & safe).len();
            }
        });
        out.add(color, terms::CHECKS + now.min(7), 1);
        let ring = attacks::king(king);
        let zone = ring | sets::king(ring);
        let loose = (zone & self.held[us]) - self.attacked[them];
        out.add(color, terms::LOOSE + loose.len().min(15), 1);
        (now as u8, soon as u8)
    }
}

/// What hangs on the pawns alone: their number, squares and structure. `W`: ours are white.
#[inline]
pub(super) fn pawns<const W: bool, T: Tally>(ours: Bitboard, theirs: Bitboard, out: &mut T) {
    let color = side::<W>();
    let defended = sets::pawn::<W>(ours);
    let beside = ours.left() | ours.right();
    out.add(color, terms::MATERIAL, ours.len() as i32);
    for pawn in ours {
        let rank = relative(color, pawn).rank();
        out.add(color, terms::SQUARES + folded(color, pawn), 1);
        if defended.has(pawn) {
            out.add(color, terms::SUPPORTED + rank, 1);
        }
        if beside.has(pawn) {
            out.add(color, terms::PHALANX + rank, 1);
        }
        let ahead = ahead(color, pawn);
        if ((ahead | spread(ahead)) & theirs).is_empty() {
            out.add(color, terms::FREE + rank, 1);
        }
        if (ahead & ours).any() {
            out.add(color, terms::DOUBLED, 1);
        }
        let file = Bitboard::file(pawn.file());
        if ((file.left() | file.right()) & ours).is_empty() {
            out.add(color, terms::ISOLATED, 1);
        }
    }
}

/// The squares before a pawn on its file.
#[inline(always)]
fn ahead(color: Color, from: Square) -> Bitboard {
    let file = Bitboard::file(from.file()).0;
    let beyond =
        if color.is_white() { (!0u64 << (from.rank() * 8)) << 8 } else { (!0u64 >> ((7 - from.rank()) * 8)) >> 8 };
    Bitboard(file & beyond)
}

/// A set and its neighbours to the left and right, the set itself left out.
#[inline(always)]
fn spread(set: Bitboard) -> Bitboard {
    set.left() | set.right()
}

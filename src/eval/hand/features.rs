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
    /// `color` has `count` of `term`.
    fn add(&mut self, color: Color, term: usize, count: i32);
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
const OFFICERS: [Role; 5] = [Role::Met, Role::Khon, Role::Knight, Role::Rook, Role::Wok];

/// Counts every term of the position.
pub fn tally<T: Tally>(position: &Position, out: &mut T) {
    let (white, black) = (position.of(Color::White, Role::Pawn), position.of(Color::Black, Role::Pawn));
    pawns::<true, T>(white, black, out);
    pawns::<false, T>(black, white, out);
    tally_others(position, out);
}

/// Counts every term that does not hang on the pawns alone.
#[inline]
pub(super) fn tally_others<T: Tally>(position: &Position, out: &mut T) {
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
    for color in Color::ALL {
        board.men(color, out);
    }
    for color in Color::ALL {
        board.threats(color, out);
        board.attack(color, out);
        board.posts(color, out);
        if !position.colored(!color).many() {
            board.lone_king(color, out);
        }
    }
    out.add(position.turn(), terms::TEMPO, 1);
    if position.variant().goal == Goal::FirstCheck {
        for color in Color::ALL {
            board.first_check(color, out);
        }
    }
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
    /// Material, squares and mobility, and who attacks what.
    #[inline(always)]
    fn men<T: Tally>(&mut self, color: Color, out: &mut T) {
        let (us, them) = (color.index(), (!color).index());
        let position = self.position;
        let ours = position.colored(color);
        let pawns = position.of(color, Role::Pawn);
        let mut attacked = self.pawn_attacks[us];
        self.by_role[us][Role::Pawn.index()] = attacked;
        let free = !(ours | self.pawn_attacks[them]);
        for role in OFFICERS {
            let men = position.of(color, role);
            let mut by_role = Bitboard::EMPTY;
            for from in men {
                let reach = attacks::of(color, role, from, self.occupied);
                by_role |= reach;
                let moves = (reach & free).len().min(terms::MOVES - 1);
                out.add(color, terms::SQUARES + role.index() * 32 + folded(color, from), 1);
                out.add(color, terms::MOBILITY + role.index() * terms::MOVES + moves, 1);
            }
            if men.any() {
                out.add(color, terms::MATERIAL + role.index(), men.len() as i32);
                let guarded = men & self.pawn_attacks[us];
                if guarded.any() {
                    out.add(color, terms::GUARDED + role.index(), guarded.len() as i32);
                }
            }
            self.by_role[us][role.index()] = by_role;
            attacked |= by_role;
        }
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
    fn threats<T: Tally>(&self, color: Color, out: &mut T) {
        let (us, them) = (color.index(), (!color).index());
        let by = &self.by_role[us];
        let minors = by[Role::Met.index()] | by[Role::Khon.index()];
        let targets = self.position.colored(!color) & self.attacked[us];
        let loose = targets - self.attacked[them];
        for victim in Role::ALL.into_iter().take(Role::King.index()) {
            let men = targets & self.position.role(victim);
            if men.is_empty() {
                continue;
            }
            for (term, attacks) in [
                (terms::BY_PAWN, by[Role::Pawn.index()]),
                (terms::BY_MINOR, minors),
                (terms::BY_KNIGHT, by[Role::Knight.index()]),
                (terms::BY_ROOK, by[Role::Rook.index()]),
                (terms::HANGING, loose),
            ] {
                let count = (men & attacks).len();
                if count > 0 {
                    out.add(color, term + victim.index(), count as i32);
                }
            }
        }
    }

    /// The attack on the enemy king, and the shelter of our own.
    #[inline(always)]
    fn attack<T: Tally>(&self, color: Color, out: &mut T) {
        let (us, them) = (color.index(), (!color).index());
        let king = self.kings[them];
        let ring = attacks::king(king);
        let position = self.position;
        let mut units = 0;
        let free = !(position.colored(color) | self.attacked[them]);
        for role in Role::ALL.into_iter().take(Role::King.index()) {
            let reach = self.by_role[us][role.index()];
            let count = (reach & ring).len() as i32;
            if count > 0 {
                out.add(color, terms::RING + role.index(), count);
                units += ATTACK_UNITS[role.index()] * count.min(2);
            }
            if role != Role::Pawn && reach.any() {
                let checks = attacks::of(!color, role, king, self.occupied) & reach & free;
                if checks.any() {
                    out.add(color, terms::SAFE_CHECK + role.index(), checks.len() as i32);
                    units += 1;
                }
            }
        }
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
    fn posts<T: Tally>(&self, color: Color, out: &mut T) {
        let (us, them) = (color.index(), (!color).index());
        let position = self.position;
        let (ours, theirs) = (position.of(color, Role::Pawn), position.of(!color, Role::Pawn));
        let blocked = if color.is_white() {
            ours & self.occupied.forward::<false>()
        } else {
            ours & self.occupied.forward::<true>()
        };
        for pawn in blocked {
            out.add(color, terms::BLOCKED + relative(color, pawn).rank(), 1);
        }
        let stoppers = theirs | self.pawn_attacks[them];
        let posts = self.pawn_attacks[us] - stoppers;
        for role in [Role::Met, Role::Khon, Role::Knight, Role::Rook] {
            for man in position.of(color, role) & posts {
                if (spread(ahead(color, man)) & theirs).is_empty() {
                    out.add(color, terms::OUTPOST + role.index(), 1);
                }
            }
        }
    }

    /// The enemy has only its king left: it is driven to the edge, and ours comes near.
    fn lone_king<T: Tally>(&self, color: Color, out: &mut T) {
        let king = self.kings[(!color).index()];
        let edge = [king.file(), 7 - king.file(), king.rank(), 7 - king.rank()];
        let distance = edge.into_iter().min().unwrap_or(0).min(3);
        out.add(color, terms::LONE_EDGE + distance, 1);
        out.add(color, terms::LONE_DISTANCE + king.distance(self.kings[color.index()]).min(7), 1);
    }

    /// Ways to the check that wins.
    fn first_check<T: Tally>(&self, color: Color, out: &mut T) {
        let (us, them) = (color.index(), (!color).index());
        let king = self.kings[them];
        let position = self.position;
        let ours = position.colored(color);
        let safe = !self.attacked[them];
        let mut now = 0;
        for role in OFFICERS {
            let reach = self.by_role[us][role.index()] - ours;
            if reach.is_empty() {
                continue;
            }
            let goals = attacks::of(!color, role, king, self.occupied) - ours;
            now += (reach & goals).len();
            // Squares from which the man could go on to give check.
            let approach = match role {
                Role::Knight => sets::knight(goals),
                Role::Met => sets::met(goals),
                Role::Khon => {
                    let back = if color.is_white() { goals.forward::<false>() } else { goals.forward::<true>() };
                    sets::met(goals) | back
                }
                _ => continue,
            };
            let steps = reach & approach;
            out.add(color, terms::APPROACH + role.index(), steps.len().min(6) as i32);
            out.add(color, terms::SAFE_APPROACH + role.index(), (steps & safe).len().min(4) as i32);
        }
        out.add(color, terms::CHECKS + now.min(7), 1);
        let ring = attacks::king(king);
        let zone = ring | sets::king(ring);
        let loose = (zone & self.held[us]) - self.attacked[them];
        out.add(color, terms::LOOSE + loose.len().min(15), 1);
    }
}

/// What hangs on the pawns alone: their number, squares and structure. `W`: ours are white.
#[inline]
pub(super) fn pawns<const W: bool, T: Tally>(ours: Bitboard, theirs: Bitboard, out: &mut T) {
    let color = if W { Color::White } else { Color::Black };
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

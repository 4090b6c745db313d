//! Legal moves, set-wise: pins and checks once a position, then a set of targets for each man.
//!
//! Only the rook slides, so pins and blockable checks lie on the king's rank and file; everything the enemy's leapers attack
//! is found by a few shifts of whole sets. Counting moves needs no list and no loop over steps. All of it is generic over
//! the side to move (`W`: white) and over a [`Game`], which decides at compile time what it can, so that makruk never pays
//! for the rules of its kin.

use crate::rules::attacks;
use crate::rules::attacks::sets;
use crate::rules::men::Men;
use crate::rules::men::jump;
use crate::rules::position::Position;
use crate::rules::variant;
use crate::rules::variant::Goal;
use crate::rules::variant::Leaps;
use crate::rules::variant::Promotion;
use crate::rules::variant::Variant;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Move;
use crate::types::MoveList;
use crate::types::Role;
use crate::types::Square;

/// The rules of a game that moves depend on, fixed at compile time where that pays.
pub(super) trait Game {
    const WOKS: bool = false;
    fn leaps(_: &Variant) -> Option<Leaps> {
        None
    }
    fn first_check(_: &Variant) -> bool {
        false
    }
    fn king_stays(_: &Variant) -> bool {
        false
    }
    fn promotion(_: &Variant) -> &Promotion {
        const { &variant::MAKRUK.promotion }
    }
}

/// Steps and pawns of makruk, mate the only goal.
pub(super) struct Plain;
/// [`Plain`] with the leaps of ouk.
pub(super) struct Ouk;
/// [`Ouk`], won by the first check.
pub(super) struct FirstCheck;
/// Anything: asks the variant.
pub(super) struct General;

impl Game for Plain {}

impl Game for Ouk {
    fn leaps(_: &Variant) -> Option<Leaps> {
        const { variant::CAMBODIAN.leaps }
    }
}

impl Game for FirstCheck {
    fn leaps(_: &Variant) -> Option<Leaps> {
        const { variant::CAMBODIAN.leaps }
    }
    fn first_check(_: &Variant) -> bool {
        true
    }
}

impl Game for General {
    const WOKS: bool = true;
    fn leaps(variant: &Variant) -> Option<Leaps> {
        variant.leaps
    }
    fn first_check(variant: &Variant) -> bool {
        variant.goal == Goal::FirstCheck
    }
    fn king_stays(variant: &Variant) -> bool {
        variant.king_stays
    }
    fn promotion(variant: &Variant) -> &Promotion {
        &variant.promotion
    }
}

/// Which [`Game`] serves a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dispatch {
    Plain,
    Ouk,
    FirstCheck,
    General,
}

impl Dispatch {
    /// The fastest game that has the variant's rules.
    pub(super) fn of(variant: &Variant) -> Dispatch {
        let woks = variant.letters[Role::Wok.index()].is_some();
        if woks || variant.king_stays || variant.promotion != variant::MAKRUK.promotion {
            return Dispatch::General;
        }
        match (variant.leaps, variant.goal) {
            (None, Goal::Mate) => Dispatch::Plain,
            (leaps, Goal::Mate) if leaps == variant::CAMBODIAN.leaps => Dispatch::Ouk,
            (leaps, Goal::FirstCheck) if leaps == variant::CAMBODIAN.leaps => Dispatch::FirstCheck,
            _ => Dispatch::General,
        }
    }
}

/// Calls a method of some [`Men`] that is generic over side and game with those of a position.
macro_rules! dispatch {
    ($position:expr, $men:expr => $method:ident($($argument:expr),*)) => {{
        use crate::rules::movegen::{Dispatch, FirstCheck, General, Ouk, Plain};
        match ($position.dispatch, $position.turn.is_white()) {
            (Dispatch::Plain, true) => $men.$method::<true, Plain>($($argument),*),
            (Dispatch::Plain, false) => $men.$method::<false, Plain>($($argument),*),
            (Dispatch::Ouk, true) => $men.$method::<true, Ouk>($($argument),*),
            (Dispatch::Ouk, false) => $men.$method::<false, Ouk>($($argument),*),
            (Dispatch::FirstCheck, true) => $men.$method::<true, FirstCheck>($($argument),*),
            (Dispatch::FirstCheck, false) => $men.$method::<false, FirstCheck>($($argument),*),
            (Dispatch::General, true) => $men.$method::<true, General>($($argument),*),
            (Dispatch::General, false) => $men.$method::<false, General>($($argument),*),
        }
    }};
}
pub(super) use dispatch;

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    /// Captures and promotions.
    Noisy,
    /// The others, leaps among them.
    Quiet,
}

/// What legality depends on, found once a position.
pub(super) struct Scene {
    them: Bitboard,
    occupied: Bitboard,
    king: Square,
    /// Men that stand alone between their king and an enemy rook.
    pinned: Bitboard,
    /// Those of them that may step along the king's file.
    file_pinned: Bitboard,
    /// Where men other than the king may go.
    target: Bitboard,
    /// Where the king may go, leaps among it.
    king_to: Bitboard,
}

const fn color<const W: bool>() -> Color {
    if W { Color::White } else { Color::Black }
}

impl Men {
    #[inline(always)]
    fn mine<const W: bool>(&self, role: Role) -> Bitboard {
        self.roles[role.index()] & self.colors[!W as usize]
    }

    #[inline(always)]
    fn sliders<G: Game>(&self) -> Bitboard {
        if G::WOKS { self.role(Role::Rook) | self.role(Role::Wok) } else { self.role(Role::Rook) }
    }

    /// Men of the other side that step or leap onto `king`, where a king of side `W` stands.
    #[inline(always)]
    fn leapers_at<const W: bool, G: Game>(&self, king: Square) -> Bitboard {
        let (us, set) = (color::<W>(), Bitboard::of(king));
        let woks = if G::WOKS { self.role(Role::Wok) } else { Bitboard::EMPTY };
        let mut found = attacks::knight(king) & (self.role(Role::Knight) | woks);
        found |= attacks::pawn(us, king) & self.role(Role::Pawn);
        found |= attacks::met(king) & (self.role(Role::Met) | self.role(Role::Khon) | woks);
        found |= set.forward::<W>() & self.role(Role::Khon);
        if let Some(leaps) = G::leaps(self.variant) {
            found |= self.jumpers(!us, leaps).into_iter().filter(|&met| jump(!us, met) == king).collect();
        }
        found & self.colors[W as usize]
    }

    /// Every square that the other side of `W` attacks, seen among men on `occupied`.
    #[inline(always)]
    fn danger<const W: bool, G: Game>(&self, occupied: Bitboard) -> Bitboard {
        let them = self.colors[W as usize];
        let woks = if G::WOKS { self.role(Role::Wok) & them } else { Bitboard::EMPTY };
        let khons = self.role(Role::Khon) & them;
        let mut danger = sets::met((self.role(Role::Met) & them) | khons | woks);
        danger |= if W {
            sets::pawn::<false>(self.role(Role::Pawn) & them) | khons.forward::<false>()
        } else {
            sets::pawn::<true>(self.role(Role::Pawn) & them) | khons.forward::<true>()
        };
        danger |= sets::knight((self.role(Role::Knight) & them) | woks);
        danger |= attacks::king(self.king(!color::<W>()));
        for from in self.sliders::<G>() & them {
            danger |= attacks::rook(from, occupied);
        }
        if let Some(leaps) = G::leaps(self.variant) {
            danger |= self.jumped(!color::<W>(), leaps);
        }
        danger
    }

    /// Whether the side `W`, whether or not it is to move, stands in check.
    #[inline(always)]
    pub(super) fn checked_king<const W: bool, G: Game>(&self) -> bool {
        let king = self.king(color::<W>());
        let sliders = self.sliders::<G>() & self.colors[W as usize] & attacks::cross(king);
        self.leapers_at::<W, G>(king).any() || sliders.any() && (attacks::rook(king, self.occupied()) & sliders).any()
    }

    #[inline(always)]
    pub(super) fn scene<const W: bool, G: Game>(&self) -> Scene {
        let (us, them) = (self.colors[!W as usize], self.colors[W as usize]);
        let (occupied, king) = (us | them, self.king(color::<W>()));
        let danger = self.danger::<W, G>(occupied - king.into());
        let mut pinned = Bitboard::EMPTY;
        let mut target = !us;
        let mut king_to = attacks::king(king) - us - danger;
        let in_check = danger.has(king);
        let mut checkers = Bitboard::EMPTY;
        let mut blocks = Bitboard::EMPTY;
        for slider in attacks::cross(king) & self.sliders::<G>() & them {
            let line = attacks::between(king, slider);
            let men = line & occupied;
            if men.is_empty() {
                checkers |= slider.into();
                blocks = line;
            } else if !men.many() {
                pinned |= men & us;
            }
        }
        if in_check {
            checkers |= self.leapers_at::<W, G>(king);
            target = if checkers.many() { Bitboard::EMPTY } else { target & (checkers | blocks) };
            if let Some(leaps) = G::leaps(self.variant)
                && leaps.outlives_capture
                && self.jumped(!color::<W>(), leaps).has(king)
            {
                target = Bitboard::EMPTY; // to take the met would not end its check
            }
            if G::king_stays(self.variant) {
                king_to &= if checkers.many() { Bitboard::EMPTY } else { checkers };
            }
        }
        if let Some(leaps) = G::leaps(self.variant)
            && self.unmoved(color::<W>()).has(king)
            && (!in_check || leaps.out_of_check)
        {
            let leap = if leaps.any_way { attacks::knight(king) } else { attacks::leap(color::<W>(), king) };
            king_to |= leap - occupied - danger;
        }
        if G::first_check(self.variant) && self.checked[W as usize] {
            (target, king_to) = (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        let file_pinned = pinned & Bitboard::file(king.file());
        Scene { them, occupied, king, pinned, file_pinned, target, king_to }
    }

    /// Where the man of `role` on `from`, of side `W`, may go.
    #[inline(always)]
    fn reach<const W: bool, G: Game>(&self, scene: &Scene, role: Role, from: Square) -> Bitboard {
        let set = Bitboard::of(from);
        let free = (set & scene.pinned).is_empty();
        let ahead =
            if (set & (scene.pinned - scene.file_pinned)).is_empty() { set.forward::<W>() } else { Bitboard::EMPTY };
        let rook = || {
            let rays = attacks::rook(from, scene.occupied);
            if free {
                rays
            } else if from.file() == scene.king.file() {
                rays & Bitboard::file(from.file())
            } else {
                rays & Bitboard::rank(from.rank())
            }
        };
        let if_free = |steps: Bitboard| if free { steps } else { Bitboard::EMPTY };
        let steps = match role {
            Role::Pawn => (ahead - scene.occupied) | (if_free(attacks::pawn(color::<W>(), from)) & scene.them),
            Role::Met => if_free(attacks::met(from) | self.met_jump::<W, G>(scene, from)),
            Role::Khon => if_free(attacks::met(from)) | ahead,
            Role::Knight => if_free(attacks::knight(from)),
            Role::Rook => rook(),
            Role::Wok => rook() | if_free(attacks::knight(from) | attacks::met(from)),
            Role::King => return scene.king_to,
        };
        steps & scene.target
    }

    /// The double step of the met on `from`, if it has the right and the square is free.
    #[inline(always)]
    fn met_jump<const W: bool, G: Game>(&self, scene: &Scene, from: Square) -> Bitboard {
        match G::leaps(self.variant) {
            Some(leaps) if self.unmoved(color::<W>()).has(from) => {
                let to = Bitboard::of(jump(color::<W>(), from));
                if leaps.met_captures { to } else { to - scene.occupied }
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Calls `visit` with the role, the square and the targets of every man that can move.
    #[inline(always)]
    pub(super) fn survey<const W: bool, G: Game>(&self, scene: &Scene, mut visit: impl FnMut(Role, Square, Bitboard)) {
        visit(Role::King, scene.king, scene.king_to);
        if scene.target.is_empty() {
            return;
        }
        macro_rules! each {
            ($role:expr, $men:expr) => {
                for from in $men {
                    visit($role, from, self.reach::<W, G>(scene, $role, from));
                }
            };
        }
        let free = !scene.pinned;
        each!(Role::Pawn, self.mine::<W>(Role::Pawn));
        each!(Role::Met, self.mine::<W>(Role::Met) & free);
        each!(Role::Khon, self.mine::<W>(Role::Khon));
        each!(Role::Knight, self.mine::<W>(Role::Knight) & free);
        each!(Role::Rook, self.mine::<W>(Role::Rook));
        if G::WOKS {
            each!(Role::Wok, self.mine::<W>(Role::Wok));
        }
    }

    /// How many legal moves there are: whole sets shifted and counted, no move made.
    #[inline(always)]
    pub(super) fn tally<const W: bool, G: Game>(&self) -> u64 {
        let scene = self.scene::<W, G>();
        let mut moves = scene.king_to.len();
        let (target, free) = (scene.target, !scene.pinned);
        if target.is_empty() {
            return moves as u64;
        }
        let along_file = free | scene.file_pinned;
        let pawns = self.mine::<W>(Role::Pawn);
        let (left, right) = ((pawns & free).left().forward::<W>(), (pawns & free).right().forward::<W>());
        let pushes = ((pawns & along_file).forward::<W>() - scene.occupied) & target;
        let (left, right) = (left & scene.them & target, right & scene.them & target);
        moves += pushes.len() + left.len() + right.len();
        let promotion = G::promotion(self.variant);
        if promotion.roles.len() > 1 {
            let zone = promotion.zone(color::<W>());
            let turning = (pushes & zone).len() + (left & zone).len() + (right & zone).len();
            moves += turning * (promotion.roles.len() - 1);
        }
        let khons = self.mine::<W>(Role::Khon);
        let diagonal = (self.mine::<W>(Role::Met) | khons) & free;
        let (left, right) = (diagonal.left(), diagonal.right());
        moves += (left.forward::<true>() & target).len() + (left.forward::<false>() & target).len();
        moves += (right.forward::<true>() & target).len() + (right.forward::<false>() & target).len();
        moves += ((khons & along_file).forward::<W>() & target).len();
        for from in self.mine::<W>(Role::Knight) & free {
            moves += (attacks::knight(from) & target).len();
        }
        for from in self.mine::<W>(Role::Rook) {
            moves += self.reach::<W, G>(&scene, Role::Rook, from).len();
        }
        if G::WOKS {
            for from in self.mine::<W>(Role::Wok) {
                moves += self.reach::<W, G>(&scene, Role::Wok, from).len();
            }
        }
        if G::leaps(self.variant).is_some() {
            for from in self.mine::<W>(Role::Met) & self.unmoved(color::<W>()) & free {
                moves += (self.met_jump::<W, G>(&scene, from) & target).len();
            }
        }
        moves as u64
    }

    fn list_moves<const W: bool, G: Game>(&self, which: Which, list: &mut MoveList) {
        let scene = self.scene::<W, G>();
        let promotion = G::promotion(self.variant);
        let zone = promotion.zone(color::<W>());
        self.survey::<W, G>(&scene, |role, from, targets| {
            let turning = if role == Role::Pawn { targets & zone } else { Bitboard::EMPTY };
            let noisy = scene.them | turning;
            let wanted = match which {
                Which::All => targets,
                Which::Noisy => targets & noisy,
                Which::Quiet => targets - noisy,
            };
            for to in wanted - turning {
                list.push(Move::new(from, to, None));
            }
            for to in wanted & turning {
                for &role in promotion.roles {
                    list.push(Move::new(from, to, Some(role)));
                }
            }
        });
    }

    /// Whether the man of `role` on the move's square may make it.
    fn allows<const W: bool, G: Game>(&self, role: Role, mv: Move) -> bool {
        let promotion = G::promotion(self.variant);
        let turns = role == Role::Pawn && promotion.zone(color::<W>()).has(mv.to());
        let fits = match mv.promotion() {
            None => !turns,
            Some(role) => turns && promotion.roles.contains(&role),
        };
        fits && self.reach::<W, G>(&self.scene::<W, G>(), role, mv.from()).has(mv.to())
    }
}

impl Position {
    /// The number of legal moves.
    pub fn count_moves(&self) -> usize {
        dispatch!(self, self.men => tally()) as usize
    }

    /// Adds the legal moves that are wanted to the list.
    pub fn moves(&self, which: Which, list: &mut MoveList) {
        dispatch!(self, self.men => list_moves(which, list));
    }

    /// Whether a move, which may come from anywhere, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        match self.at(mv.from()) {
            Some(man) if man.color() == self.turn => dispatch!(self, self.men => allows(man.role(), mv)),
            _ => false,
        }
    }
}

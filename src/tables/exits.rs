//! Moves that leave a table: captures and promotions into others.

use crate::rules::Variant;
use crate::rules::attacks;
use crate::tables::conversion;
use crate::tables::conversion::Effect;
use crate::tables::frame::Fighter;
use crate::tables::frame::Frame;
use crate::tables::frame::Places;
use crate::tables::material::Army;
use crate::tables::material::Ending;
use crate::tables::material::MOST;
use crate::tables::solve::Front;
use crate::tables::solve::Task;
use crate::tables::solve::mirror;
use crate::tables::table::Table;
use crate::types::Bitboard;
use crate::types::Color;
use crate::types::Role;
use crate::types::Square;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// A way out of a table.
struct Way {
    /// Where it leads; `None`: where the attackers never win.
    table: Option<Arc<Table>>,
    effect: Effect,
    // [man there] -> man here
    men: ArrayVec<usize, MOST>,
}

impl Way {
    /// How many plies before its end a win is worth a move into the row entry `entry`: the layer of the position before it.
    #[inline]
    fn layer(&self, entry: u8) -> Option<usize> {
        let plies = entry.checked_sub(1)? as usize;
        match self.effect {
            Effect::RunsOn => Some(plies + 1),
            Effect::Restarts { plies: room } => (plies <= room as usize).then_some(1),
        }
    }

    /// The row that a position leads to; `places` are the men here, after the move. And whether it is the mirror image.
    fn row<'a>(&'a self, attackers_to_move: bool, king: Square, places: &Places) -> Option<(&'a [u8; 64], bool)> {
        let table = self.table.as_deref()?;
        let mut there = [Square::new(0); MOST];
        for (place, &man) in there.iter_mut().zip(&self.men) {
            *place = places[man];
        }
        let (row, mirrored) = table.frame.row(king, &there);
        let rows = if attackers_to_move { &table.won_in } else { &table.lost_in };
        Some((&rows[row], mirrored))
    }
}

/// All ways out of a table.
pub(super) struct Escapes {
    // [man taken, or none last][man promoted, or none last]
    ways: [[Option<Way>; MOST + 1]; MOST + 1],
    /// After this layer no move of a defenders' man out of the table becomes a losing one.
    last_lapse: usize,
}

/// The index of "none" in [`Escapes::ways`].
const NONE: usize = MOST;

impl Escapes {
    /// The ways out of `ending`; `table` finds a smaller table that has been solved.
    pub(super) fn new(
        variant: &'static Variant,
        ending: Ending,
        table: impl Fn(Ending) -> Option<Arc<Table>>,
    ) -> Escapes {
        let men = Frame::new(ending).men;
        let mut ways: [[Option<Way>; MOST + 1]; MOST + 1] = Default::default();
        let mut last_lapse = 0;
        for taken in (0..men.len()).chain([NONE]) {
            for promoted in (0..men.len()).chain([NONE]) {
                let (victim, pawn) = (men.get(taken), men.get(promoted));
                let sides_differ = victim.zip(pawn).is_none_or(|(victim, pawn)| victim.attacks != pawn.attacks);
                if !sides_differ || victim.or(pawn).is_none() || pawn.is_some_and(|pawn| pawn.role != Role::Pawn) {
                    continue;
                }
                let by_attackers = pawn.map_or_else(|| victim.is_some_and(|man| !man.attacks), |pawn| pawn.attacks);
                let way = Way::new(variant, &men, taken, promoted, by_attackers, &table);
                if !by_attackers {
                    let longest = way.table.as_ref().and_then(|table| table.figures.longest(true));
                    last_lapse = last_lapse.max(longest.map_or(0, |plies| plies + 1));
                }
                ways[taken][promoted] = Some(way);
            }
        }
        Escapes { ways, last_lapse }
    }

    /// Whether a move of a defenders' man out of the table may turn out to lose in this layer.
    pub(super) fn may_lapse(&self, layer: usize) -> bool {
        layer <= self.last_lapse
    }

    /// A defenders' man captures or promotes on `to`: the squares of their king with which that is legal if it opens no
    /// line, and those with which the attackers win all the same, as far as the layers up to `layer` tell.
    pub(super) fn after(
        &self,
        frame: &Frame,
        king: Square,
        places: &Places,
        man: usize,
        to: Square,
        layer: usize,
    ) -> Option<(Bitboard, Bitboard)> {
        let taken = (0..frame.men.len()).find(|&other| places[other] == to);
        if to == king || taken.is_some_and(|taken| !frame.men[taken].attacks) {
            return None;
        }
        let promoted = if frame.allowed[man].has(to) { NONE } else { man };
        let way = self.ways[taken.unwrap_or(NONE)][promoted].as_ref()?;
        let mut after = *places;
        after[man] = to;
        let occupied = after[..frame.men.len()].iter().enumerate().filter(|&(other, _)| Some(other) != taken);
        let occupied = occupied.fold(Bitboard::of(king), |set, (_, &at)| set | at.into());
        let mut possible = !occupied - attacks::king(king);
        for (other, attacker) in frame.men.iter().enumerate() {
            if attacker.attacks && Some(other) != taken {
                possible -= attacks::of(Color::White, attacker.role, after[other], occupied);
            }
        }
        let won = way.row(true, king, &after).map_or(Bitboard::EMPTY, |(row, mirrored)| {
            let all = Square::all().filter(|s| way.layer(row[s.index()]).is_some_and(|lapse| lapse <= layer));
            let all = all.collect();
            if mirrored { mirror(all) } else { all }
        });
        Some((possible, won))
    }
}

impl Way {
    fn new(
        variant: &'static Variant,
        men: &[Fighter],
        taken: usize,
        promoted: usize,
        by_attackers: bool,
        table: impl Fn(Ending) -> Option<Arc<Table>>,
    ) -> Way {
        let role = |man: usize| if man == promoted { Role::Met } else { men[man].role };
        let left = |attacks: bool| (0..men.len()).filter(move |&man| man != taken && men[man].attacks == attacks);
        let army = |attacks| Army::new(left(attacks).map(role)).unwrap_or_default();
        let ending = Ending { attackers: army(true), defenders: army(false) };
        let mut order = ArrayVec::new();
        for attacks in [true, false] {
            for wanted in if attacks { ending.attackers } else { ending.defenders }.roles() {
                let man = left(attacks).find(|man| role(*man) == wanted && !order.contains(man));
                order.extend(man);
            }
        }
        let table =
            if ending.attackers.is_bare() { None } else { table(ending).filter(|table| !table.figures.is_empty()) };
        let captured = men.get(taken).map(|man| man.role);
        let effect = if table.is_some() {
            conversion::effect(variant, ending, by_attackers, captured, promoted != NONE)
        } else {
            Effect::RunsOn
        };
        Way { table, effect, men: order }
    }
}

/// What the moves out of a table come to, in one slab: by layer.
#[derive(Default)]
pub(super) struct Exits {
    /// Positions that the attackers win by such a move of theirs in this layer, unless they win sooner.
    won: Vec<Front>,
    /// Attackers whose capture by the king is lost from this layer on.
    lapsed: Vec<Front>,
}

/// Adds to the list of a layer.
fn push(lists: &mut Vec<Front>, layer: usize, number: usize, squares: Bitboard) {
    if lists.len() <= layer {
        lists.resize_with(layer + 1, Vec::new);
    }
    match lists[layer].last_mut() {
        Some((last, set)) if *last as usize == number => *set |= squares,
        _ => lists[layer].push((number as u32, squares)),
    }
}

impl Exits {
    /// Whether there is nothing in this layer or beyond.
    pub(super) fn is_done(&self, layer: usize) -> bool {
        let none = |lists: &[Front]| lists.iter().skip(layer).all(Vec::is_empty);
        none(&self.won) && none(&self.lapsed)
    }

    /// What the attackers win in this layer.
    pub(super) fn take_won(&mut self, layer: usize) -> Front {
        self.won.get_mut(layer).map(std::mem::take).unwrap_or_default()
    }

    /// Which captures by the defenders' king are lost from this layer on.
    pub(super) fn take_lapsed(&mut self, layer: usize) -> Front {
        self.lapsed.get_mut(layer).map(std::mem::take).unwrap_or_default()
    }

    /// Collects the moves out of the table in one placement, those of the defenders' men aside (see [`Escapes::after`]).
    /// `safe` are the squares of the defenders' king with the attackers to move, `loose` the attackers it may take.
    #[expect(clippy::too_many_arguments, reason = "a placement in pieces")]
    pub(super) fn collect(
        &mut self,
        task: &Task,
        king: Square,
        number: usize,
        places: &Places,
        occupied: Bitboard,
        safe: Bitboard,
        loose: Bitboard,
    ) {
        let (frame, ways) = (task.frame, &task.escapes.ways);
        for man in (0..frame.men.len()).filter(|&man| frame.men[man].attacks) {
            if loose.has(places[man])
                && let Some(way) = &ways[man][NONE]
                && let Some((row, mirrored)) = way.row(true, king, places)
            {
                let at = if mirrored { places[man].mirror() } else { places[man] };
                if let Some(layer) = way.layer(row[at.index()]) {
                    push(&mut self.lapsed, layer, number, places[man].into());
                }
            }
            if frame.men[man].role == Role::Pawn {
                let to = (Bitboard::of(places[man]).forward::<true>() - frame.allowed[man]) - occupied;
                for to in to {
                    self.convert(ways[NONE][man].as_ref(), king, number, places, (man, to), safe);
                }
            }
        }
        for victim in (0..frame.men.len()).filter(|&man| !frame.men[man].attacks) {
            let to = places[victim];
            if attacks::king(king).has(to) {
                self.convert(ways[victim][NONE].as_ref(), to, number, places, (victim, to), safe);
            }
            for man in (0..frame.men.len()).filter(|&man| frame.men[man].attacks) {
                let (at, role) = (places[man], frame.men[man].role);
                if attacks::of(Color::White, role, at, occupied).has(to) {
                    let promoted = if frame.allowed[man].has(to) { NONE } else { man };
                    let squares = safe - attacks::between(at, to);
                    self.convert(ways[victim][promoted].as_ref(), king, number, places, (man, to), squares);
                }
            }
        }
    }

    /// The attackers' man `moved.0` goes to `moved.1` and leaves the table by `way`; the defenders' king is on one of `squares`.
    fn convert(
        &mut self,
        way: Option<&Way>,
        king: Square,
        number: usize,
        places: &Places,
        moved: (usize, Square),
        squares: Bitboard,
    ) {
        let mut after = *places;
        after[moved.0] = moved.1;
        let Some((way, (row, mirrored))) = way.and_then(|way| Some((way, way.row(false, king, &after)?))) else {
            return;
        };
        for square in squares {
            let at = if mirrored { square.mirror() } else { square };
            if let Some(layer) = way.layer(row[at.index()]) {
                push(&mut self.won, layer, number, square.into());
            }
        }
    }
}

//! An independent, slow solver on a mailbox board, written from the rule texts alone, against the tables: every position.

use bayon::rules::Variant;
use bayon::rules::variant;
use bayon::tables::Army;
use bayon::tables::Ending;
use bayon::tables::Set;
use bayon::tables::Tables;
use bayon::types::Role;
use bayon::types::Square;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// A man: whether it is of the side that is to win, which moves up, and its letter.
type Man = (bool, char);

/// The squares of the men of [`Twin::men`]: the winner's king, the other king, then the rest.
type State = [usize; 4];

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const MET: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn stepped(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % 8 + files, from as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

/// Visits the squares on which a man could capture; `back`: from which it could have come.
fn targets((up, letter): Man, from: usize, full: &[bool; 64], back: bool, mut visit: impl FnMut(usize)) {
    let forward = if up != back { 1 } else { -1 };
    let mut steps = |list: &[(i32, i32)]| list.iter().filter_map(|&step| stepped(from, step)).for_each(&mut visit);
    match letter {
        'K' => steps(&KING),
        'N' => steps(&KNIGHT),
        'M' => steps(&MET),
        'S' => {
            steps(&MET);
            steps(&[(0, forward)]);
        }
        'P' => steps(&[(1, forward), (-1, forward)]),
        _ => {
            for direction in ROOK {
                let mut at = from;
                while let Some(next) = stepped(at, direction) {
                    visit(next);
                    at = next;
                    if full[next] {
                        break;
                    }
                }
            }
        }
    }
}

/// Full moves that a bare king may count against `them`.
fn bare_limit(rule: &str, them: &str) -> u32 {
    let count = |letter| them.matches(letter).count();
    let makruk = match (count('R'), count('S'), count('N')) {
        (2.., _, _) => 8,
        (1, _, _) => 16,
        (_, 2.., _) => 22,
        (_, _, 2..) => 32,
        (_, 1, _) => 44,
        _ => 64,
    };
    if rule == "makruk" { makruk } else { makruk - 1 }
}

/// After a capture or promotion: how many plies a win may take under the count that begins, if one does. `mover` and `next`
/// are the men, kings aside, of the two sides.
fn begins_afresh(rule: &str, mover: &str, next: &str, captured: Option<char>) -> Option<u32> {
    let pawns = mover.contains('P') || next.contains('P');
    let men = 2 + mover.len() as u32 + next.len() as u32;
    if captured == Some('P') && mover.is_empty() && !pawns && !next.is_empty() {
        return Some(2 * bare_limit(rule, next) + 1 - (2 * men - 1));
    }
    (next.is_empty() && !pawns && !mover.is_empty()).then(|| 2 * bare_limit(rule, mover) + 1 - 2 * men)
}

/// A set of positions, solved for one side.
struct Twin {
    men: Vec<Man>,
    // [side to move: 0 who is to win][state]: distance + 1, 0 not won
    entries: [Vec<u8>; 2],
    valid: [Vec<bool>; 2],
}

fn letters(men: &[Man], wins: bool) -> String {
    men.iter().filter(|man| man.0 == wins && man.1 != 'K').map(|man| man.1).collect()
}

impl Twin {
    fn index(&self, state: &State) -> usize {
        state[..self.men.len()].iter().fold(0, |index, &square| index * 64 + square)
    }

    fn state(&self, index: usize) -> State {
        let mut state = [0; 4];
        for (i, square) in state[..self.men.len()].iter_mut().enumerate() {
            *square = index >> (6 * (self.men.len() - 1 - i)) & 63;
        }
        state
    }

    fn full(&self, state: &State, gone: Option<usize>) -> [bool; 64] {
        let mut full = [false; 64];
        (0..self.men.len()).filter(|&man| Some(man) != gone).for_each(|man| full[state[man]] = true);
        full
    }

    fn attacked(&self, state: &State, gone: Option<usize>, square: usize, by: bool) -> bool {
        let full = self.full(state, gone);
        let mut attacked = false;
        for man in (0..self.men.len()).filter(|&man| Some(man) != gone && self.men[man].0 == by) {
            targets(self.men[man], state[man], &full, false, |to| attacked |= to == square);
        }
        attacked
    }

    fn is_valid(&self, state: &State, wins_moves: bool) -> bool {
        let n = self.men.len();
        let apart = (0..n).all(|a| (0..a).all(|b| state[a] != state[b]));
        let pawns = (0..n).all(|man| {
            let (up, letter) = self.men[man];
            letter != 'P' || (if up { state[man] < 40 } else { state[man] >= 24 })
        });
        apart && pawns && !self.attacked(state, None, state[wins_moves as usize], wins_moves)
    }

    /// Visits the legal moves: the state after, the man taken, and the man promoted.
    fn moves(&self, state: &State, wins_moves: bool, mut visit: impl FnMut(State, Option<usize>, Option<usize>)) {
        let full = self.full(state, None);
        for (man, &(up, letter)) in self.men.iter().enumerate().filter(|(_, man)| man.0 == wins_moves) {
            let mut go = |to: usize| {
                let taken = (0..self.men.len()).find(|&other| state[other] == to);
                let mut after = *state;
                after[man] = to;
                let own = taken.is_some_and(|taken| self.men[taken].0 == up || taken < 2);
                if !own && !self.attacked(&after, taken, after[!wins_moves as usize], !wins_moves) {
                    let turns = letter == 'P' && (if up { to >= 40 } else { to < 24 });
                    visit(after, taken, turns.then_some(man));
                }
            };
            targets((up, letter), state[man], &full, false, |to| {
                if letter != 'P' || full[to] {
                    go(to);
                }
            });
            if letter == 'P' {
                stepped(state[man], (0, if up { 1 } else { -1 })).filter(|&to| !full[to]).into_iter().for_each(go);
            }
        }
    }

    /// Visits the states from which a quiet move of the side that has just moved leads here.
    fn origins(&self, state: &State, wins_moved: bool, mut visit: impl FnMut(usize)) {
        let full = self.full(state, None);
        for (man, &(up, letter)) in self.men.iter().enumerate().filter(|(_, man)| man.0 == wins_moved) {
            let mut come = |from: usize| {
                if !full[from] {
                    let mut before = *state;
                    before[man] = from;
                    visit(self.index(&before));
                }
            };
            match letter {
                'P' => stepped(state[man], (0, if up { -1 } else { 1 })).into_iter().for_each(come),
                _ => targets((up, letter), state[man], &full, true, &mut come),
            }
        }
    }
}

/// Solved sets by [`name`].
type Solved = HashMap<String, Twin>;

/// Puts the men besides the kings in the order of names.
fn sort(men: &mut [(Man, usize)]) {
    men[2..].sort_by_key(|&((up, letter), _)| (!up, "RNSMP".find(letter)));
}

/// Where a capture or promotion leads: the men and the state there.
fn converted(men: &[Man], state: &State, taken: Option<usize>, turned: Option<usize>) -> (Vec<Man>, State) {
    let mut there = Vec::new();
    for (man, &(up, letter)) in men.iter().enumerate().filter(|&(man, _)| Some(man) != taken) {
        there.push(((up, if Some(man) == turned { 'M' } else { letter }), state[man]));
    }
    sort(&mut there);
    let mut squares = [0; 4];
    there.iter().enumerate().for_each(|(i, &(_, square))| squares[i] = square);
    (there.iter().map(|&(man, _)| man).collect(), squares)
}

fn name(men: &[Man]) -> String {
    format!("{}v{}", letters(men, true), letters(men, false))
}

fn solve(rule: &str, men: Vec<Man>, solved: &mut Solved) {
    let title = name(&men);
    if solved.contains_key(&title) || letters(&men, true).is_empty() {
        return;
    }
    // Everything it leads to, first.
    let each = || (2..men.len()).map(Some).chain([None]);
    for (taken, turned) in each().flat_map(|taken| each().map(move |turned| (taken, turned))) {
        let pawn = turned.is_none_or(|turned| men[turned].1 == 'P');
        let apart = taken.zip(turned).is_none_or(|(taken, turned)| men[taken].0 != men[turned].0);
        if pawn && apart && taken.or(turned).is_some() {
            solve(rule, converted(&men, &[0; 4], taken, turned).0, solved);
        }
    }
    let size = 64usize.pow(men.len() as u32);
    let mut twin = Twin { men, entries: [vec![0; size], vec![0; size]], valid: [vec![false; size], vec![false; size]] };
    // What happens to a state in a layer: the winner finds a win, or one of the loser's moves turns out to lose.
    let mut wins: Vec<Vec<u32>> = vec![vec![]; 300];
    let mut losing: Vec<Vec<u32>> = vec![vec![]; 300];
    let mut left = vec![0u8; size];
    let mut mated = Vec::new();
    for (index, left) in left.iter_mut().enumerate() {
        let state = twin.state(index);
        for (side, wins_moves) in [(0, true), (1, false)] {
            if !twin.is_valid(&state, wins_moves) {
                continue;
            }
            twin.valid[side][index] = true;
            let mut moves = 0;
            twin.moves(&state, wins_moves, |after, taken, turned| {
                moves += 1;
                if taken.or(turned).is_none() {
                    return;
                }
                let (men, there) = converted(&twin.men, &after, taken, turned);
                let Some(next) = solved.get(&name(&men)) else { return };
                let Some(plies) = next.entries[1 - side][next.index(&there)].checked_sub(1) else { return };
                let (mover, other) = (letters(&men, wins_moves), letters(&men, !wins_moves));
                let layer = match begins_afresh(rule, &mover, &other, taken.map(|taken| twin.men[taken].1)) {
                    Some(room) if plies as u32 > room => return,
                    Some(_) => 1,
                    None => plies as usize + 1,
                };
                if wins_moves { wins[layer].push(index as u32) } else { losing[layer].push(index as u32) }
            });
            if !wins_moves {
                *left = moves;
                if moves == 0 && twin.attacked(&state, None, state[1], true) {
                    mated.push(index as u32);
                }
            }
        }
    }
    for layer in 0..299 {
        let mut lost = std::mem::take(&mut mated);
        for index in std::mem::take(&mut losing[layer]) {
            left[index as usize] -= 1;
            if left[index as usize] == 0 {
                lost.push(index);
            }
        }
        let mut won = std::mem::take(&mut wins[layer]);
        won.retain(|&index| {
            let new = twin.entries[0][index as usize] == 0;
            if new {
                twin.entries[0][index as usize] = layer as u8 + 1;
            }
            new
        });
        for index in won {
            twin.origins(&twin.state(index as usize), false, |before| {
                if twin.valid[1][before] {
                    losing[layer + 1].push(before as u32);
                }
            });
        }
        for index in lost {
            twin.entries[1][index as usize] = layer as u8 + 1;
            twin.origins(&twin.state(index as usize), true, |before| {
                if twin.valid[0][before] {
                    wins[layer + 1].push(before as u32);
                }
            });
        }
    }
    solved.insert(title, twin);
}

/// Compares every position of a set.
fn compare(game: &'static Variant, set: &str, solved: &mut Solved) {
    let set: Set = set.parse().unwrap();
    let tables = Tables::new(game).unwrap();
    tables.build(set, 2, &AtomicBool::new(false), &mut |_| {}).unwrap();
    for Ending { attackers, defenders } in set.endings() {
        let side = |wins: bool, army: Army| {
            let letter = |role: Role| "PMSNR".chars().nth(role.index()).unwrap();
            army.roles().into_iter().map(move |role| (wins, letter(role)))
        };
        let kings = [(true, 'K'), (false, 'K')].into_iter();
        let men: Vec<Man> = kings.chain(side(true, attackers)).chain(side(false, defenders)).collect();
        solve(game.name, men.clone(), solved);
        let twin = &solved[&name(&men)];
        let table = tables.table(Ending { attackers, defenders }).unwrap();
        let mut wins = 0;
        for index in 0..twin.entries[0].len() {
            let state = twin.state(index).map(Square::new);
            let mut places = [Square::new(0); 3];
            places[..men.len() - 2].copy_from_slice(&state[2..men.len()]);
            for side in 0..2 {
                if twin.valid[side][index] {
                    let ours = table.distance(side == 0, state[0], &places, state[1]);
                    let theirs = twin.entries[side][index].checked_sub(1);
                    assert_eq!(ours, theirs, "{} {set} {attackers} wins, side {side}, {state:?}", game.name);
                    wins += ours.is_some() as u64;
                }
            }
        }
        let figures = &table.figures;
        assert_eq!(wins, figures.within(true, 255) + figures.within(false, 255));
        for side in 0..2 {
            let positions = twin.valid[side].iter().filter(|&&valid| valid).count() as u64;
            assert_eq!(positions, figures.positions(side == 0), "{set}, side {side}");
        }
    }
}

#[test]
fn every_position_of_three_men_is_as_the_slow_solver_has_it() {
    for game in [&variant::MAKRUK, &variant::CAMBODIAN] {
        let mut solved = Solved::new();
        Set::all(3).iter().for_each(|set| compare(game, &set.to_string(), &mut solved));
    }
}

#[test]
#[ignore = "minutes"]
fn every_position_of_khon_and_met_is_as_the_slow_solver_has_it() {
    compare(&variant::MAKRUK, "KSMvK", &mut Solved::new());
    compare(&variant::CAMBODIAN, "KSMvK", &mut Solved::new());
}

#[test]
#[ignore = "minutes"]
fn every_position_of_rook_and_pawn_is_as_the_slow_solver_has_it() {
    compare(&variant::MAKRUK, "KRPvK", &mut Solved::new());
    compare(&variant::CAMBODIAN, "KRPvK", &mut Solved::new());
}

#[test]
#[ignore = "minutes"]
fn every_position_of_a_rook_against_a_pawn_is_as_the_slow_solver_has_it() {
    compare(&variant::MAKRUK, "KRvKP", &mut Solved::new());
    compare(&variant::CAMBODIAN, "KRvKP", &mut Solved::new());
}

#[test]
#[ignore = "minutes"]
fn every_position_of_a_rook_against_a_knight_is_as_the_slow_solver_has_it() {
    compare(&variant::MAKRUK, "KRvKN", &mut Solved::new());
    compare(&variant::CAMBODIAN, "KRvKN", &mut Solved::new());
}

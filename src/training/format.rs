//! Files of self-play games: a header, then blocks of whole games with a checksum each.
//!
//! ```text
//! file   = "BAYONGM1" length:u32 text checksum:u64 block*       text: `key value` lines, see Header
//! block  = "GAME" length:u32 checksum:u64 game*                 length and checksum are the games'
//! game   = number:u32 end:u8 start plies:u16 (move:u16 score:i16)*
//! start  = 0:u8 (the variant's own)  |  1:u8 packed set-up of 20 bytes and half a byte a man
//! ```
//!
//! All numbers are little-endian. A score is the mover's, before its move; `i16::MIN` marks a move that was not searched (a
//! random opening). A block is written as soon as its games are finished, so a kill loses none, and at worst leaves a last
//! block cut off.

use crate::eval::net::checksum;
use crate::rules::Count;
use crate::rules::Setup;
use crate::types::Color;
use crate::types::Man;
use crate::types::Move;
use crate::types::Role;
use crate::types::Square;
use std::fmt;

const FILE_MAGIC: &[u8; 8] = b"BAYONGM1";
const BLOCK_MAGIC: &[u8; 4] = b"GAME";
const BLOCK_HEAD: usize = 16;
const UNSEARCHED: i16 = i16::MIN;

/// What a file of games says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game, as in `UCI_Variant`.
    pub variant: String,
    /// The engine and its version.
    pub engine: String,
    /// The net that played, or `hand`.
    pub net: String,
    /// Nodes a move after which no further iteration begins.
    pub soft_nodes: u64,
    /// Nodes a move at which the search stops.
    pub hard_nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// Share of the games that begin from a random ending, in percent.
    pub endings: u32,
}

/// A move of a game and, where it was searched, its score from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    pub mv: Move,
    pub score: Option<i16>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the run: the same seed and number give the same opening.
    pub number: u32,
    /// Where it begins; none: the variant's start.
    pub start: Option<Setup>,
    pub plies: Vec<Ply>,
    /// Who has won, if anyone.
    pub winner: Option<Color>,
}

/// Why a file, or a block of it, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// No file of games.
    Magic,
    /// The header is damaged, or lacks this key.
    Header(&'static str),
    /// The last block, which begins at this byte, is cut off.
    CutOff(usize),
    /// The block that begins at this byte is damaged.
    Damaged(usize),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Magic => f.write_str("not a file of self-play games"),
            FormatError::Header(key) => write!(f, "damaged header ({key})"),
            FormatError::CutOff(at) => write!(f, "the last block, at byte {at}, is cut off"),
            FormatError::Damaged(at) => write!(f, "the block at byte {at} is damaged"),
        }
    }
}

impl std::error::Error for FormatError {}

impl Header {
    /// The header's bytes.
    pub fn write(&self) -> Vec<u8> {
        let text = format!(
            "variant {}\nengine {}\nnet {}\nsoft_nodes {}\nhard_nodes {}\nseed {}\nendings {}\n",
            self.variant, self.engine, self.net, self.soft_nodes, self.hard_nodes, self.seed, self.endings
        );
        let mut bytes = FILE_MAGIC.to_vec();
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.extend(checksum(text.as_bytes()).to_le_bytes());
        bytes
    }

    /// Reads a header and tells how many bytes it has.
    ///
    /// # Errors
    /// [`FormatError::Magic`] for foreign bytes, [`FormatError::Header`] for damaged ones.
    pub fn read(bytes: &[u8]) -> Result<(Header, usize), FormatError> {
        if bytes.get(..8) != Some(FILE_MAGIC) {
            return Err(FormatError::Magic);
        }
        let damaged = |key| move || FormatError::Header(key);
        let length = bytes.get(8..12).map(|b| u32_of(b) as usize).ok_or_else(damaged("length"))?;
        let text = bytes.get(12..12 + length).ok_or_else(damaged("length"))?;
        let sum = bytes.get(12 + length..20 + length).map(u64_of).ok_or_else(damaged("checksum"))?;
        if sum != checksum(text) {
            return Err(FormatError::Header("checksum"));
        }
        let text = std::str::from_utf8(text).map_err(|_| FormatError::Header("text"))?;
        let field = |key: &'static str| {
            let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            value.map(str::to_string).ok_or(FormatError::Header(key))
        };
        let number = |key: &'static str| field(key)?.parse::<u64>().map_err(|_| FormatError::Header(key));
        let header = Header {
            variant: field("variant")?,
            engine: field("engine")?,
            net: field("net")?,
            soft_nodes: number("soft_nodes")?,
            hard_nodes: number("hard_nodes")?,
            seed: number("seed")?,
            endings: number("endings")? as u32,
        };
        Ok((header, 20 + length))
    }
}

/// The bytes of a block of games.
pub fn write_block(games: &[Game]) -> Vec<u8> {
    let mut body = Vec::new();
    for game in games {
        write_game(game, &mut body);
    }
    let mut bytes = BLOCK_MAGIC.to_vec();
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(checksum(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The blocks of a file, after its header. A damaged block is told and skipped, a cut-off one told; then the end.
pub struct Blocks<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Blocks<'a> {
    /// The blocks of `bytes`, the whole file, whose header has `header` bytes.
    pub fn new(bytes: &'a [u8], header: usize) -> Blocks<'a> {
        Blocks { bytes, at: header }
    }

    /// The byte at which the next block begins.
    pub fn at(&self) -> usize {
        self.at
    }
}

impl Iterator for Blocks<'_> {
    type Item = Result<Vec<Game>, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (begin, rest) = (self.at, self.bytes.get(self.at..)?);
        if rest.is_empty() {
            return None;
        }
        // Where to look on after damage: at the next thing that looks like a block.
        let seek = |from: usize| {
            let next = rest.get(from..)?.windows(4).position(|window| window == BLOCK_MAGIC)?;
            Some(begin + from + next)
        };
        if rest.get(..4).is_some_and(|magic| magic != BLOCK_MAGIC) {
            self.at = seek(1).unwrap_or(self.bytes.len());
            return Some(Err(FormatError::Damaged(begin)));
        }
        let whole = rest.get(..BLOCK_HEAD).and_then(|head| {
            let length = u32_of(&head[4..8]) as usize;
            Some((u64_of(&head[8..16]), rest.get(BLOCK_HEAD..BLOCK_HEAD + length)?))
        });
        let sound = whole.filter(|(sum, body)| checksum(body) == *sum);
        let Some((_, body)) = sound else {
            let next = seek(4);
            self.at = next.unwrap_or(self.bytes.len());
            let cut_off = whole.is_none() && next.is_none();
            return Some(Err(if cut_off { FormatError::CutOff(begin) } else { FormatError::Damaged(begin) }));
        };
        self.at = begin + BLOCK_HEAD + body.len();
        let (mut games, mut reader) = (Vec::new(), Reader(body));
        while !reader.0.is_empty() {
            match reader.game() {
                Some(game) => games.push(game),
                None => return Some(Err(FormatError::Damaged(begin))),
            }
        }
        Some(Ok(games))
    }
}

fn write_game(game: &Game, to: &mut Vec<u8>) {
    to.extend(game.number.to_le_bytes());
    to.push(match game.winner {
        None => 0,
        Some(Color::White) => 1,
        Some(Color::Black) => 2,
    });
    match &game.start {
        None => to.push(0),
        Some(setup) => {
            to.push(1);
            write_setup(setup, to);
        }
    }
    to.extend((game.plies.len() as u16).to_le_bytes());
    for ply in &game.plies {
        to.extend(ply.mv.bits().to_le_bytes());
        to.extend(ply.score.unwrap_or(UNSEARCHED).to_le_bytes());
    }
}

fn write_setup(setup: &Setup, to: &mut Vec<u8>) {
    let occupied = Square::all().filter(|s| setup.board[s.index()].is_some()).fold(0u64, |set, s| set | 1 << s.index());
    let checked = setup.checked.map(u8::from);
    to.push(u8::from(!setup.turn.is_white()) | checked[0] << 1 | checked[1] << 2);
    to.push(setup.number.min(255) as u8);
    to.extend(setup.rights);
    let (limit, ply) = setup.count.map_or((0, 0), |count| (count.limit.get(), count.ply));
    for number in [limit, ply, setup.clock] {
        to.extend(number.to_le_bytes());
    }
    to.extend(occupied.to_le_bytes());
    let men: Vec<u8> = setup.board.iter().flatten().map(|man| man.index() as u8).collect();
    to.extend(men.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |second| second << 4)));
}

/// Bytes not yet read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(bytes)?;
        self.0 = tail;
        Some(head)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn short(&mut self) -> Option<u16> {
        self.take(2).map(u16_of)
    }

    fn game(&mut self) -> Option<Game> {
        let number = u32_of(self.take(4)?);
        let winner = match self.byte()? {
            0 => None,
            1 => Some(Color::White),
            2 => Some(Color::Black),
            _ => return None,
        };
        let start = match self.byte()? {
            0 => None,
            1 => Some(self.setup()?),
            _ => return None,
        };
        let count = self.short()? as usize;
        let mut plies = Vec::with_capacity(count);
        for ply in self.take(4 * count)?.chunks_exact(4) {
            let score = u16_of(&ply[2..]) as i16;
            let score = (score != UNSEARCHED).then_some(score);
            plies.push(Ply { mv: Move::from_bits(u16_of(ply))?, score });
        }
        Some(Game { number, start, plies, winner })
    }

    fn setup(&mut self) -> Option<Setup> {
        let mut setup = Setup::empty();
        let flags = self.byte()?;
        setup.turn = if flags & 1 == 0 { Color::White } else { Color::Black };
        setup.checked = [flags & 2 != 0, flags & 4 != 0];
        setup.number = u32::from(self.byte()?);
        setup.rights = [self.byte()?, self.byte()?];
        let (limit, ply) = (self.short()?, self.short()?);
        setup.count = Count::new(limit, ply);
        setup.clock = self.short()?;
        let occupied = u64_of(self.take(8)?);
        let men = self.take(occupied.count_ones().div_ceil(2) as usize)?;
        let squares = Square::all().filter(|square| occupied >> square.index() & 1 != 0);
        for (i, square) in squares.enumerate() {
            let index = men[i / 2] >> (4 * (i % 2)) & 15;
            let color = if index & 1 == 0 { Color::White } else { Color::Black };
            setup.board[square.index()] = Some(Man::new(color, Role::new(index as usize >> 1)?));
        }
        Some(setup)
    }
}

fn u16_of(bytes: &[u8]) -> u16 {
    u16::from(bytes[0]) | u16::from(bytes[1]) << 8
}

fn u32_of(bytes: &[u8]) -> u32 {
    u32::from(u16_of(bytes)) | u32::from(u16_of(&bytes[2..])) << 16
}

fn u64_of(bytes: &[u8]) -> u64 {
    u64::from(u32_of(bytes)) | u64::from(u32_of(&bytes[4..])) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::rules::Variant;
    use crate::rules::Which;
    use crate::training::random::Random;
    use crate::types::MoveList;

    fn header() -> Header {
        Header {
            variant: "makruk".into(),
            engine: "Bayon 0".into(),
            net: "hand".into(),
            soft_nodes: 1500,
            hard_nodes: 12000,
            seed: 7,
            endings: 15,
        }
    }

    fn games(count: u32) -> Vec<Game> {
        let Some(variant) = Variant::named("karouk") else { panic!("no karouk") };
        (0..count)
            .map(|number| {
                let mut random = Random::part(1, number.into());
                let mut position = Position::start(variant);
                let mut game = Game { number, start: None, plies: Vec::new(), winner: None };
                for ply in 0..40 {
                    if ply == 20 && number % 2 == 1 {
                        let mut setup = position.setup();
                        setup.count = Count::new(126, number as u16);
                        (game.start, game.plies) = (Some(setup), Vec::new());
                    }
                    let mut list = MoveList::new();
                    position.moves(Which::All, &mut list);
                    let Some(&mv) = list.get(random.below(list.len().max(1))) else { break };
                    game.plies.push(Ply { mv, score: (ply > 5).then_some(ply * 3 - 50) });
                    position = position.play(mv);
                }
                game.winner = [None, Some(Color::White), Some(Color::Black)][number as usize % 3];
                game
            })
            .collect()
    }

    fn file(games: &[Game]) -> Vec<u8> {
        let mut bytes = header().write();
        games.chunks(3).for_each(|chunk| bytes.extend(write_block(chunk)));
        bytes
    }

    #[test]
    fn games_come_back_as_they_went() {
        let games = games(20);
        let bytes = file(&games);
        let (read, at) = Header::read(&bytes).unwrap();
        assert_eq!(read, header());
        let back: Vec<Game> = Blocks::new(&bytes, at).flat_map(Result::unwrap).collect();
        assert_eq!(back, games);
        assert!(games.iter().any(|game| game.start.is_some()));
    }

    #[test]
    fn a_cut_off_last_block_is_told_and_the_rest_read() {
        let games = games(9);
        let bytes = file(&games);
        let (_, at) = Header::read(&bytes).unwrap();
        let last = bytes.len() - write_block(&games[6..]).len();
        for cut in [1, 10, bytes.len() - last - 1] {
            let read: Vec<_> = Blocks::new(&bytes[..bytes.len() - cut], at).collect();
            assert_eq!(read.len(), 3);
            assert_eq!(read[1].as_ref().unwrap()[..], games[3..6]);
            assert_eq!(read[2], Err(FormatError::CutOff(last)));
        }
    }

    #[test]
    fn a_damaged_block_is_told_and_skipped() {
        let games = games(9);
        let mut bytes = file(&games);
        let (_, at) = Header::read(&bytes).unwrap();
        let second = at + write_block(&games[..3]).len();
        for flip in [0, 5, 30] {
            bytes[second + flip] ^= 1;
            let read: Vec<_> = Blocks::new(&bytes, at).collect();
            assert_eq!(read.first().unwrap().as_ref().unwrap()[..], games[..3]);
            assert_eq!(read[1], Err(FormatError::Damaged(second)), "byte {flip}");
            assert_eq!(read.last().unwrap().as_ref().unwrap()[..], games[6..]);
            bytes[second + flip] ^= 1;
        }
        bytes[12] ^= 1;
        assert_eq!(Header::read(&bytes).unwrap_err(), FormatError::Header("checksum"));
        assert_eq!(Header::read(b"MZ").unwrap_err(), FormatError::Magic);
    }
}

//! The 64 squares.

use std::fmt;
use std::str::FromStr;

/// A square: a1 = 0, b1 = 1, ... h8 = 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square of `index` 0 to 63; bits above are ignored.
    #[inline]
    pub const fn new(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// The square on `file` and `rank`, both 0 to 7.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Square {
        Square::new((rank & 7) << 3 | (file & 7))
    }

    /// 0 (a1) to 63 (h8). Masked, so that indexing an array of 64 needs no bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 (file a) to 7 (file h).
    #[inline]
    pub const fn file(self) -> usize {
        (self.0 & 7) as usize
    }

    /// 0 (rank 1) to 7 (rank 8).
    #[inline]
    pub const fn rank(self) -> usize {
        (self.0 as usize >> 3) & 7
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    pub const fn step(self, files: i32, ranks: i32) -> Option<Square> {
        let (file, rank) = (self.file() as i32 + files, self.rank() as i32 + ranks);
        if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some(Square::at(file as usize, rank as usize)) }
    }

    /// The square seen from the other side: a1 and a8 change places.
    #[inline]
    pub const fn flip(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square in a mirror: a1 and h1 change places.
    #[inline]
    pub const fn mirror(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// The largest of the distances in files and ranks: king's moves on an empty board.
    #[inline]
    pub const fn distance(self, other: Square) -> usize {
        let (files, ranks) = (self.file().abs_diff(other.file()), self.rank().abs_diff(other.rank()));
        if files > ranks { files } else { ranks }
    }

    /// All squares, a1 first, rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, (b'1' + self.rank() as u8) as char)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Square, ()> {
        match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::at((file - b'a') as usize, (rank - b'1') as usize)),
            _ => Err(()),
        }
    }
}

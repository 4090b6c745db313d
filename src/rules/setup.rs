//! A position as plain data, before it is known to be possible.

use crate::rules::attacks;
use crate::rules::counting::Count;
use crate::rules::variant::Variant;
use crate::types::Color;
use crate::types::Man;
use crate::types::Role;
use crate::types::Square;
use std::fmt;

/// Everything a FEN says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    // [square]
    pub board: [Option<Man>; 64],
    pub turn: Color,
    /// Files of the first rank that have a letter in the rights field, bit 0 = a. `[colour]`
    pub rights: [u8; 2],
    pub count: Option<Count>,
    /// Plies without a capture or a pawn move.
    pub clock: u16,
    /// Full moves, from 1.
    pub number: u32,
    /// Whether a side's check has been counted. `[colour]`
    pub checked: [bool; 2],
}

/// Why a set-up position is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A side has so many kings, not one.
    Kings(Color, usize),
    /// A side has so many men, more than 16.
    Men(Color, usize),
    /// The kings stand side by side.
    KingsTouch,
    /// The side that has just moved stands in check.
    OpponentInCheck,
    /// The game does not have this role.
    Role(Role),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Kings(color, 0) => write!(f, "{color} has no king"),
            SetupError::Kings(color, kings) => write!(f, "{color} has {kings} kings"),
            SetupError::Men(color, men) => write!(f, "{color} has {men} men, more than 16"),
            SetupError::KingsTouch => f.write_str("the kings touch"),
            SetupError::OpponentInCheck => f.write_str("the side not to move is in check"),
            SetupError::Role(role) => write!(f, "this game has no {role:?}"),
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// An empty board, white to move.
    pub fn empty() -> Setup {
        Setup {
            board: [None; 64],
            turn: Color::White,
            rights: [0; 2],
            count: None,
            clock: 0,
            number: 1,
            checked: [false; 2],
        }
    }

    /// The start of a game: what its row's FEN says. Placement, side and rights are read, the rest is as at any start.
    pub fn start(variant: &Variant) -> Setup {
        let mut setup = Setup::empty();
        let mut fields = variant.start.split(' ');
        let (mut file, mut rank) = (0, 7);
        for sign in fields.next().unwrap_or_default().bytes() {
            match sign {
                b'/' => (file, rank) = (0, rank - 1),
                b'1'..=b'8' => file += (sign - b'0') as usize,
                _ => {
                    let color = if sign.is_ascii_uppercase() { Color::White } else { Color::Black };
                    let role = variant.role(sign);
                    setup.board[Square::at(file, rank).index()] = role.map(|role| Man::new(color, role));
                    file += 1;
                }
            }
        }
        setup.turn = if fields.next() == Some("b") { Color::Black } else { Color::White };
        for sign in fields.next().unwrap_or_default().bytes() {
            match sign {
                b'A'..=b'H' => setup.rights[0] |= 1 << (sign - b'A'),
                b'a'..=b'h' => setup.rights[1] |= 1 << (sign - b'a'),
                _ => {}
            }
        }
        setup
    }

    /// The same position seen from the other side: colours changed and the board turned upside down, with the side to move,
    /// the leap rights and the counted checks; the count goes by plies and stays.
    pub fn flipped(&self) -> Setup {
        let mut board = [None; 64];
        for square in Square::all() {
            board[square.flip().index()] = self.board[square.index()].map(|man| Man::new(!man.color(), man.role()));
        }
        let ([white, black], [by_white, by_black]) = (self.rights, self.checked);
        Setup { board, turn: !self.turn, rights: [black, white], checked: [by_black, by_white], ..*self }
    }

    /// Checks what can be told from the men alone.
    ///
    /// # Errors
    /// All but [`SetupError::OpponentInCheck`].
    pub fn check(&self, variant: &Variant) -> Result<(), SetupError> {
        let men = |color| self.board.iter().flatten().filter(move |man| man.color() == color);
        for man in self.board.iter().flatten() {
            if variant.letters[man.role().index()].is_none() {
                return Err(SetupError::Role(man.role()));
            }
        }
        for color in Color::ALL {
            let kings = men(color).filter(|man| man.role() == Role::King).count();
            if kings != 1 {
                return Err(SetupError::Kings(color, kings));
            }
            if men(color).count() > 16 {
                return Err(SetupError::Men(color, men(color).count()));
            }
        }
        let king = |color| Square::all().find(|s| self.board[s.index()] == Some(Man::new(color, Role::King)));
        match (king(Color::White), king(Color::Black)) {
            (Some(white), Some(black)) if attacks::king(white).has(black) => Err(SetupError::KingsTouch),
            _ => Ok(()),
        }
    }
}

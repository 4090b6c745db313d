//! Kinds of men, and men.

use crate::types::Color;
use std::num::NonZeroU8;

/// A kind of man, named as in makruk. ASEAN chess calls the met queen and the khon bishop; the letters are the variant's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// Bia, trey: one step forward, captures one diagonally forward.
    Pawn,
    /// Met, neang (a ferz): one step diagonally.
    Met,
    /// Khon, koul (a silver general): one step diagonally or straight forward.
    Khon,
    /// Ma, ses: a chess knight.
    Knight,
    /// Ruea, touk: a chess rook.
    Rook,
    /// Ai-wok: rook, knight and met in one.
    Wok,
    /// Khun, ang: one step in any direction.
    King,
}

impl Role {
    /// Every role, in the order of its index.
    pub const ALL: [Role; 7] = [Role::Pawn, Role::Met, Role::Khon, Role::Knight, Role::Rook, Role::Wok, Role::King];
    /// How many roles there are.
    pub const COUNT: usize = 7;

    /// 0 (pawn) to 6 (king).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role of `index` 0 to 6.
    #[inline]
    pub const fn new(index: usize) -> Option<Role> {
        if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
    }
}

/// A man: its colour and role in one byte, so that `Option<Man>` is one byte too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man(NonZeroU8);

const _: () = assert!(size_of::<Option<Man>>() == 1);

impl Man {
    /// How many kinds of men there are: the length of an array by [`Man::index`].
    pub const COUNT: usize = 16;

    /// A man of this colour and role.
    #[inline]
    pub const fn new(color: Color, role: Role) -> Man {
        match NonZeroU8::new((role as u8) << 1 | color as u8 | 16) {
            Some(bits) => Man(bits),
            None => unreachable!(),
        }
    }

    /// Its side.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Its role.
    #[inline]
    pub const fn role(self) -> Role {
        match self.0.get() >> 1 & 7 {
            0 => Role::Pawn,
            1 => Role::Met,
            2 => Role::Khon,
            3 => Role::Knight,
            4 => Role::Rook,
            5 => Role::Wok,
            _ => Role::King,
        }
    }

    /// Twice the role's index, plus the colour's: below [`Man::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() & 15) as usize
    }
}

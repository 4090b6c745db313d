//! Nets: weights, and the files that hold them.
//!
//! A net is one hidden layer a side: `(inputs -> hidden) x 2 -> squared clipped activation -> one head of several`.
//!
//! ```text
//! file = "BAYONNET" format:u32 kin:u32 hidden:u32 king buckets:u32 over hand:u32 scale:u32 length:u32 name[64] checksum:u64
//!        weights:i16[inputs][hidden] bias:i16[hidden] output:i16[heads][2][hidden] output bias:i32[heads]
//! ```
//!
//! Numbers are little-endian; the checksum is of all bytes but itself. Hidden weights are in 1/255, output weights in 1/64.

use crate::eval::features::Heads;
use crate::eval::features::Layout;
use crate::rules::Kin;
pub use crate::types::checksum;
use std::fmt;

/// A hidden activation of 1.
pub const ONE: i32 = 255;
/// An output weight of 1.
pub const OUTPUT_ONE: i32 = 64;
/// The largest output weight: a weight times an activation fits 16 bits.
pub const OUTPUT_MOST: i16 = 127;
/// The largest hidden weight, so that 33 inputs and the bias fit 16 bits.
pub const HIDDEN_MOST: i16 = 900;
/// Hidden units a side: a multiple of this, up to [`HIDDEN_LIMIT`].
pub const LANE: usize = 32;
/// Most hidden units a side.
pub const HIDDEN_LIMIT: usize = 512;

const MAGIC: &[u8; 8] = b"BAYONNET";
const FORMAT: u32 = 3;
const NAME: usize = 64;
const HEAD: usize = 8 + 7 * 4 + NAME + 8;

/// 32 weights or activations on a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lane(pub [i16; LANE]);

impl Lane {
    /// All zeros.
    pub const ZERO: Lane = Lane([0; LANE]);
}

const _: () = assert!(size_of::<Lane>() == 64);

/// A net as it computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// Whose games it was trained on.
    pub kin: Kin,
    /// A name for people, at most 64 bytes.
    pub name: String,
    pub layout: Layout,
    /// Its score is added to the evaluation by hand: it knows only what that one misses.
    pub over_hand: bool,
    /// Hidden units a side.
    pub hidden: usize,
    /// Centipawns of an output of 1.
    pub scale: i32,
    // [input][hidden]
    pub weights: Vec<Lane>,
    // [hidden]
    pub bias: Vec<Lane>,
    // [head][us, them][hidden]
    pub output: Vec<Lane>,
    // [head], in 1/(ONE * OUTPUT_ONE)
    pub output_bias: Vec<i32>,
}

/// Why bytes are no net for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetError {
    /// Not a net file.
    Magic,
    /// A format that this version does not read.
    Format(u32),
    /// Sizes that no net has, or a length that is not theirs.
    Sizes,
    /// Damaged.
    Checksum,
    /// Trained for another family of games.
    Kin(Kin),
    /// A weight out of range, which would overflow.
    Range,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::Magic => f.write_str("not a net of this engine"),
            NetError::Format(format) => write!(f, "net format {format} is unknown"),
            NetError::Sizes => f.write_str("the net's sizes and length do not fit"),
            NetError::Checksum => f.write_str("the net is damaged (checksum)"),
            NetError::Kin(kin) => write!(f, "the net is for other games ({kin:?})"),
            NetError::Range => f.write_str("the net has a weight out of range"),
        }
    }
}

impl std::error::Error for NetError {}

const KINS: [Kin; Kin::COUNT] = [Kin::Makruk, Kin::Ouk, Kin::FirstCheck, Kin::Asean, Kin::AiWok];

impl Net {
    /// A net of zeros.
    pub fn zero(kin: Kin, layout: Layout, hidden: usize) -> Net {
        let lanes = hidden.clamp(LANE, HIDDEN_LIMIT) / LANE;
        let heads = Heads::of(kin).count();
        Net {
            kin,
            name: String::new(),
            layout,
            over_hand: false,
            hidden: lanes * LANE,
            scale: 400,
            weights: vec![Lane::ZERO; layout.inputs() * lanes],
            bias: vec![Lane::ZERO; lanes],
            output: vec![Lane::ZERO; heads * 2 * lanes],
            output_bias: vec![0; heads],
        }
    }

    /// How positions choose among its outputs.
    #[inline]
    pub fn heads(&self) -> Heads {
        Heads::of(self.kin)
    }

    /// Lanes of a row of hidden units.
    #[inline]
    pub fn lanes(&self) -> usize {
        self.bias.len()
    }

    /// The weights of an input.
    #[inline]
    pub fn row(&self, input: usize) -> &[Lane] {
        &self.weights[input * self.lanes()..][..self.lanes()]
    }

    /// The output weights of a head: of the side to move, then of the other.
    #[inline]
    pub fn output_rows(&self, head: usize) -> (&[Lane], &[Lane]) {
        self.output[head * 2 * self.lanes()..][..2 * self.lanes()].split_at(self.lanes())
    }

    /// The bytes of its file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let kin = KINS.iter().position(|&kin| kin == self.kin).unwrap_or_default();
        let body = 2 * LANE * (self.weights.len() + self.bias.len() + self.output.len()) + 4 * self.output_bias.len();
        let over_hand = usize::from(self.over_hand);
        let head = [FORMAT as usize, kin, self.hidden, self.layout.buckets(), over_hand, self.scale as usize, body];
        head.iter().for_each(|&number| bytes.extend((number as u32).to_le_bytes()));
        let mut name = [0; NAME];
        name.iter_mut().zip(self.name.bytes()).for_each(|(to, from)| *to = from);
        bytes.extend(name);
        bytes.extend([0; 8]);
        let lanes = self.weights.iter().chain(&self.bias).chain(&self.output);
        lanes.flat_map(|lane| lane.0).for_each(|weight| bytes.extend(weight.to_le_bytes()));
        self.output_bias.iter().for_each(|bias| bytes.extend(bias.to_le_bytes()));
        let sum = file_sum(&bytes);
        bytes[HEAD - 8..HEAD].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads a net file.
    ///
    /// # Errors
    /// What is wrong with the bytes, see [`NetError`]; never [`NetError::Kin`].
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        if bytes.get(..8) != Some(MAGIC) {
            return Err(NetError::Magic);
        }
        let head = bytes.get(..HEAD).ok_or(NetError::Sizes)?;
        let number =
            |i: usize| u32::from_le_bytes([head[8 + 4 * i], head[9 + 4 * i], head[10 + 4 * i], head[11 + 4 * i]]);
        if number(0) != FORMAT {
            return Err(NetError::Format(number(0)));
        }
        let (hidden, over_hand, scale) = (number(2) as usize, number(4), number(5));
        let kin = *KINS.get(number(1) as usize).ok_or(NetError::Sizes)?;
        let layout = Layout::new(number(3) as usize).ok_or(NetError::Sizes)?;
        let fits = hidden.is_multiple_of(LANE)
            && (LANE..=HIDDEN_LIMIT).contains(&hidden)
            && (1..=10_000).contains(&scale)
            && over_hand < 2;
        let heads = Heads::of(kin).count();
        let length = 2 * hidden * (layout.inputs() + 1 + 2 * heads) + 4 * heads;
        if !fits || length != number(6) as usize || bytes.len() != HEAD + length {
            return Err(NetError::Sizes);
        }
        if head[HEAD - 8..] != file_sum(bytes).to_le_bytes() {
            return Err(NetError::Checksum);
        }
        let mut net = Net::zero(kin, layout, hidden);
        net.over_hand = over_hand == 1;
        net.scale = scale as i32;
        let name = &head[36..36 + NAME];
        net.name = String::from_utf8_lossy(name.split(|&byte| byte == 0).next().unwrap_or_default()).into_owned();
        let mut body = bytes[HEAD..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let lanes = net.weights.iter_mut().chain(&mut net.bias).chain(&mut net.output);
        lanes.flat_map(|lane| &mut lane.0).zip(&mut body).for_each(|(to, from)| *to = from);
        let biases = bytes[bytes.len() - 4 * heads..].chunks_exact(4);
        net.output_bias.iter_mut().zip(biases).for_each(|(to, b)| *to = i32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        if net.in_range() { Ok(net) } else { Err(NetError::Range) }
    }

    /// Reads a net file for games of `kin`.
    ///
    /// # Errors
    /// What is wrong with the bytes, see [`NetError`].
    pub fn read_for(kin: Kin, bytes: &[u8]) -> Result<Net, NetError> {
        let net = Net::read(bytes)?;
        if net.kin == kin { Ok(net) } else { Err(NetError::Kin(net.kin)) }
    }

    /// Whether no sum of it can overflow.
    fn in_range(&self) -> bool {
        let within =
            |lanes: &[Lane], most: i16| lanes.iter().all(|lane| lane.0.iter().all(|w| (-most..=most).contains(w)));
        within(&self.weights, HIDDEN_MOST)
            && within(&self.bias, HIDDEN_MOST)
            && within(&self.output, OUTPUT_MOST)
            && self.output_bias.iter().all(|bias| bias.abs() < 1 << 24)
    }
}

/// The checksum of a net file's bytes, whatever its own field says.
fn file_sum(bytes: &[u8]) -> u64 {
    checksum(&bytes[..HEAD - 8]).rotate_left(1) ^ checksum(&bytes[HEAD..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests_support::random_net;

    #[test]
    fn a_net_comes_back_as_it_went() {
        let net = random_net(2, 64, 5);
        assert_eq!(Net::read(&net.write()), Ok(net.clone()));
        assert_eq!(Net::read_for(Kin::Ouk, &net.write()), Err(NetError::Kin(Kin::Makruk)));
    }

    #[test]
    fn broken_files_are_refused_for_the_right_reason() {
        let good = random_net(1, 32, 6).write();
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] ^= byte;
            Net::read(&bytes)
        };
        assert_eq!(Net::read(b""), Err(NetError::Magic));
        assert_eq!(with(0, 1), Err(NetError::Magic));
        assert_eq!(with(8, 1), Err(NetError::Format(2)));
        assert_eq!(with(16, 1), Err(NetError::Sizes));
        assert_eq!(Net::read(&good[..good.len() - 1]), Err(NetError::Sizes));
        assert_eq!(Net::read(&good[..50]), Err(NetError::Sizes));
        for at in [40, HEAD - 1, HEAD, good.len() - 1] {
            assert_eq!(with(at, 64), Err(NetError::Checksum), "byte {at}");
        }
        let mut wide = random_net(1, 32, 6);
        wide.output[0].0[0] = 128;
        assert_eq!(Net::read(&wide.write()), Err(NetError::Range));
    }
}

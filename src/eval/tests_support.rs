//! Random nets and numbers for the tests of this room.

use crate::eval::features::Layout;
use crate::eval::net::Lane;
use crate::eval::net::Net;
use crate::rules::Kin;

/// A stream of numbers that tests agree on.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from `-most` to `most`.
    pub fn within(&mut self, most: i16) -> i16 {
        (self.bits() % (2 * most as u64 + 1)) as i16 - most
    }
}

/// A net of makruk with random weights, about as large as trained ones.
pub fn random_net(buckets: usize, hidden: usize, seed: u64) -> Net {
    random_net_of(Kin::Makruk, buckets, hidden, seed)
}

/// The same of any kin.
pub fn random_net_of(kin: Kin, buckets: usize, hidden: usize, seed: u64) -> Net {
    let Some(layout) = Layout::new(buckets) else { panic!("no layout of {buckets} buckets") };
    let mut net = Net::zero(kin, layout, hidden);
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    net.name = format!("random {seed}");
    let mut fill =
        |lanes: &mut [Lane], most| lanes.iter_mut().flat_map(|l| &mut l.0).for_each(|w| *w = numbers.within(most));
    fill(&mut net.weights, 60);
    fill(&mut net.bias, 60);
    fill(&mut net.output, 100);
    net.output_bias.iter_mut().for_each(|bias| *bias = i32::from(numbers.within(2000)));
    net
}

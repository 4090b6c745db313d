//! A fixed amount of searching, to compare builds by nodes and speed.

use crate::notation::fen;
use crate::rules::Line;
use crate::rules::Position;
use crate::rules::Variant;
use crate::search::Limits;
use crate::search::OutOfMemory;
use crate::search::Pool;
use crate::search::Settings;
use std::time::Duration;
use std::time::Instant;

/// The result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Nodes in all: the signature of the search.
    pub nodes: u64,
    pub time: Duration,
}

impl Bench {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// The depth of a bench that is not told another.
pub const BENCH_DEPTH: usize = 10;

// [position] -> variant, FEN
const POSITIONS: &[(&str, &str)] = &[
    ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
    ("makruk", "rn1mk1n1/3s1s1r/ppppp1pp/5p2/8/PPPPPPPP/4K1S1/RNS1M1NR w - - 6 5"),
    ("makruk", "r2mk3/3n2sr/p2p2pM/1p2pp2/1s1pPP1P/P2P4/2K5/RNSSM1R1 w - - 0 24"),
    ("makruk", "3R1sr1/5k2/2p4p/1p2P1p1/6P1/1PS1PPSP/3K3R/4M1N1 b - - 0 28"),
    ("makruk", "8/4Mn1k/8/4m3/1r3p1n/2N1mP2/2s5/5K2 w - - 8 74"),
    ("makruk", "M7/1S3K2/8/8/2r2s2/2s1kr2/n6M/8 w - 128 4 39"),
    ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1"),
    ("cambodian", "1nsm2nr/r2ks3/pp1ppppp/2p5/8/PPPPPPPP/1S3K2/RNN1MS1R w Ed - 2 5"),
    ("cambodian", "4nr2/s7/rs1S1mkp/1p4p1/pRPnPpP1/P1N4P/2S3RN/K7 w - - 5 54"),
    ("cambodian", "k7/1r6/8/4K2R/m7/8/8/4s3 w - 126 6 49"),
    ("karouk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 1+1 0 1"),
    ("karouk", "1n1m1snr/rsk5/pp1ppppp/2p5/7P/PPPPPPPR/R4S2/1NSKM1N1 w DEd - 1+1 0 5"),
    ("karouk", "1r1sm3/k6N/Mns5/3pPp2/n6p/1PP1PKPP/5R2/1NSSM1R1 b - - 1+1 4 30"),
    ("karouk", "8/5K2/8/k7/s1m2s2/8/6m1/8 w - 42 1+1 38 39"),
    ("makpong", "rns3nr/2mk1s2/pppppp1p/6p1/5P2/PPPPP1PP/3NKM2/R1S2SNR w - - 5 5"),
    ("makpong", "2s2k2/4n1s1/2Rm1p2/3P2r1/3MN3/8/4SR2/1m1K2M1 w - - 8 56"),
    ("asean", "rnb1kbnr/4q3/pppp1ppp/4p3/8/PPPPPPPP/2QKB2R/RNB3N1 w - - 2 5"),
    ("asean", "2b5/2B3nk/7P/p7/2P1R3/p7/3N1K2/1Q5R w - - 5 73"),
    ("ai-wok", "rn2k1nr/2ass3/pp1ppppp/2p5/4P3/PPPP1PPP/4KA2/RNS2SNR w - - 0 5"),
    ("ai-wok", "rs6/3k4/8/p2rsP1p/1A5P/N4K2/2n5/2RR4 w - - 1 62"),
];

/// Searches every position of the bench to `depth` with one thread and a fresh table.
///
/// # Errors
/// There is no memory for the table.
pub fn bench(depth: usize) -> Result<Bench, OutOfMemory> {
    let mut pool = Pool::new(16, 1)?;
    let settings = Settings::default();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for root in positions() {
        pool.clear();
        pool.signals().arm(false);
        let started = Instant::now();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        nodes += pool.go(&Line::new(root), &limits, &settings, &mut |_| ()).nodes;
        time += started.elapsed();
    }
    Ok(Bench { nodes, time })
}

/// The positions of the bench: all kinds of games and phases.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().filter_map(|&(name, fen)| fen::position(fen, Variant::named(name)?).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read() {
        assert_eq!(positions().count(), POSITIONS.len());
    }
}

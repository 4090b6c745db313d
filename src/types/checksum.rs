//! The checksum of files.

/// FNV-1a over 64-bit words, then over the bytes that are left; the hash of Fowler, Noll and Vo with wider steps.
pub fn checksum(bytes: &[u8]) -> u64 {
    let fold = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    let mut words = bytes.chunks_exact(8);
    let sum = words.by_ref().fold(0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64, |sum, word| {
        fold(sum, word.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    });
    words.remainder().iter().fold(sum, |sum, &byte| fold(sum, byte.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_the_length_count() {
        let bytes: Vec<u8> = (0..21).collect();
        let sum = checksum(&bytes);
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert_ne!(checksum(&other), sum);
        }
        assert_ne!(checksum(&bytes[..20]), sum);
        assert_ne!(checksum(&[0; 8]), checksum(&[0; 16]));
    }
}

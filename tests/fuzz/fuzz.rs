//! The body of every fuzz program; its name chooses the target.
#![no_main]

mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some((_, target)) = targets::TARGETS.iter().find(|(name, _)| *name == env!("CARGO_BIN_NAME")) {
        target(data);
    }
});

//! Reads the suites of `perft`.
#![allow(dead_code)]

/// A position and its leaf counts by depth.
pub type Entry = (String, Vec<(u32, u64)>);

/// The suite of a variant.
pub fn read(name: &str) -> Vec<Entry> {
    let path = path(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let line = |line: &str| {
        let (fen, counts) = line.split_once(';').expect("counts");
        let count = |field: &str| {
            let (depth, leaves) = field.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, leaves.parse().ok()?))
        };
        let counts = counts.split(';').map(|field| count(field).unwrap_or_else(|| panic!("{name}: {line}"))).collect();
        (fen.trim().to_string(), counts)
    };
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(line).collect()
}

pub fn path(name: &str) -> String {
    format!("{}/perft/{name}.epd", env!("CARGO_MANIFEST_DIR"))
}

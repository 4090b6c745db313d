//! What an engine says of its options.

use std::ops::RangeInclusive;

/// The range of the number called `name`, in any case, among the lines in which an engine offers its options.
pub fn spin(lines: &[String], name: &str) -> Option<RangeInclusive<i64>> {
    let range = |line: &String| {
        let (offered, kind) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let kind = kind.strip_prefix("spin ").filter(|_| offered.trim().eq_ignore_ascii_case(name))?;
        let after = |key: &str| {
            let mut words = kind.split_ascii_whitespace().skip_while(|&word| word != key);
            words.nth(1)?.parse::<i64>().ok()
        };
        Some(after("min")?..=after("max")?)
    };
    lines.iter().find_map(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let lines = [
            "option name Clear Hash type button",
            "option name Skill Level type spin default 20 min -20 max 20",
            "option name Hash type spin max 64 min 1 default 16",
            "option name Debug type check default true",
            "option name Odd type spin default 1",
        ]
        .map(str::to_string);
        assert_eq!(spin(&lines, "skill level"), Some(-20..=20));
        assert_eq!(spin(&lines, "Hash"), Some(1..=64));
        for name in ["Clear Hash", "Debug", "Odd", "Skill"] {
            assert_eq!(spin(&lines, name), None);
        }
    }
}

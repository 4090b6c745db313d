//! The day, as PGN writes it.

use std::time::SystemTime;
use std::time::UNIX_EPOCH;

/// Today in UTC: `2026.11.30`.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    day((seconds / 86_400) as i64)
}

/// The day so many days after 1970-01-01, not before it (H. Hinnant, "chrono-compatible low-level date algorithms").
fn day(days: i64) -> String {
    const DAYS_OF_400_YEARS: i64 = 146_097;
    // Years begin in March, so that the leap day is the last.
    let days = days + 719_468;
    let (era, of_era) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year + i64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
    format!("{year:04}.{month:02}.{of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dated() {
        for (days, wanted) in
            [(0, "1970.01.01"), (11_016, "2000.02.29"), (11_017, "2000.03.01"), (20_787, "2026.11.30")]
        {
            assert_eq!(day(days), wanted);
        }
    }
}

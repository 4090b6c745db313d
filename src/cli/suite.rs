//! Checking suites of perft counts.

use crate::cli::Done;
use crate::cli::game;
use crate::notation::fen;
use crate::rules::Variant;
use std::error::Error;
use std::fs;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;

/// A line of a suite.
struct Case {
    variant: &'static Variant,
    text: String,
}

/// Checks every line of a suite, or of every suite in a folder, no deeper than `depth`. Tells what is wrong, then
/// `N passed, N failed`.
pub(super) fn check(path: &Path, depth: u32, threads: usize) -> Done {
    let mut cases = Vec::new();
    for file in files(path)? {
        let name = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let variant = game(name).map_err(|error| format!("{}: {error}", file.display()))?;
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        cases.extend(lines.map(|line| Case { variant, text: line.to_string() }));
    }
    let total = cases.len();
    let (cases, failures) = (Mutex::new(cases.into_iter()), Mutex::new(Vec::new()));
    let next = || cases.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(case) = next() {
            if let Err(why) = verdict(&case, depth) {
                let failure = format!("{}: {}: {why}", case.variant.name, case.text);
                failures.lock().unwrap_or_else(PoisonError::into_inner).push(failure);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut out = io::stdout().lock();
    for failure in &failures {
        writeln!(out, "FAILED {failure}")?;
    }
    writeln!(out, "{} passed, {} failed", total - failures.len(), failures.len())?;
    // An empty suite has checked nothing.
    Ok(if failures.is_empty() && total > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The file itself, or the `.epd` files of a folder, by name.
fn files(path: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let told = |error: io::Error| format!("{}: {error}", path.display());
    if !fs::metadata(path).map_err(told)?.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let entries = fs::read_dir(path).map_err(told)?.collect::<Result<Vec<_>, _>>().map_err(told)?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "epd"));
    files.sort();
    Ok(files)
}

/// Checks one line: `FEN ;D1 N ;D2 N`.
fn verdict(case: &Case, depth: u32) -> Result<(), String> {
    let mut parts = case.text.split(';');
    let root = fen::position(parts.next().unwrap_or_default().trim(), case.variant)?;
    for part in parts.map(str::trim) {
        let counts = part.strip_prefix('D').and_then(|part| part.split_once(' '));
        let numbers = counts.and_then(|(plies, leaves)| Some((plies.parse().ok()?, leaves.trim().parse().ok()?)));
        let (plies, wanted): (u32, u64) = numbers.ok_or_else(|| format!("cannot read {part:?}"))?;
        if plies > depth {
            continue;
        }
        let found = root.perft(plies);
        if found != wanted {
            return Err(format!("depth {plies}: {found}, not {wanted}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_count_is_told() {
        let case = |counts: &str| {
            let variant = game("makruk").unwrap();
            verdict(&Case { variant, text: format!("{} {counts}", variant.start) }, 3)
        };
        assert_eq!(case(";D1 23 ;D2 529"), Ok(()));
        assert_eq!(case(";D1 23 ;D2 530"), Err("depth 2: 529, not 530".to_string()));
        assert_eq!(case(";D2 529 ;D4 1"), Ok(()));
        assert_eq!(case(";D2"), Err("cannot read \"D2\"".to_string()));
    }
}

//! The stairs of the house: every layer knows only those below it, and a few more rules of the kind.

use std::fs;
use std::path::{Path, PathBuf};

/// Lowest first.
const LAYERS: [&str; 12] = [
    "types", "rules", "notation", "tables", "eval", "search", "engine", "protocol", "arena", "study", "training", "cli",
];
/// Layers that do not know each other, whatever their order.
const STRANGERS: [(&str, &str); 2] = [("eval", "tables"), ("protocol", "search")];
/// Where unsafe code may be.
const UNSAFE: [&str; 3] = ["eval/simd", "rules/attacks", "search/tt"];
/// From here on it may be printed.
const SPEAKS: &str = "protocol";

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The lines of code with their numbers, without comments; and whether each belongs to the tests of its file.
fn code(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let tests = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    let mut from = 0;
    text.split_inclusive('\n').enumerate().map(move |(i, line)| {
        from += line.len();
        (i + 1, line.split_once("//").map_or(line, |(code, _)| code), from > tests)
    })
}

fn place(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|&known| known == layer)
}

/// What is wrong with a file, `name` being its path below `src`.
fn faults(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let layer = name.split('/').next().unwrap_or_default();
    if !text.starts_with("//! ") {
        faults.push(format!("{name}: does not begin by saying what lives there"));
    }
    let Some(own) = place(layer) else { return faults };
    let lines: Vec<&str> = text.lines().collect();
    for (number, line, test) in code(text) {
        let mut fault = |what: &str| faults.push(format!("{name}:{number}: {what}: {}", line.trim()));
        if line.contains("super::super") {
            fault("reaches over its layer");
        }
        for (at, _) in line.match_indices("crate::") {
            let rest = &line[at + "crate::".len()..];
            if rest.starts_with('{') {
                fault("imports a group");
                continue;
            }
            let friend: String = rest.chars().take_while(|&sign| sign.is_alphanumeric() || sign == '_').collect();
            let Some(other) = place(&friend) else { continue };
            let stranger = STRANGERS.iter().any(|&(a, b)| (a, b) == (layer, &friend) || (b, a) == (layer, &friend));
            if (other > own || stranger) && !(test && friend == "notation") {
                fault("looks up the stairs, or at a stranger");
            }
        }
        let silent = Some(own) < place(SPEAKS);
        if silent
            && !test
            && ["print!", "println!", "dbg!", "io::stdout", "io::stderr"].iter().any(|w| line.contains(w))
        {
            fault("prints");
        }
        if line.contains("unsafe {") || line.contains("unsafe fn") || line.contains("unsafe impl") {
            // Comments and attributes above the statement, of which this may be a later line.
            let remark = |line: &str| line.trim_start().starts_with(['/', '#']);
            let begins = |line: &&&str| !remark(line) && !line.trim_end().ends_with([';', '{', '}']);
            let above = lines[..number - 1].iter().rev().skip_while(begins).take_while(|line| remark(line));
            if !UNSAFE.iter().any(|room| name.starts_with(room)) {
                fault("unsafe");
            } else if !above.into_iter().any(|line| line.contains("SAFETY:") || line.contains("# Safety")) {
                fault("unsafe without a reason above");
            }
        }
    }
    faults
}

#[test]
fn every_file_keeps_to_its_stair() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&source, &mut found);
    assert!(found.len() > 20, "only {} files", found.len());
    let told: Vec<String> = found
        .iter()
        .flat_map(|path| {
            let name = path.strip_prefix(&source).unwrap().to_string_lossy().replace('\\', "/");
            faults(&name, &fs::read_to_string(path).unwrap())
        })
        .collect();
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}

#[test]
fn faults_are_found() {
    for (name, text) in [
        ("rules/play.rs", "//! Play.\nuse crate::search::Pool;\n"),
        ("rules/play.rs", "use crate::types::Move;\n"),
        ("eval/net.rs", "//! Net.\nuse crate::tables::Tables;\n"),
        ("protocol/uci.rs", "//! UCI.\nuse crate::search::Pool;\n"),
        ("cli/args.rs", "//! Args.\nuse crate::{rules, types};\n"),
        ("cli/deep/args.rs", "//! Args.\nuse super::super::Done;\n"),
        ("search/pool.rs", "//! Pool.\nfn f() { println!(); }\n"),
        ("search/pool.rs", "//! Pool.\n// SAFETY: none\nfn f() { unsafe { g() } }\n"),
        ("search/tt.rs", "//! Table.\nfn f() { unsafe { g() } }\n"),
        ("rules/play.rs", "//! Play.\n#[cfg(test)]\nmod tests {\nuse crate::engine::Engine;\n}\n"),
    ] {
        assert_eq!(faults(name, text).len(), 1, "{name}: {text}");
    }
    for (name, text) in [
        ("search/pool.rs", "//! Pool.\nuse crate::rules::Line;\n// crate::cli is above\n"),
        ("search/tt.rs", "//! Table.\n// SAFETY: a good one\nunsafe { g() }\n"),
        ("rules/play.rs", "//! Play.\n#[cfg(test)]\nmod tests {\nuse crate::notation::fen;\n}\n"),
    ] {
        assert_eq!(faults(name, text), Vec::<String>::new());
    }
}

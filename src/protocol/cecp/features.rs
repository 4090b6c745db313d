//! What the engine can do, as XBoard wants to hear it, and its options.

use crate::engine::Command;
use crate::engine::options;
use crate::engine::options::Kind;
use crate::engine::options::Row;
use std::fmt::Write;

/// The option that only this protocol has: draws by repetition, count and material are claimed.
pub(super) const CLAIMS: &str = "XBoard Claims";

/// Options for which XBoard has words of its own, or none.
const OTHERWISE: [&str; 7] = ["Threads", "Hash", "Ponder", VARIANT, "UCI_AnalyseMode", "UCI_ShowWDL", "nodestime"];

/// Options that UCI's clients want, for tables that the engine has not.
const FOREIGN: &str = "Syzygy";

/// The option that sets the game.
pub(super) const VARIANT: &str = "UCI_Variant";

/// The answer to `protover`.
pub(super) fn write(name: &str, rows: &[&Row], claims: bool, out: &mut String) -> std::fmt::Result {
    let games = rows.iter().filter(|row| row.name == VARIANT).find_map(|row| match row.kind {
        Kind::Combo { values, .. } => Some(values()),
        _ => None,
    });
    writeln!(out, "feature done=0")?;
    writeln!(out, "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 reuse=1 analyze=1")?;
    writeln!(out, "feature colors=0 ics=0 name=1 pause=0 nps=1 debug=1 memory=1 smp=1 highlight=1")?;
    writeln!(out, "feature myname=\"{name}\"\nfeature variants=\"{}\"", games.unwrap_or_default().join(","))?;
    for row in rows.iter().filter(|row| !OTHERWISE.contains(&row.name) && !row.name.starts_with(FOREIGN)) {
        writeln!(out, "feature option=\"{} -{}\"", row.name, kind(&row.kind))?;
    }
    writeln!(out, "feature option=\"{CLAIMS} -check {}\"", u8::from(claims))?;
    writeln!(out, "feature done=1")
}

fn kind(kind: &Kind) -> String {
    match kind {
        Kind::Check { default, .. } => format!("check {}", u8::from(*default)),
        Kind::Spin { default, min, max, .. } => format!("spin {default} {min} {max}"),
        Kind::Combo { default, values, .. } => {
            let values = values();
            let marked = values.iter().map(|value| format!("{}{value}", if value == default { "*" } else { "" }));
            format!("combo {}", marked.collect::<Vec<_>>().join(" /// "))
        }
        Kind::Text { default, .. } => format!("string {default}"),
        Kind::Button { .. } => "button".to_string(),
    }
}

/// `NAME=VALUE`, or a button's `NAME`, as the engine's own word; checks are 1 and 0 here.
pub(super) fn set(name: &str, value: &str) -> Command {
    let is_check = |row: &Row| row.name.eq_ignore_ascii_case(name) && matches!(row.kind, Kind::Check { .. });
    let value = match value {
        "1" if options::rows().any(is_check) => "true",
        "0" if options::rows().any(is_check) => "false",
        value => value,
    };
    Command::Set { name: name.to_string(), value: value.to_string() }
}

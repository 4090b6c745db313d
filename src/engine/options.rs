//! The options: one typed row each, from which every dialect prints and parses.

use crate::engine::Engine;
use crate::engine::EngineError;
use crate::engine::Event;
use crate::engine::endings;
use crate::engine::net;
use crate::engine::variants;
use crate::rules::registry;
use crate::rules::variant;
use crate::search::Strength;
#[cfg(feature = "tune")]
use crate::search::params;
#[cfg(feature = "tune")]
use crate::search::params::Param;
#[cfg(feature = "tune")]
use std::sync::LazyLock;
use std::time::Duration;

/// An option: its name, and what it takes.
pub struct Row {
    pub name: &'static str,
    pub kind: Kind,
}

/// The type of an option with its default, range and setter.
pub enum Kind {
    Check { default: bool, set: fn(&mut Engine, bool) },
    Spin { default: i64, min: i64, max: i64, set: fn(&mut Engine, i64) },
    Combo { default: &'static str, values: fn() -> Vec<&'static str>, set: fn(&mut Engine, &str) },
    Text { default: &'static str, set: fn(&mut Engine, &str) -> Result<(), String> },
    Button { press: fn(&mut Engine) },
}

/// The largest transposition table, in MiB; what the machine has is less.
const MOST_HASH: i64 = 33_554_432;

/// The defaults of weaker play: none, and an opponent for a beginner.
pub(super) const LEVEL: i64 = *Strength::LEVELS.end();
pub(super) const ELO: i64 = 1350;

static ROWS: &[Row] = &[
    text("Debug Log File", "", |engine, path| {
        engine.tell(Event::Log(path.to_string()));
        Ok(())
    }),
    spin("Threads", 1, 1, 512, |engine, threads| engine.set_threads(threads as usize)),
    spin("Hash", 16, 1, MOST_HASH, |engine, size| engine.set_hash(size as usize)),
    button("Clear Hash", Engine::clear_hash),
    check("Ponder", false, |_, _| ()), // the GUI decides; nothing is kept for it
    spin("MultiPV", 1, 1, 500, |engine, lines| engine.settings.multi_pv = lines as usize),
    spin("Move Overhead", 10, 0, 5000, |engine, ms| engine.settings.move_overhead = Duration::from_millis(ms as u64)),
    spin("Slow Mover", 100, 10, 1000, |engine, percent| engine.settings.slow_mover = percent as u32),
    // Nodes that pass for a millisecond; 0: the clock.
    spin("nodestime", 0, 0, 10_000, |engine, nodes| engine.settings.nodes_time = nodes as u64),
    combo("UCI_Variant", variant::MAKRUK.name, games, Engine::set_variant),
    text("VariantPath", "", variants::load_path),
    combo(
        "OukRules",
        "2022",
        || vec!["2022", "traditional"],
        |engine, name| {
            engine.set_traditional(name == "traditional");
        },
    ),
    check("Use NNUE", true, |engine, on| engine.settings.judge.by_hand = !on),
    text("EvalFile", "", net::choose),
    check("UCI_AnalyseMode", false, |engine, on| engine.settings.analyse = on),
    check("UCI_ShowWDL", false, |engine, on| engine.show_odds = on),
    spin("Skill Level", LEVEL, *Strength::LEVELS.start(), *Strength::LEVELS.end(), |engine, level| {
        engine.level = level
    }),
    check("UCI_LimitStrength", false, |engine, on| engine.limits_strength = on),
    spin("UCI_Elo", ELO, *Strength::ELO.start(), *Strength::ELO.end(), |engine, elo| engine.elo = elo),
    // Endings of up to so many men are solved; fewer than three: none.
    spin("TablebaseMen", 4, 0, 5, |engine, men| engine.wishes.men = men as usize),
    spin("TablebaseMemory", 256, 1, MOST_HASH, |engine, size| engine.wishes.memory = size as usize),
    text("TablebasePath", endings::OF_USER, |engine, folder| {
        engine.wishes.folder = folder.to_string();
        Ok(())
    }),
    // Endings of chess are none of ours.
    text("SyzygyPath", "", |engine, path| {
        if !path.is_empty() {
            engine
                .tell(Event::Note("SyzygyPath is ignored: Bayon solves the endings of these games itself".to_string()));
        }
        Ok(())
    }),
    spin("SyzygyProbeDepth", 1, 1, 100, |_, _| ()),
    check("Syzygy50MoveRule", true, |_, _| ()),
    spin("SyzygyProbeLimit", 7, 0, 7, |_, _| ()),
];

/// Options of other engines, which clients send unasked: they mean nothing in these games.
const STRANGERS: [&str; 13] = [
    "UCI_Chess960",
    "UCI_Opponent",
    "UCI_EngineAbout",
    "UCI_SetPositionValue",
    "UCI_ShowCurrLine",
    "UCI_ShowRefutations",
    "Contempt",
    "OwnBook",
    "NalimovPath",
    "NalimovCache",
    "GaviotaTbPath",
    "TsumeMode",
    "usemillisec",
];

/// The numbers of the search, in a build for tuning. They belong to no engine: all that run in a program share them.
#[cfg(feature = "tune")]
static NUMBERS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let row = |param: &Param| spin(param.name, param.default.into(), param.min.into(), param.max.into(), |_, _| ());
    params::ALL.iter().map(row).collect()
});
#[cfg(not(feature = "tune"))]
static NUMBERS: [Row; 0] = [];

/// Every option, in the order in which it is shown.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().chain(NUMBERS.iter())
}

fn games() -> Vec<&'static str> {
    variant::ALL.into_iter().chain(registry::loaded()).map(|variant| variant.name).collect()
}

const fn check(name: &'static str, default: bool, set: fn(&mut Engine, bool)) -> Row {
    Row { name, kind: Kind::Check { default, set } }
}

const fn spin(name: &'static str, default: i64, min: i64, max: i64, set: fn(&mut Engine, i64)) -> Row {
    Row { name, kind: Kind::Spin { default, min, max, set } }
}

const fn combo(
    name: &'static str,
    default: &'static str,
    values: fn() -> Vec<&'static str>,
    set: fn(&mut Engine, &str),
) -> Row {
    Row { name, kind: Kind::Combo { default, values, set } }
}

const fn text(name: &'static str, default: &'static str, set: fn(&mut Engine, &str) -> Result<(), String>) -> Row {
    Row { name, kind: Kind::Text { default, set } }
}

const fn button(name: &'static str, press: fn(&mut Engine)) -> Row {
    Row { name, kind: Kind::Button { press } }
}

impl Row {
    /// Sets the option from text.
    fn set(&self, engine: &mut Engine, value: &str) -> Result<(), EngineError> {
        let bad = |wanted: String| EngineError::Value { name: self.name, value: value.to_string(), wanted };
        match &self.kind {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
                "true" => set(engine, true),
                "false" => set(engine, false),
                _ => return Err(bad("true or false".to_string())),
            },
            Kind::Spin { min, max, set, .. } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => {
                    set(engine, number);
                    #[cfg(feature = "tune")]
                    params::set(self.name, number as i32);
                }
                _ => return Err(bad(format!("a number from {min} to {max}"))),
            },
            Kind::Combo { values, set, .. } => {
                let values = values();
                match values.iter().find(|known| known.eq_ignore_ascii_case(value)) {
                    Some(known) => set(engine, known),
                    None => return Err(bad(format!("one of {}", values.join(", ")))),
                }
            }
            Kind::Text { set, .. } => set(engine, if value == "<empty>" { "" } else { value }).map_err(bad)?,
            Kind::Button { press } => press(engine),
        }
        Ok(())
    }
}

/// Sets the option called `name`, in any case.
///
/// # Errors
/// There is no such option, or it cannot be so: nothing has changed.
pub(super) fn set(engine: &mut Engine, name: &str, value: &str) -> Result<(), EngineError> {
    match rows().find(|row| row.name.eq_ignore_ascii_case(name)) {
        Some(row) => row.set(engine, value),
        None => Err(match STRANGERS.iter().find(|stranger| stranger.eq_ignore_ascii_case(name)) {
            Some(stranger) => EngineError::Meaningless(stranger),
            None => EngineError::Unknown(name.to_string()),
        }),
    }
}

//! The engine as every dialect sees it: commands in, events out, options as rows.

mod bench;
mod built;
mod command;
mod endings;
#[expect(clippy::module_inception)]
mod engine;
mod event;
mod memory;
mod net;
pub mod options;
mod thread;
mod variants;

pub use crate::eval::odds::Odds;
pub use crate::search::{Best, Bound, Limits, Report, Trial};
pub use bench::{BENCH_DEPTH, Bench, bench, positions};
pub use built::{NAME, built};
pub use command::Command;
pub use engine::{Engine, EngineError};
pub use event::{Event, Outlet, Sight};
pub use variants::{Source, check_rules, load_rules};

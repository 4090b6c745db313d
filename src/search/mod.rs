//! The search: given a line, limits and settings, finds the best move and reports on the way.

mod clock;
mod deepen;
mod endings;
mod extend;
mod handicap;
mod history;
mod late;
mod learn;
mod limits;
mod node;
mod pace;
pub mod params;
mod picker;
mod pool;
mod prune;
mod quiesce;
mod reduce;
mod report;
mod see;
mod signals;
mod stack;
mod tt;
mod visit;
mod window;
mod worker;

pub use endings::Endings;
pub use handicap::Strength;
pub use limits::{Limits, Settings};
pub use pool::{OutOfMemory, Pool};
pub use report::{Best, Bound, Herald, Report, Trial};
pub use signals::Signals;

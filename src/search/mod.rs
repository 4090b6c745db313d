//! The search: given a line, limits and settings, finds the best move and reports on the way.

mod limits;
mod pool;
mod report;
mod signals;

pub use limits::{Limits, Settings};
pub use pool::{OutOfMemory, Pool};
pub use report::{Best, Bound, Report};
pub use signals::Signals;

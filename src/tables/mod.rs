//! Solved endings.

mod cache;
mod conversion;
mod distance;
mod exits;
mod frame;
mod line;
mod material;
mod probe;
mod solve;
mod table;

pub use cache::{BuildError, Tables};
pub use conversion::{serves, serves_any};
pub use distance::{Distance, Value};
pub use frame::Places;
pub use line::Ranked;
pub use material::{Army, Ending, NoSuchSet, Set};
pub use probe::MOST_MEN;
pub use solve::LONGEST;
pub use table::{Figures, Table};

//! The languages in which engines are spoken to. A dialect turns lines into commands and events into lines; the console
//! carries both.

mod cecp;
pub mod console;
mod dialect;
mod mouth;
mod rulebook;
mod sight;
pub mod uci;

pub use cecp::Cecp;
pub use dialect::{Dialect, Misread, View, named};
pub use uci::Uci;

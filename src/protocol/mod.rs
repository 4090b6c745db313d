//! The languages in which engines are spoken to. A dialect turns lines into commands and events into lines; the console
//! carries both.

pub mod console;
mod dialect;
mod sight;
mod uci;

pub use dialect::{Dialect, Misread, View};
pub use uci::Uci;

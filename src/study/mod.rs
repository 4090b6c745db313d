//! Games looked at afterwards: read from files of other programs, searched move by move, and told as PGN, JSON or a page.

pub mod analysis;
pub mod annotate;
pub mod judged;
pub mod ledger;
pub mod lines;
pub mod page;
pub mod source;

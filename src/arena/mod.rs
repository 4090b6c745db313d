//! Matches between UCI engines, refereed by the rules of the games.

pub mod adjudicate;
pub mod calendar;
pub mod client;
pub mod clock;
pub mod contender;
pub mod contest;
pub mod desk;
pub mod dice;
pub mod ending;
pub mod game;
mod inbox;
pub mod log;
pub mod offer;
pub mod openings;
pub mod oracle;
pub mod pgn;
pub mod record;
pub mod relay;
pub mod remark;
pub mod report;
pub mod schedule;
pub mod screen;
pub mod show;
pub mod statistics;
pub mod tally;
pub mod verify;

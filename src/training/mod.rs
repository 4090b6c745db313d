//! From self-play to a net: games to files, files to samples, samples to weights. And the search's numbers, by games.

pub mod dataset;
pub mod format;
pub mod info;
mod model;
mod opening;
pub mod plot;
pub mod random;
mod sample;
pub mod selfplay;
pub mod trainer;
pub mod tuner;
pub mod wdl;

pub use sample::Sample;

//! Bayon plays the chess of mainland South-East Asia: makruk, ouk chatrang, kar ouk and their kin.
#![deny(unsafe_code)]
#![warn(missing_docs)]
#![allow(missing_docs)]

pub mod notation;
pub mod rules;
pub mod search;
pub mod types;

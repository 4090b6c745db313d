//! What a position is worth.

pub mod accumulator;
mod evaluator;
mod explain;
mod fade;
pub mod features;
pub mod forward;
pub mod hand;
pub mod net;
pub mod nets;
pub mod odds;
pub mod simd;
#[cfg(test)]
mod tests_support;

pub use evaluator::{Evaluator, by_hand};
pub use explain::{Explanation, explain};

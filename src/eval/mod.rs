//! What a position is worth.

mod evaluator;
mod fade;
pub mod hand;

pub use evaluator::Evaluator;

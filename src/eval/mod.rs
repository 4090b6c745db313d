//! What a position is worth.

mod evaluator;
mod explain;
mod fade;
pub mod hand;

pub use evaluator::Evaluator;
pub use explain::{Explanation, explain};

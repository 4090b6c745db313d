//! Endings solved exactly, the counting rule in them: all sets of three and four men, five against a bare king.
//!
//! # What a distance is
//!
//! A table holds, for each position of an ending and either side to move, the *distance* `d` to a win of one side, the
//! attackers: the number of plies until that win if the attackers hurry and the defenders delay. A *win* is
//!
//! - mate, or
//! - a capture or promotion, by either side, that starts a count of its own in an ending which the attackers still win within
//!   that count.
//!
//! Captures and promotions that let the count run on are no wins; the distance goes on through them into the next table:
//! `d` is then one more than the distance there.
//!
//! # When a conversion restarts the count
//!
//! The solver does not know the rule's text; it makes a position of the ending that a conversion leads to, hands it with a
//! running count to [`CountRule::after`](crate::rules::counting::CountRule::after), and looks whether the count ran on. For
//! makruk and ouk the answers are:
//!
//! | conversion | the count |
//! |---|---|
//! | a bare king takes a piece (pieces' honour) | runs on, limit and all |
//! | a bare king takes the last pawn | restarts: the limit of what is left, at `2 x men - 1` |
//! | a capture that leaves the other side bare, no pawn left (board's honour ends) | restarts, at `2 x men` |
//! | the last pawn promotes against a bare king | restarts, at `2 x men` |
//! | a pawn promotes, both sides armed, or another pawn left | runs on |
//! | a capture that leaves the other side bare, a pawn left | runs on (and nobody wins king and pawn against king) |
//!
//! # Why this is exact
//!
//! A count of `ply` out of `limit` draws the game when `ply` passes `limit`, unless the side to move is mated. After `d` plies
//! the count stands at `ply + d`, and all positions before the last one must not have been drawn: `ply + d - 1 <= limit`. The
//! position after the last ply is mate, which beats the count, or has a count of its own. So with `ply <= limit` the win is in
//! time if and only if `d <= limit - ply + 1`; with the limit passed, only `d = 0`, a mate on the board, is a win. Whether a
//! position is won thus depends on the count only through the number of plies left, and a position won with so many left is
//! won with more. By induction on the plies left: the side to move wins with `n` left if and only if one of its moves mates,
//! restarts into a count that can be met (which does not depend on `n`), or leads to a position lost with `n - 1` left; the
//! least `n` for which that holds is the distance, and it is the same number for every count. It remains to say, phase by
//! phase, that no other end of a count is hidden in a table:
//!
//! - *Pieces' honour* (no pawn, one king bare): the attackers have nothing to capture, the bare king's captures let the count
//!   run on. The count never restarts; the distance is that to mate, and the limit does not enter the table at all.
//! - *Board's honour* (no pawn, both armed): of four men, every capture leaves a side bare. If that is the side with nothing
//!   left to win with, it restarts the count, and the win is decided by the smaller table and a fixed number of plies. If the
//!   attackers are left bare, it is no win. The limit of the board's honour itself does not enter.
//! - *Pawns on the board*: makruk starts no count, ouk does once a side has three men or fewer; a running one (makruk: from a
//!   FEN) runs on. Promotions restart or run on as above.
//!
//! Where *no count runs*, the rule may start one after the next move. [`Tables::probe`] asks the rule for it: if the next
//! quiet move starts `ply` of `limit`, the win is in time if `d - 1 <= limit - ply + 1`. If only the move after the next starts
//! one (a FEN without a count, the bare king to move), the moves are looked at one by one, as captures change the limit. If
//! neither can start one, there is no limit: this is makruk with a pawn against a piece or against a bare king. There a
//! promotion with both armed starts 128 plies, and no ending that it leads to has a longer win (the tests look), so that
//! every win on the board is one by the rule. Draws by material and by stalemate are in the tables, being positions in which
//! nobody can mate; repetition is not: a line by the tables never needs one.
//!
//! # What is not here
//!
//! Positions in which a leap may still be made, and pawns beyond the rank on which they turn, have no distance. Games that are
//! won otherwise (the first check), whose king may not run (makpong), whose pawns turn into other men, or that count moves
//! without progress while pieces alone are left (ASEAN chess) have no tables.

mod cache;
mod conversion;
mod distance;
mod exits;
mod frame;
mod line;
mod material;
mod probe;
mod reach;
mod rows;
mod solve;
mod store;
mod supply;
mod table;

pub use cache::{BuildError, Tables};
pub use conversion::{serves, serves_any};
pub use distance::{Distance, Value};
pub use frame::Places;
pub use line::Ranked;
pub use material::{Army, Ending, NoSuchSet, Set};
pub use probe::MOST_MEN;
pub use reach::near;
pub use rows::Rows;
pub use solve::LONGEST;
pub use store::{Store, StoreError};
pub use supply::{Hearer, Supply};
pub use table::{Figures, Table};

//! The terms of the evaluation: names for ranges of one flat list of weights.

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $length:expr;)*) => {
        terms!(@ 0; $($(#[$doc])* $name: $length;)*);
        /// Every range: name, first index, length.
        pub const ALL: &[(&str, usize, usize)] = &[$((stringify!($name), $name, $length)),*];
    };
    (@ $at:expr; $(#[$doc:meta])* $name:ident: $length:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $at;
        terms!(@ $name + $length; $($rest)*);
    };
    (@ $at:expr;) => {
        /// How many terms there are.
        pub const COUNT: usize = $at;
    };
}

/// Room for the mobility of one role.
pub const MOVES: usize = 20;

terms! {
    /// `[role]`
    MATERIAL: 7;
    /// `[role][rank from the man's own side x 4 + file folded towards the edge]`
    SQUARES: 7 * 32;
    /// `[role][squares that it can go to]`
    MOBILITY: 7 * MOVES;
    /// Squares of the enemy king's ring that men of a role attack. `[role]`
    RING: 7;
    /// Squares of the enemy king's ring that are attacked and not defended but by the king. `[how many]`
    WEAK_RING: 9;
    /// Men that attack the ring, weighted. `[units]`
    ATTACK: 16;
    /// Safe squares from which a man of a role that can go there would give check. `[role]`
    SAFE_CHECK: 7;
    /// Own men round the king. `[how many]`
    SHELTER: 9;
    /// Pawns that a pawn defends. `[rank]`
    SUPPORTED: 8;
    /// Pawns beside a pawn. `[rank]`
    PHALANX: 8;
    /// Pawns that no enemy pawn can stop. `[rank]`
    FREE: 8;
    DOUBLED: 1;
    ISOLATED: 1;
    /// Pawns that have a man right before them. `[rank]`
    BLOCKED: 8;
    /// Enemy men attacked by a pawn, a met or khon, a knight, a rook. `[victim]`
    BY_PAWN: 7;
    BY_MINOR: 7;
    BY_KNIGHT: 7;
    BY_ROOK: 7;
    /// Enemy men attacked and not defended. `[victim]`
    HANGING: 7;
    /// Men that a pawn defends. `[role]`
    GUARDED: 7;
    /// Men that a pawn defends where no enemy pawn can come to attack. `[role]`
    OUTPOST: 7;
    /// Rooks on files without pawns, and without own pawns.
    OPEN_FILE: 1;
    HALF_OPEN_FILE: 1;
    /// Mets on squares of both colours.
    MET_PAIR: 1;
    /// To have the move.
    TEMPO: 1;
    /// The lone enemy king's distance from the edge, [0 to 3], and its distance from ours.
    LONE_EDGE: 4;
    LONE_DISTANCE: 8;
    /// First check: moves that would give check at once. `[how many]`
    CHECKS: 8;
    /// First check: squares that a man of a role can go to, to give check from there. Safe ones, and all. `[role]`
    SAFE_APPROACH: 7;
    APPROACH: 7;
    /// Squares on the open lines from the king, while the enemy has rooks. `[how many]`
    EXPOSED: 15;
    /// First check: squares round the king, two steps away too, that the enemy attacks and no own man defends. `[how many]`
    LOOSE: 16;
}

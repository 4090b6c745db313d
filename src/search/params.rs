//! The numbers of the search: one line each. Constants in a normal build; with `--features tune` they can be set by name.

/// A number that can be tuned: name, value, range, step.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    pub name: &'static str,
    pub default: i32,
    pub min: i32,
    pub max: i32,
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        /// All of them, in the order of this file.
        pub const ALL: &[Param] = &[
            $(Param { name: stringify!($name), default: $value, min: $min, max: $max, step: $step },)*
        ];

        #[cfg(feature = "tune")]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(#[allow(non_upper_case_globals)] pub static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// Sets a number by its name; whether there is one of this name.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) => values::$name.store(value, std::sync::atomic::Ordering::Relaxed),)*
                _ => return false,
            }
            true
        }

        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub const fn $name() -> i32 { $value }
            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub fn $name() -> i32 { values::$name.load(std::sync::atomic::Ordering::Relaxed) }
        )*
    };
}

params! {
    /// Half-width of the first aspiration window, centipawns.
    aspiration = 14 in 4..=60 step 3;
    /// Reverse futility: margin a ply, less one when improving.
    rfp_margin = 70 in 20..=200 step 8;
    /// Reverse futility: deepest node.
    rfp_depth = 9 in 4..=16 step 1;
    /// Razoring: margin at depth 0 and a ply.
    razor_base = 220 in 50..=600 step 30;
    razor_margin = 190 in 50..=500 step 20;
    /// Null move: reduction, and how the lead over beta adds to it.
    null_base = 4 in 2..=6 step 1;
    null_divisor = 160 in 60..=400 step 20;
    /// Null move: the static evaluation may be so much below beta, less with depth.
    null_margin = 120 in 0..=300 step 20;
    /// Null move: from this depth on the result is verified.
    null_verify = 14 in 8..=24 step 1;
    /// Probcut: margin over beta.
    probcut_margin = 150 in 60..=350 step 15;
    /// Late move pruning: moves tried at depth 0.
    lmp_base = 4 in 1..=8 step 1;
    /// Futility of quiets: margin at depth 0 and a ply.
    futility_base = 90 in 20..=250 step 12;
    futility_margin = 75 in 20..=200 step 8;
    /// Quiet moves with a history below this times depth are skipped.
    history_prune = 3200 in 1000..=8000 step 300;
    /// Static exchange: what a quiet may lose, times depth squared; what a capture may lose, times depth.
    see_quiet = 22 in 5..=60 step 3;
    see_noisy = 95 in 30..=220 step 10;
    /// Singular: margin a ply, in 1/16; double extension's extra margin.
    singular_margin = 20 in 4..=64 step 3;
    double_margin = 18 in 0..=60 step 3;
    /// Late move reductions of quiets and captures, in 1/1024 ply.
    lmr_base = 780 in 200..=1600 step 60;
    lmr_slope = 440 in 200..=800 step 25;
    lmr_cut = 1500 in 0..=2500 step 100;
    lmr_pv = 1000 in 0..=2000 step 80;
    lmr_improving = 500 in 0..=1500 step 80;
    lmr_check = 900 in 0..=2000 step 80;
    lmr_killer = 900 in 0..=2000 step 80;
    /// History that saves or costs one ply of reduction.
    lmr_history = 8500 in 3000..=20000 step 600;
    /// A reduced search that beats the best by this searches one ply deeper again.
    lmr_deeper = 45 in 10..=120 step 6;
    /// Quiescence answers the threat of a first check so deep by all moves.
    press_depth = 1 in 0..=12 step 1;
    /// Quiescence looks at quiet checks so deep.
    quiet_checks = 1 in 0..=3 step 1;
    /// Quiescence: a capture must lift the score to alpha within this.
    delta_margin = 130 in 30..=350 step 15;
}

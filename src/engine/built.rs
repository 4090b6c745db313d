//! How this program was built and which of its parts run here.

use crate::eval::simd::Kernel;

/// Name and version.
pub const NAME: &str = concat!("Bayon ", env!("CARGO_PKG_VERSION"));
/// Who made it.
pub const AUTHOR: &str = "the Bayon authors";

/// The instructions that the compiler was free to use, of those that matter here.
fn instructions() -> Vec<&'static str> {
    let mut names = Vec::new();
    macro_rules! note {
        ($($feature:literal)*) => {
            $(if cfg!(target_feature = $feature) {
                names.push($feature);
            })*
        };
    }
    note!("avx512f" "avx2" "bmi2" "popcnt" "sse4.1" "neon");
    names
}

/// Version, platform and instructions, and the parts chosen for this processor, a line each.
pub fn built() -> String {
    let instructions = instructions();
    let kind = if cfg!(debug_assertions) { "with checks (debug)" } else { "for speed (release)" };
    format!(
        "{NAME}\nBuilt {kind} for {} on {}, instructions: {}\nRook rays by {}, nets by {} kernels\n",
        std::env::consts::ARCH,
        std::env::consts::OS,
        if instructions.is_empty() { "the portable ones".to_string() } else { instructions.join(" ") },
        if cfg!(all(target_arch = "x86_64", target_feature = "bmi2")) { "PEXT" } else { "small tables" },
        Kernel::best(),
    )
}

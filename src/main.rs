//! The program `bayon`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bayon::cli::main()
}

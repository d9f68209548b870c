//! Lists the targets, or runs one on files: `fuzz NAME FILE…`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        for target in fuzz::TARGETS {
            println!("{:<10} {}", target.name, target.what);
        }
        return ExitCode::SUCCESS;
    };
    let Some(target) = fuzz::target(&name) else {
        eprintln!("there is no target {name:?}; cargo xtask fuzz lists them");
        return ExitCode::FAILURE;
    };
    for path in arguments {
        match std::fs::read(&path) {
            Ok(data) => (target.run)(&data),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        }
        println!("{path}: fine");
    }
    ExitCode::SUCCESS
}

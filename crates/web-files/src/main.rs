//! Writes the browser interface as a folder for any server of static files. The
//! hall then runs in the browser.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(folder), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: web-files FOLDER");
        return ExitCode::from(2);
    };
    let folder = PathBuf::from(folder);
    if let Err(error) = write(&folder) {
        eprintln!("{}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    report(&folder)
}

fn write(folder: &Path) -> std::io::Result<()> {
    let assets = folder.join("assets");
    // Files of an earlier build have other names, so they would stay for ever.
    if assets.exists() {
        std::fs::remove_dir_all(&assets)?;
    }
    std::fs::create_dir_all(&assets)?;
    for file in web_files::FILES {
        std::fs::write(assets.join(file.name), file.plain)?;
    }
    std::fs::write(
        folder.join(web_files::BROWSER_INDEX.name),
        web_files::BROWSER_INDEX.plain,
    )
}

fn report(folder: &Path) -> ExitCode {
    for file in web_files::FILES.iter().chain([&web_files::BROWSER_INDEX]) {
        println!(
            "{:>9} {:>9}  {}{}",
            file.plain.len(),
            file.sent(),
            file.name,
            if file.first { "" } else { " (later)" },
        );
    }
    let (first, most) = (web_files::first_load(), web_files::LARGEST_FIRST_LOAD);
    println!("first load: {first} bytes of at most {most}, compressed with brotli");
    println!("{}", folder.display());
    // The limit applies only to the page for visitors over a network.
    if first > most && web_files::IS_SMALLEST {
        eprintln!(
            "the first load is {} bytes larger than it may be",
            first - most
        );
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

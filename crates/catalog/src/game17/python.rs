//! Players of the original program: modules in Python.

use crate::bot::Modules;

macro_rules! packaged {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../python/game17/", $name)))),*]
    };
}

/// The package that such modules import, and what makes a file one of them.
pub const MODULES: Modules = Modules {
    package: "game17",
    files: packaged![
        "__init__.py",
        "T800.py",
        "basic_mover.py",
        "colours.py",
        "colours.txt",
        "game17.py",
        "game_runners.py",
        "host.py",
        "zombie.py",
    ],
    host: "host.py",
    functions: &["make_moves", "get_mover"],
    players: &["game17.zombie", "game17.T800"],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_package_is_embedded() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/game17");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "__pycache__")
            .collect();
        there.sort();
        let mut carried: Vec<&str> = MODULES.files.iter().map(|(name, _)| *name).collect();
        carried.sort_unstable();
        assert_eq!(there, carried);
    }
}

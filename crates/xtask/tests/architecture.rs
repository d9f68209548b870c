//! The map of crates in ARCHITECTURE.md matches their manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

#[derive(Deserialize)]
struct Workspace {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// None for what the crate itself uses; set for its tests and its build
    /// script.
    kind: Option<String>,
}

type Map = BTreeMap<String, BTreeSet<String>>;

/// The crates of the workspace, each with those it uses.
fn manifests(root: &Path) -> Map {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(root)
        .output()
        .unwrap();
    let workspace: Workspace = serde_json::from_slice(&output.stdout).unwrap();
    let names: BTreeSet<&str> = workspace
        .packages
        .iter()
        .map(|package| package.name.as_str())
        .collect();
    let uses = |package: &Package| {
        let used = package.dependencies.iter();
        used.filter(|used| used.kind.is_none() && names.contains(used.name.as_str()))
            // Only tests turn on the features that need it.
            .filter(|used| used.name != "testkit")
            .map(|used| used.name.clone())
            .collect()
    };
    let packages = workspace.packages.iter();
    packages
        .map(|package| (package.name.clone(), uses(package)))
        .collect()
}

/// Everything that a crate is built on, directly or not.
fn below(map: &Map, name: &str, found: &mut BTreeSet<String>) {
    for used in &map[name] {
        if found.insert(used.clone()) {
            below(map, used, found);
        }
    }
}

/// The map without crates that are also used through others.
fn reduced(map: &Map) -> Map {
    let reduce = |uses: &BTreeSet<String>| {
        let mut through = BTreeSet::new();
        for used in uses {
            below(map, used, &mut through);
        }
        uses.difference(&through).cloned().collect()
    };
    map.iter()
        .map(|(name, uses)| (name.clone(), reduce(uses)))
        .collect()
}

/// The map in the text: a table with each crate, its contents, and what it uses.
fn written(text: &str) -> Map {
    let section = text.split("\n## ").find(|part| part.starts_with("The map"));
    let rows = section.expect("a section \"The map\"").lines();
    let names = |cell: &str| {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect::<BTreeSet<_>>()
    };
    rows.filter(|row| row.starts_with("| `"))
        .map(|row| {
            let cells: Vec<&str> = row.split('|').collect();
            let name = names(cells[1]).pop_first().expect("a name");
            (name, names(cells[3]))
        })
        .collect()
}

#[test]
fn the_map_of_crates_matches_the_manifests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let (written, due) = (written(&text), reduced(&manifests(&root)));
    for (name, uses) in &due {
        let uses: Vec<String> = uses.iter().map(|used| format!("`{used}`")).collect();
        let row = format!("the row of `{name}` must end with: | {} |", uses.join(", "));
        assert_eq!(written.get(name), due.get(name), "{row}");
    }
    assert_eq!(written.len(), due.len(), "{:?}", written.keys());
}

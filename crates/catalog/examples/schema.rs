//! Writes the schemas into the repository. `cargo xtask schema` runs it.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, content) in catalog::schema::files() {
        let file = repository.join(path);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(file, content)?;
        println!("{path}");
    }
    Ok(())
}

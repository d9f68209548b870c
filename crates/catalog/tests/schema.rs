//! The schemas in the repository are those of the types.

use std::path::Path;

#[test]
fn the_schemas_in_the_repository_are_current() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, content) in catalog::schema::files() {
        let kept = std::fs::read_to_string(repository.join(path)).unwrap_or_default();
        assert!(
            kept == content,
            "{path} is not current; `cargo xtask schema` renews it"
        );
    }
}

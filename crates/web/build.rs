//! Leaves in the file what `web-files` needs to cut it into pieces. Said here, so that
//! one run of cargo can compile this crate together with others.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}

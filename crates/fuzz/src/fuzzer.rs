//! Runs a target in libFuzzer. The variable `TARGET` names it.

#![no_main]

use std::sync::OnceLock;

static TARGET: OnceLock<fn(&[u8])> = OnceLock::new();

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let run = TARGET.get_or_init(|| {
        let name = std::env::var("TARGET").unwrap_or_default();
        let target = fuzz::target(&name);
        target
            .unwrap_or_else(|| panic!("TARGET names no target: {name:?}"))
            .run
    });
    run(data);
});

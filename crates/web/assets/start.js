// A file of its own, because the page may not hold scripts.
import start from "{{web.js}}";

start({ module_or_path: new URL("{{web.wasm}}", import.meta.url) });

//! Mounts the interface on the page that loads it.

fn main() {
    web::start();
}

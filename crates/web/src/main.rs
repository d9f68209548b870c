//! Puts the interface into the page that loads it.

fn main() {
    web::start();
}

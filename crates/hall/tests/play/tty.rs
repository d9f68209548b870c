//! A program on a pseudo-terminal, and what is to be seen on it.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

/// The longest that anything may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// `hall play` on a terminal. It ends with this value.
pub struct Tty {
    name: String,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    seen: Arc<Mutex<Seen>>,
    kept: usize,
}

struct Seen {
    parser: Parser,
    all: Vec<u8>,
    has_ended: bool,
}

impl Tty {
    /// Starts `hall play` in a window of this size.
    pub fn open(name: &str, width: u16, height: u16, arguments: &[&str]) -> Tty {
        Tty::with(name, width, height, arguments, None)
    }

    /// The same with something in its environment.
    pub fn with(
        name: &str,
        width: u16,
        height: u16,
        arguments: &[&str],
        environment: Option<(&str, &str)>,
    ) -> Tty {
        let pair = native_pty_system()
            .openpty(size(width, height))
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_hall"));
        command.arg("play");
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("XDG_DATA_HOME", super::home());
        command.env_remove("NO_COLOR");
        command.env_remove("COLORTERM");
        if let Some((name, value)) = environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("hall starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let keys = pair.master.take_writer().expect("its input");
        let seen = Arc::new(Mutex::new(Seen {
            parser: Parser::new(whole(height), whole(width), 0),
            all: Vec::new(),
            has_ended: false,
        }));
        let shared = seen.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 65536];
            loop {
                let count = reader.read(&mut bytes).unwrap_or(0);
                let mut seen = shared.lock().expect("no panic");
                if count == 0 {
                    seen.has_ended = true;
                    return;
                }
                seen.parser.process(&bytes[..count]);
                seen.all.extend_from_slice(&bytes[..count]);
            }
        });
        Tty {
            name: name.to_owned(),
            child,
            master: pair.master,
            keys,
            seen,
            kept: 0,
        }
    }

    fn look<T>(&self, with: impl FnOnce(&Seen) -> T) -> T {
        with(&self.seen.lock().expect("no panic"))
    }

    /// What is on the screen.
    pub fn screen(&self) -> String {
        self.look(|seen| seen.parser.screen().contents())
    }

    /// All that was ever written, without what controls the terminal.
    pub fn all(&self) -> String {
        self.look(|seen| String::from_utf8_lossy(&seen.all).into_owned())
    }

    /// Whether the second screen is shown, as programs that fill the window do.
    pub fn is_alternate(&self) -> bool {
        self.look(|seen| seen.parser.screen().alternate_screen())
    }

    /// Whether the cursor is hidden.
    pub fn hides_cursor(&self) -> bool {
        self.look(|seen| seen.parser.screen().hide_cursor())
    }

    /// Whether anything on the screen has a colour.
    pub fn has_colour(&self) -> bool {
        self.look(|seen| {
            let screen = seen.parser.screen();
            let (rows, columns) = screen.size();
            (0..rows.get()).any(|row| {
                (0..columns.get()).any(|column| {
                    screen.cell(row, column).is_some_and(|cell| {
                        cell.fgcolor() != vt100::Color::Default
                            || cell.bgcolor() != vt100::Color::Default
                    })
                })
            })
        })
    }

    /// Types keys.
    pub fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys");
        self.keys.flush().expect("keys");
    }

    /// Clicks at a place, counted from 0.
    pub fn click(&mut self, x: u16, y: u16) {
        let (x, y) = (x + 1, y + 1);
        self.send(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    /// Changes the size of the window.
    pub fn resize(&mut self, width: u16, height: u16) {
        let mut seen = self.seen.lock().expect("no panic");
        seen.parser
            .screen_mut()
            .set_size(whole(height), whole(width));
        drop(seen);
        self.master
            .resize(size(width, height))
            .expect("another size");
    }

    fn wait_for(&mut self, what: &str, fine: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let (screen, is_fine, has_ended) = self.look(|seen| {
                let screen = seen.parser.screen().contents();
                let is_fine = fine(&screen);
                (screen, is_fine, seen.has_ended)
            });
            if is_fine {
                self.keep(&screen);
                return screen;
            }
            if has_ended || Instant::now() > until {
                self.keep(&screen);
                panic!("{}: {what} (ended: {has_ended}):\n{screen}", self.name);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until one of these is on the screen; what is on it then.
    pub fn until(&mut self, words: &[&str]) -> String {
        let what = format!("none of {words:?} came");
        self.wait_for(&what, |screen| {
            words.iter().any(|word| screen.contains(word))
        })
    }

    /// Waits until this is gone.
    pub fn until_gone(&mut self, word: &str) -> String {
        let what = format!("{word:?} stays");
        self.wait_for(&what, |screen| !screen.contains(word))
    }

    /// Waits until the screen is as it should be.
    pub fn until_fine(&mut self, what: &str, fine: impl Fn(&str) -> bool) -> String {
        self.wait_for(what, fine)
    }

    /// The place of a square: under the name of its column, beside that of its row.
    pub fn square(&self, column: &str, row: &str) -> (u16, u16) {
        let screen = self.screen();
        let lines: Vec<&str> = screen.lines().collect();
        let names = lines
            .iter()
            .find(|line| line.trim_start().starts_with("a  b  c"));
        let names = names.unwrap_or_else(|| panic!("no columns:\n{screen}"));
        let x = names.find(column).expect("the column");
        let y = lines
            .iter()
            .position(|line| line.trim_start().starts_with(&format!("{row} ")));
        (
            x as u16,
            y.unwrap_or_else(|| panic!("no row {row}:\n{screen}")) as u16,
        )
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let process = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill")
            .args(["-s", name, &process])
            .status();
        assert!(sent.expect("kill").success());
    }

    /// Waits until the program has ended; how it did.
    pub fn wait(&mut self) -> u32 {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("its end") {
                // What it wrote last must be read too.
                while !self.look(|seen| seen.has_ended) && Instant::now() < until {
                    std::thread::sleep(Duration::from_millis(5));
                }
                return status.exit_code();
            }
            assert!(
                Instant::now() < until,
                "it does not end:\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Keeps a screen, for people to look at.
    fn keep(&mut self, screen: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens");
        std::fs::create_dir_all(&folder).expect("a folder for screens");
        self.kept += 1;
        let file = folder.join(format!("{}-{:03}.txt", self.name, self.kept));
        std::fs::write(file, screen).expect("a screen");
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        // Only this one child; it may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn whole(n: u16) -> NonZero<u16> {
    NonZero::new(n).expect("a window has a size")
}

fn size(width: u16, height: u16) -> PtySize {
    PtySize {
        rows: height,
        cols: width,
        pixel_width: 0,
        pixel_height: 0,
    }
}

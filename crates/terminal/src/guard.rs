//! Sets up the terminal for a screen, and restores it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::style::{Attribute, SetAttribute};
use crossterm::terminal::{
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{cursor, execute};

/// The terminal in the state that a screen needs, until this is dropped.
pub struct Guard(());

/// How the mouse is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// Clicks and the wheel are events.
    Heard,
    /// The mouse selects text, as elsewhere.
    Left,
}

impl Guard {
    /// Sets up the terminal. A panic restores it before it prints its message.
    pub fn open(mouse: Mouse) -> io::Result<Guard> {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            usual(panic);
        }));
        enable_raw_mode()?;
        CHANGED.store(true, Ordering::Relaxed);
        // From here on, any failure restores the terminal.
        let guard = Guard(());
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableBracketedPaste,
            cursor::Hide
        )?;
        if mouse == Mouse::Heard {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether the terminal must be restored. It is restored only once, because a
/// second time would move the cursor over the message of a panic.
static CHANGED: AtomicBool = AtomicBool::new(false);

fn restore() {
    if !CHANGED.swap(false, Ordering::Relaxed) {
        return;
    }
    // If this fails, no one can be told.
    let _ = execute!(
        io::stdout(),
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        SetAttribute(Attribute::Reset),
        cursor::Show,
        LeaveAlternateScreen
    );
    let _ = disable_raw_mode();
}

//! The terminal as a screen needs it, and as the user left it.

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

/// The terminal as a screen needs it, until this is dropped.
pub struct Guard(());

/// Whether the mouse is listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// Clicks and the wheel come as events.
    Heard,
    /// The mouse selects text, as it does elsewhere.
    Left,
}

impl Guard {
    /// Takes the terminal over. A panic gives it back before it says anything.
    pub fn open(mouse: Mouse) -> io::Result<Guard> {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            usual(panic);
        }));
        enable_raw_mode()?;
        CHANGED.store(true, Ordering::Relaxed);
        // From here on whatever goes wrong gives it back.
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

/// Whether the terminal is not as the user left it. It is restored once: the
/// second time would move the cursor over what a panic has printed.
static CHANGED: AtomicBool = AtomicBool::new(false);

fn restore() {
    if !CHANGED.swap(false, Ordering::Relaxed) {
        return;
    }
    // There is nobody left to tell if this fails.
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

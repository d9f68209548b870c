//! A recorded game in the terminal.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Print, SetAttribute};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue};
use picture::film::Reel;
use picture::text;

use super::record::Recorded;
use super::{SPEEDS, spent};

/// Plays a game until the user quits.
pub fn play(
    recorded: &Recorded,
    style: text::Style,
    step: Option<usize>,
    speed: f64,
) -> Result<()> {
    let stop = stop_on_signal();
    let _screen = Screen::open()?;
    let mut reel = recorded.film.reel();
    reel.seek(step.unwrap_or(0));
    let mut player = Player {
        recorded,
        style,
        reel,
        next: None,
        speed,
        help: false,
    };
    // A film begins by itself, unless a step was asked for.
    if step.is_none() {
        player.toggle();
    }
    player.draw()?;
    while !stop.load(Ordering::Relaxed) {
        match player.wait()? {
            Asked::Quit => break,
            Asked::Draw => player.draw()?,
            Asked::Nothing => {}
        }
    }
    Ok(())
}

/// The keys come as events, but a signal can also be sent from elsewhere.
fn stop_on_signal() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    // Without a handler a signal ends the program as it always would.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    &STOP
}

/// The terminal as the player needs it, until it is dropped.
struct Screen;

impl Screen {
    fn open() -> Result<Screen> {
        // A panic prints its message: it must not do so on the second screen.
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            usual(panic);
        }));
        terminal::enable_raw_mode()?;
        CHANGED.store(true, Ordering::Relaxed);
        let screen = Screen;
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
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
        SetAttribute(Attribute::Reset),
        cursor::Show,
        LeaveAlternateScreen
    );
    let _ = terminal::disable_raw_mode();
}

enum Asked {
    Quit,
    Draw,
    Nothing,
}

struct Player<'a> {
    recorded: &'a Recorded,
    style: text::Style,
    reel: Reel<'a>,
    /// When the next step is due, if the film runs.
    next: Option<Instant>,
    speed: f64,
    help: bool,
}

impl Player<'_> {
    fn pace(&self) -> Duration {
        let usual = if self.recorded.film.is_of_owners() {
            0.08
        } else {
            0.7
        };
        Duration::from_secs_f64(usual / self.speed)
    }

    fn last(&self) -> usize {
        self.recorded.film.len()
    }

    fn wait(&mut self) -> Result<Asked> {
        // A signal is noticed at least this often.
        const LONGEST: Duration = Duration::from_millis(200);
        let now = Instant::now();
        let due = self.next.map_or(LONGEST, |next| {
            next.saturating_duration_since(now).min(LONGEST)
        });
        if event::poll(due)? {
            return Ok(match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
                Event::Resize(..) => Asked::Draw,
                _ => Asked::Nothing,
            });
        }
        match self.next {
            Some(next) if Instant::now() >= next => {
                self.reel.seek(self.reel.step() + 1);
                let ended = self.reel.step() == self.last();
                self.next = (!ended).then(|| Instant::now() + self.pace());
                Ok(Asked::Draw)
            }
            _ => Ok(Asked::Nothing),
        }
    }

    fn key(&mut self, key: KeyEvent) -> Asked {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => Asked::Quit,
                _ => Asked::Nothing,
            };
        }
        if self.help {
            self.help = false;
            return match key.code {
                KeyCode::Char('q') => Asked::Quit,
                _ => Asked::Draw,
            };
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Asked::Quit,
            KeyCode::Char('?' | 'h') => {
                self.help = true;
                self.next = None;
            }
            KeyCode::Char(' ') => self.toggle(),
            KeyCode::Left => self.go(self.reel.step().saturating_sub(1)),
            KeyCode::Right => self.go(self.reel.step() + 1),
            KeyCode::PageUp => self.go(self.reel.step().saturating_sub(10)),
            KeyCode::PageDown => self.go(self.reel.step() + 10),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.last()),
            KeyCode::Char('+' | '=') => self.hurry(2.0),
            KeyCode::Char('-') => self.hurry(0.5),
            _ => return Asked::Nothing,
        }
        Asked::Draw
    }

    fn toggle(&mut self) {
        if self.next.take().is_none() {
            if self.reel.step() == self.last() {
                self.reel.seek(0);
            }
            self.next = Some(Instant::now() + self.pace());
        }
    }

    fn go(&mut self, step: usize) {
        self.next = None;
        self.reel.seek(step);
    }

    fn hurry(&mut self, factor: f64) {
        self.speed = (self.speed * factor).clamp(*SPEEDS.start(), *SPEEDS.end());
        if self.next.is_some() {
            self.next = Some(Instant::now() + self.pace());
        }
    }

    fn draw(&self) -> Result<()> {
        let (width, height) = terminal::size()?;
        let (width, height) = (usize::from(width), usize::from(height));
        let mut lines = if self.help {
            HELP.lines().map(str::to_owned).collect()
        } else {
            self.lines(width, height)
        };
        lines.truncate(height);
        let mut out = io::stdout().lock();
        queue!(out, BeginSynchronizedUpdate)?;
        for (row, line) in lines.iter().enumerate() {
            queue!(
                out,
                cursor::MoveTo(0, row as u16),
                Print(line),
                Clear(ClearType::UntilNewLine)
            )?;
        }
        if lines.len() < height {
            queue!(
                out,
                cursor::MoveTo(0, lines.len() as u16),
                Clear(ClearType::FromCursorDown)
            )?;
        }
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()?;
        Ok(())
    }

    fn lines(&self, width: usize, height: usize) -> Vec<String> {
        let mut lines = vec![
            cut(&self.recorded.title(), width),
            cut(&self.status(), width),
        ];
        let board = text::lines(self.reel.board(), &self.reel.marks(), &self.style);
        let (wide, high) = (board.iter().map(|line| columns(line)).max(), board.len());
        let wide = wide.unwrap_or(0);
        // The board, two lines above it, and the keys below.
        let needed = high + 3;
        if wide > width || needed > height {
            let room = format!("This window has {width} x {height} characters.");
            let need = format!("The board needs {wide} x {needed}: make the window larger.");
            lines.extend([String::new(), cut(&room, width), cut(&need, width)]);
        } else {
            lines.extend(board);
        }
        let mut words = match self.reel.frame() {
            Some(frame) => wrapped(&frame.words, width),
            None => Vec::new(),
        };
        if self.reel.step() == self.last() {
            words.extend(wrapped(&self.recorded.head.result, width));
        }
        words.truncate(height.saturating_sub(lines.len() + 1));
        lines.extend(words);
        if lines.len() < height {
            lines.resize(height - 1, String::new());
            lines.push(cut(KEYS, width));
        }
        lines
    }

    fn status(&self) -> String {
        let state = if self.next.is_some() {
            "playing"
        } else {
            "paused"
        };
        let what = match self.reel.frame() {
            Some(frame) => format!("{}{}", frame.moves, spent(&frame.times)),
            None => "start".to_owned(),
        };
        let (step, last, speed) = (self.reel.step(), self.last(), self.speed);
        format!("{step} of {last}, {state} at {speed}x   {what}")
    }
}

const KEYS: &str = "space play/pause   ← → step   home end   + - speed   ? help   q quit";

const HELP: &str = "
  space         play or pause
  left, right   one step back or on
  page up/down  ten steps back or on
  home, end     first or last position
  + -           faster or slower
  q, escape     quit

  Any key goes back to the game.";

/// So much of a text as fits; letters are one column each here.
fn cut(text: &str, width: usize) -> String {
    let printable = text.chars().filter(|c| !c.is_control());
    printable.take(width).collect()
}

/// How many columns a line takes; escapes take none.
fn columns(line: &str) -> usize {
    let mut count = 0;
    let mut in_escape = false;
    for character in line.chars() {
        match character {
            '\x1b' => in_escape = true,
            'm' if in_escape => in_escape = false,
            _ if in_escape => {}
            _ => count += 1,
        }
    }
    count
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let used = line.chars().count();
            if used > 0 && used + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            } else if used > 0 {
                line.push(' ');
            }
            line.push_str(&cut(word, width));
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_take_no_columns() {
        assert_eq!(columns("\x1b[38;2;1;2;3;48;2;4;5;6m t \x1b[0m."), 4);
        assert_eq!(columns("▐K▌"), 3);
    }

    #[test]
    fn a_text_is_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc"]);
        assert_eq!(wrapped("a\n\nb", 9), ["a", "", "b"]);
    }

    #[test]
    fn control_characters_of_a_name_do_not_reach_the_terminal() {
        assert_eq!(cut("a\x1b[31mb\r\n", 20), "a[31mb");
    }
}

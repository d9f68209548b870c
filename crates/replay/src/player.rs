//! A recorded game in the terminal.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use catalog::Language;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use picture::film::Reel;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use ratatui::{Frame, Terminal};
use terminal::board::{BoardView, Grid};
use terminal::draw::wrapped;
use terminal::guard::{Guard, Mouse};
use terminal::paint::Paint;

use crate::Recorded;
use crate::text::spent;

/// The lowest and the highest speed.
pub const SPEEDS: std::ops::RangeInclusive<f64> = 0.05..=100.0;

/// The number of lines for the story of the step, if there is room.
const WORDS: u16 = 4;

/// Plays a game until you quit.
pub fn play(recorded: &Recorded, paint: Paint, step: Option<usize>, speed: f64) -> Result<()> {
    let stop = stop_on_signal();
    let _guard = Guard::open(Mouse::Left)?;
    let mut screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut reel = recorded.film.reel();
    reel.seek(step.unwrap_or(0));
    let mut player = Player {
        recorded,
        paint,
        reel,
        next: None,
        speed,
        help: false,
    };
    // A film starts by itself, unless you asked for a step.
    if step.is_none() {
        player.toggle();
    }
    screen.draw(|frame| player.draw(frame))?;
    while !stop.load(Ordering::Relaxed) {
        match player.wait()? {
            Asked::Quit => break,
            Asked::Draw => {
                screen.draw(|frame| player.draw(frame))?;
            }
            Asked::Nothing => {}
        }
    }
    Ok(())
}

/// The terminal sends keys as events, but a signal can also come from elsewhere.
fn stop_on_signal() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    // Without a handler, a signal ends the program as usual.
    let _ = ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        // If the terminal is gone, waiting for a key would never end and keep a core
        // busy.
        std::thread::sleep(Duration::from_secs(1));
        std::process::exit(1);
    });
    &STOP
}

enum Asked {
    Quit,
    Draw,
    Nothing,
}

struct Player<'a> {
    recorded: &'a Recorded,
    paint: Paint,
    reel: Reel<'a>,
    /// The time of the next step, if the film runs.
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
        // The longest time until a signal is noticed.
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

    fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if self.help {
            frame.render_widget(Paragraph::new(HELP), area);
            return;
        }
        let row = |y: u16| Rect::new(area.x, y, area.width, 1).intersection(area);
        frame.render_widget(Line::raw(self.recorded.title()), row(area.y));
        frame.render_widget(Line::raw(self.status()), row(area.y + 1));
        // The board, two lines above it, and the keys below.
        let around = 3;
        let room = Rect {
            y: area.y + 2,
            height: area.height.saturating_sub(around),
            ..area
        };
        // The story of the step matters more than a large board.
        let lower = Rect {
            height: room.height.saturating_sub(WORDS),
            ..room
        };
        let board = self.reel.board();
        let grid = Grid::fit(board, lower).or_else(|| Grid::fit(board, room));
        let below = match grid {
            Some(grid) => {
                self.draw_board(frame, grid);
                grid.area.bottom()
            }
            None => {
                let (wide, high) = Grid::size(board, 1);
                let needed = high + around;
                let (width, height) = (area.width, area.height);
                let lines = vec![
                    Line::raw(""),
                    Line::raw(format!("This window has {width} x {height} characters.")),
                    Line::raw(format!(
                        "The board needs {wide} x {needed}: make the window larger."
                    )),
                ];
                frame.render_widget(Paragraph::new(lines), room);
                room.y + 3
            }
        };
        let mut words = match self.reel.frame() {
            Some(frame) => wrapped(
                &Language::English.tell(&frame.words),
                usize::from(area.width),
            ),
            None => Vec::new(),
        };
        if self.reel.step() == self.last() {
            let result = &self.recorded.head.result;
            words.extend(wrapped(result, usize::from(area.width)));
        }
        let last = area.bottom().saturating_sub(1);
        let under = Rect {
            y: below,
            height: last.saturating_sub(below),
            ..area
        };
        let words: Vec<Line<'_>> = words.into_iter().map(Line::raw).collect();
        frame.render_widget(Paragraph::new(words), under.intersection(area));
        if area.height > 2 {
            frame.render_widget(Line::styled(KEYS, self.paint.muted()), row(last));
        }
    }

    fn draw_board(&self, frame: &mut Frame<'_>, grid: Grid) {
        let view = BoardView {
            board: self.reel.board(),
            marks: &self.reel.marks(),
            lit: &entry::Highlights::default(),
            sealed: None,
            foreseen: &[],
            cursor: None,
            colours: &self.recorded.colours,
            paint: self.paint,
            grid,
        };
        frame.render_widget(&view, grid.area);
    }

    fn status(&self) -> String {
        let state = if self.next.is_some() {
            "playing"
        } else {
            "paused"
        };
        let what = match self.reel.frame() {
            Some(frame) => {
                let moves = catalog::english(&frame.moves);
                format!("{moves}{}", spent(&frame.times))
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use picture::{Colours, Theme};
    use ratatui::backend::TestBackend;
    use terminal::paint::Depth;

    use picture::viewer::Head;

    fn screen(width: u16, height: u16) -> Vec<String> {
        screen_of(width, height, catalog::USUAL.name)
    }

    fn screen_of(width: u16, height: u16, game: &str) -> Vec<String> {
        let played = catalog::open(catalog::USUAL.id, &serde_json::Value::Null).unwrap();
        let step = catalog::AnyStep::Act(vec![(game::Seat(0), "d1-c1".to_owned())]);
        let film = picture::Film::new(&*played, [(&step, &[][..])]).unwrap();
        let recorded = Recorded {
            head: Head {
                game: game.to_owned(),
                ..Head::default()
            },
            film,
            colours: Colours::default(),
        };
        let mut reel = recorded.film.reel();
        reel.seek(1);
        let player = Player {
            recorded: &recorded,
            paint: Paint {
                depth: Depth::None,
                theme: Theme::Dark,
            },
            reel,
            next: None,
            speed: 1.0,
            help: false,
        };
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| player.draw(frame)).unwrap();
        let cells = terminal.backend().buffer().content();
        let rows = cells.chunks(usize::from(width));
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect())
            .collect()
    }

    #[test]
    fn the_board_is_shown_with_its_step_and_the_keys() {
        let screen = screen(80, 24).join("\n");
        for word in ["1 of 1, paused", "[t][.]", "d1 to c1", "space play/pause"] {
            assert!(screen.contains(word), "{word:?}:\n{screen}");
        }
    }

    #[test]
    fn a_window_that_is_too_small_says_so_and_none_is_too_small_to_say_it() {
        let screen = screen(60, 8).join("\n");
        assert!(screen.contains("needs 23 x 11"), "{screen}");
        for (width, height) in [(1, 1), (3, 2), (2, 40), (200, 3)] {
            self::screen(width, height);
        }
    }

    #[test]
    fn control_characters_of_a_name_do_not_reach_the_terminal() {
        let screen = screen_of(80, 24, "a\x1b[31mb\r").join("");
        assert!(!screen.contains(char::is_control), "{screen:?}");
    }
}

//! A game on the whole terminal: the loop around keys, the hall and the screen.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use protocol::Phase;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;

use crate::PlayError;
use crate::draw::draw;
use crate::guard::{Guard, Mouse};
use crate::keep::Keep;
use crate::line::now;
use crate::model::{Model, Wish};
use crate::paint::Paint;
use crate::session::{Input, Session, pass_on};

/// Plays until you leave. Returns lines that say how the game ended or where it is
/// kept.
pub fn play(
    session: &mut Session,
    inputs: &Sender<Input>,
    inbox: &Receiver<Input>,
    paint: Paint,
    keep: &Keep,
    place: Option<String>,
) -> Result<Vec<String>, PlayError> {
    let mut model = Model::new(Rect::default(), place);
    let played = {
        let _guard = Guard::open(Mouse::Heard)?;
        listen(inputs.clone())?;
        let mut screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let size = screen.size()?;
        model.window = Rect::new(0, 0, size.width, size.height);
        let mut playing = Playing {
            session,
            model: &mut model,
            keep,
        };
        playing.run(&mut screen, inbox, paint)
    };
    // The game is kept even if the terminal is gone.
    let left = keep.leave(session, &model.follow);
    played.map(|()| left)
}

/// Reads the terminal's events on a thread of its own, so that the loop can wait for
/// all inputs at once.
fn listen(inputs: Sender<Input>) -> io::Result<()> {
    let work = move || {
        loop {
            let input = match crossterm::event::read() {
                Ok(event) => Input::Event(event),
                Err(_) => Input::Stop,
            };
            let is_last = matches!(input, Input::Stop);
            if !pass_on(&inputs, input) || is_last {
                break;
            }
        }
    };
    std::thread::Builder::new()
        .name("keys".to_owned())
        .spawn(work)
        .map(drop)
}

struct Playing<'a> {
    session: &'a mut Session,
    model: &'a mut Model,
    keep: &'a Keep,
}

impl Playing<'_> {
    fn run(
        &mut self,
        screen: &mut Terminal<CrosstermBackend<io::Stdout>>,
        inbox: &Receiver<Input>,
        paint: Paint,
    ) -> Result<(), PlayError> {
        loop {
            self.catch_up()?;
            screen.draw(|frame| draw(frame, self.model, paint, now()))?;
            let input = match inbox.recv_timeout(self.patience()) {
                Ok(input) => input,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            // Handle all waiting inputs before drawing again.
            for input in std::iter::once(input).chain(inbox.try_iter()) {
                for wish in self.take(input)? {
                    match wish {
                        Wish::Quit => return Ok(()),
                        Wish::Redraw => screen.clear()?,
                        wish => self.fulfil(wish)?,
                    }
                }
            }
        }
    }

    /// Takes news from the hall and checks which person is next.
    fn catch_up(&mut self) -> Result<(), PlayError> {
        self.session.pump(&mut self.model.follow)?;
        if let Some(notice) = self.session.notices().pop() {
            self.model.refuse(notice);
        }
        self.model.is_cut_off = self.session.is_cut_off();
        if self.model.follow.is_over() {
            self.model.cover = None;
        }
        if self.model.cover.is_none()
            && let Some(next) = self.session.handover(&self.model.follow)
        {
            if next.is_secret {
                self.model.change_viewer();
                self.model.cover = Some(next);
            } else {
                let follow = &mut self.model.follow;
                self.session.look_as(follow, next.person)?;
            }
        }
        self.model.refresh();
        Ok(())
    }

    /// How long the loop may wait.
    fn patience(&self) -> Duration {
        let view = self.model.follow.view.as_ref();
        let clocks = view.is_some_and(|view| {
            let runs = view.seats.iter().any(|place| place.clock.is_some());
            runs && view.phase == Phase::Playing
        });
        let most = if clocks { 100 } else { 10_000 };
        let due = self.session.due_ms().unwrap_or(most);
        Duration::from_millis(due.clamp(1, most))
    }

    fn take(&mut self, input: Input) -> Result<Vec<Wish>, PlayError> {
        Ok(match input {
            Input::Event(event) => {
                // Update first: a key belongs to what is on the screen now.
                self.catch_up()?;
                self.model.event(&event)
            }
            Input::Found(found) => {
                self.session.found(found);
                Vec::new()
            }
            Input::Stop => vec![Wish::Quit],
            Input::Woken | Input::Line(_) | Input::End => Vec::new(),
        })
    }

    fn fulfil(&mut self, wish: Wish) -> Result<(), PlayError> {
        let follow = &mut self.model.follow;
        match wish {
            Wish::Table(request) => self.session.wish(follow, request)?,
            Wish::Answer(offer, reply) => self.session.answer_offer(follow, offer, reply)?,
            Wish::Save(path) => match self.keep.save(self.session, follow, path.as_deref()) {
                Ok(path) => {
                    let path = path.display();
                    let words = format!("Saved. Go on with: hall play --resume {path}");
                    self.model.tell(words);
                }
                Err(trouble) => self.model.refuse(crate::session::sentence(&trouble.reason)),
            },
            Wish::Record(path) => match Keep::record(self.session, &path) {
                Ok(()) => {
                    let path = path.display();
                    self.model
                        .tell(format!("Written. See it with: hall replay {path}"));
                }
                Err(trouble) => self.model.refuse(crate::session::sentence(&trouble.reason)),
            },
            Wish::Uncover => {
                if let Some(next) = self.model.cover.take() {
                    self.session.look_as(follow, next.person)?;
                }
            }
            Wish::Quit | Wish::Redraw => {}
        }
        Ok(())
    }
}

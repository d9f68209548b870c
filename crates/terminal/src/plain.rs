//! A game in plain lines, for scripts and simple terminals.

use entry::History;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use game::{Say as _, Seat};
use picture::text;
use protocol::{OfferKind, Phase, Request};

use crate::PlayError;
use crate::command::{Typed, read};
use crate::follow::Follow;
use crate::keep::Keep;
use crate::line::now;
use crate::marks::marks;
use crate::session::{Input, Reply, Session, pass_on, sentence};
use crate::words::{self, language};

/// Reads lines from standard input on a thread of its own.
pub fn listen(inputs: Sender<Input>) -> io::Result<()> {
    let work = move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if !pass_on(&inputs, Input::Line(line)) {
                return;
            }
        }
        pass_on(&inputs, Input::End);
    };
    std::thread::Builder::new()
        .name("lines".to_owned())
        .spawn(work)
        .map(drop)
}

/// How to print the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// You type after it.
    Open,
    /// It has a line of its own, because the input is not visible.
    Line,
}

/// Plays until the game is over, the input ends, or you leave.
pub fn play(
    session: &mut Session,
    inbox: &Receiver<Input>,
    out: &mut dyn Write,
    keep: &Keep,
    prompt: Prompt,
) -> Result<(), PlayError> {
    let mut talk = Talk {
        session,
        follow: Follow::default(),
        out,
        keep,
        prompt,
        lines: VecDeque::new(),
        has_ended: false,
        told: 0,
        asked: None,
        is_new: true,
        is_leaving: false,
    };
    talk.run(inbox)
}

struct Talk<'a> {
    session: &'a mut Session,
    follow: Follow,
    out: &'a mut dyn Write,
    keep: &'a Keep,
    prompt: Prompt,
    /// Lines that were typed but not read yet. They wait for their turn.
    lines: VecDeque<String>,
    has_ended: bool,
    /// How many steps have been printed.
    told: usize,
    /// The turn and seat that was last asked for a move.
    asked: Option<(u64, u16)>,
    is_new: bool,
    is_leaving: bool,
}

impl Talk<'_> {
    fn run(&mut self, inbox: &Receiver<Input>) -> Result<(), PlayError> {
        loop {
            self.catch_up()?;
            if self.follow.is_over() || self.is_leaving {
                return self.leave();
            }
            if self.session.is_settled() && self.may_read() {
                if let Some(line) = self.lines.pop_front() {
                    self.read(&line)?;
                    continue;
                }
                if self.has_ended && self.follow.may_move() {
                    self.say("The input has ended.")?;
                    return self.leave();
                }
            }
            self.out.flush()?;
            let due = self.session.due_ms().unwrap_or(10_000);
            match inbox.recv_timeout(Duration::from_millis(due.clamp(1, 10_000))) {
                Ok(Input::Line(line)) => self.lines.push_back(line),
                Ok(Input::End) => self.has_ended = true,
                Ok(Input::Found(found)) => self.session.found(found),
                Ok(Input::Stop) => self.is_leaving = true,
                Ok(Input::Woken | Input::Event(_)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.leave(),
            }
        }
    }

    /// Lines are read one by one, each when a person here is to act. So piped input
    /// means the same no matter how long computer players think.
    fn may_read(&self) -> bool {
        let Some(view) = &self.follow.view else {
            return false;
        };
        // At a remote hall, opponents may think for days, so commands need not wait
        // for your turn. Before the game, those about the game do wait.
        let is_free = |line: &String| match read(line) {
            Typed::Move(_) | Typed::Nothing => false,
            Typed::Quit | Typed::Say(_) | Typed::Help => true,
            _ => view.phase != Phase::Lobby,
        };
        self.is_turn() || self.session.is_remote() && self.lines.front().is_some_and(is_free)
    }

    /// Whether a person here is to move. An observer may always type.
    fn is_turn(&self) -> bool {
        let Some(view) = &self.follow.view else {
            return false;
        };
        let looks_on = view.seat().is_none() && view.phase != Phase::Lobby;
        self.follow.may_move() && !self.follow.has_sealed() || looks_on
    }

    fn leave(&mut self) -> Result<(), PlayError> {
        for line in self.keep.leave(self.session, &self.follow) {
            self.say(&line)?;
        }
        self.out.flush()?;
        Ok(())
    }

    /// Prints text, without control characters: names come from other people.
    fn say(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let line: String = line.chars().filter(|c| !c.is_control()).collect();
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn catch_up(&mut self) -> Result<(), PlayError> {
        self.session.pump(&mut self.follow)?;
        for notice in self.session.notices() {
            self.say(&notice)?;
            self.asked = None;
        }
        if let Some(next) = self.session.handover(&self.follow) {
            let (name, called) = (self.follow.name(next.seat), self.follow.called(next.seat));
            self.session.look_as(&mut self.follow, next.person)?;
            if next.is_secret {
                self.say(&format!(
                    "--- {name} ({called}) is next; the others look away ---"
                ))?;
            }
        }
        self.tell_steps()?;
        self.ask()
    }

    /// Prints the new steps.
    fn tell_steps(&mut self) -> io::Result<()> {
        let Some(history) = &self.follow.history else {
            return Ok(());
        };
        let mut lines = Vec::new();
        let steps = history.len();
        if steps < self.told {
            lines.push("Taken back.".to_owned());
            self.told = steps;
            self.asked = None;
        }
        if self.is_new {
            let info = history.game.info();
            lines.push(format!("{}. {}", info.name, history.game.look().legend));
            lines.extend(history.game.entry().hints.map(str::to_owned));
            lines.push("Type a move, or help.".to_owned());
        }
        for (at, frame) in history.film.frames().iter().enumerate().skip(self.told) {
            // In a game of many small steps, print only those of players.
            if frame.is_key && !self.is_new {
                lines.push(format!("{}. {}", at + 1, language().say(&frame.moves)));
                if !history.film.is_of_owners() || !history.acts(at + 1).is_empty() {
                    lines.push(format!("   {}", language().tell(&frame.words)));
                }
            }
        }
        self.told = steps;
        self.is_new = false;
        for line in lines {
            self.say(&line)?;
        }
        if self.follow.is_over() {
            self.show_board()?;
        }
        Ok(())
    }

    /// Asks for a move, once in every turn.
    fn ask(&mut self) -> Result<(), PlayError> {
        let Some(view) = self.follow.view.clone() else {
            return Ok(());
        };
        let seat = view.seat().unwrap_or(u16::MAX);
        let turn = Some((view.turn, seat));
        if self.asked == turn || view.phase != Phase::Playing || !self.is_turn() {
            return Ok(());
        }
        self.asked = turn;
        self.show_board()?;
        if let Some(conflict) = words::conflict(&self.follow) {
            self.say(&conflict)?;
        }
        if let Some(history) = &self.follow.history {
            let scene = history.game.scene(&history.state);
            let steps: Vec<String> = history
                .game
                .foresee(&history.state)
                .iter()
                .map(|step| {
                    let mover = scene.piece(step.from);
                    let name = mover.map_or("piece", |(kind, _)| kind.name);
                    format!("The {name}: {}", words::explained(step).join(" "))
                })
                .collect();
            for step in steps {
                self.say(&step)?;
            }
        }
        for offer in &view.offers {
            let name = self.follow.name(offer.seat);
            self.say(&format!(
                "{name} offers {}: accept or decline?",
                words::offered(offer.what)
            ))?;
        }
        let clocks: Vec<String> = view
            .seats
            .iter()
            .filter_map(|place| {
                let left = place.clock?.at(self.follow.hall_time(now()));
                Some(format!(
                    "{} {}",
                    self.follow.name(place.seat),
                    words::clock(left)
                ))
            })
            .collect();
        if !clocks.is_empty() {
            self.say(&format!("Clocks: {}", clocks.join(", ")))?;
        }
        if self.follow.may_move() {
            let (name, called) = (self.follow.name(seat), self.follow.called(seat));
            self.say(&format!("{name} ({called}) to move."))?;
        } else {
            self.say(&words::prompt(&self.follow))?;
        }
        self.show_prompt()?;
        Ok(())
    }

    fn show_prompt(&mut self) -> io::Result<()> {
        match self.prompt {
            Prompt::Open => write!(self.out, "> ")?,
            Prompt::Line => writeln!(self.out, ">")?,
        }
        self.out.flush()
    }

    fn show_board(&mut self) -> io::Result<()> {
        let Some(history) = &self.follow.history else {
            return Ok(());
        };
        let board = history.game.scene(&history.state);
        let seat = self.follow.seat();
        let marks = marks(history, history.len(), seat);
        writeln!(self.out)?;
        for line in text::lines(&board, &marks, &text::Style::plain()) {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out)
    }

    fn read(&mut self, line: &str) -> Result<(), PlayError> {
        let fine = match read(line) {
            Typed::Nothing => Ok(()),
            Typed::Move(text) => return self.enter(&text),
            Typed::Undo => return self.offer(OfferKind::Takeback),
            Typed::Draw => return self.offer(OfferKind::Draw),
            Typed::Resign => return self.wish(Request::Resign),
            Typed::Say(text) => return self.wish(Request::Chat { text }),
            Typed::Accept => return self.answer(Reply::Accept),
            Typed::Decline => return self.answer(Reply::Decline),
            Typed::Moves => self.list_moves(),
            Typed::Board => {
                self.show_board()?;
                Ok(())
            }
            Typed::Help => self.help(),
            Typed::Save(path) => match self.keep.save(self.session, &self.follow, Some(&path)) {
                Ok(path) => self.say(&format!(
                    "Saved. Go on with: hall play --resume {}",
                    path.display()
                )),
                Err(trouble) => self.say(&sentence(&trouble.reason)),
            },
            Typed::Record(path) => match Keep::record(self.session, &path) {
                Ok(()) => self.say(&format!(
                    "Written. See it with: hall replay {}",
                    path.display()
                )),
                Err(trouble) => self.say(&sentence(&trouble.reason)),
            },
            Typed::Quit => {
                self.is_leaving = true;
                return Ok(());
            }
            Typed::Wrong(why) => self.say(&why),
        };
        fine?;
        self.show_prompt()?;
        Ok(())
    }

    fn offer(&mut self, what: OfferKind) -> Result<(), PlayError> {
        self.wish(Request::Offer { what })
    }

    fn wish(&mut self, request: Request) -> Result<(), PlayError> {
        let before = self.follow.view.as_ref().map(|view| view.seq);
        self.session.wish(&mut self.follow, request)?;
        let notices = self.session.notices();
        let is_refused = !notices.is_empty();
        for notice in notices {
            self.say(&notice)?;
        }
        let same = before == self.follow.view.as_ref().map(|view| view.seq);
        if is_refused || same && self.is_turn() {
            self.show_prompt()?;
        }
        Ok(())
    }

    fn answer(&mut self, reply: Reply) -> Result<(), PlayError> {
        let offers = self.follow.view.iter().flat_map(|view| &view.offers);
        match offers.map(|offer| offer.offer).next() {
            Some(offer) => self.session.answer_offer(&mut self.follow, offer, reply)?,
            None => self.say("Nothing is offered.")?,
        }
        self.show_prompt()?;
        Ok(())
    }

    /// Enters a move, or prints what is wrong with it and asks again.
    fn enter(&mut self, typed: &str) -> Result<(), PlayError> {
        let view = self.follow.view.clone().filter(|_| self.follow.may_move());
        let spot = view.as_ref().and_then(|view| Some((view, view.seat()?)));
        let (Some((view, seat)), Some(history)) = (spot, &self.follow.history) else {
            self.say("It is not your turn.")?;
            self.show_prompt()?;
            return Ok(());
        };
        match history.game.check(&history.state, Seat(seat), typed) {
            Err(error) => {
                self.say(&language().sentence(&error.message()))?;
                self.show_prompt()?;
                Ok(())
            }
            Ok(action) => {
                let turn = view.turn;
                if view.is_simultaneous() {
                    self.say(&format!("Sealed: {action}"))?;
                }
                self.wish(Request::Move { turn, action })
            }
        }
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let history: Option<&History> = self.follow.history.as_ref();
        let seat = self.follow.seat();
        let moves = history.zip(seat).filter(|_| self.follow.may_move());
        let moves = moves.map(|(history, seat)| {
            let moves = history.game.actions(&history.state, Seat(seat));
            moves.ok_or_else(|| history.game.entry().notation)
        });
        match moves {
            None => self.say("It is not your turn."),
            Some(Ok(moves)) => self.say(&moves.join(" ")),
            Some(Err(how)) => self.say(&format!("There are too many moves to list. Write {how}")),
        }
    }

    fn help(&mut self) -> io::Result<()> {
        if let Some(history) = &self.follow.history {
            let (entry, look) = (history.game.entry(), history.game.look());
            self.say(&format!("A move: {}", entry.notation))?;
            self.say(look.legend)?;
        }
        self.say(HELP)
    }
}

const HELP: &str = "\
moves        all legal moves
board        the board again
undo         take back
draw         offer a draw; accept, decline
resign       give up
save FILE    save the game, to go on with hall play --resume FILE
record FILE  write the record, for hall replay FILE
say TEXT     say something to the others at a hall
quit         leave; the game is kept";

//! Combo in JSON.

use std::num::NonZeroU16;

use combo::{Color, Combo, Move, Options, Position, Report, State};
use game::{Enumerate, Game, Message, Never, Seat, Step, message};
use serde_json::{Value, json};

use crate::codec::{Codec, Error, Info, Kind, OptionInfo, Sample, no_draws};
use crate::json::{Fields, What};
use crate::marks::Marks;

pub(crate) fn position(text: &str) -> Result<Position, Error> {
    Position::read(text).map_err(Error::notation("position", text))
}

const MOST_QUIET: u64 = 1_000_000;

impl Codec for Combo {
    const ID: &'static str = "combo";
    const INFO: Info = Info {
        id: Self::ID,
        name: "Combo",
        sample: Sample {
            position: Some("x8/x8/w2,x7/x8/x8/x3,b3,x4/x8/x8 b"),
            action: "d7-d6=1",
        },
        options: &[
            OptionInfo {
                name: "width",
                kind: Kind::Number { low: 1, high: 26 },
            },
            OptionInfo {
                name: "height",
                kind: Kind::Number { low: 4, high: 26 },
            },
            OptionInfo {
                name: "quiet_limit",
                kind: Kind::Number {
                    low: 0,
                    high: MOST_QUIET,
                },
            },
            OptionInfo {
                name: "position",
                kind: Kind::Position,
            },
        ],
    };

    fn from_options(options: &Value) -> Result<Combo, Error> {
        let usual = Options::default();
        if options.is_null() {
            return Ok(Combo::default());
        }
        let mut fields = Fields::of(What::Options(Self::ID), options)?;
        let width = fields.maybe_number("width", 1, 26)?.map(|n| n as u8);
        let height = fields.maybe_number("height", 1, 26)?.map(|n| n as u8);
        let quiet_limit = fields
            .maybe_number("quiet_limit", 0, MOST_QUIET)?
            .map_or(usual.quiet_limit, |n| n as u32);
        let start = fields.maybe_text("position")?.map(position).transpose()?;
        fields.end()?;
        if let Some(start) = start {
            let other = |side: Option<u8>, of_board| side.is_some_and(|side| side != of_board);
            if other(width, start.width()) || other(height, start.height()) {
                let (width, height) = (start.width(), start.height());
                return Err(Error::Refused(message!(
                    "combo.position-size",
                    width,
                    height
                )));
            }
            return Ok(Combo::starting_from(start, quiet_limit));
        }
        Combo::new(Options {
            width: width.unwrap_or(usual.width),
            height: height.unwrap_or(usual.height),
            quiet_limit,
        })
        .map_err(Error::refused)
    }

    fn options_json(&self) -> Value {
        json!({
            "width": self.options().width,
            "height": self.options().height,
            "quiet_limit": self.options().quiet_limit,
            "position": self.start_position().to_string(),
        })
    }

    fn state_json(&self, state: &State) -> Value {
        json!({
            "position": state.position().to_string(),
            "quiet": state.quiet(),
        })
    }

    fn read_state(&self, value: &Value) -> Result<State, Error> {
        let mut fields = Fields::of(What::State(Self::ID), value)?;
        let position = position(fields.text("position")?)?;
        let quiet = fields.number("quiet", 0, u64::from(u32::MAX))?;
        fields.end()?;
        Ok(self.resume(position, quiet as u32))
    }

    fn read_position(&self, text: &str) -> Result<State, Error> {
        Ok(self.resume(position(text)?, 0))
    }

    fn respond(fields: Fields<'_>, budget: u64) -> Result<Value, Error> {
        super::referee::respond(fields, budget)
    }

    fn chance_json(&self, chance: &Never) -> Value {
        match *chance {}
    }

    fn draw_json(&self, draw: &Never) -> Value {
        match *draw {}
    }

    fn read_draw(&self, _: &State, _: &Value) -> Result<Never, Error> {
        no_draws()
    }

    fn report_json(&self, report: &Report) -> Value {
        json!({
            "color": report.color.name(),
            "from": report.from.to_string(),
            "to": report.to.to_string(),
            "count": report.count.get(),
            "rest": report.rest,
            "joined": report.joined.map(NonZeroU16::get),
            "captured": report.captured.map(|piece| piece.count.get()),
        })
    }

    fn marks(&self, step: Step<'_, Combo>, report: &Report) -> Marks {
        let mut marks = Marks::default();
        if let Step::Act([(seat, _)]) = step {
            marks.arrow(report.from, report.to, Some(seat.0));
        }
        // Whatever stands on the destination is what is captured.
        marks.captured.extend(report.captured.map(|_| report.to));
        marks
    }

    fn seat_name(&self, seat: Seat) -> Message {
        match Color::of_seat(seat) {
            Some(Color::Black) => message!("combo.black"),
            Some(Color::White) => message!("combo.white"),
            None => message!("rules.seat", seat),
        }
    }

    fn material(&self, state: &State, seat: Seat) -> u32 {
        let color = [Color::Black, Color::White][seat.index() % 2];
        let stacks = state.position().pieces(color);
        stacks.map(|(_, count)| u32::from(count.get())).sum()
    }

    fn actions(&self, state: &State, seat: Seat) -> Option<Vec<Move>> {
        let mut out = Vec::new();
        Enumerate::actions(self, state, seat, &mut out);
        Some(out)
    }

    fn perft(&self, state: &State, root: &Move, depth: u32, budget: &mut u64) -> Option<u64> {
        let mut next = state.position().clone();
        let _ = next.play_unchecked(*root);
        match depth.checked_sub(1) {
            // No budget reaches this deep.
            Some(rest) => next.perft_within(u8::try_from(rest).unwrap_or(u8::MAX), budget),
            None => Some(1),
        }
    }
}

/// The winner's name in the referee's answers.
pub(crate) fn winner(game: &Combo, state: &State) -> Option<&'static str> {
    let pending = game.pending(state);
    let ending = pending.ending()?;
    if ending.outcome.won(Color::Black.seat()) {
        Some("black")
    } else if ending.outcome.won(Color::White.seat()) {
        Some("white")
    } else {
        None
    }
}

//! Tug in JSON.

use game::{Enumerate, Game, Message, Seat, Square, Step};
use serde_json::{Value, json};
use testkit::tug::{Action, Die, Reach, Report, SQUARES, State, TURNS, Tug};

use crate::codec::{Codec, Error, Info, Sample};
use crate::json::{Fields, What};
use crate::marks::Marks;

impl Codec for Tug {
    const ID: &'static str = "tug";
    const INFO: Info = Info {
        id: Self::ID,
        name: "Tug",
        sample: Sample {
            position: Some("d1"),
            action: "pull",
        },
        options: &[],
    };

    fn from_options(options: &Value) -> Result<Tug, Error> {
        if !options.is_null() {
            Fields::of(What::Options(Self::ID), options)?.end()?;
        }
        Ok(Tug)
    }

    fn options_json(&self) -> Value {
        json!({})
    }

    fn state_json(&self, state: &State) -> Value {
        json!({"stone": state.stone, "reach": state.reach, "turn": state.turn})
    }

    fn read_state(&self, value: &Value) -> Result<State, Error> {
        let mut fields = Fields::of(What::State(Self::ID), value)?;
        let stone = fields.number("stone", 0, u64::from(SQUARES - 1))? as u8;
        let reach = fields.maybe_number("reach", 1, 2)?.map(|reach| reach as u8);
        let turn = fields.number("turn", 0, u64::from(TURNS))? as u32;
        fields.end()?;
        Ok(State { stone, reach, turn })
    }

    fn read_position(&self, text: &str) -> Result<State, Error> {
        let square = Square::read(text, SQUARES, 1).map_err(Error::notation("position", text))?;
        let stone = square.x;
        Ok(State {
            stone,
            ..self.start()
        })
    }

    fn chance_json(&self, _: &Die) -> Value {
        json!("die")
    }

    fn draw_json(&self, draw: &Reach) -> Value {
        json!(draw.0)
    }

    fn read_draw(&self, _: &State, value: &Value) -> Result<Reach, Error> {
        Ok(Reach(crate::json::number("draw", value, 0, 255)? as u8))
    }

    fn report_json(&self, report: &Report) -> Value {
        json!({"from": report.from.to_string(), "to": report.to.to_string(), "thrown": report.thrown})
    }

    fn marks(&self, _: Step<'_, Tug>, report: &Report) -> Marks {
        let mut marks = Marks::default();
        marks.arrow(report.from, report.to, None);
        marks
    }

    fn seat_name(&self, seat: Seat) -> Message {
        Message::plain(if seat.0 == 0 { "Left" } else { "Right" })
    }

    fn actions(&self, state: &State, seat: Seat) -> Option<Vec<Action>> {
        let mut out = Vec::new();
        Enumerate::actions(self, state, seat, &mut out);
        Some(out)
    }

    fn perft(&self, _: &State, _: &Action, _: u32, _: &mut u64) -> Option<u64> {
        Some(1)
    }
}

//! Brandub in JSON.

use game::{Enumerate, Game, Message, Never, Seat, Step, message};
use serde_json::{Value, json};
use tafl::{Brandub, Fate, Move, NoMoves, Options, Position, Report, State};

use crate::codec::{Codec, Error, Info, Kind, OptionInfo, Sample, names_json, no_draws};
use crate::json::{Fields, What, text, wrong};
use crate::marks::Marks;

const NO_MOVES: [(&str, NoMoves); 2] = [("loss", NoMoves::Loss), ("draw", NoMoves::Draw)];
const FATES: [(&str, Fate); 3] = [
    ("open", Fate::Open),
    ("escaped", Fate::Escaped),
    ("captured", Fate::Captured),
];

pub(crate) fn position(text: &str) -> Result<Position, Error> {
    text.parse().map_err(Error::notation("position", text))
}

fn fate_name(fate: Fate) -> &'static str {
    FATES
        .iter()
        .find(|(_, f)| *f == fate)
        .map_or("", |(name, _)| name)
}

impl Codec for Brandub {
    const ID: &'static str = "brandub";
    const INFO: Info = Info {
        id: Self::ID,
        name: "Brandub",
        sample: Sample {
            position: Some("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ d"),
            action: "d1-c1",
        },
        options: &[
            OptionInfo {
                name: "king_by_corner",
                kind: Kind::Flag,
            },
            OptionInfo {
                name: "no_moves",
                kind: Kind::Word(&["loss", "draw"]),
            },
            OptionInfo {
                name: "repetition",
                kind: Kind::Number { low: 0, high: 1000 },
            },
            OptionInfo {
                name: "position",
                kind: Kind::Position,
            },
        ],
    };

    fn from_options(options: &Value) -> Result<Brandub, Error> {
        let usual = Options::default();
        if options.is_null() {
            return Ok(Brandub::default());
        }
        let mut fields = Fields::of(What::Options(Self::ID), options)?;
        let king_by_corner = fields.maybe_flag("king_by_corner")?;
        let no_moves = fields.maybe_one_of("no_moves", &NO_MOVES)?;
        let repetition = fields.maybe_number("repetition", 0, 1000)?;
        let start = fields.maybe_text("position")?.map(position).transpose()?;
        fields.end()?;
        Brandub::new(Options {
            king_by_corner: king_by_corner.unwrap_or(usual.king_by_corner),
            no_moves: no_moves.unwrap_or(usual.no_moves),
            repetition: repetition.map_or(usual.repetition, |n| n as u32),
            start: start.unwrap_or(usual.start),
        })
        .map_err(Error::refused)
    }

    fn options_json(&self) -> Value {
        let options = self.options();
        json!({
            "king_by_corner": options.king_by_corner,
            "no_moves": match options.no_moves {
                NoMoves::Loss => "loss",
                NoMoves::Draw => "draw",
            },
            "repetition": options.repetition,
            "position": options.start.to_string(),
        })
    }

    fn state_json(&self, state: &State) -> Value {
        let history: Vec<String> = state
            .history()
            .iter()
            .map(|key| format!("{key:016x}"))
            .collect();
        json!({
            "position": state.position().to_string(),
            "turn": state.turn(),
            "king": fate_name(state.fate()),
            "history": history,
        })
    }

    fn read_state(&self, value: &Value) -> Result<State, Error> {
        let mut fields = Fields::of(What::State(Self::ID), value)?;
        let position = position(fields.text("position")?)?;
        let turn = fields.number("turn", 0, u64::from(u32::MAX))?;
        let fate = fields.maybe_one_of("king", &FATES)?.unwrap_or(Fate::Open);
        let mut history = Vec::new();
        for key in fields.list("history")? {
            let digits = text("history", key)?;
            let key = u64::from_str_radix(digits, 16);
            history.push(key.map_err(|_| wrong("history", message!("json.hex"), &json!(digits)))?);
        }
        fields.end()?;
        State::restore(position, turn as u32, &history, fate, self.options())
            .ok_or_else(|| Error::Refused(message!("brandub.parts")))
    }

    fn read_position(&self, text: &str) -> Result<State, Error> {
        Ok(State::new(position(text)?))
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
            "move": report.action.to_string(),
            "piece": report.piece.name(),
            "captures": names_json(&report.captured),
            "king": fate_name(report.fate),
        })
    }

    fn marks(&self, step: Step<'_, Brandub>, report: &Report) -> Marks {
        let mut marks = Marks::default();
        if let Step::Act([(seat, action)]) = step {
            marks.arrow(action.from(), action.to(), Some(seat.0));
        }
        marks.captured.clone_from(&report.captured);
        marks
    }

    fn seat_name(&self, seat: Seat) -> Message {
        match seat {
            tafl::ATTACKERS => message!("brandub.attackers"),
            tafl::DEFENDERS => message!("brandub.defenders"),
            seat => message!("rules.seat", seat),
        }
    }

    fn material(&self, state: &State, seat: Seat) -> u32 {
        let position = state.position();
        if seat == tafl::ATTACKERS {
            position.attackers().count_ones()
        } else {
            // Without the king, who stays on the board when he is captured.
            position.defenders().count_ones()
        }
    }

    fn actions(&self, state: &State, seat: Seat) -> Option<Vec<Move>> {
        let mut out = Vec::new();
        Enumerate::actions(self, state, seat, &mut out);
        Some(out)
    }

    fn perft(&self, state: &State, root: &Move, depth: u32, budget: &mut u64) -> Option<u64> {
        let mut next = *state.position();
        let played = next.play_unchecked(*root, self.options());
        match (played.fate, depth.checked_sub(1)) {
            (Fate::Open, Some(rest)) => next.perft_within(rest, self.options(), budget),
            _ => Some(1),
        }
    }
}

/// The winner's name in the referee's answers.
pub(crate) fn winner(game: &Brandub, state: &State) -> Option<&'static str> {
    let pending = game.pending(state);
    let ending = pending.ending()?;
    if ending.outcome.won(tafl::ATTACKERS) {
        Some("attackers")
    } else if ending.outcome.won(tafl::DEFENDERS) {
        Some("defenders")
    } else {
        None
    }
}

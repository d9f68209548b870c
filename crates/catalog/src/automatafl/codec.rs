//! Automatafl in JSON.

use automatafl::automaton::{Judgement, Reason, Seen, Way};
use automatafl::geometry::Axis;
use automatafl::{
    Automatafl, Board, Entry, Explanation, Fate, Identical, Move, Options, Players, Report, Setup,
    State, Tie,
};
use game::{Enumerate, Message, Never, Say as _, Seat, SeatSet, Square, Step, message, play};
use serde_json::{Value, json};
use words::Language;

use crate::codec::{
    Choice, Codec, Error, Info, Kind, OptionInfo, Sample, named, names_json, no_draws,
};
use crate::json::{Fields, What, list, number, text, wrong};
use crate::marks::Marks;

pub(crate) const TIES: [(&str, Tie); 2] = [("column", Tie::Column), ("freeze", Tie::Freeze)];
pub(crate) const IDENTICAL: [(&str, Identical); 2] = [
    ("conflict", Identical::Conflict),
    ("merge", Identical::Merge),
];
const MOST_TURNS: u64 = 1_000_000_000;

pub(crate) fn board(text: &str) -> Result<Board, Error> {
    text.parse().map_err(Error::notation("position", text))
}

pub(crate) fn players(field: &str, value: &Value) -> Result<Players, Error> {
    match value.as_u64() {
        Some(2) => Ok(Players::Two),
        Some(4) => Ok(Players::Four),
        _ => Err(wrong(field, message!("automatafl.players"), value).into()),
    }
}

/// Parses a list of square names on this board.
pub(crate) fn squares(
    field: &'static str,
    values: &[Value],
    board: &Board,
) -> Result<Vec<Square>, Error> {
    let size = board.size();
    values
        .iter()
        .map(|value| {
            let name = text(field, value)?;
            Square::read(name, size.width, size.height).map_err(Error::notation("square", name))
        })
        .collect()
}

fn setup(text: &str) -> Result<Setup, Error> {
    if let Some((_, setup)) = Setup::NAMED.into_iter().find(|(name, _)| *name == text) {
        return Ok(setup);
    }
    if text.starts_with('/') {
        return Ok(Setup::Custom(Box::new(board(text)?)));
    }
    let names = Setup::NAMED.map(|(name, _)| format!("{name:?}")).join(", ");
    Err(wrong("setup", message!("automatafl.setups", names), &json!(text)).into())
}

fn corners(values: &[Value]) -> Result<[Seat; 4], Error> {
    let seats: Vec<Seat> = values
        .iter()
        .map(|value| Ok(Seat(number("corners", value, 0, 3)? as u16)))
        .collect::<Result<_, Error>>()?;
    seats.try_into().map_err(|_| {
        let found = Value::from(values.to_vec());
        wrong("corners", message!("automatafl.four-seats"), &found).into()
    })
}

impl Codec for Automatafl {
    const ID: &'static str = "automatafl";
    const INFO: Info = Info {
        id: Self::ID,
        name: "Automatafl",
        sample: Sample {
            position: Some(
                "/r3ara3r/r3ara3r/11/1a7a1/rr7rr/rr3@3rr/rr7rr/1a7a1/11/r3ara3r/r3ara3r/",
            ),
            action: "b4-c4",
        },
        options: &[
            OptionInfo {
                name: "players",
                kind: Kind::OneOf(&[2, 4]),
            },
            OptionInfo {
                name: "setup",
                kind: Kind::WordOrPosition(&["standard", "small", "twins"]),
            },
            OptionInfo {
                name: "tie",
                kind: Kind::Word(&["column", "freeze"]),
            },
            OptionInfo {
                name: "identical",
                kind: Kind::Word(&["conflict", "merge"]),
            },
            OptionInfo {
                name: "max_turns",
                kind: Kind::Number {
                    low: 0,
                    high: MOST_TURNS,
                },
            },
            OptionInfo {
                name: "automata",
                kind: Kind::Number { low: 1, high: 8 },
            },
            OptionInfo {
                name: "corners",
                kind: Kind::Corners,
            },
            OptionInfo {
                name: "dimensions",
                kind: Kind::Number { low: 2, high: 2 },
            },
        ],
    };

    fn from_options(options: &Value) -> Result<Automatafl, Error> {
        let usual = Options::default();
        if options.is_null() {
            return Ok(Automatafl::default());
        }
        let mut fields = Fields::of(What::Options(Self::ID), options)?;
        let players = fields
            .maybe("players")
            .map(|value| players("players", value))
            .transpose()?;
        let setup = fields.maybe_text("setup")?.map(setup).transpose()?;
        let tie = fields.maybe_one_of("tie", &TIES)?;
        let identical = fields.maybe_one_of("identical", &IDENTICAL)?;
        let max_turns = fields.maybe_number("max_turns", 0, MOST_TURNS)?;
        let automata = fields.maybe_number("automata", 1, 8)?;
        let corners = fields.maybe_list("corners")?.map(corners).transpose()?;
        fields.maybe_number("dimensions", 2, 2)?;
        fields.end()?;
        let setup = setup.unwrap_or(usual.setup);
        // A named setup has its own automata. Any other board has one, unless
        // the option says otherwise.
        let on_board = match &setup {
            Setup::Custom(_) => usual.automata,
            named => named.board().automata().len() as u8,
        };
        Automatafl::new(Options {
            players: players.unwrap_or(usual.players),
            tie: tie.unwrap_or(usual.tie),
            identical: identical.unwrap_or(usual.identical),
            max_turns: max_turns.map_or(usual.max_turns, |n| n as u32),
            automata: automata.map_or(on_board, |n| n as u8),
            corners,
            setup,
        })
        .map_err(Error::refused)
    }

    fn options_json(&self) -> Value {
        let options = self.options();
        let named = Setup::NAMED
            .iter()
            .find(|(_, setup)| *setup == options.setup);
        json!({
            "players": options.players.count(),
            "setup": named.map_or_else(|| options.setup.board().to_string(), |(name, _)| (*name).to_owned()),
            "tie": match options.tie {
                Tie::Column => "column",
                Tie::Freeze => "freeze",
            },
            "identical": match options.identical {
                Identical::Conflict => "conflict",
                Identical::Merge => "merge",
            },
            "max_turns": options.max_turns,
            "automata": options.automata,
            "corners": self.corners().map(|seat| seat.0),
            "dimensions": 2,
        })
    }

    fn state_json(&self, state: &State) -> Value {
        let seats = self.options().players.count();
        let locked: Vec<Option<String>> = (0..seats)
            .map(|seat| state.locked(Seat(seat)).map(|entry| entry.to_string()))
            .collect();
        json!({
            "position": state.board().to_string(),
            "turn": state.turn(),
            "marked": names_json(&state.marked()),
            "locked": locked,
            "winner": state.winner().map(|seat| seat.0),
        })
    }

    fn read_state(&self, value: &Value) -> Result<State, Error> {
        let mut fields = Fields::of(What::State(Self::ID), value)?;
        let board = board(fields.text("position")?)?;
        let turn = fields.number("turn", 0, u64::from(u32::MAX))?;
        let marked = squares("marked", fields.list("marked")?, &board)?;
        let mut locked = Vec::new();
        for (seat, entry) in fields.list("locked")?.iter().enumerate().take(4) {
            if !entry.is_null() {
                let entry = text("locked", entry)?;
                let read =
                    Entry::read(entry, board.size()).map_err(Error::notation("move", entry))?;
                locked.push((Seat(seat as u16), read));
            }
        }
        let winner = fields.maybe_number("winner", 0, 3)?;
        fields.end()?;
        let winner = winner.map(|seat| Seat(seat as u16));
        self.restore(board, turn as u32, &marked, &locked, winner)
            .map_err(Error::refused)
    }

    fn read_position(&self, text: &str) -> Result<State, Error> {
        self.restore(board(text)?, 0, &[], &[], None)
            .map_err(Error::refused)
    }

    fn respond(fields: Fields<'_>, _: u64) -> Result<Value, Error> {
        super::referee::respond(fields)
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
        match report {
            Report::Conflict(conflict) => json!({
                "conflicts": names_json(&conflict.squares),
                "reenter": seats_json(conflict.reenter),
            }),
            Report::Turn {
                moves,
                automata,
                winner,
            } => {
                let moves: Vec<Value> = moves
                    .iter()
                    .map(|(seat, entry, fate)| {
                        json!({
                            "seat": seat.0,
                            "move": entry.to_string(),
                            "outcome": fate.map(Fate::name),
                            "because": fate.map(fate_json),
                        })
                    })
                    .collect();
                json!({
                    "moves": moves,
                    "automata": automata.iter().map(explanation_json).collect::<Vec<_>>(),
                    "winner": winner.map(|seat| seat.0),
                })
            }
        }
    }

    fn conflict(&self, report: &Report) -> Option<protocol::Conflict> {
        match report {
            Report::Conflict(conflict) => Some(protocol::Conflict {
                squares: conflict.squares.iter().map(ToString::to_string).collect(),
                reenter: conflict.reenter.iter().map(|seat| seat.0).collect(),
            }),
            Report::Turn { .. } => None,
        }
    }

    /// The corners. Two players share the board: the lower corners or the upper ones.
    fn choices(&self) -> Vec<Choice> {
        let size = self.options().setup.board().size();
        let two = self.options().players == Players::Two;
        let names = (0..4).map(|corner| match (two, corner) {
            (true, 0) => Some(message!("automatafl.choose-bottom")),
            (true, 2) => Some(message!("automatafl.choose-top")),
            (true, _) => None,
            (false, corner) => {
                let x = if matches!(corner, 1 | 2) {
                    size.width - 1
                } else {
                    0
                };
                let y = if corner > 1 { size.height - 1 } else { 0 };
                Some(message!("automatafl.choose-corner", at = Square::new(x, y)))
            }
        });
        let owners = self.corners().into_iter();
        let choices = owners.zip(names).map(|(owner, name)| Choice {
            owner: owner.0,
            name,
        });
        choices.collect()
    }

    fn with_owners(&self, owners: &[u16]) -> Value {
        let mut options = self.options_json();
        options["corners"] = json!(owners);
        options
    }

    fn marks(&self, step: Step<'_, Automatafl>, report: &Report) -> Marks {
        let mut marks = Marks::default();
        let mut entered = |seat: Seat, entry: Entry, made| {
            if let Some(Move { from, to }) = entry.as_move() {
                let arrow = if made { Marks::arrow } else { Marks::attempt };
                arrow(&mut marks, from, to, Some(seat.0));
            }
        };
        match report {
            // The report also knows moves that were locked before.
            Report::Turn {
                moves, automata, ..
            } => {
                for (seat, entry, fate) in moves {
                    entered(*seat, *entry, matches!(fate, Some(Fate::Moved { .. })));
                }
                for automaton in automata {
                    marks.arrow(automaton.from, automaton.to, None);
                }
            }
            Report::Conflict(conflict) => {
                if let Step::Act(joint) = step {
                    for (seat, entry) in joint {
                        entered(*seat, *entry, false);
                    }
                }
                marks.marked.clone_from(&conflict.squares);
            }
        }
        marks
    }

    fn brief(&self, step: Step<'_, Automatafl>, _: &Report) -> Message {
        match step {
            Step::Act(joint) => Message::plain(named(joint)),
            Step::Draw(draw) => match *draw {},
        }
    }

    fn seat_name(&self, seat: Seat) -> Message {
        message!("automatafl.seat", seat)
    }

    fn actions(&self, state: &State, seat: Seat) -> Option<Vec<Entry>> {
        let mut out = Vec::new();
        Enumerate::actions(self, state, seat, &mut out);
        Some(out)
    }

    fn perft(&self, state: &State, root: &Entry, depth: u32, budget: &mut u64) -> Option<u64> {
        let mut lists = play::lists(self, state);
        if let Some((_, first)) = lists.first_mut() {
            *first = vec![*root];
        }
        play::perft_of(self, state, &lists, depth, &|_| true, budget)
    }
}

fn seats_json(seats: SeatSet) -> Value {
    json!(seats.iter().map(|seat| seat.0).collect::<Vec<_>>())
}

fn fate_json(fate: Fate) -> Value {
    match fate {
        Fate::Moved { piece, carried_on } => json!({
            "piece": piece.name(),
            "carried_on": carried_on.map(|seat| seat.0),
        }),
        Fate::Blocked { at, by } => json!({"at": at.to_string(), "piece": by.name()}),
        Fate::Contested { with } | Fate::Cycle { with } => json!({"with": seats_json(with)}),
        Fate::Occupied { by } => json!({"seat": by.0}),
        Fate::Empty => json!({}),
    }
}

/// What the automaton saw, what each axis offers, and why one won.
pub(crate) fn explanation_json(step: &Explanation) -> Value {
    let seen = |seen: Seen| match seen {
        Seen::Attractor(distance) => json!({"what": "attractor", "distance": distance}),
        Seen::Repulsor(distance) => json!({"what": "repulsor", "distance": distance}),
        Seen::Space(room) => json!({"what": "space", "room": room}),
    };
    let verdict = &step.verdict;
    json!({
        "from": step.from.to_string(),
        "to": step.to.to_string(),
        "rule": verdict.rule(),
        "seen": {
            "right": seen(step.sight.row[0]),
            "left": seen(step.sight.row[1]),
            "up": seen(step.sight.column[0]),
            "down": seen(step.sight.column[1]),
        },
        "row": judgement_json(verdict.row, ["right", "left"]),
        "column": judgement_json(verdict.column, ["up", "down"]),
        "won": verdict.axis().map(Axis::name),
        "because": verdict.reason().map(|reason| match reason {
            Reason::OnlyOffer => "only-offer",
            Reason::LowerRule => "lower-rule",
            Reason::NearerAttractor => "nearer-attractor",
            Reason::NearerRepulsor => "nearer-repulsor",
            Reason::ColumnRule => "column-rule",
            Reason::Freeze => "freeze",
        }),
        "text": Language::English.say(&step.message()),
    })
}

fn judgement_json(judgement: Judgement, [up, down]: [&str; 2]) -> Value {
    let step = judgement.offer().map(|way| match way {
        Way::Up => up,
        Way::Down => down,
    });
    let rule = judgement.rule();
    match judgement {
        Judgement::OpposingPair {
            attractor,
            repulsor,
            ..
        } => json!({"rule": rule, "step": step, "attractor": attractor, "repulsor": repulsor}),
        Judgement::FromRepulsor { repulsor, .. } => {
            json!({"rule": rule, "step": step, "repulsor": repulsor})
        }
        Judgement::TowardAttractor { attractor, .. } => {
            json!({"rule": rule, "step": step, "attractor": attractor})
        }
        Judgement::Beside => json!({"rule": null, "because": "beside"}),
        Judgement::Balanced => json!({"rule": null, "because": "balanced"}),
        Judgement::NoRoom => json!({"rule": null, "because": "no-room"}),
        Judgement::Clear => json!({"rule": null, "because": "clear"}),
    }
}

/// Parses one entry for each seat, for the referee: a text, or null for a pass.
pub(crate) fn entries(
    values: &Value,
    game: &Automatafl,
    state: &State,
) -> Result<Vec<Entry>, Error> {
    let values = list("moves", values)?;
    let seats = usize::from(game.options().players.count());
    if values.len() != seats {
        let found = values.len();
        return Err(Error::Refused(message!(
            "automatafl.one-move-each",
            seats,
            found
        )));
    }
    values
        .iter()
        .map(|value| match value {
            Value::Null => Ok(Entry::Pass),
            value => {
                let move_text = text("moves", value)?;
                Entry::read(move_text, state.board().size())
                    .map_err(Error::notation("move", move_text))
            }
        })
        .collect()
}

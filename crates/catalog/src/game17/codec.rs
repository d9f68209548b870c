//! Game 17 in JSON.

use game::{Message, Seat, Square, Step, message};
use game17::{
    Board, Chance, Direction, Draw, Fight, Game17, Options, Parts, RawOrder, Reason, Report, State,
    Turn, TurnReport, Verdict,
};
use serde_json::{Value, json};

use crate::codec::{Codec, Error, Info, Kind, LastSeat, OptionInfo, Sample};
use crate::json::{Fields, What, list, number, wrong};
use crate::marks::Marks;

const REASONS: [(&str, Reason); 2] = [
    (Reason::OneOwner.name(), Reason::OneOwner),
    (Reason::Rounds.name(), Reason::Rounds),
];
const MOST_SIZE: u64 = Options::MOST_SIZE as u64;

/// Parses rows of whole numbers up to `most`.
fn rows(field: &'static str, value: &Value, most: u32) -> Result<Vec<Vec<u32>>, Error> {
    let rows = list(field, value)?;
    if rows.len() > usize::from(Options::MOST_SIZE) {
        return Err(wrong(
            field,
            message!("game17.most-rows", most = Options::MOST_SIZE),
            value,
        )
        .into());
    }
    rows.iter()
        .map(|row| numbers(field, list(field, row)?, most))
        .collect()
}

fn numbers(field: &'static str, values: &[Value], most: u32) -> Result<Vec<u32>, Error> {
    values
        .iter()
        .map(|value| Ok(number(field, value, 0, u64::from(most))? as u32))
        .collect()
}

fn owners(field: &'static str, values: &[Value]) -> Result<Vec<u16>, Error> {
    let owners = numbers(field, values, u32::from(u16::MAX))?;
    Ok(owners.into_iter().map(|owner| owner as u16).collect())
}

/// Parses the board in the fields `owners` and `numbers`.
pub(crate) fn board(fields: &mut Fields<'_>) -> Result<Board, Error> {
    let owners = rows("owners", fields.value("owners")?, u32::from(u16::MAX))?;
    let owners: Vec<Vec<u16>> = owners
        .into_iter()
        .map(|row| row.into_iter().map(|owner| owner as u16).collect())
        .collect();
    let numbers = rows("numbers", fields.value("numbers")?, Board::MOST_PIECES)?;
    Board::new(&owners, &numbers).map_err(Error::refused)
}

/// The rows of owners and of numbers.
pub(crate) fn board_json(board: &Board) -> (Value, Value) {
    let size = usize::from(board.size());
    let owners: Vec<&[u16]> = board.owners().chunks(size).collect();
    let numbers: Vec<&[u32]> = board.numbers().chunks(size).collect();
    (json!(owners), json!(numbers))
}

/// Parses orders as bots write them: a list of `[[row, col], "n", count]`.
pub(crate) fn raw_orders(value: &Value) -> Result<Vec<RawOrder<'_>>, Error> {
    list("moves", value)?
        .iter()
        .enumerate()
        .map(|(number, order)| {
            let shape = || {
                let order: String = order.to_string().chars().take(60).collect();
                Error::Refused(message!("game17.order-shape", number, found = order))
            };
            // Numbers beyond signed 64 bits are as far off as these ends.
            let whole = |value: &Value| match value.as_u64() {
                Some(large) => Ok(i64::try_from(large).unwrap_or(i64::MAX)),
                None => value.as_i64().ok_or_else(shape),
            };
            let Some([square, direction, count]) = order.as_array().map(Vec::as_slice) else {
                return Err(shape());
            };
            let Some([row, col]) = square.as_array().map(Vec::as_slice) else {
                return Err(shape());
            };
            Ok(RawOrder {
                row: whole(row)?,
                col: whole(col)?,
                direction: direction.as_str().ok_or_else(shape)?,
                count: whole(count)?,
            })
        })
        .collect()
}

impl Codec for Game17 {
    const ID: &'static str = "game17";
    const INFO: Info = Info {
        id: Self::ID,
        name: "Game 17",
        sample: Sample {
            position: None,
            action: "-",
        },
        options: &[
            OptionInfo {
                name: "size",
                kind: Kind::Number {
                    low: 1,
                    high: MOST_SIZE,
                },
            },
            OptionInfo {
                name: "rounds",
                kind: Kind::Number {
                    low: 0,
                    high: Options::MOST_ROUNDS as u64,
                },
            },
            OptionInfo {
                name: "pieces",
                kind: Kind::Number {
                    low: 1,
                    high: Options::MOST_PIECES as u64,
                },
            },
            OptionInfo {
                name: "players",
                kind: Kind::Number {
                    low: 0,
                    high: MOST_SIZE * MOST_SIZE,
                },
            },
        ],
    };

    /// A zombie can win.
    const LAST_SEAT: LastSeat = LastSeat::PlaysOn;

    fn from_options(options: &Value) -> Result<Game17, Error> {
        let usual = Options::default();
        let nothing = json!({});
        let options = if options.is_null() { &nothing } else { options };
        let mut fields = Fields::of(What::Options(Self::ID), options)?;
        let size = fields.maybe_number("size", 1, MOST_SIZE)?;
        let rounds = fields.maybe_number("rounds", 0, Options::MOST_ROUNDS.into())?;
        let pieces = fields.maybe_number("pieces", 1, Options::MOST_PIECES.into())?;
        let players = fields.maybe_number("players", 0, MOST_SIZE * MOST_SIZE)?;
        fields.end()?;
        let size = size.map_or(usual.size, |n| n as u8);
        // The smallest board has room for only one player.
        let usual_players = usual.players.min(u16::from(size) * u16::from(size));
        Game17::new(Options {
            size,
            rounds: rounds.map_or(usual.rounds, |n| n as u32),
            pieces: pieces.map_or(usual.pieces, |n| n as u32),
            players: players.map_or(usual_players, |n| n as u16),
        })
        .map_err(Error::refused)
    }

    fn options_json(&self) -> Value {
        let options = self.options();
        json!({
            "size": options.size,
            "rounds": options.rounds,
            "pieces": options.pieces,
            "players": options.players,
        })
    }

    fn state_json(&self, state: &State) -> Value {
        let (owners, numbers) = board_json(state.board());
        json!({
            "owners": owners,
            "numbers": numbers,
            "dealt": state.is_dealt(),
            "turn_order": state.order(),
            "round": state.round(),
            "mover": state.mover(),
            "tied": state.tied().collect::<Vec<_>>(),
            "over": state.over().map(Reason::name),
        })
    }

    fn read_state(&self, value: &Value) -> Result<State, Error> {
        let mut fields = Fields::of(What::State(Self::ID), value)?;
        let board = board(&mut fields)?;
        let dealt = fields.maybe_flag("dealt")?.unwrap_or(true);
        let order = owners("turn_order", fields.list("turn_order")?)?;
        let round = fields.number("round", 0, u64::from(u32::MAX))? as u32;
        let mover = fields.maybe_number("mover", 0, u64::from(u16::MAX))?;
        let mut tied = Vec::new();
        for square in fields.list("tied")? {
            let square = numbers("tied", list("tied", square)?, u32::from(u8::MAX))?;
            let [row, col] = square[..] else {
                return Err(wrong("tied", message!("game17.pairs"), &json!(square)).into());
            };
            tied.push((row as u8, col as u8));
        }
        let over = fields.maybe_one_of("over", &REASONS)?;
        fields.end()?;
        self.restore(Parts {
            board,
            dealt,
            order,
            round,
            mover: mover.map(|owner| owner as u16),
            tied,
            over,
        })
        .map_err(Error::refused)
    }

    fn read_position(&self, text: &str) -> Result<State, Error> {
        match serde_json::from_str(text) {
            Ok(value) => self.read_state(&value),
            Err(error) => {
                let error = error.to_string();
                Err(Error::Refused(message!("game17.position-json", error)))
            }
        }
    }

    fn respond(fields: Fields<'_>, _: u64) -> Result<Value, Error> {
        super::referee::respond(fields)
    }

    fn chance_json(&self, chance: &Chance) -> Value {
        match chance {
            Chance::Deal => json!("deal"),
            Chance::Order => json!("order"),
            Chance::Zombie { owner } => json!({"zombie": owner}),
            Chance::Coin { row, col, mover } => json!({"coin": [row, col], "mover": mover}),
        }
    }

    fn draw_json(&self, draw: &Draw) -> Value {
        match draw {
            Draw::Deal(owners) => json!({"deal": owners}),
            Draw::Order(owners) => json!({"order": owners}),
            Draw::Zombie(turn) => json!({"zombie": turn.to_string()}),
            Draw::Coin(taken) => json!({"coin": taken}),
        }
    }

    fn read_draw(&self, state: &State, value: &Value) -> Result<Draw, Error> {
        let mut fields = Fields::of(What::Draw(Self::ID), value)?;
        let deal = fields.maybe_list("deal")?;
        let order = fields.maybe_list("order")?;
        let zombie = fields.maybe_text("zombie")?;
        let coin = fields.maybe_flag("coin")?;
        fields.end()?;
        match (deal, order, zombie, coin) {
            (Some(deal), None, None, None) => Ok(Draw::Deal(owners("deal", deal)?)),
            (None, Some(order), None, None) => Ok(Draw::Order(owners("order", order)?)),
            (None, None, Some(zombie), None) => Turn::read(zombie, state.board().size())
                .map(Draw::Zombie)
                .map_err(Error::notation("turn", zombie)),
            (None, None, None, Some(coin)) => Ok(Draw::Coin(coin)),
            _ => Err(Error::Refused(message!("game17.one-draw"))),
        }
    }

    fn report_json(&self, report: &Report) -> Value {
        match report {
            Report::Dealt => json!({"what": "deal"}),
            Report::Ordered { first } => json!({"what": "order", "first": first}),
            Report::Void { owner } => json!({"what": "void", "owner": owner}),
            Report::Coin {
                row,
                col,
                winner,
                loser,
                lost,
            } => json!({
                "what": "coin", "at": [row, col], "winner": winner, "loser": loser, "lost": lost,
            }),
            Report::Turn(turn) => json!({
                "what": "turn",
                "owner": turn.owner,
                "orders": turn.orders,
                "sent": turn.sent,
                "fights": turn.fights.iter().map(fight_json).collect::<Vec<_>>(),
            }),
        }
    }

    fn marks(&self, step: Step<'_, Game17>, report: &Report) -> Marks {
        let mut marks = Marks::default();
        let turn = match (step, report) {
            (Step::Act([(seat, turn)]), _) => Some((seat.0, turn)),
            (Step::Draw(Draw::Zombie(turn)), Report::Turn(about)) => Some((about.owner, turn)),
            _ => None,
        };
        if let Some((owner, turn)) = turn {
            let made = !matches!(report, Report::Void { .. });
            for order in turn.orders() {
                let from = Square::new(order.col, order.row);
                let (dx, dy) = match order.direction {
                    Direction::North => (0, -1),
                    Direction::East => (1, 0),
                    Direction::South => (0, 1),
                    Direction::West => (-1, 0),
                };
                let to = Square::new(
                    from.x.wrapping_add_signed(dx),
                    from.y.wrapping_add_signed(dy),
                );
                let arrow = if made { Marks::arrow } else { Marks::attempt };
                arrow(&mut marks, from, to, Some(owner));
            }
        }
        match report {
            Report::Turn(turn) => {
                let taken = turn.fights.iter();
                let taken = taken.filter(|fight| fight.verdict == Verdict::Taken);
                marks
                    .captured
                    .extend(taken.map(|fight| Square::new(fight.col, fight.row)));
            }
            Report::Coin { row, col, .. } => marks.captured.push(Square::new(*col, *row)),
            _ => {}
        }
        marks
    }

    /// A turn can have hundreds of orders: they are only counted.
    fn brief(&self, step: Step<'_, Game17>, report: &Report) -> Message {
        let turn = |owner: u16| match report {
            Report::Turn(turn) => message!("game17.brief-orders", owner, orders = turn.orders),
            _ => message!("game17.brief-void", owner),
        };
        let zombie = |owner: u16| message!("game17.brief-zombie", turn = turn(owner));
        match step {
            Step::Act(joint) => turn(joint.first().map_or(0, |(seat, _)| seat.0)),
            Step::Draw(Draw::Deal(_)) => message!("game17.brief-deal"),
            Step::Draw(Draw::Order(_)) => message!("game17.brief-order"),
            Step::Draw(Draw::Zombie(_)) => match report {
                Report::Turn(TurnReport { owner, .. }) | Report::Void { owner: Some(owner) } => {
                    zombie(*owner)
                }
                _ => zombie(0),
            },
            Step::Draw(Draw::Coin(true)) => message!("game17.brief-taken"),
            Step::Draw(Draw::Coin(false)) => message!("game17.brief-held"),
        }
    }

    fn seat_name(&self, seat: Seat) -> Message {
        message!("game17.owner", seat)
    }

    fn material(&self, state: &State, seat: Seat) -> u32 {
        state.board().pieces_of(seat.0)
    }

    fn actions(&self, _: &State, _: Seat) -> Option<Vec<Turn>> {
        None
    }

    fn perft(&self, _: &State, _: &Turn, _: u32, _: &mut u64) -> Option<u64> {
        None
    }
}

fn fight_json(fight: &Fight) -> Value {
    json!({
        "at": [fight.row, fight.col],
        "holder": fight.holder,
        "stayed": fight.stayed,
        "arrived": fight.arrived,
        "verdict": match fight.verdict {
            Verdict::Taken => "taken",
            Verdict::Lost => "lost",
            Verdict::Coin(true) => "taken-by-coin",
            Verdict::Coin(false) => "lost-by-coin",
            Verdict::Tied => "tied",
        },
    })
}

/// Parses tossed coins, for the referee.
pub(crate) fn coins(values: &[Value]) -> Result<Vec<bool>, Error> {
    values
        .iter()
        .map(|value| {
            value
                .as_bool()
                .ok_or_else(|| wrong("coins", message!("game17.flags"), value).into())
        })
        .collect()
}

/// Parses an owner's number.
pub(crate) fn owner(fields: &mut Fields<'_>) -> Result<u16, Error> {
    Ok(fields.number("owner", 0, u64::from(u16::MAX))? as u16)
}

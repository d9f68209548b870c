//! A record with hashes, and how it is checked.
//!
//! Every step carries a hash of all that came before it, and the record ends
//! with the hash of everything in it. [`verify`] replays a record by the rules,
//! checks every draw against the seed and every hash, and names the first
//! difference. That finds damage and careless changes. Whoever invents a whole
//! game can compute its hashes too: who made a record is not in it.

use catalog::any::ending_view;
use catalog::{AnyGame, AnyPending, AnyState, AnyStep};
use dice::Seed;
use protocol::analysis::Verified;
use protocol::record::{Origin, RecordStep};
use protocol::{Body, EndingView, Record};
use thiserror::Error;

use crate::verdict::{self, Kind};

/// Sets the hashes of a record: those of all steps, and the last.
pub fn seal(mut record: Record) -> Record {
    let mut chain = Chain::begin(&record);
    for step in &mut record.steps {
        step.set_hash(chain.step(step));
    }
    record.hash = chain.end(&record);
    record
}

/// The running hash of a record.
struct Chain(blake3::Hash);

impl Chain {
    fn begin(record: &Record) -> Chain {
        Chain(blake3::hash(record.canonical_head().as_bytes()))
    }

    fn add(&mut self, text: &str) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.0.as_bytes()).update(text.as_bytes());
        self.0 = hasher.finalize();
    }

    /// The hash that belongs into a step: the first 16 digits.
    fn step(&mut self, step: &RecordStep) -> String {
        self.add(&step.canonical());
        self.0.to_hex()[..16].to_owned()
    }

    fn end(mut self, record: &Record) -> String {
        self.add(&record.canonical_end());
        self.0.to_hex().to_string()
    }
}

/// A record that was checked and holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The game in it.
    pub verified: Verified,
    /// Whether its draws were checked against a seed.
    pub seeded: bool,
    /// What a record cannot show, in sentences.
    pub unproved: Vec<String>,
}

/// Replays a record by the rules and checks every step, every draw against the
/// seed, the ending, and all hashes. An error names the first difference.
///
/// A file must be read with [`Record::read`]: what another way of reading passes
/// over is not checked.
pub fn verify(record: &Record) -> Result<Checked, RecordError> {
    let game = catalog::open(&record.game, &record.options)
        .map_err(|error| RecordError::Difference(format!("its options: {error}")))?;
    let seed = match &record.seed {
        None => None,
        Some(text) => Some(
            text.parse::<Seed>()
                .map_err(|_| RecordError::Field("seed"))?,
        ),
    };
    check_shape(game.seats(), record)?;
    let mut chain = Chain::begin(record);
    let mut state = game.start();
    let mut draws = 0;
    for (number, step) in (1..).zip(&record.steps) {
        let differs = |problem: String| RecordError::Step {
            step: number,
            problem,
        };
        let any = AnyStep::from(step);
        if let (AnyStep::Draw(drawn), AnyPending::Chance(_)) = (&any, game.pending(&state)) {
            if let Some(seed) = &seed {
                let due = game.draw(&state, &mut seed.draw(draws));
                if due != *drawn {
                    return Err(differs(format!("{drawn} was drawn; the seed gives {due}")));
                }
            }
            draws += 1;
        }
        game.play(&mut state, &any)
            .map_err(|error| differs(error.to_string()))?;
        let (said, due) = (step.hash(), chain.step(step));
        if said != due {
            return Err(differs(format!(
                "its hash is {said:?}, but this step and those before it give {due:?}: something was changed"
            )));
        }
    }
    let ending = ending_of(&*game, &state, record)?;
    if ending != record.ending {
        return Err(RecordError::Difference(format!(
            "the ending: the record says {}, the game gives {}",
            Body::of(&record.ending),
            Body::of(&ending)
        )));
    }
    let hash = chain.end(record);
    if record.hash != hash {
        // If steps are cut off, those that are left have the right hashes.
        if matches!(game.pending(&state), AnyPending::Choose(_)) {
            return Err(RecordError::Difference(format!(
                "the last hash is {:?}, but everything in the record gives {hash:?}: the game goes on after the last \
                 step, number {}, so steps are missing at the end, or the ending, the verdicts or the seats were changed",
                record.hash,
                record.steps.len()
            )));
        }
        return Err(RecordError::Difference(format!(
            "the last hash is {:?}, but everything in the record gives {hash:?}: the ending, the \
             verdicts or the seats were changed",
            record.hash
        )));
    }
    let mut unproved = Vec::new();
    if seed.is_none() && draws > 0 {
        unproved.push("the draws are not checked, since the record has no seed".to_owned());
    }
    if !matches!(game.pending(&state), AnyPending::Over(_)) {
        let how = match &ending {
            Some(ending) => format!("the game ended off the board ({})", ending.reason),
            None => "the game was not finished".to_owned(),
        };
        unproved.push(format!("{how}, which steps cannot show"));
    }
    Ok(Checked {
        verified: Verified {
            game: record.game.clone(),
            steps: record.steps.len(),
            draws,
            ending,
            hash,
        },
        seeded: seed.is_some(),
        unproved,
    })
}

/// Whether everything that stands beside the steps is for this many seats.
fn check_shape(seats: u16, record: &Record) -> Result<(), RecordError> {
    if record.rules != Record::RULES {
        return Err(RecordError::Rules(record.rules));
    }
    let of_seats = |count: usize, name| match count == usize::from(seats) {
        true => Ok(()),
        false => Err(RecordError::Field(name)),
    };
    of_seats(record.players.len(), "players")?;
    if let Origin::Contest { seats, .. } = &record.origin {
        of_seats(seats.len(), "seats")?;
    }
    let mut winners = record.ending.iter().flat_map(|ending| &ending.winners);
    match winners.all(|winner| *winner < seats) {
        true => Ok(()),
        false => Err(RecordError::Field("ending")),
    }
}

/// What stands as verdict on seats that left a table.
const LEFT: [&str; 2] = ["resigned", "abandoned"];

/// How a game ended, by its last state and the verdicts on those that failed.
fn ending_of(
    game: &dyn AnyGame,
    state: &AnyState,
    record: &Record,
) -> Result<Option<EndingView>, RecordError> {
    let mut failed = vec![None; usize::from(game.seats())];
    for entry in &record.verdicts {
        match (
            failed.get_mut(usize::from(entry.seat)),
            Kind::named(&entry.verdict),
        ) {
            (Some(seat), Some(kind)) => *seat = Some(kind),
            // Who left a table did not fail: the game went on without them, or
            // ended off the board.
            (Some(_), None) if LEFT.contains(&&*entry.verdict) => {}
            _ => return Err(RecordError::Field("verdicts")),
        }
    }
    let on_board = match game.pending(state) {
        AnyPending::Over(ending) => Some(ending),
        _ => None,
    };
    let view = |ending| ending_view(&ending, game.seats());
    // A table says whether the rules ended the game or those who played it:
    // by resigning, agreeing to a draw, running out of time, staying away.
    if let Origin::Table {
        on_board: Some(said),
        ..
    } = record.origin
    {
        return match (said, on_board) {
            (true, Some(ending)) => Ok(Some(view(ending))),
            (false, None) => Ok(record.ending.clone()),
            _ => Err(RecordError::Difference(format!(
                "the record says that the rules {} the game, and after the last step they {}",
                if said { "ended" } else { "did not end" },
                if said { "did not" } else { "did" },
            ))),
        };
    }
    if on_board.is_none() && failed.iter().all(Option::is_none) {
        return Ok(record.ending.clone());
    }
    Ok(verdict::settle(on_board, &failed).map(view))
}

/// A record that is not what it says.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// Other rules.
    #[error("this record was played by version {0} of the rules; this hall knows version 1")]
    Rules(u32),
    /// A field does not fit the game.
    #[error("the record's field {0:?} is missing or not of the right shape")]
    Field(&'static str),
    /// Something in it is not what the game gives.
    #[error("{0}")]
    Difference(String),
    /// A step cannot be made.
    #[error("step {step} of the record: {problem}")]
    Step {
        /// Which, from 1.
        step: usize,
        /// Why not.
        problem: String,
    },
}

/// Plays a record by the rules. `see` is told of every step, with its number from 1
/// and the state before it. Gives the last state.
pub fn replay<E: From<RecordError>>(
    game: &dyn AnyGame,
    record: &Record,
    mut see: impl FnMut(usize, &RecordStep, &AnyState) -> Result<(), E>,
) -> Result<AnyState, E> {
    let mut state = game.start();
    for (number, step) in (1..).zip(&record.steps) {
        see(number, step, &state)?;
        let played = game.play(&mut state, &AnyStep::from(step));
        played.map_err(|error| RecordError::Step {
            step: number,
            problem: error.to_string(),
        })?;
    }
    Ok(state)
}
